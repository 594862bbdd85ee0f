import { Quaternion, Vector3 } from 'three';

const place = new Vector3();
const turn = new Quaternion();

/** Turns a pose, px py pz qx qy qz qw, about the origin. */
export function turnPose(pose: Float64Array, by: Quaternion): void {
  place.fromArray(pose).applyQuaternion(by).toArray(pose);
  turn.fromArray(pose, 3).premultiply(by).toArray(pose, 3);
}
