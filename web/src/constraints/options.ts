import type { SolveOptions as TreeOptions, SolverName as TreeSolver } from '../options.ts';

/** Names of the solvers of the larger core. */
export type SolverName = TreeSolver | 'maximal' | 'itasc';

/** As those of `limber`, with the solvers of the larger core. */
export interface SolveOptions extends Omit<TreeOptions, 'solver'> {
  /** Default 'lm' where a loop is closed, else 'ccd'. */
  readonly solver?: SolverName;
}
