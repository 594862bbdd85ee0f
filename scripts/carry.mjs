// Copies the module built by Emscripten into web/wasm: as a file, and as text inside the package.
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, root } from './run.mjs';

/* global WebAssembly */

const from = join(root, 'build/wasm/modules');
const to = join(root, 'web/wasm');

/**
 * LZMA without a header. lc, lp and pb match cpp/carry/lzma.cpp; pb = 0, because WebAssembly aligns nothing. Which
 * search finds the best matches changes with every build: the shorter of two. Fourteen more gain a thousandth at best.
 */
export function compress(bytes) {
  const options = 'dict=1MiB,lc=1,lp=0,pb=0,depth=1000,nice=208';
  return ['bt3', 'bt4']
    .map((finder) =>
      execFileSync('xz', ['--format=raw', `--lzma1=${options},mf=${finder}`, '--stdout'], { input: bytes }),
    )
    .reduce((a, b) => (b.length < a.length ? b : a));
}

/** A module as streams, see cpp/carry/streams.h: the length of each, and then the streams in turn. */
export function split(wasm) {
  const tool = new WebAssembly.Module(readFileSync(join(from, 'split.wasm')));
  const { memory, split, streamCount } = new WebAssembly.Instance(tool).exports;
  const streams = streamCount();
  // After the tool's own memory: where each stream starts, then ends; the module; room for each stream.
  const places = memory.buffer.byteLength;
  const [module, ...starts] = Array.from(
    { length: 1 + streams },
    (_, i) => places + 4 * streams + i * wasm.length,
  );
  memory.grow(Math.ceil((starts.at(-1) + wasm.length - places) / 65536));
  new Uint8Array(memory.buffer).set(wasm, module);
  const ends = new Uint32Array(memory.buffer, places, streams);
  ends.set(starts);
  if (!split(module, module + wasm.length, places))
    fail('limber.wasm has instructions unknown to cpp/carry/streams.h, or too many locals');
  const parts = starts.map((start, i) => new Uint8Array(memory.buffer, start, ends[i] - start));
  const lengths = Uint32Array.from(parts, ({ length }) => length);
  return Buffer.concat([new Uint8Array(lengths.buffer), ...parts]);
}

/** Minifies the loader: Emscripten leaves in much that is never called. */
async function minifyLoader(name) {
  const { minify } = await import('terser');
  const loader = readFileSync(join(from, name), 'utf8');
  const { code } = await minify(loader, { module: true, compress: { passes: 3 } });
  writeFileSync(join(to, name), code);
}

/** What the files in web/wasm are made of. */
function ingredients() {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of ['limber.wasm', 'limber.js', 'unpack.wasm', 'split.wasm'])
    hash.update(readFileSync(join(from, name)));
  return hash.digest('hex');
}

/** Takes seconds, so only if something has changed. */
export async function carry() {
  const stamp = join(root, 'build/wasm/carried');
  const now = ingredients();
  const isThere = ['limber.js', 'limber.wasm', 'carried.js'].every((name) => existsSync(join(to, name)));
  if (isThere && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  mkdirSync(to, { recursive: true });
  await minifyLoader('limber.js');
  const wasm = readFileSync(join(from, 'limber.wasm'));
  const decoder = readFileSync(join(from, 'unpack.wasm')).toString('base64');
  const parts = split(wasm);
  const core = compress(parts).toString('base64');
  writeFileSync(
    join(to, 'carried.js'),
    `export default { decoder: '${decoder}', core: '${core}', streams: ${parts.length}, size: ${wasm.length} };\n`,
  );
  writeFileSync(join(to, 'limber.wasm'), wasm);
  writeFileSync(stamp, now);
}
