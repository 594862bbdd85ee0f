/** Links that the arms are built from. `at` is the joint's place in the parent's frame, in metres. */
import type { LinkDescription, Vec3 } from '../../../describe/description.ts';
import { cosine, fromDegrees, degreesAround, sine } from '../angles.ts';

type Parent = string | null;

/** A vector along Y, leaning towards +X by `lean` degrees. */
export function up(length: number, lean = 0): Vec3 {
  return [length * sine(fromDegrees(lean)), length * cosine(fromDegrees(lean)), 0];
}

/** A ball without limits; `bone` is the direction of its link. */
export function ballLink(name: string, parent: Parent, at: Vec3, bone: Vec3 = [0, 1, 0]): LinkDescription {
  return { name, parent, origin: { position: at }, joint: { type: 'ball', axis: bone } };
}

/** A ball with swing and twist limits of the given degrees each way. */
export function stiffBall(
  name: string,
  parent: Parent,
  at: Vec3,
  swing: number,
  twist: number,
): LinkDescription {
  const sides = { x: degreesAround(swing), y: degreesAround(swing) };
  const joint = { type: 'ball', axis: [0, 1, 0], swing: sides, twist: degreesAround(twist) } as const;
  return { name, parent, origin: { position: at }, joint };
}

/** A hinge with a limit of `most` degrees to both sides. */
export function hinge(name: string, parent: Parent, at: Vec3, axis: Vec3, most: number): LinkDescription {
  return {
    name,
    parent,
    origin: { position: at },
    joint: { type: 'revolute', axis, limits: degreesAround(most) },
  };
}

/** A rod in a sleeve at `at`, sliding along that direction by up to `travel` metres each way. */
export function slide(name: string, parent: Parent, at: Vec3, travel: number): LinkDescription {
  const joint = { type: 'prismatic', axis: at, limits: [-travel, travel] } as const;
  return { name, parent, origin: { position: at }, joint };
}

/** A fixed link that reaches for a target. */
export function effector(name: string, parent: string, at: Vec3): LinkDescription {
  return { name, parent, origin: { position: at } };
}
