/** Straight motion of the joints to given values. */
import type { Problem } from '../core/problem.ts';
import { Trajectory } from './trajectory.ts';
import { beyondTheir, done, explainObstacle, late, type Explanation, type Move } from './explain.ts';
import { JointSpace } from './joint-space.ts';
import type { Tolerances } from './follower.ts';

/** Shortest step, as a fraction of the motion. */
const leastStep = 1e-4;

/**
 * Moves the joints straight, as far as limits and obstacles allow. No point of a link moves more than `reach`
 * metres per radian of each joint. So from a pose with clearance d metres the joints can move by the fraction
 * d / (2 reach Σ |Δq|) of the motion before any separate shapes can touch (two links may approach each
 * other).
 *
 * @param until deadline by `performance.now()`.
 */
export function moveJoints(
  problem: Problem,
  start: Float64Array,
  to: Float64Array,
  tolerances: Tolerances,
  until: number,
): Move {
  const space = new JointSpace(problem.model);
  const { nq } = space;
  const q = Float64Array.from(start);
  const trajectory = new Trajectory(problem.model);
  trajectory.add(0, start);
  const end = (part: number, explanation: Explanation): Move => {
    if (part > 0) trajectory.add(part, q);
    return { trajectory, part, q: q.slice(), ...explanation };
  };
  const allowed = tolerances.limits ? partWithinLimits(space, start, to) : { part: 1, joints: [] };
  const metres = problem.model.reach * space.travel(start, to);
  let part = 0;
  while (tolerances.clearance !== undefined) {
    space.between(start, 0, to, 0, part, q);
    problem.state.q.set(q);
    problem.state.update();
    const clear = problem.clearance() - tolerances.clearance;
    if (!(clear >= 0)) {
      const last = Math.max(0, part - leastStep);
      space.between(start, 0, to, 0, last, q);
      return end(last, explainObstacle(problem, q));
    }
    if (part >= allowed.part) break;
    if (until < Infinity && performance.now() > until) return end(part, late);
    part = Math.min(allowed.part, part + Math.max(leastStep, clear / (2 * metres)));
  }
  space.between(start, 0, to, 0, allowed.part, q);
  if (allowed.part === 1) q.set(to.subarray(0, nq));
  const { joints } = allowed;
  if (joints.length === 0) return end(1, done);
  return end(allowed.part, {
    ended: 'limit',
    reason: `${joints.join(', ')} would go on ${beyondTheir(joints)}`,
    joints,
    pair: null,
  });
}

/** How far the joints can move before the first reaches a limit, and the names of those that do. */
function partWithinLimits(
  space: JointSpace,
  start: Float64Array,
  to: Float64Array,
): { part: number; joints: readonly string[] } {
  let [part, joints]: [number, string[]] = [1, []];
  for (const { motion, at, name } of space.coordinates) {
    const [min, max] = motion.limits;
    const bound = to[at]! < min ? min : max;
    if (motion.isBall || (to[at]! >= min && to[at]! <= max)) continue;
    const here = Math.min(1, Math.max(0, (bound - start[at]!) / (to[at]! - start[at]!)));
    if (here < part) [part, joints] = [here, [name]];
    else if (here === part) joints.push(name);
  }
  return { part, joints };
}
