// Puts the modules that Emscripten has built into web/wasm: as files, and as text that the package carries.
import { Buffer } from 'node:buffer';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './run.mjs';

const from = join(root, 'build/wasm/modules');
const to = join(root, 'web/wasm');

/** Both modules are instantiated by one loader, so what it calls must be called the same in both. */
function checkLoaders() {
  const [simd, scalar] = ['limber', 'limber-scalar'].map((name) =>
    readFileSync(join(from, `${name}.js`), 'utf8').replaceAll(`${name}.wasm`, ''),
  );
  if (simd !== scalar) fail('limber.wasm and limber-scalar.wasm have loaders that differ; build both alike');
}

const write = (name, bytes) =>
  writeFileSync(join(to, name), `export default '${Buffer.from(bytes).toString('base64')}';\n`);

/** Zopfli deflates, as zlib does, a twentieth smaller. */
async function deflate(bytes) {
  const { zlibAsync } = await import('@gfx/zopfli');
  return zlibAsync(bytes, { numiterations: 30 });
}

/** Emscripten leaves in much that is never called. */
async function minifyLoader(name) {
  const { minify } = await import('terser');
  const loader = readFileSync(join(from, name), 'utf8');
  const { code } = await minify(loader, { module: true, compress: { passes: 3 } });
  writeFileSync(join(to, name), code);
}

export async function carry() {
  checkLoaders();
  mkdirSync(to, { recursive: true });
  for (const name of ['limber.js', 'limber-constraints.js']) await minifyLoader(name);
  for (const file of ['limber.wasm', 'limber-scalar.wasm', 'limber-constraints.wasm'])
    copyFileSync(join(from, file), join(to, file));
  write('carried.js', await deflate(readFileSync(join(to, 'limber.wasm'))));
  write('carried-constraints.js', await deflate(readFileSync(join(to, 'limber-constraints.wasm'))));
  write('carried-scalar.js', readFileSync(join(to, 'limber-scalar.wasm')));
}
