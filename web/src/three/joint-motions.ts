import { MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import type { Interval, Vec3 } from '../describe/description.ts';
import type { Motion } from '../core/any-model.ts';
import type { LinkLike } from './model-like.ts';

/** One motion of a joint for the views, in the joint's frame after the preceding motions. */
export interface JointMotion {
  readonly kind: 'turn' | 'slide' | 'helix' | 'ball';
  /** Unit vector; for a ball, its bone. */
  readonly axis: Vector3;
  /** Metres per unit of value; for a slide, its axis. */
  readonly slide: Vector3;
  /** Radians or metres; infinite for no limits. */
  readonly limits: Interval;
  /** Index of its first number in `q` and in the tangent; value = ratio · q[qIndex] + offset. */
  readonly qIndex: number;
  readonly vIndex: number;
  readonly ratio: number;
  readonly offset: number;
  /** Ball: turns Z onto the bone. */
  readonly frame: Quaternion;
  readonly swing: Swing | null;
  readonly twist: Interval | null;
}

/** Bounds of a ball's swing about the axes across its bone (radians). */
export interface Swing {
  readonly x: Interval;
  readonly y: Interval;
}

export function unitVector(v: Vec3 | undefined, fallback: Vec3): Vector3 {
  const vector = new Vector3().fromArray(v ?? fallback);
  return vector.lengthSq() > 0 ? vector.normalize() : vector.fromArray(fallback);
}

/** The motions of a link's joint in the order in which they act. */
export function motionsOf(link: LinkLike): JointMotion[] {
  return link.motions.map((motion) => (motion.isBall ? ballOf(motion) : screwOf(motion)));
}

function ballOf(motion: Motion): JointMotion {
  const { jointFromBone, swingX, swingY, twist } = motion;
  const frame = new Quaternion().fromArray(jointFromBone);
  return {
    ...motion,
    kind: 'ball',
    axis: new Vector3(0, 0, 1).applyQuaternion(frame),
    slide: new Vector3(),
    frame,
    swing: isBounded(swingX) && isBounded(swingY) ? { x: swingX, y: swingY } : null,
    twist: isBounded(twist) ? twist : null,
  };
}

function screwOf(motion: Motion): JointMotion {
  const turn = new Vector3().fromArray(motion.w);
  const slide = new Vector3().fromArray(motion.v);
  const isSlide = turn.lengthSq() === 0;
  // A slide's value is drawn in metres, regardless of its unit.
  const unit = isSlide ? slide.length() : 1;
  const [min, max] = motion.limits;
  return {
    ...motion,
    kind: isSlide ? 'slide' : slide.lengthSq() > 0 ? 'helix' : 'turn',
    axis: isSlide ? slide.clone().divideScalar(unit) : turn,
    slide: slide.divideScalar(unit),
    limits: [min * unit, max * unit],
    ratio: motion.ratio * unit,
    offset: motion.offset * unit,
    frame: new Quaternion(),
    swing: null,
    twist: null,
  };
}

export function isBounded([min, max]: Interval): boolean {
  return Number.isFinite(min) && Number.isFinite(max);
}

/** A turn's interval if it is worth drawing, that is, less than a full turn. */
export function boundedTurn(limits: Interval): Interval | null {
  const isFull = limits[1] - limits[0] >= 2 * Math.PI - MathUtils.degToRad(1);
  return isFull || !isBounded(limits) ? null : limits;
}

const moved = new Matrix4();

/** Returns a screw's value, or stores a ball's in `turn`. */
export function readMotion(
  { kind, qIndex, ratio, offset }: JointMotion,
  q: ArrayLike<number>,
  turn: Quaternion,
): number {
  if (kind !== 'ball') return ratio * (q[qIndex] ?? 0) + offset;
  turn.fromArray(q, qIndex).normalize();
  return 0;
}

/** Moves `frame` by a motion, as read. */
export function advance(
  frame: Matrix4,
  { kind, axis, slide }: JointMotion,
  value: number,
  turn: Quaternion,
): void {
  if (kind === 'ball') moved.makeRotationFromQuaternion(turn);
  else if (kind === 'slide') moved.identity();
  else moved.makeRotationAxis(axis, value);
  moved.setPosition(slide.x * value, slide.y * value, slide.z * value);
  frame.multiply(moved);
}
