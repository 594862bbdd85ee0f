/** Results of a solve or a step. */
import type { RawProblem } from './raw.ts';
import type { CoreStatus } from '../describe/core-names.ts';

/**
 * converged: every goal is within its tolerance. stalled: nothing moves any more; another start may succeed.
 * maxIterations: still moving. unreachable: nothing moves any more, and lengths or a closed form prove that
 * no pose reaches a target. notFinite: a target or coordinate is not finite, and the state is as it was.
 * unsupported: the solver does not support the problem. blocked: with `clearance`, obstacles hold the links
 * back, or no clear pose was found; `problem.nearestPairs` lists them.
 */
export type Status = Exclude<CoreStatus, 'moving'>;

/** The result of a solve, as plain values. */
export interface SolveRecord {
  /** How it ended. */
  readonly status: Status;
  /** Steps over all descents. */
  readonly iterations: number;
  /** Descents after the first. */
  readonly restarts: number;
  /**
   * The first priority, the lowest number, of which a goal is missed; null if all are reached. `goal.reached` is each
   * goal's own.
   */
  readonly priority: number | null;
  /** Why goals are missed, where that is known. */
  readonly reason: string;
}

/**
 * Result of the last solve: one live object per problem, which the next solve changes. `copy` keeps the
 * values.
 */
export interface SolveResult extends SolveRecord {
  /** The current values as a plain object, which later solves do not change. */
  copy(): SolveRecord;
  /**
   * Smallest singular value of the goals' Jacobian at the current state, independent of targets and weights;
   * lengths are divided by the model's size. 0 at a singularity. Computed when read. NaN for a large problem:
   * if the product of all goals' rows (6 for a pose), the coordinates and the smaller of both exceeds 10⁸.
   */
  readonly smallestSingularValue: number;
  /**
   * √det(J Jᵀ) of the same Jacobian (Yoshikawa 1985): the product of its singular values. Computed when read;
   * NaN in the same cases.
   */
  readonly manipulability: number;
}

/**
 * converged: every goal is within its tolerance. moving: the joints are still moving. stalled: nothing moves
 * any more, but not all goals are reached. notFinite, unsupported: as for a solve.
 */
export type StepStatus = Exclude<CoreStatus, 'maxIterations' | 'maxTime' | 'unreachable'>;

/** Result of the last `step`: one live object per problem, whose values the next step changes. */
export interface StepResult {
  /** How it ended. */
  readonly status: StepStatus;
  /** Number of parts into which dt was divided. */
  readonly substeps: number;
  /** Any change made, such as a lowered gain; usually ''. */
  readonly warning: string;
  /** Reason for the status notFinite or unsupported. */
  readonly reason: string;
}

/** Result of a step in a worker. */
export interface WorkerStepResult extends StepResult {
  /** Sum of all steps of this worker, in seconds. */
  readonly time: number;
}

/** How a mechanism can move from its pose, ignoring limits and goals. */
export interface Mobility {
  /** Actual degrees of freedom: 0 if the mechanism is jammed or does not close. */
  readonly mobility: number;
  /** Directions in which no loop opens to first order. */
  readonly instantaneous: number;
  /** Degrees of freedom by counting joints and loops (Grübler, Kutzbach); may be negative. */
  readonly counted: number;
  /** Rank of all constraints on free links: six per link minus `instantaneous`. */
  readonly rank: number;
  /** True if all motions that could raise `mobility` were tried; otherwise `mobility` is a lower bound. */
  readonly complete: boolean;
}

/** Options of `problem.mobility`. */
export interface MobilityOptions {
  /**
   * Milliseconds after which no further motion is tried. With a finite value the same input may give other
   * results on another machine. Default Infinity.
   */
  readonly maxTime?: number;
}

/** Both results, as getters on `raw` and its block of numbers. */
export function makeResults(
  raw: () => RawProblem,
  numbers: () => Float64Array,
  statuses: readonly string[],
): { readonly solve: SolveResult; readonly step: StepResult } {
  const status = (): string => statuses[numbers()[0]!]!;
  function copy(this: SolveResult): SolveRecord {
    const { status, iterations, restarts, priority, reason } = this;
    return { status, iterations, restarts, priority, reason };
  }
  const solve = {
    get status() {
      return status() as Status;
    },
    get iterations() {
      return numbers()[1]!;
    },
    get restarts() {
      return numbers()[2]!;
    },
    get priority() {
      const priority = numbers()[3]!;
      return priority < 0 ? null : priority;
    },
    get reason() {
      return raw().reason();
    },
    get smallestSingularValue() {
      return raw().smallestSingularValue();
    },
    get manipulability() {
      return raw().manipulability();
    },
    // Shown by console.log and JSON.stringify: values instead of getters, without computing a decomposition.
    [Symbol.for('nodejs.util.inspect.custom')]: copy,
    toJSON: copy,
    copy,
  };
  const step = {
    get status() {
      return status() as StepStatus;
    },
    get substeps() {
      return numbers()[1]!;
    },
    get warning() {
      return raw().warning();
    },
    get reason() {
      return raw().reason();
    },
  };
  return { solve, step };
}
