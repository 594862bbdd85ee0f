import { Quaternion, Vector3 } from 'three';
import type { Model } from '../core/model.ts';
import type { Problem } from '../core/problem.ts';

/**
 * Sets a problem's state from world poses of an arm with the same links (`state.poses` of another model of
 * it, with or without hinges). A hinge takes only the rotation about its axis; slides do not change.
 */
export function takePose(problem: Problem, poses: Float64Array): void {
  const { model, state } = problem;
  const { q } = state;
  for (const link of model.links) {
    const [motion] = link.motions;
    if (link.motions.length !== 1 || !motion || motion.mimics || slides(link)) continue;
    relativeTurn(link, poses);
    if (motion.isBall) {
      turn.toArray(q, link.qIndex);
    } else {
      axis.set(...(link.joint.axis ?? [0, 0, 1])).normalize();
      const along = axis.x * turn.x + axis.y * turn.y + axis.z * turn.z;
      const angle = 2 * Math.atan2(along, turn.w);
      q[link.qIndex] = Math.abs(angle) > Math.PI ? angle - Math.sign(angle) * 2 * Math.PI : angle;
    }
  }
  state.update();
}

type Link = Model['links'][number];

/** A slide, or a turn with a pitch. */
function slides({ motions }: Link): boolean {
  const { isBall, w } = motions[0]!;
  return !isBall && w.every((each) => each === 0);
}

/** Computes the rotation from the joint's frame at zero to the link's frame, in `turn`. */
function relativeTurn(link: Link, poses: Float64Array): void {
  turn.fromArray(poses, 7 * link.index + 3);
  if (link.parent >= 0) turn.premultiply(parent.fromArray(poses, 7 * link.parent + 3).invert());
  turn.premultiply(origin.set(...link.origin.rotation).invert());
}

const turn = new Quaternion();
const parent = new Quaternion();
const origin = new Quaternion();
const axis = new Vector3();
