// Puts the module that Emscripten has built into web/wasm: as a file, and as text that the package carries.
import { Buffer } from 'node:buffer';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const from = join(root, 'build/wasm/modules');
const to = join(root, 'web/wasm');

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
  mkdirSync(to, { recursive: true });
  await minifyLoader('limber.js');
  copyFileSync(join(from, 'limber.wasm'), join(to, 'limber.wasm'));
  const deflated = Buffer.from(await deflate(readFileSync(join(to, 'limber.wasm'))));
  writeFileSync(join(to, 'carried.js'), `export default '${deflated.toString('base64')}';\n`);
}
