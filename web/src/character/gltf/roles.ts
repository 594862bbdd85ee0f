import type { Interval } from '../../describe/description.ts';

/**
 * Direction in which a positive flex moves a bone. `palm`: towards the palm of a hand, for an arm that hangs
 * or is held sideways.
 */
export type Way = 'forward' | 'backward' | 'up' | 'palm';

/** A part of a human body: names of its bone, and how it moves. One line per part. */
export interface BodyPart {
  readonly part: string;
  /** True if there is a left and a right one. */
  readonly sided: boolean;
  /**
   * A bone's name without prefix, side, digits and separators. A name that may mean two parts is in both
   * lines.
   */
  readonly names: readonly string[];
  /** The sided part that the bone points to; bones of the back, neck and head point to the next of them. */
  readonly to: string;
  readonly flexes: Way;
  /** Null: any pose. */
  readonly ranges: Ranges | null;
  /** Joint weight. */
  readonly weight: number;
}

/** Degrees from the rest pose; for a hinge, from straight. */
export interface Ranges {
  readonly type: 'ball' | 'hinge';
  readonly flex: Interval;
  /**
   * Side bend of a left part, about bone × flex axis: for arms and legs positive is towards the body's
   * middle.
   */
  readonly side: Interval;
  readonly twist: Interval;
  /** True if the side counts from where the bone is level. */
  readonly level: boolean;
}

const ball = (flex: Interval, side: number | Interval, twist: number, level = false): Ranges => ({
  type: 'ball',
  flex,
  side: typeof side === 'number' ? [-side, side] : side,
  twist: [-twist, twist],
  level,
});
const hinge = (flex: Interval): Ranges => ({ ...ball(flex, 0, 0), type: 'hinge' });

const part = (
  name: string,
  sided: boolean,
  names: string,
  to: string,
  flexes: Way,
  ranges: Ranges | null,
  weight: number,
): BodyPart => ({ part: name, sided, names: names.split(' '), to, flexes, ranges, weight });

const backNames =
  'spine chest upperchest lowerchest chestupper chestlower torso thorax abdomen abdomenlower abdomenupper ab belly ' +
  'waist back lowerback upperback lowerspine upperspine spinelower spineupper upperbody';

/*
 * Ranges in which 99 % of the frames of recorded people lie who jump, turn round, climb, swing, box and lie on
 * the floor; a measurement of joints one by one (American Academy of Orthopaedic Surgeons) is narrower,
 * because an arm's motion is shared by the shoulder and rigs place joints differently.
 * Those of the back are divided among its bones by the square root of their number. Bones of the back and the
 * neck are identified by their order from the hips up, so the first line of either lists all their names.
 */
/* prettier-ignore */
export const parts: readonly BodyPart[] = [
  part('hips', false, 'hips hip pelvis', '', 'forward', null, 0.5),
  part('spine', false, backNames, '', 'forward', ball([-30, 60], 25, 30), 0.4),
  part('chest', false, '', '', 'forward', ball([-25, 60], 35, 30), 0.4),
  part('upperChest', false, '', '', 'forward', ball([-25, 25], 25, 20), 0.4),
  part('neck', false, 'neck lowerneck upperneck necklower neckupper', '', 'forward', ball([-50, 55], 55, 60), 0.6),
  part('head', false, 'head skull', '', 'forward', ball([-75, 40], 40, 50), 0.6),
  part('shoulder', true, 'shoulder clavicle collar collarbone clav scapula', 'upperArm', 'forward', ball([-25, 40], [-30, 25], 10), 0.3),
  part('upperArm', true, 'upperarm arm uparm shoulder shldr humerus bicep', 'lowerArm', 'forward', ball([-90, 150], [-100, 115], 90, true), 1),
  part('lowerArm', true, 'lowerarm forearm elbow loarm radius', 'hand', 'forward', hinge([0, 150]), 1),
  part('hand', true, 'hand wrist palm', '', 'palm', ball([-95, 80], [-65, 70], 90), 0.7),
  part('upperLeg', true, 'upperleg upleg thigh hip femur leg', 'lowerLeg', 'forward', ball([-40, 130], [-60, 55], 50), 1),
  part('lowerLeg', true, 'lowerleg leg calf shin knee loleg tibia', 'foot', 'backward', hinge([0, 165]), 1),
  part('foot', true, 'foot ankle', 'toes', 'up', ball([-60, 60], 50, 45), 0.7),
  part('toes', true, 'toes toe ball foot', '', 'up', hinge([-60, 95]), 0.3),
];

type Middle = 'hips' | 'spine' | 'chest' | 'upperChest' | 'neck' | 'head';
type Sided = 'Shoulder' | 'UpperArm' | 'LowerArm' | 'Hand' | 'UpperLeg' | 'LowerLeg' | 'Foot' | 'Toes';

/** A bone of a finger. */
export type Finger =
  | `Thumb${'Metacarpal' | 'Proximal' | 'Distal'}`
  | `${'Index' | 'Middle' | 'Ring' | 'Little'}${'Proximal' | 'Intermediate' | 'Distal'}`;

/** A bone's role in a human body; the names of VRM 1. */
export type Role = Middle | `${'left' | 'right'}${Sided | Finger}`;

export const sides = ['left', 'right'] as const;

export type BodySide = (typeof sides)[number] | '';

export const roleOf = (name: string, side: BodySide): Role =>
  (side ? side + name.charAt(0).toUpperCase() + name.slice(1) : name) as Role;

/** A role's line in the table, and its side. */
export interface RoleLine {
  readonly role: Role;
  readonly part: BodyPart;
  readonly side: BodySide;
}

export const roleLines: readonly RoleLine[] = parts.flatMap((each) =>
  (each.sided ? sides : ([''] as const)).map((side) => ({ role: roleOf(each.part, side), part: each, side })),
);

/** Roles of bones that inverse kinematics moves. */
export const bodyRoles: readonly Role[] = roleLines.map(({ role }) => role);

export const fingers = ['Thumb', 'Index', 'Middle', 'Ring', 'Little'] as const;

/** Roles of a finger's bones, from the hand on. */
export const fingerRoles = (side: BodySide, finger: (typeof fingers)[number]): readonly Role[] =>
  [
    finger === 'Thumb' ? 'Metacarpal' : 'Proximal',
    finger === 'Thumb' ? 'Proximal' : 'Intermediate',
    'Distal',
  ].map((bone) => (side + finger + bone) as Role);

/** All roles, from the hips outwards, then the fingers. */
export const roles: readonly Role[] = [
  ...bodyRoles,
  ...sides.flatMap((side) => fingers.flatMap((finger) => fingerRoles(side, finger))),
];
