import type { Vec3 } from 'limber';
import { Bone } from 'three';

/** A bone: its parent, and its place in the world at rest (metres; x left, y up, z forward). */
export type BoneLine = readonly [name: string, parent: string, at: Vec3];

/**
 * Bones by name, which at rest are not turned: those in the middle, then those of a left side and its mirror image,
 * whose names begin with `sides`. `placed`: where a body of other proportions has them.
 */
export function makeBones(
  middle: readonly BoneLine[],
  left: readonly BoneLine[],
  sides: readonly [left: string, right: string],
  placed = (_name: string, at: Vec3): Vec3 => at,
): ReadonlyMap<string, Bone> {
  const bones = new Map<string, Bone>();
  const add = (name: string, parent: string, at: Vec3): void => {
    const bone = new Bone();
    bone.name = name;
    bone.position.set(...placed(name, at));
    bones.set(name, bone);
    bones.get(parent)?.attach(bone);
  };
  for (const line of middle) add(...line);
  sides.forEach((side, i) => {
    for (const [name, parent, [x, y, z]] of left)
      add(side + name, bones.has(parent) ? parent : side + parent, [i === 0 ? x : -x, y, z]);
  });
  return bones;
}
