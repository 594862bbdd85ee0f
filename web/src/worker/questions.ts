/** The questions to a worker: each is asked with plain data, and answered by a function of the session. */
import type { ModelFacts } from '../any-model.ts';
import type { Arrays } from '../arrays.ts';
import type { BatchRows } from '../batch.ts';
import type { ModelDescription } from '../description.ts';
import { asPose } from '../flatten.ts';
import type { Goal, GoalDescription, GoalFacts } from '../goal.ts';
import type { InitOptions } from '../loader.ts';
import type { Loop, LoopDescription } from '../loop.ts';
import type { ModelOptions } from '../model.ts';
import type { CollisionPair, Obstacle, ObstacleDescription } from '../obstacle.ts';
import type { SolveOptions, StepOptions } from '../options.ts';
import type { MobilityOptions } from '../result.ts';
import type { SolutionOptions, Solutions } from '../solutions.ts';
import type { SolverName } from '../core-names.ts';
import type { WorkerSession } from './session.ts';

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
  const { distance, angle, reached, priority, offset, parameters } = goal;
  const values = parameters.flatMap((_, place) => [...goal.numbers(place)]);
  return [distance, angle, Number(reached), priority, ...asPose(offset, 'offset'), ...values];
}

export const gapsOf = ({ closed, distance, angle }: Loop): number[] => [Number(closed), distance, angle];

interface At {
  readonly index: number;
}
interface With<O> {
  readonly options: O;
}

/** All poses that meet the goals, as copies: pose i is the i-th group of nq numbers of `q`. */
export type WorkerSolutions = Omit<Solutions, 'at'>;

export const questions = {
  addGoal({ fresh }, { description }: { readonly description: GoalDescription }): GoalAnswer {
    const goal = fresh.addGoal(description);
    const { type, link, targetLink, offset, priority, parameters } = goal;
    const facts = { type, link, targetLink, offset, priority, parameters };
    return { ...facts, target: [...goal.target], numbers: numbersOf(goal) };
  },
  toLink({ fresh }, { index }: At): number[] {
    const goal = fresh.goals[index]!;
    goal.toLink();
    return [...goal.target];
  },
  jacobian: ({ fresh }, { link }: { readonly link: string }): Float64Array => fresh.jacobian(link),
  removeGoal: ({ problem }, { index }: At) => problem.removeGoal(problem.goals[index]!),
  addLoop: ({ problem }, { description }: { readonly description: LoopDescription }) =>
    gapsOf(problem.addLoop(description)),
  routeLoop: ({ problem }, { index, description }: At & { readonly description: LoopDescription }) =>
    problem.loops[index]!.route(description),
  removeLoop: ({ problem }, { index }: At) => problem.removeLoop(problem.loops[index]!),
  addObstacle({ problem }, ask: { readonly description: ObstacleDescription }): ObstacleFacts {
    const { description, pose, size } = problem.addObstacle(ask.description);
    return { description, pose: [...pose], size: [...size] };
  },
  removeObstacle: ({ problem }, { index }: At) => problem.removeObstacle(problem.obstacles[index]!),
  setCollisionPairs({ problem }, { pairs }: { readonly pairs: readonly CollisionPair[] }): void {
    problem.collisionPairs = [...pairs];
  },
  clearance: ({ fresh }) => fresh.clearance(),
  /** Obstacles by index; −1: none. */
  nearestPairs({ fresh }, { most }: { readonly most: number }) {
    const placeOf = (obstacle: Obstacle | null) => (obstacle ? fresh.obstacles.indexOf(obstacle) : -1);
    const pairs = fresh.nearestPairs(most);
    return pairs.map(({ obstacles: [a, b], ...pair }) => ({
      ...pair,
      obstacles: [placeOf(a), placeOf(b)] as const,
    }));
  },
  solve: (session, { options }: With<SolveOptions>) => session.solve(options).copy(),
  solveAll: ({ problem }, { targets, starts, options }: BatchRows & With<SolveOptions>) =>
    problem.solveAll(targets, { ...options, starts }),
  step: (session, { dt, options }: With<StepOptions> & { readonly dt: number }) => session.step(dt, options),
  forgetMotion: ({ problem }) => problem.forgetMotion(),
  mobility: ({ fresh }, { options }: With<MobilityOptions>) => fresh.mobility(options),
  solutions({ fresh }, { options }: With<SolutionOptions>): WorkerSolutions {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- left out: functions cannot be sent
    const { at: _, ...others } = fresh.solutions(options);
    return others;
  },
  supports: ({ problem }, { solver }: { readonly solver: SolverName }) => problem.supports(solver),
  conditioning({ result: { smallestSingularValue, manipulability } }) {
    return { smallestSingularValue, manipulability };
  },
  update: (session, { q }: { readonly q: Float64Array }) => (session.take(q), session.refresh()),
  place({ fresh: { state } }, { poses }: { readonly poses: Float64Array }): void {
    state.poses.set(poses);
    state.place();
  },
  reset: (session) => (session.problem.state.reset(), session.refresh()),
  projectOntoLimits: ({ fresh }) => fresh.state.projectOntoLimits(),
} satisfies Questions;

/** Questions, as a worker's script may have more. */
export type Questions = Readonly<Record<string, (session: WorkerSession, ask: never) => unknown>>;

type Own = typeof questions;
export type Kind = keyof Own;
export type Ask<K extends Kind> = Own[K] extends (session: WorkerSession, ask: infer A) => unknown
  ? A
  : never;
export type Answer<K extends Kind> = ReturnType<Own[K]>;
