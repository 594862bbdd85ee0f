/** A failed load in words: what happened, and what to do about it. */

const giveAnother = 'give init its bytes as wasmBinary, or its address as wasmUrl';
const allow = "add 'wasm-unsafe-eval' to the page's Content-Security-Policy, in script-src";

/** An error that already says how to mend it. */
export class Explained extends Error {}

function textOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  // Without Emscripten's frame: `Aborted(…). Build with -sASSERTIONS for more info.`
  return /^Aborted\((.*)\)/s.exec(text)?.[1] ?? text;
}

export function explain(cause: unknown): string {
  const text = textOf(cause);
  if (cause instanceof Explained) return text;
  if (/content security policy|unsafe-eval|disallowed by embedder/i.test(text))
    return `the page forbids WebAssembly (${text}); ${allow}`;
  // What Emscripten's script calls on a module that has something else in its place.
  if (cause instanceof TypeError || cause instanceof WebAssembly.LinkError)
    return `it is another module, or of another version (${text}); ${giveAnother}`;
  return `${text}; ${giveAnother}`;
}
