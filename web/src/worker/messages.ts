/** Messages between page and worker: requests and replies in turn. */
import type { ObstacleDescription, ModelDescription, LoopDescription } from '../describe/description.ts';
import type { Arrays } from '../core/arrays.ts';
import type { ModelFacts } from '../core/any-model.ts';
import type { ErrorCode } from '../describe/errors.ts';
import type { CollisionPair } from '../core/obstacle.ts';
import type { ModelOptions } from '../core/model.ts';
import type { Loop } from '../core/loop.ts';
import type { InitOptions } from '../core/loader.ts';
import type { GoalDescription, GoalFacts, Goal } from '../core/goal.ts';
import { asPose } from '../describe/flatten.ts';

export interface Request {
  /** 'start', or the name of a question. */
  readonly kind: string;
  /** Plain data. */
  readonly ask: unknown;
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

/** The used part of a `Worker`. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  onmessage: ((event: MessageEvent) => void) | null;
  /** Its event has a `message`. */
  onerror: ((event: never) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
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
  readonly loops?: readonly { readonly description: LoopDescription; readonly closed: boolean }[] | undefined;
  readonly obstacles?: readonly ObstacleFacts[] | undefined;
  /** Default: the problem's own. */
  readonly collisionPairs?: readonly CollisionPair[] | undefined;
}

/** The answer to `Start`. */
export interface ProblemFacts {
  readonly model: ModelFacts;
  readonly arrays: Arrays;
  /** The numbers of each loop, as in a block. */
  readonly loops: readonly (readonly number[])[];
}

/** A new goal, with the numbers of its `GoalPart`. */
export interface GoalAnswer extends GoalFacts {
  readonly target: readonly number[];
  readonly numbers: readonly number[];
}

/** The `numbers` of a `GoalPart`. */
export function numbersOf(goal: Goal): number[] {
  const { residuals, priority, offset, parameters } = goal;
  const values = parameters.flatMap((_, place) => [...goal.numbers(place)]);
  return [...residuals, priority, ...asPose(offset, 'offset'), ...values];
}

export const gapsOf = ({ closed, distance, angle }: Loop): number[] => [Number(closed), distance, angle];
