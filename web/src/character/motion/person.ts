/** A person of three.js's bones, from the places of its parts. */
import { Bone, type Vector3 } from 'three';
import type { Role } from '../gltf/roles.ts';

/** A part's parent. */
const parents: Readonly<Record<string, string>> = {
  spine: 'hips',
  neck: 'spine',
  head: 'spine',
  UpperArm: 'spine',
  LowerArm: 'UpperArm',
  Hand: 'LowerArm',
  UpperLeg: 'hips',
  LowerLeg: 'UpperLeg',
  Foot: 'LowerLeg',
  Toes: 'Foot',
};

export const split = (role: string) =>
  /^(left|right|)(.*)$/.exec(role)!.slice(1) as [side: string, part: string];

/** Bones by role; those of the hips are the root. */
export function bonesAt(places: ReadonlyMap<Role, Vector3>): Map<Role, Bone> {
  const bones = new Map<Role, Bone>();
  const boneOf = (role: Role): Bone => {
    const known = bones.get(role);
    if (known) return known;
    const bone = new Bone();
    bone.name = role;
    bones.set(role, bone);
    const [side, part] = split(role);
    const above = parents[part];
    bone.position.copy(places.get(role)!);
    if (above) {
      const parent = (places.has((side + above) as Role) ? side + above : above) as Role;
      bone.position.sub(places.get(parent)!);
      boneOf(parent).add(bone);
    }
    return bone;
  };
  for (const role of places.keys()) boneOf(role);
  bones.get('hips')!.updateMatrixWorld(true);
  return bones;
}
