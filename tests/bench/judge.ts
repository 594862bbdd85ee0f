import { Vector3 } from 'three';
import type { Frame, Kinematics } from './kinematics.ts';

export interface Wanted {
  readonly position: Vector3;
  /** World direction of the tip's +X; any if missing. */
  readonly direction?: Vector3;
}

export interface Tolerances {
  /** Metres. */
  readonly distance: number;
  /** Radians. */
  readonly angle: number;
}

/** World direction of a frame's +X. */
export function directionOf({ rotation }: Frame): Vector3 {
  return new Vector3(1, 0, 0).applyQuaternion(rotation);
}

/** Whether the values from `first` on bring the last link to the target within all limits. */
export function isSolved(
  arm: Kinematics,
  q: ArrayLike<number>,
  first: number,
  wanted: Wanted,
  { distance, angle }: Tolerances,
): boolean {
  if (!arm.isAllowed(q, first)) return false;
  const tip = arm.tip(q, first);
  const off = wanted.direction ? directionOf(tip).angleTo(wanted.direction) : 0;
  return tip.position.distanceTo(wanted.position) <= distance && off <= angle;
}
