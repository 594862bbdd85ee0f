/** A mat on the floor: where things are to be brought. */
import type { Vec3 } from 'limber';
import { Mesh, MeshStandardMaterial } from 'three';
import { box } from '../../web/src/three/parts.ts';
import { themed } from '../views/looks.ts';

/** Its middle, and its edge (metres). */
export interface Mat {
  readonly at: Vec3;
  readonly size: number;
}

export function makeMat({ at: [x, , z], size }: Mat): Mesh {
  const material = new MeshStandardMaterial({ roughness: 0.9 });
  const mesh = new Mesh(box(size, size / 30, size, 0.3), material);
  mesh.position.set(x, size / 180, z);
  mesh.receiveShadow = true;
  return themed(mesh, ({ obstacle }) => material.color.set(obstacle));
}

/** Whether something at a place is on it. */
export const isOn = ({ at, size }: Mat, place: { readonly x: number; readonly z: number }): boolean =>
  Math.max(Math.abs(place.x - at[0]), Math.abs(place.z - at[2])) < size / 2;
