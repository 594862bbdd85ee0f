import type { ModelDescription } from '../../../describe/description.ts';
import type { GoalDescription } from '../../../core/goal.ts';
import type { SolveOptions } from '../../../core/options.ts';

/** An arm and its goals, for `Run`, the command line and the pages. Y is up; lengths are in metres. */
export interface ArmPreset<Name extends string = string> {
  /** One word, for addresses and command lines. */
  readonly name: Name;
  readonly title: string;
  /** One sentence. */
  readonly text: string;
  /** Its loops are also closed in a run. */
  readonly description: ModelDescription;
  /** Links that get a position goal each, in the order in which a track's curves are assigned. */
  readonly effectors: readonly string[];
  /**
   * More goals, of any type. A track moves the points of `position`, `pose`, `distance` and `lookAt` goals in
   * the world, unless the goal has its own `target`. Default none.
   */
  readonly goals?: readonly GoalDescription[];
  /**
   * Joint values at the start, in the model's order; default zero, or the nearest value within the limits.
   */
  readonly q?: readonly number[];
  /** Options for every solve of this arm; those of a run take precedence. */
  readonly options?: SolveOptions;
}
