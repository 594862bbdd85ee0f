import carriedText from '../../wasm/carried-constraints.js';
import create from '../../wasm/limber-constraints.js';
import { LimberError } from '../errors.ts';
import { core, load, type InitOptions, type Source } from '../loader.ts';
import { unpack } from '../unpack.ts';

const carried: Source = {
  create,
  own: () => unpack(carriedText),
  at: async (url) => (await import('../fetch-module.ts')).fetchModule(url),
};

/**
 * Loads the larger core, which this entry carries inside its JavaScript. Call it once, or as often as you like. A page
 * has one core: this one also serves everything that `limber` does, so call this `init` and not that of `limber`.
 *
 * @throws LimberError `loadFailed` as `init` of `limber`, and where the smaller core is already loaded.
 */
export async function init(options: InitOptions = {}): Promise<void> {
  await load(options, carried);
  if (core().tables.goalTypes.includes('distance')) return;
  throw new LimberError(
    'loadFailed',
    'the core of `limber` is already loaded, and it knows no loops; call init of `limber/constraints` first or alone',
  );
}
