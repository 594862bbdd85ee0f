import { Box3, MathUtils, type PerspectiveCamera, Vector3 } from 'three';

/**
 * Metres from a box's middle, along the camera's line of sight, at which all its corners are visible. `fov`:
 * degrees of the narrow side; `aspect`: width by height.
 */
export function distanceFor(box: Box3, camera: PerspectiveCamera, fov: number, aspect: number): number {
  const narrow = Math.tan(MathUtils.degToRad(fov / 2));
  const [across, up] = [narrow * Math.max(1, aspect), narrow * Math.max(1, 1 / aspect)];
  const turn = camera.matrixWorld.clone().setPosition(0, 0, 0).invert();
  const half = box.getSize(new Vector3()).divideScalar(2);
  let distance = 0;
  for (let i = 0; i < 8; i += 1) {
    const sides = [i & 1, i & 2, i & 4].map((side) => (side ? 1 : -1)) as [number, number, number];
    const corner = new Vector3(...sides).multiply(half).applyMatrix4(turn);
    const ahead = Math.max(Math.abs(corner.x) / across, Math.abs(corner.y) / up);
    distance = Math.max(distance, corner.z + ahead);
  }
  return distance;
}

/** Box around the origins of links, given by world poses of seven numbers each. */
export function boxOf(poses: Float64Array): Box3 {
  const box = new Box3();
  const point = new Vector3();
  for (let i = 0; i < poses.length; i += 7) box.expandByPoint(point.fromArray(poses, i));
  return box;
}
