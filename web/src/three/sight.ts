import { type Camera, Plane, type Quaternion, type Ray, Vector3 } from 'three';

/** A plane is seen edge on if the cosine between the line of sight and its normal is below this. */
export const edgeOn = 0.15;

const normalNow = new Vector3();
const plane = new Plane();
const hit = new Vector3();
const axis = new Vector3();

/**
 * Moves a dragged point along a line of sight: in the plane through it perpendicular to `normal`, or, without
 * one or if that plane is seen edge on, in the plane that faces the camera. False: no such point; `out` is
 * unchanged.
 */
export function dragPoint(
  sight: Ray,
  camera: Camera,
  point: Vector3,
  normal: Vector3 | null,
  out: Vector3,
): boolean {
  if (normal && Math.abs(sight.direction.dot(normal)) > edgeOn) normalNow.copy(normal);
  else camera.getWorldDirection(normalNow);
  plane.setFromNormalAndCoplanarPoint(normalNow, point);
  if (!sight.intersectPlane(plane, hit)) return false;
  out.copy(hit);
  return true;
}

/**
 * The turn of a ball of `radius` metres whose near side, facing the camera, goes from `start` to a line of
 * sight. False: the line leads nowhere; `out` is unchanged.
 */
export function dragTurn(
  sight: Ray,
  camera: Camera,
  start: Vector3,
  radius: number,
  out: Quaternion,
): boolean {
  if (!dragPoint(sight, camera, start, null, axis)) return false;
  axis.sub(start).divideScalar(radius);
  // The rotation as its axis times its angle.
  axis.crossVectors(normalNow.negate(), axis);
  const angle = axis.length();
  out.setFromAxisAngle(axis.normalize(), angle);
  return true;
}
