/** Explains a failed load: cause and remedy. */

const giveAnother = 'give init its bytes as wasmBinary, or its address as wasmUrl';
const imported =
  "import limber.wasm as a module, as in: import wasm from 'limber/wasm/limber.wasm'; await init({ module: wasm })";
const update = 'use Chrome or Edge 91, Firefox 89, Safari 16.4, Node 16.4, or newer';
const allow = "add 'wasm-unsafe-eval' to the page's Content-Security-Policy, in script-src";

/** A function that returns `i8x16.popcnt(i8x16.splat(0))`. */
// prettier-ignore
const simd = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  1, 5, 1, 0x60, 0, 1, 0x7b, // types: () → v128
  3, 2, 1, 0, // functions
  10, 10, 1, 8, 0, 0x41, 0, 0xfd, 15, 0xfd, 98, 11, // code
];

/** Asked only after a failure: where the core compiles, it has SIMD. */
const hasSimd = (): boolean => globalThis.WebAssembly?.validate(Uint8Array.from(simd)) ?? false;

function textOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  // Without Emscripten's frame: `Aborted(…). Build with -sASSERTIONS for more info.`
  return /^Aborted\((.*)\)/s.exec(text)?.[1] ?? text;
}

export function explain(cause: unknown): string {
  const text = textOf(cause);
  // Checked by name, because the class is in a chunk that is fetched only when an address is given.
  if (cause instanceof Error && cause.name === 'Explained') return text;
  // Cloudflare Workers, which have no address.
  if (/disallowed by embedder|invalid url/i.test(text) && !globalThis.location)
    return `this platform runs only WebAssembly that was compiled before (${text}); ${imported}`;
  if (/content security policy|unsafe-eval|disallowed by embedder/i.test(text))
    return `the page forbids WebAssembly (${text}); ${allow}`;
  if (!hasSimd()) return `this platform's WebAssembly has no SIMD (${text}); ${update}`;
  // Emscripten's script failed on another module.
  if (cause instanceof TypeError || cause instanceof WebAssembly.LinkError)
    return `it is another module, or of another version (${text}); ${giveAnother}`;
  return `${text}; ${giveAnother}`;
}
