/** The pins of a whole body. */
import { Vector3 } from 'three';
import type { Vec3 } from '../description.ts';
import type { Character } from '../gltf/character.ts';
import type { Role } from '../gltf/roles.ts';
import type { PinDescription } from './puppet.ts';

/** Where on its bone a pin is, in the bone's own space, by role. */
export type PinOffsets = Readonly<Partial<Record<Role, Vec3>>>;

/** What a humanoid is dragged by, and what readers call it. */
const points: readonly (readonly [role: Role, label: string])[] = [
  ['leftHand', 'Left hand'],
  ['rightHand', 'Right hand'],
  ['head', 'Head'],
  ['hips', 'Hips'],
  ['leftFoot', 'Left foot'],
  ['rightFoot', 'Right foot'],
];

/** Joints that have a pole, and what readers call them. */
export const limbs = [
  ['leftElbow', 'Left elbow'],
  ['rightElbow', 'Right elbow'],
  ['leftKnee', 'Left knee'],
  ['rightKnee', 'Right knee'],
] as const;

/** Pins of anything else, at most. */
const mostTips = 8;

/** A few steps per frame: the body follows smoothly, and a page stays quick. */
const solving = { maxIterations: 12, restGain: 0.08 };

/** Of a humanoid hands, head, hips and feet, of which the feet are held; else the ends of the longest branches. */
export function bodyPins(character: Character, offsets: PinOffsets): PinDescription[] {
  const { humanoid, model } = character;
  if (humanoid.size === 0)
    return branchEnds(model)
      .slice(0, mostTips)
      .map((bone) => ({ bone, held: false }));
  return points.flatMap(([role, label]): PinDescription[] => {
    if (!humanoid.has(role)) return [];
    const held = role.endsWith('Foot');
    const offset = offsets[role];
    // Hips that are pulled down squat: without an orientation to keep, the trunk would fold forward instead.
    return [{ bone: role, label, held, orientation: held || role === 'hips', ...(offset && { offset }) }];
  });
}

/** Links at which branches end, the longest branch first. */
export function branchEnds({ links }: Character['model']): string[] {
  const parents = new Set(links.map(({ parent }) => parent));
  const lengths: number[] = [];
  for (const { parent, origin } of links)
    lengths.push(parent < 0 ? 0 : lengths[parent]! + Math.hypot(...origin.position));
  const ends = links.filter(({ index }) => !parents.has(index) && lengths[index]! > 0);
  return ends.sort((a, b) => lengths[b.index]! - lengths[a.index]!).map(({ name }) => name);
}

/** Makes the pose in which it stands the one to which it is drawn back; a humanoid may go anywhere from there. */
export function standAtEase(character: Character): void {
  if (character.humanoid.size > 0) {
    lowerArms(character);
    character.root = 'free';
  }
  character.restHere();
  character.solveOptions = { ...character.solveOptions, ...solving };
}

/**
 * Files hold characters as they were bound to their skin, with their arms out to the sides: nobody stands like that. One
 * that comes in a pose of its own keeps it.
 */
function lowerArms(character: Character): void {
  const at = (role: Role) => character.humanoid.get(role)?.getWorldPosition(new Vector3());
  const [head, hips] = [at('head'), at('hips')];
  for (const side of ['left', 'right'] as const) {
    const [shoulder, elbow, hand] = [at(`${side}UpperArm`), at(`${side}LowerArm`), at(`${side}Hand`)];
    if (!head || !hips || !shoulder || !elbow || !hand) continue;
    const up = head.clone().sub(hips).normalize();
    const out = hand.clone().sub(shoulder);
    const length = shoulder.distanceTo(elbow) + elbow.distanceTo(hand);
    if (out.dot(up) < -0.5 * length || !isBound(character, `${side}UpperArm`)) continue;
    out.addScaledVector(up, -out.dot(up)).setLength(0.28 * length);
    const effector = character.addEffector(`${side}Hand`);
    effector.target
      .copy(shoulder)
      .add(out)
      .addScaledVector(up, -0.93 * length);
    character.solve();
    effector.remove();
  }
}

/** Whether a ball is where it was when the skin was bound. */
function isBound(character: Character, role: Role): boolean {
  const { model, problem } = character;
  const { qIndex } = model.links[character.linkOf(role)]!;
  return Math.abs(problem.state.q[qIndex + 3]!) > 0.9999;
}
