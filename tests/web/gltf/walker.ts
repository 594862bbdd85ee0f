/** A body with Mixamo's names, fingers and toe ends, and clips that move it beyond its model's joints. */
import {
  AnimationClip,
  Bone,
  Quaternion,
  QuaternionKeyframeTrack,
  Vector3,
  VectorKeyframeTrack,
  type Group,
  type KeyframeTrack,
  type Object3D,
} from 'three';
import { makeBody, seeded, type BodyOptions } from './skeletons.ts';

const middle: Readonly<Record<string, string>> = { chest: 'Spine1', upperChest: 'Spine2' };
const limbs: Readonly<Record<string, string>> = {
  UpperArm: 'Arm',
  LowerArm: 'ForeArm',
  UpperLeg: 'UpLeg',
  LowerLeg: 'Leg',
  Toes: 'ToeBase',
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** leftUpperArm → mixamorigLeftArm. */
function mixamo(role: string): string {
  const [, side = '', part = ''] = /^(left|right)(.*)$/.exec(role) ?? [];
  return `mixamorig${side ? capital(side) + (limbs[part] ?? part) : (middle[role] ?? capital(role))}`;
}

function hang(above: Bone, name: string, places: readonly (readonly [number, number, number])[]): void {
  let at: Object3D = above;
  for (const [i, place] of places.entries()) {
    const bone = new Bone();
    bone.name = `mixamorig${name}${i + 1}`;
    bone.position.set(...place);
    at.add(bone);
    at = bone;
  }
}

/** Bones by role and by name. `turned` gives them random axes. */
export function makeWalker(
  turned = false,
  options: BodyOptions = {},
): { scene: Group; bones: Map<string, Bone> } {
  const random = turned && { random: seeded(41) };
  const { scene, bones } = makeBody({ name: mixamo, droop: 0.9, ...random, ...options });
  for (const side of ['Left', 'Right']) {
    const hand = bones.get(`${side.toLowerCase()}Hand`)!;
    hang(hand, `${side}HandThumb`, [[0.02, 0, 0.03], [0.02, 0, 0.02], [0.02, 0, 0.01]]); // prettier-ignore
    hang(hand, `${side}HandIndex`, [[0.09, 0, 0.02], [0.03, 0, 0], [0.02, 0, 0]]); // prettier-ignore
    hang(bones.get(`${side.toLowerCase()}Toes`)!, `${side}Toe_End`, [[0, 0, 0.07]]);
  }
  scene.traverse((node) => {
    if (node instanceof Bone) bones.set(node.name.replace('mixamorig', ''), node as Bone);
  });
  return { scene, bones };
}

const still = ['Neck', 'LeftHandIndex2', 'RightFoot'];

/**
 * A clip of two seconds. Every bone except those in `still` turns to and fro about a random axis by up to
 * `most` radians: elbows, knees and toes off their axes, and many beyond their limits. The hips also move.
 */
export function makeClip(bones: ReadonlyMap<string, Bone>, most: number, seed: number): AnimationClip {
  const random = seeded(seed);
  const times = Array.from({ length: 41 }, (_, i) => i / 20);
  const turn = new Quaternion();
  const tracks: KeyframeTrack[] = [];
  for (const bone of new Set(bones.values())) {
    const axis = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    const [angle, phase, from] = [most * random(), 7 * random(), bone.quaternion.clone()];
    if (still.includes(bone.name.replace('mixamorig', ''))) continue;
    const values = times.flatMap((time) =>
      turn
        .setFromAxisAngle(axis, angle * Math.sin(Math.PI * time + phase))
        .premultiply(from)
        .toArray(),
    );
    tracks.push(new QuaternionKeyframeTrack(`${bone.name}.quaternion`, times, values));
  }
  const hips = bones.get('Hips')!;
  const [x, y, z] = hips.position.toArray();
  const places = times.flatMap((time) => [x, y + 0.03 * Math.sin(2 * Math.PI * time), z + most * time]);
  tracks.push(new VectorKeyframeTrack(`${hips.name}.position`, times, places));
  return new AnimationClip('motion', 2, tracks);
}
