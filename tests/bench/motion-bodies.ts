/** Ten bodies of other proportions, rest poses and bone axes. */
import type { Bone, Object3D } from 'three';
import { type BodyOptions, makeBody, seeded } from '../web/gltf/skeletons.ts';

type Bones = Map<string, Bone>;

const stretch = (bones: Bones, part: RegExp, by: number): void => {
  for (const [role, bone] of bones) if (part.test(role)) bone.position.multiplyScalar(by);
};

/** Takes a bone away; those below it stay where they are. */
function remove(bones: Bones, role: string): void {
  const bone = bones.get(role)!;
  const above = bone.parent!;
  bone.updateWorldMatrix(true, true);
  for (const child of [...bone.children]) above.attach(child);
  above.remove(bone);
  bones.delete(role);
}

const arms = /(LowerArm|Hand)$/;
const legs = /(LowerLeg|Foot)$/;
const width = /(UpperArm|Shoulder|UpperLeg)$/;

interface Body {
  readonly name: string;
  readonly options: BodyOptions;
  readonly change?: (bones: Bones, scene: Object3D) => void;
}

const bodies: readonly Body[] = [
  { name: 'T-pose', options: {} },
  { name: 'A-pose, any axes', options: { droop: 0.8, random: seeded(3), scale: 0.01 } },
  { name: 'hanging arms', options: { droop: 1.4, random: seeded(5) } },
  { name: 'child', options: { droop: 0.8 }, change: (_, scene) => scene.scale.setScalar(0.55) },
  { name: 'giant in cm', options: { random: seeded(7) }, change: (_, scene) => scene.scale.setScalar(250) },
  { name: 'long arms', options: { droop: 0.5 }, change: (bones) => stretch(bones, arms, 1.4) },
  { name: 'short legs', options: { random: seeded(9) }, change: (bones) => stretch(bones, legs, 0.6) },
  { name: 'broad', options: { droop: 0.8 }, change: (bones) => stretch(bones, width, 1.5) },
  {
    name: 'one bone of the back, no toes',
    options: {},
    change: (bones) =>
      ['upperChest', 'chest', 'leftToes', 'rightToes'].forEach((role) => remove(bones, role)),
  },
  {
    name: 'long thighs and forearms',
    options: { droop: 0.8, random: seeded(11) },
    change: (bones) => {
      stretch(bones, /(LowerLeg|Hand)$/, 1.25);
      stretch(bones, /(Foot|LowerArm)$/, 0.8);
    },
  },
];

/** Scenes of the bodies, by name. */
export const motionBodies = () =>
  bodies.map(({ name, options, change }) => {
    const { scene, bones } = makeBody(options);
    change?.(bones, scene);
    return { name, scene };
  });
