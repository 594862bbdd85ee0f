/** Explains why a move ends where it does. */
import type { NearPair } from '../core/obstacle.ts';
import type { SolveOptions } from '../core/options.ts';
import type { Problem } from '../core/problem.ts';
import type { Trajectory } from './trajectory.ts';
import type { Follower } from './follower.ts';

/**
 * done: the whole move. limit: continuing would exceed a joint's limit. obstacle: with `clearance`, an
 * obstacle is in the way. singularity: the arm loses a direction in which the tool would continue, and its
 * joints would have to jump. out of reach: no pose was found that continues, not even beyond limits. branch
 * end: other poses of the arm would continue, but cannot be reached from here without a jump, or the path
 * itself jumps. maxTime: the time was used up before a way through, or the reason for its end, was found.
 */
export const moveEnds = [
  'done',
  'limit',
  'obstacle',
  'singularity',
  'out of reach',
  'branch end',
  'maxTime',
] as const;
/** One of `moveEnds`. */
export type MoveEnd = (typeof moveEnds)[number];

/** The end of a move, with details. */
export interface Explanation {
  /** How the move ended. */
  readonly ended: MoveEnd;
  /** A sentence; '' if the move is done. */
  readonly reason: string;
  /** limit: names of the joints that block the move, as in `coordinateNames`, without their units. */
  readonly joints: readonly string[];
  /** obstacle: the nearest pair. */
  readonly pair: NearPair | null;
}

/** Result of a move. */
export interface Move extends Explanation {
  /**
   * Joint values over the part of the path, from 0 to `part`, instead of over seconds; `retime` gives it
   * times.
   */
  readonly trajectory: Trajectory;
  /** The part of the path that was reached, 0 to 1. */
  readonly part: number;
  /** Joint values at the end. */
  readonly q: Float64Array;
}

/** Distances beyond the end, as fractions of the path, at which continuing is tried. */
const beyond = [1e-4, 1e-3, 1e-2];
/**
 * Radians (slides: fractions of the size): distance at which a joint counts as at its limit, and joint step
 * from which on a pose counts as another.
 */
const [near, another] = [1e-3, 0.3];
/** Singular values below this count as singular, with lengths divided by the model's size. */
const singular = 0.05;

export const done: Explanation = { ended: 'done', reason: '', joints: [], pair: null };
export const late: Explanation = {
  ended: 'maxTime',
  reason: 'maxTime was over; raise it',
  joints: [],
  pair: null,
};

export const beyondTheir = (joints: readonly string[]): string =>
  joints.length > 1 ? 'beyond their limits' : 'beyond its limit';

/** Names of the joints that move what the goals ask for. */
function chainOf({ problem: { model, goals }, space }: Follower): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { link } of goals)
    for (let i = model.findLink(link); i >= 0; i = model.links[i]!.parent)
      for (const { qIndex } of model.links[i]!.motions)
        names.add(space.coordinates.find(({ at }) => at === qIndex)!.name);
  return names;
}

/** @param q joint values at the end. */
export function explain(follower: Follower, part: number, q: Float64Array): Explanation {
  const { tolerances, space, problem } = follower;
  const out = new Float64Array(space.nq);
  const plain = { joints: [], pair: null };
  const goesOn = (options: SolveOptions): boolean =>
    beyond.some((more) => {
      const at = Math.min(1, part + more);
      return follower.settle(at, q, out, options) && space.step(q, 0, out, 0) < another;
    });
  if (tolerances.clearance !== undefined && goesOn({})) return explainObstacle(problem, q);
  if (tolerances.limits && goesOn({ limits: false })) {
    const already = space.beyondLimits(q);
    const chain = chainOf(follower);
    const all = [...new Set([...already, ...space.beyondLimits(out), ...space.atLimit(q, near)])];
    const joints = all.filter((name) => chain.has(name));
    const reason =
      already.length > 0
        ? `${already.join(', ')} ${already.length > 1 ? 'begin' : 'begins'} ${beyondTheir(already)}`
        : `${joints.join(', ')} would go on ${beyondTheir(joints)}`;
    if (joints.length > 0) return { ended: 'limit', reason, joints, pair: null };
  }
  const at = Math.min(1, part + beyond[1]!);
  if (!follower.settle(at, q, out, { limits: false, mode: 'find' }))
    return {
      ended: 'out of reach',
      reason: 'no pose of the arm goes on, not even beyond its limits',
      ...plain,
    };
  const result = problem.solve({ maxIterations: 1 });
  problem.state.q.set(q);
  problem.state.update();
  // Computed for the current state.
  const least = result.smallestSingularValue;
  if (least < singular)
    return {
      ended: 'singularity',
      reason: `the arm is singular there: the least singular value is ${Number(least.toPrecision(3))}`,
      ...plain,
    };
  const reason = follower.isBroken(part, q)
    ? 'the path itself jumps there'
    : 'other poses of the arm go on, but not without a jump';
  return { ended: 'branch end', reason, ...plain };
}

/** Explanation by the nearest pair at these joint values. */
export function explainObstacle(problem: Problem, q: Float64Array): Explanation {
  problem.state.q.set(q);
  problem.state.update();
  const [pair] = problem.nearestPairs(1);
  const names = pair?.links.map((link, i) => link ?? (pair.obstacles[i] ? 'an obstacle' : 'the world')) ?? [];
  const gap = Number((pair?.distance ?? 0).toPrecision(3));
  return {
    ended: 'obstacle',
    reason: `${names.join(' and ')} are ${gap} m apart`,
    joints: [],
    pair: pair ?? null,
  };
}
