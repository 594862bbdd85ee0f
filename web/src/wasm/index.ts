/**
 * As `limber`, but the core comes from a file of its own, `limber.wasm`, which is compiled while it arrives. For pages that
 * can serve it as `application/wasm` and for bundlers that know `new URL(…, import.meta.url)`.
 */
import create from '../../wasm/limber.js';
import { fetchModule } from '../fetch-module.ts';
import { load, type InitOptions, type CoreSource } from '../loader.ts';

export * from '../api.ts';

const own = (): Promise<WebAssembly.Module> =>
  fetchModule(new URL('../../wasm/limber.wasm', import.meta.url).href);

const streamed: CoreSource = { create, own, at: fetchModule };

/**
 * Loads the core from its file beside the package. Otherwise as `init` of `limber`.
 *
 * @throws LimberError `loadFailed` where the file is missing, is served as something else, is not WebAssembly, or where the
 * page's content security policy forbids WebAssembly; each says how to mend it.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return load(options, streamed);
}
