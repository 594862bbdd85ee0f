import { Vector3 } from 'three';
import type { Link } from '../../core/any-model.ts';
import type { Problem } from '../../core/problem.ts';
import type { Effector } from './effector.ts';

/** Radians from straight within which a limb has no preferred way to bend. */
const straight = 0.03;
/** The same for a limb at its limit, which an animation may have bent the wrong way. */
const straightAtLimit = 0.5;

/**
 * Bends straight hinges (elbows, knees), or hinges that an animation has bent past a limit, between an
 * effector and a nearer target: there no small turn brings the effector nearer, so a solve cannot start. They
 * bend in the direction that their limits allow, by as much as the nearer target needs. Returns whether any
 * was bent.
 */
export function bendStraight(problem: Problem, effectors: readonly Effector[]): boolean {
  const { model, state, jointWeights } = problem;
  let isBent = false;
  for (const effector of effectors) {
    if (effector.weight === 0) continue;
    effector.position(end);
    for (let link = model.links[effector.index]; link; link = model.links[link.parent]) {
      if (link.nq !== 1 || jointWeights[link.vIndex] === 0) continue;
      const bend = bendFor(problem, link, effector.aim(aim));
      if (bend === 0) continue;
      const [min, max] = link.motions[0]!.limits;
      const at = state.q[link.qIndex]!;
      state.q[link.qIndex] = at - min < max - at ? Math.min(at + bend, max) : Math.max(at - bend, min);
      isBent = true;
    }
  }
  if (isBent) state.update();
  return isBent;
}

/**
 * Radians by which a joint between an upper limb u and a lower limb l (to `end`) must bend for a target at d
 * from the upper's joint: d² = u² + l² + 2ul·cos. 0 if the limb is already bent, or the target is no nearer
 * than its end.
 */
function bendFor({ model, state, activeLimits }: Problem, link: Link, target: Vector3): number {
  placeOf(state.poses, link, joint);
  lower.subVectors(end, joint);
  let above = model.links[link.parent];
  for (; above; above = model.links[above.parent]) {
    upper.subVectors(joint, placeOf(state.poses, above, shoulder));
    if (upper.length() > 1e-6 * model.reach && !onlyTwists(above)) break;
  }
  const most = activeLimits[link.vIndex] === 0 ? straight : straightAtLimit;
  const u = upper.length();
  const l = lower.length();
  const d = shoulder.distanceTo(target);
  if (!above || l < 1e-6 * model.reach || upper.angleTo(lower) > most) return 0;
  if (d > shoulder.distanceTo(end) - 1e-6 * model.reach) return 0;
  return Math.acos(Math.max(-1, (d * d - u * u - l * l) / (2 * u * l)));
}

const onlyTwists = ({ motions }: Link): boolean =>
  motions.length === 1 && motions[0]!.isBall && motions[0]!.swingX[0] === motions[0]!.swingX[1];

function placeOf(poses: Float64Array, { index }: Link, out: Vector3): Vector3 {
  return out.set(poses[7 * index]!, poses[7 * index + 1]!, poses[7 * index + 2]);
}

const aim = new Vector3();
const end = new Vector3();
const shoulder = new Vector3();
const joint = new Vector3();
const upper = new Vector3();
const lower = new Vector3();
