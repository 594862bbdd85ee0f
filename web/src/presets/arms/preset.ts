import type { ModelDescription } from '../../description.ts';
import type { SolveOptions } from '../../options.ts';

/** An arm with what reaches on it: what `Run`, the command line and the pages take. Y is up, metres. */
export interface ArmPreset {
  /** One word, for addresses and command lines. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly text: string;
  readonly description: ModelDescription;
  /** Links that reach for a point each, in the order in which targets are dealt out. */
  readonly effectors: readonly string[];
  /** Joint values at the start, as the model orders them; default: zero, or the allowed pose next to it. */
  readonly q?: readonly number[];
  /** What this arm asks of its solver, besides what a run sets. */
  readonly options?: SolveOptions;
}
