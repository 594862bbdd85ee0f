/**
 * Like `limber`, but the core comes from a separate file, `limber.wasm`, which is compiled while it arrives.
 * For pages that can serve it as `application/wasm` and for bundlers that support `new URL(…,
 * import.meta.url)`.
 */
import create from '../../wasm/limber.js';
import { fetchModule } from '../core/fetch-module.ts';
import { load, type InitOptions, type CoreSource } from '../core/loader.ts';

export * from '../api.ts';

const own = (): Promise<WebAssembly.Module> =>
  fetchModule(new URL('../../wasm/limber.wasm', import.meta.url).href);

const streamed: CoreSource = { create, own, at: fetchModule };

/**
 * Loads the core from its file beside the package. Otherwise like `init` of `limber`.
 *
 * @throws LimberError `loadFailed` if the file is missing, has another content type or is not WebAssembly, if
 * the page's content security policy forbids WebAssembly, or if the browser's WebAssembly has no SIMD; each
 * message contains the remedy.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return load(options, streamed);
}
