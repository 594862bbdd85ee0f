import { Plane, type Camera, type Ray, Vector3 } from 'three';

/** Below this cosine between the line of sight and the normal of the plane of motion, the plane is seen edge on. */
const edgeOn = 0.15;

const normal = new Vector3();
const plane = new Plane();

/**
 * Where a line of sight brings a point that is dragged: in the plane of motion across z, else (and where that is seen
 * edge on) in the plane that faces the camera. False: nowhere; `out` is as it was.
 */
export function bring(sight: Ray, camera: Camera, point: Vector3, planar: boolean, out: Vector3): boolean {
  normal.set(0, 0, 1);
  if (!planar || Math.abs(sight.direction.z) < edgeOn) camera.getWorldDirection(normal);
  plane.setFromNormalAndCoplanarPoint(normal, point);
  const hit = sight.intersectPlane(plane, normal);
  if (hit) out.copy(hit);
  return hit !== null;
}
