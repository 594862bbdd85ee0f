/** Messages between page and worker: requests and replies in turn. */
import type { ModelFacts } from '../any-model.ts';
import type { Arrays } from '../arrays.ts';
import type { BatchResult, BatchRows } from '../batch.ts';
import type { ModelDescription } from '../description.ts';
import type { ErrorCode } from '../errors.ts';
import type { GoalDescription, GoalFacts } from '../goal.ts';
import type { InitOptions } from '../loader.ts';
import type { ModelOptions } from '../model.ts';
import type { LoopDescription } from '../loop.ts';
import type { SolveOptions, StepOptions } from '../options.ts';
import type { SearchAnswer, SearchAsk } from '../reach/search.ts';
import type { SolutionOptions, Solutions } from '../solutions.ts';
import type { SolverName } from '../words.ts';
import type { CollisionPair, NearPair, ObstacleDescription } from '../obstacle.ts';
import type { Mobility, MobilityOptions, SolveRecord, StepStatus } from '../result.ts';

/** Result of a solve. */
export type WorkerResult = SolveRecord;

/** Result of a step. */
export interface WorkerStepResult {
  /** How the step ended; see `StepStatus`. */
  readonly status: StepStatus;
  /** Number of parts into which dt was divided. */
  readonly substeps: number;
  /** Any change made, such as a lowered gain; usually ''. */
  readonly warning: string;
  /** Reason for the status notFinite or unsupported. */
  readonly reason: string;
  /** Sum of all steps of this worker, in seconds. */
  readonly time: number;
}

/** All poses that meet the goals, as copies: pose i is the i-th group of nq numbers of `q`. */
export type WorkerSolutions = Omit<Solutions, 'at'>;

/** How well the arm can move from its pose, by the Jacobian of its goals. */
export interface Conditioning {
  /** 0 at a singularity. */
  readonly smallestSingularValue: number;
  /** √det(J Jᵀ) (Yoshikawa 1985): the product of the singular values. */
  readonly manipulability: number;
}

export interface GoalAnswer extends GoalFacts {
  readonly target: readonly number[];
  /** As in a `GoalPart`. */
  readonly numbers: readonly number[];
}

/** Data for making a loop again in another worker. */
export interface LoopFacts {
  readonly description: LoopDescription;
  readonly closed: boolean;
}

/** Data for making an obstacle again in another worker. */
export interface ObstacleFacts {
  readonly description: ObstacleDescription;
  readonly pose: ArrayLike<number>;
  readonly size: ArrayLike<number>;
}

/** The first message: all data for building the problem. */
export interface Start {
  readonly init: InitOptions;
  readonly description: ModelDescription;
  readonly options: ModelOptions;
  readonly goals: readonly GoalDescription[];
  /** Default: the model's loops, closed. */
  readonly loops?: readonly LoopFacts[] | undefined;
  readonly obstacles?: readonly ObstacleFacts[] | undefined;
  /** Default: the problem's own. */
  readonly collisionPairs?: readonly CollisionPair[] | undefined;
}

/** Obstacles by index; −1: none. */
export type NearPairFacts = Omit<NearPair, 'obstacles'> & { readonly obstacles: readonly [number, number] };

/** The answer to `Start`. */
export interface ProblemFacts {
  readonly model: ModelFacts;
  readonly arrays: Arrays;
  /** For each loop: closed, distance, angle. */
  readonly loops: readonly (readonly number[])[];
}

/** All requests and their answers. */
export interface Exchange {
  start: { ask: Start; answer: ProblemFacts };
  addGoal: { ask: { readonly description: GoalDescription }; answer: GoalAnswer };
  removeGoal: { ask: { readonly index: number }; answer: undefined };
  addLoop: { ask: { readonly description: LoopDescription }; answer: readonly number[] };
  routeLoop: { ask: { readonly index: number; readonly description: LoopDescription }; answer: undefined };
  removeLoop: { ask: { readonly index: number }; answer: undefined };
  addObstacle: { ask: { readonly description: ObstacleDescription }; answer: ObstacleFacts };
  removeObstacle: { ask: { readonly index: number }; answer: undefined };
  setCollisionPairs: { ask: { readonly pairs: readonly CollisionPair[] }; answer: undefined };
  clearance: { ask: object; answer: number };
  nearestPairs: { ask: { readonly most: number }; answer: readonly NearPairFacts[] };
  solve: { ask: { readonly options: SolveOptions }; answer: WorkerResult };
  solveAll: { ask: BatchRows & { readonly options: SolveOptions }; answer: BatchResult };
  search: { ask: SearchAsk; answer: SearchAnswer };
  step: { ask: { readonly dt: number; readonly options: StepOptions }; answer: WorkerStepResult };
  forgetMotion: { ask: object; answer: undefined };
  mobility: { ask: { readonly options: MobilityOptions }; answer: Mobility };
  solutions: { ask: { readonly options: SolutionOptions }; answer: WorkerSolutions };
  supports: { ask: { readonly solver: SolverName }; answer: true | string };
  conditioning: { ask: object; answer: Conditioning };
  update: { ask: { readonly q: Float64Array }; answer: undefined };
  place: { ask: { readonly poses: Float64Array }; answer: undefined };
  reset: { ask: object; answer: undefined };
  projectOntoLimits: { ask: object; answer: undefined };
}

export type RequestKind = keyof Exchange;

export interface Request<K extends RequestKind = RequestKind> {
  readonly kind: K;
  readonly ask: Exchange[K]['ask'];
  /** See layout.ts; transferred. Omitted with `start`. */
  readonly block?: Float64Array | undefined;
}

/** Always returns the updated block. */
export interface Reply {
  readonly answer?: unknown;
  /** A LimberError as plain data. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
  /** Any other exception: the core is no longer reliable. */
  readonly crash?: string;
  readonly block?: Float64Array | undefined;
}
