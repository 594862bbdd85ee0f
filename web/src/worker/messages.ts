/** What the page and the worker say to each other: one request, one reply, one request … */
import type { ModelDescription } from '../description.ts';
import type { ErrorCode } from '../errors.ts';
import type { GoalDescription, GoalType } from '../goal.ts';
import type { InitOptions } from '../loader.ts';
import type { Link, ModelOptions } from '../model.ts';
import type { SolveOptions, SolverName } from '../options.ts';
import type { Status } from '../result.ts';

/** How a solve ended. */
export interface WorkerResult {
  /** How it ended; see `Status`. */
  readonly status: Status;
  /** Steps over all descents. */
  readonly iterations: number;
  /** Descents after the first. */
  readonly restarts: number;
  /** Why, where the status is notFinite or unsupported. */
  readonly reason: string;
}

/** How well the arm can move where it is, by the Jacobian of the goals that are on. */
export interface Conditioning {
  /** 0 at a singularity. */
  readonly smallestSingularValue: number;
  /** √det(J Jᵀ) (Yoshikawa 1985): the product of the singular values. */
  readonly manipulability: number;
}

export interface ModelFacts {
  readonly name: string;
  readonly nq: number;
  readonly nv: number;
  readonly reach: number;
  readonly size: number;
  readonly links: readonly Link[];
}

export interface GoalFacts {
  readonly type: GoalType;
  readonly link: string;
  readonly target: readonly number[];
  readonly weight: number;
  readonly distance: number;
  readonly angle: number;
}

/** The first message: everything that makes a problem, so that another worker can take over. */
export interface Start {
  readonly init: InitOptions;
  readonly description: ModelDescription;
  readonly options: ModelOptions;
  readonly goals: readonly GoalDescription[];
}

/** The answer to that. */
export interface Facts {
  readonly model: ModelFacts;
  readonly q: readonly number[];
  readonly rest: readonly number[];
  readonly activeLimits: readonly number[];
  readonly poses: readonly number[];
}

/** What may be asked, and what is answered. */
export interface Exchange {
  start: { ask: Start; answer: Facts };
  addGoal: { ask: { readonly description: GoalDescription }; answer: GoalFacts };
  removeGoal: { ask: { readonly index: number }; answer: undefined };
  solve: { ask: { readonly options: SolveOptions }; answer: WorkerResult };
  supports: { ask: { readonly solver: SolverName }; answer: true | string };
  conditioning: { ask: object; answer: Conditioning };
  update: { ask: { readonly q: Float64Array }; answer: undefined };
  reset: { ask: object; answer: undefined };
  projectOntoLimits: { ask: object; answer: undefined };
}

export type Kind = keyof Exchange;

export interface Request<K extends Kind = Kind> {
  readonly kind: K;
  readonly ask: Exchange[K]['ask'];
  /** See layout.ts; transferred. Not with `start`. */
  readonly block?: Float64Array<ArrayBuffer> | undefined;
}

/** The block comes back in any case, up to date. */
export interface Reply {
  readonly answer?: unknown;
  /** A LimberError, taken to pieces. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
  /** Anything else that was thrown: the core cannot be trusted any more. */
  readonly crash?: string;
  readonly block?: Float64Array<ArrayBuffer> | undefined;
}
