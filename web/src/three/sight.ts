import { type Camera, Plane, type Ray, Vector3 } from 'three';

/** Below this cosine between the line of sight and its normal, a plane is seen edge on. */
export const edgeOn = 0.15;

const normalNow = new Vector3();
const plane = new Plane();
const hit = new Vector3();

/**
 * Where a line of sight brings a point that is dragged: in the plane through it across `normal`, else, and where that is seen
 * edge on, in the plane that faces the camera. False: nowhere; `out` is as it was.
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
