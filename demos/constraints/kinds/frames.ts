import type { Vec3 } from 'limber';
import { Quaternion, Vector3 } from 'three';
import type { Settings } from './kind.ts';

const z = new Vector3(0, 0, 1);
const towards = new Vector3();
const turn = new Quaternion();

/** A frame at the point whose z is the arrow, and not turned about it: px py pz qx qy qz qw. */
export function writeFrame({ place, direction }: Settings, target: Float64Array): void {
  target.set(place);
  turn.setFromUnitVectors(z, towards.fromArray(direction)).toArray(target, 3);
}

/** The unit vector that way. */
export function unit(x: number, y: number, z: number): Vec3 {
  return new Vector3(x, y, z).normalize().toArray();
}
