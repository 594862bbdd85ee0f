import carriedCore from '../wasm/carried.js';
import create from '../wasm/limber.js';
import { load, type InitOptions, type CoreSource } from './loader.ts';
import { unpack } from './unpack.ts';

const carried: CoreSource = {
  create,
  own: async () => WebAssembly.compile(await unpack(carriedCore)),
  // Fetched when it is asked for, which it hardly ever is here.
  at: async (url) => (await import('./fetch-module.ts')).fetchModule(url),
};

/**
 * Loads the core, which this package carries inside its JavaScript. Call it once, or as often as you like: all calls share
 * one load. After a failure the next call tries again.
 *
 * @throws LimberError `loadFailed` where the given file is missing, is served as something else, is not WebAssembly, or
 * where the page's content security policy forbids WebAssembly; each says how to mend it.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return load(options, carried);
}
