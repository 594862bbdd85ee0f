// Puts the module that Emscripten has built into web/wasm: as a file, and as text that the package carries.
import { Buffer } from 'node:buffer';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const isSame = (file, bytes) => existsSync(file) && readFileSync(file).equals(bytes);

export async function carry() {
  mkdirSync(to, { recursive: true });
  await minifyLoader('limber.js');
  const wasm = readFileSync(join(from, 'limber.wasm'));
  const copy = join(to, 'limber.wasm');
  // Deflating takes longer than all else: only what is new. The copy comes last, so that a run
  // cut short is made up for.
  if (isSame(copy, wasm)) return;
  const deflated = Buffer.from(await deflate(wasm));
  writeFileSync(join(to, 'carried.js'), `export default '${deflated.toString('base64')}';\n`);
  writeFileSync(copy, wasm);
}
