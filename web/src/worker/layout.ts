/**
 * The one block of doubles that goes to the worker with a request and comes back with its answer: all that may change
 * between two solves. It is transferred, so nothing is copied on the way and nothing has to be shared.
 */

/** Numbers a goal: seven for its target, then its weight, its distance and its angle. */
const perGoal = 10;
const targetRoom = 7;

export interface Sizes {
  readonly nq: number;
  readonly nv: number;
  readonly links: number;
}

/** What of a block belongs to a goal. */
export interface GoalPart {
  readonly target: Float64Array;
  /** weight, distance (metres), angle (radians) */
  readonly numbers: Float64Array;
}

/** The block's parts, as views of it. */
export interface Parts {
  readonly q: Float64Array;
  readonly jointWeights: Float64Array;
  readonly rest: Float64Array;
  readonly activeLimits: Float64Array;
  readonly poses: Float64Array;
  readonly goals: readonly GoalPart[];
}

export function blockLength({ nq, nv, links }: Sizes, goals: number): number {
  return 2 * nq + 2 * nv + 7 * links + perGoal * goals;
}

/** @param targets numbers of each goal's target, at most seven. Goals for which the block has no room are left out. */
export function partsOf(block: Float64Array, { nq, nv, links }: Sizes, targets: readonly number[]): Parts {
  let end = 0;
  const next = (length: number): Float64Array => block.subarray(end, (end += length));
  const goal = (target: number): GoalPart => ({
    target: next(targetRoom).subarray(0, target),
    numbers: next(perGoal - targetRoom),
  });
  const [q, jointWeights, rest] = [next(nq), next(nv), next(nq)];
  const [activeLimits, poses] = [next(nv), next(7 * links)];
  const room = Math.floor((block.length - end) / perGoal);
  return { q, jointWeights, rest, activeLimits, poses, goals: targets.slice(0, room).map(goal) };
}
