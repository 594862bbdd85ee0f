import carriedCore from '../../wasm/carried.js';
import create from '../../wasm/limber.js';
import { load, type InitOptions, type CoreSource } from './loader.ts';
import { unpack } from './unpack.ts';

const carried: CoreSource = {
  create,
  own: async () => WebAssembly.compile(await unpack(carriedCore)),
  // Imported only when needed: an address is rarely given here.
  at: async (url) => (await import('./fetch-module.ts')).fetchModule(url),
};

/**
 * Loads the core, which this package carries inside its JavaScript. Call it once or many times: all calls
 * share one load. After a failure the next call tries again.
 *
 * @throws LimberError `loadFailed` if the given file is missing, has another content type or is not
 * WebAssembly, if the page's content security policy forbids WebAssembly, or if the browser's WebAssembly has
 * no SIMD; each message contains the remedy.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return load(options, carried);
}
