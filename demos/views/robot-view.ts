/** Common parts of views of one robot: the camera and the floor. */
import { View } from 'limber/three';
import type { Vec3 } from 'limber';
import { Box3, Vector3 } from 'three';

const fov = 40;
/** Direction of the camera, seen from its target. */
const usualSide: Vec3 = [0.75, 0.35, 1];

export const robotView = (host: HTMLElement, label: string): View => new View(host, { label, fov });

/**
 * Puts the floor under all links, and fits the view to them with a margin of `room` (metres); `box`: more to
 * include, with which the robot stands on the floor.
 */
export function lookAt(
  view: View,
  poses: readonly ArrayLike<number>[],
  room: number,
  box = new Box3(),
  side = usualSide,
): void {
  const solid = box.isEmpty() ? null : box.min.y;
  const point = new Vector3();
  for (const each of poses)
    for (let i = 0; i < each.length; i += 7) box.expandByPoint(point.fromArray(each, i));
  if (view.floor) view.floor.position.y = solid ?? Math.min(0, box.min.y);
  view.fit(box.expandByScalar(room), side);
}
