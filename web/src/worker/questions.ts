/** The questions to a worker: each is asked with plain data, and answered by a function of the session. */
import type { BatchRows } from '../core/batch.ts';
import type { LoopDescription, ObstacleDescription } from '../describe/description.ts';
import type { GoalDescription } from '../core/goal.ts';
import type { CollisionPair, Obstacle } from '../core/obstacle.ts';
import type { SolveOptions, StepOptions } from '../core/options.ts';
import type { MobilityOptions } from '../core/result.ts';
import type { SolutionOptions, Solutions } from '../core/solutions.ts';
import type { SolverName } from '../describe/core-names.ts';
import type { Questions, WorkerSession } from './session.ts';
import { type GoalAnswer, numbersOf, gapsOf, type ObstacleFacts } from './messages.ts';

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

type Own = typeof questions;
export type Kind = keyof Own;
export type Ask<K extends Kind> = Own[K] extends (session: WorkerSession, ask: infer A) => unknown
  ? A
  : never;
export type Answer<K extends Kind> = ReturnType<Own[K]>;
