import type { Vec3 } from 'limber';
import { Quaternion, Vector3 } from 'three';

const turn = new Quaternion();
const origin = new Vector3();

/** A point of a link in the world. */
export function placeIn(
  poses: ArrayLike<number>,
  link: number,
  position: Vec3,
  out = new Vector3(),
): Vector3 {
  out.fromArray(position).applyQuaternion(turn.fromArray(poses, 7 * link + 3));
  return out.add(origin.fromArray(poses, 7 * link));
}

/** A point of the world in a link's frame. */
export function placeOn(poses: ArrayLike<number>, link: number, place: Vector3): Vec3 {
  const out = place.clone().sub(origin.fromArray(poses, 7 * link));
  return out.applyQuaternion(turn.fromArray(poses, 7 * link + 3).invert()).toArray();
}
