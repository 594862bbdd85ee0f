import type { SolveOptions as TreeOptions, SolverName as TreeSolver } from '../options.ts';

/** Names of the solvers of the larger core. */
export type SolverName = TreeSolver | 'maximal' | 'itasc';

/**
 * What `itasc` and `problem.step` take beside what every solver does. `damping` is λ at a singularity there,
 * default 0.05 or more where errors are large; `maxError` is half the mean link by default.
 */
export interface StepOptions extends Omit<TreeOptions, 'solver' | 'mode'> {
  /** K, 1/s, 0 to 1e9: an error fades as exp(−Kt). No more than one over a substep's length. Default 20. */
  readonly gain?: number;
  /** step: evenly long parts of dt, 0 to 10000; 0: as many as the motion asks for. Default 4. */
  readonly substeps?: number;
  /** Seconds of the shortest substep where substeps is 0. Default 0.01. */
  readonly minTimeStep?: number;
  /** Seconds of the longest. Default 0.06. */
  readonly maxTimeStep?: number;
  /** Radians (slides: reaches) a second of a coordinate. Default 50. */
  readonly maxVelocity?: number;
  /** step: what targets and driven coordinates do is not only followed but foreseen. Default true. */
  readonly feedForward?: boolean;
  /** Each singular direction is capped for itself and not damped (WSDLS instead of WDLS). Default false. */
  readonly selective?: boolean;
  /** The singular value, of J without units, below which the damping sets in. Default: λ. */
  readonly dampingRange?: number;
}

/** As those of `limber`, with the solvers of the larger core. */
export interface SolveOptions extends StepOptions {
  /** Default 'lm' where a loop is closed, else 'ccd'. */
  readonly solver?: SolverName;
  /** As in `limber`. Default 'track'. */
  readonly mode?: TreeOptions['mode'];
}
