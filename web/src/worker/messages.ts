/** Messages between page and worker: one request, one reply, one request … */
import type { BatchResult, BatchRows } from '../batch.ts';
import type { ModelDescription } from '../description.ts';
import type { ErrorCode } from '../errors.ts';
import type { GoalDescription } from '../goal.ts';
import type { GoalType } from '../words.ts';
import type { InitOptions } from '../loader.ts';
import type { Link, ModelOptions } from '../model.ts';
import type { LoopDescription } from '../loop.ts';
import type { Parameter } from '../parameter.ts';
import type { SolveOptions, StepOptions } from '../options.ts';
import type { SearchAnswer, SearchAsk } from '../reach/search.ts';
import type { SolutionOptions, Solutions } from '../solutions.ts';
import type { SolverName } from '../words.ts';
import type { Arrays } from './layout.ts';
import type { LoopFacts } from './loop.ts';
import type { CollisionPair, NearPair, ObstacleDescription } from '../obstacle.ts';
import type { ObstacleFacts } from './obstacle.ts';
import type { Mobility, MobilityOptions, SolveRecord, StepStatus } from '../result.ts';

/** How a solve ended. */
export type WorkerResult = SolveRecord;

/** How a step ended. */
export interface WorkerStepResult {
  /** How it ended; see `StepStatus`. */
  readonly status: StepStatus;
  /** Number of parts that dt was divided into. */
  readonly substeps: number;
  /** What was changed, such as a gain that was lowered; usually ''. */
  readonly warning: string;
  /** Why, where the status is notFinite or unsupported. */
  readonly reason: string;
  /** Seconds: the sum of all steps of this worker. */
  readonly time: number;
}

/** All poses that meet the goals, as copies: pose i is the i-th nq numbers of `q`. */
export type WorkerSolutions = Omit<Solutions, 'at'>;

/** How well the arm can move from its pose, by the Jacobian of its goals. */
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
  readonly loops: readonly LoopDescription[];
}

export interface GoalFacts {
  readonly type: GoalType;
  readonly link: string;
  readonly targetLink: string | undefined;
  readonly target: readonly number[];
  readonly parameters: readonly Parameter[];
  /** Those of a `GoalPart`. */
  readonly numbers: readonly number[];
}

/** The first message: everything that is needed to build the problem. */
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

/** Obstacles by their place; −1: none. */
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
  addGoal: { ask: { readonly description: GoalDescription }; answer: GoalFacts };
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
  /** See layout.ts; transferred. None with `start`. */
  readonly block?: Float64Array | undefined;
}

/** The block always comes back, up to date. */
export interface Reply {
  readonly answer?: unknown;
  /** A LimberError as plain data. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
  /** Any other exception: the core cannot be trusted any more. */
  readonly crash?: string;
  readonly block?: Float64Array | undefined;
}
