/** Explains a failed load: cause and remedy. */

const giveAnother = 'give init its bytes as wasmBinary, or its address as wasmUrl';
const imported =
  "import limber.wasm as a module, as in: import wasm from 'limber/wasm/limber.wasm'; await init({ module: wasm })";
const allow = "add 'wasm-unsafe-eval' to the page's Content-Security-Policy, in script-src";

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
  // Emscripten's script failed on another module.
  if (cause instanceof TypeError || cause instanceof WebAssembly.LinkError)
    return `it is another module, or of another version (${text}); ${giveAnother}`;
  return `${text}; ${giveAnother}`;
}
