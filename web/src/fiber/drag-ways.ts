import { type Camera, type Object3D, Quaternion, type Ray, Vector3 } from 'three';
import { dragPoint, dragTurn } from '../three/sight.ts';

/** Where something was grabbed. All in the world: metres. */
export interface Grip {
  /** The grabbed point. */
  readonly point: Vector3;
  /** The object's place at that moment. */
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

/**
 * Writes where a line of sight takes an object that stands as it was grabbed. The grabbed point goes along in
 * the plane that faces the camera. False: nowhere.
 */
export type DragWay = (sight: Ray, camera: Camera, grip: Grip, object: Object3D) => boolean;

const point = new Vector3();
const arm = new Vector3();
const turn = new Quaternion();

/** Moves it by the way of the grabbed point. */
export const shift: DragWay = (sight, camera, grip, { position }) => {
  if (!dragPoint(sight, camera, grip.point, null, point)) return false;
  position.add(point).sub(grip.point);
  return true;
};

/** Turns it like a ball of `radius` metres. */
export const roll =
  (radius: number): DragWay =>
  (sight, camera, grip, { quaternion }) => {
    if (!dragTurn(sight, camera, grip.point, radius, turn)) return false;
    quaternion.premultiply(turn);
    return true;
  };

/** Turns it about its place, so that it points at the grabbed point as before. */
export const aim: DragWay = (sight, camera, grip, { position, quaternion }) => {
  if (!dragPoint(sight, camera, grip.point, null, point)) return false;
  arm.subVectors(grip.point, position).normalize();
  quaternion.premultiply(turn.setFromUnitVectors(arm, point.sub(position).normalize()));
  return true;
};
