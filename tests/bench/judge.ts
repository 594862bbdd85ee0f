// Forward kinematics of the benchmark's own, by three.js's matrices: no answer is believed, each is checked here.
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Interval, LinkDescription, ModelDescription } from 'limber';

/** The hinges of a chain, base to tip. */
export function hingesOf(description: ModelDescription): LinkDescription[] {
  return description.links.filter((link) => link.joint?.type === 'revolute');
}

export function limitsOf(link: LinkDescription): Interval {
  return (link.joint?.limits as Interval | undefined) ?? [-Infinity, Infinity];
}

/** World from the last link of a chain of hinges. */
export function tipPose(description: ModelDescription, q: ArrayLike<number>): Matrix4 {
  const pose = new Matrix4();
  let next = 0;
  for (const { origin, joint } of description.links) {
    const position = new Vector3(...(origin?.position ?? [0, 0, 0]));
    const rotation = new Quaternion(...(origin?.rotation ?? [0, 0, 0, 1]));
    pose.multiply(new Matrix4().compose(position, rotation, new Vector3(1, 1, 1)));
    if (joint?.type !== 'revolute') continue;
    const axis = new Vector3(...(joint.axis ?? [0, 0, 1])).normalize();
    pose.multiply(new Matrix4().makeRotationAxis(axis, q[next++]!));
  }
  return pose;
}

export interface Wanted {
  readonly position: Vector3;
  /** World direction of the tip's +X; missing: any. */
  readonly direction?: Vector3;
}

export interface Tolerances {
  /** Metres. */
  readonly distance: number;
  /** Radians. */
  readonly angle: number;
}

/** Whether q reaches what is wanted and keeps every limit. */
export function isSolved(
  description: ModelDescription,
  q: ArrayLike<number>,
  wanted: Wanted,
  { distance, angle }: Tolerances,
): boolean {
  const keeps = hingesOf(description).every((link, i) => {
    const [min, max] = limitsOf(link);
    return q[i]! >= min && q[i]! <= max;
  });
  const pose = tipPose(description, q);
  const away = new Vector3().setFromMatrixPosition(pose).distanceTo(wanted.position);
  const axis = new Vector3().setFromMatrixColumn(pose, 0);
  const off = wanted.direction ? axis.angleTo(wanted.direction) : 0;
  return keeps && away <= distance && off <= angle;
}
