import carriedText from '../wasm/carried.js';
import create from '../wasm/limber.js';
import { load, type InitOptions, type Source } from './loader.ts';
import { hasSimd } from './simd.ts';
import { bytesOf, unpack } from './unpack.ts';

async function own(): Promise<WebAssembly.Module> {
  if (!hasSimd()) {
    // An engine as old as that may not know how to inflate either: this one is not compressed.
    const scalar = await import('../wasm/carried-scalar.js');
    return WebAssembly.compile(bytesOf(scalar.default));
  }
  return unpack(carriedText);
}

const carried: Source = {
  create,
  own,
  // Fetched when it is asked for, which it hardly ever is here.
  at: async (url) => (await import('./fetch-module.ts')).fetchModule(url),
};

/**
 * Loads the core, which this package carries inside its JavaScript. Call it once, or as often as you like: all calls
 * share one load. After a failure the next call tries again. In an engine without SIMD a scalar build is taken.
 *
 * @throws LimberError `loadFailed` where the given file is missing, is served as something else, is not WebAssembly, or
 * where the page's content security policy forbids WebAssembly; each says how to mend it.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return load(options, carried);
}
