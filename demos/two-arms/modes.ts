/** Tasks for two arms: the constraints that tie them, the part that the reader moves, and its own course. */
import type { GoalDescription, PoseDescription, Vec3 } from 'limber';
import { choice, direction, point, stops, toggle, type PicksOf } from '../shell/picks.ts';

export const armNames = ['left', 'right'] as const;
export type Arm = (typeof armNames)[number];

export const boxName = 'box';
/** Edge of the box (metres). */
export const edge = 0.26;
/** Initial position of the moved part (metres): the box, or the middle between the hands. */
export const startPoint: Vec3 = [0, 0.62, 0.1];

const half = Math.SQRT1_2;
const hand = (arm: Arm): string => `${arm} effector`;
/**
 * Poses in the left hand's frame: the box; below, the right hand at the box's opposite side, facing the left.
 */
const boxInLeft: PoseDescription = { position: [0, 0, edge / 2], rotation: [0, -half, 0, half] };
const opposite = [0, 0, edge, 0, 1, 0, 0];

/** Each hand holds the box from its side, its z pointing into the box. */
const holds: readonly GoalDescription[] = armNames.map((arm, i) => {
  const side = 2 * i - 1;
  const target = [(side * edge) / 2, 0, 0, 0, -side * half, 0, half];
  return { type: 'pose', link: hand(arm), targetLink: boxName, target };
});

export interface PairMode {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly showsBox: boolean;
  /** The goal whose target the reader moves; null: the reader moves the box itself, and no solver does. */
  readonly led: number | null;
  /** Names of the two curves and numbers. */
  readonly gaps: readonly [string, string];
  /** The first two are the gaps. */
  readonly goals: readonly GoalDescription[];
}

const fromBox = ['left hand from the box', 'right hand from the box'] as const;

export const modes: readonly PairMode[] = [
  {
    name: 'drag',
    title: 'Drag the box',
    text: 'You move the box, and each hand is tied to one side of it. If you drag it too far, the hands lose it.',
    showsBox: true,
    led: null,
    gaps: fromBox,
    goals: holds,
  },
  {
    name: 'carry',
    title: 'Carry the box',
    text: 'The blue shape marks where the box should go. The hands carry it there and never let go.',
    showsBox: true,
    led: 2,
    gaps: fromBox,
    // The goal of the box counts little against the hands' grip.
    goals: [...holds, { type: 'pose', link: boxName, weight: 0.1 }],
  },
  {
    name: 'follow',
    title: 'Follow the hand',
    text: 'The left hand stays beside the cube, and the right hand faces the left one wherever it goes.',
    showsBox: false,
    led: 0,
    gaps: ['left hand from its place', 'right hand from its place'],
    goals: [
      { type: 'pose', link: hand('left'), offset: boxInLeft },
      { type: 'pose', link: hand('right'), targetLink: hand('left'), target: opposite },
    ],
  },
];

/** Greatest distance of a base from the world's origin (metres). */
export const farthestArm = 1.6;
/** Initial positions of the bases (metres). */
export const homes = { left: [-0.8, 0, 0], right: [0.8, 0, 0] } as const satisfies Record<Arm, Vec3>;

export const schema = {
  mode: choice('Task', modes, modes[0]!),
  course: toggle('Moves along its course', true),
  gain: stops('Gain K', [2, 5, 10, 20, 40, 80], 20, (value) => `${value} /s`),
  feedForward: toggle('Feed-forward', true, { key: 'forward' }),
  /** Positions of the bases (metres). */
  left: point(homes.left, farthestArm),
  right: point(homes.right, farthestArm),
  /** Position of the box, or the cube, as left by the reader (metres), and the direction of its front. */
  place: point(startPoint, 2, 'cube'),
  direction: direction([0, 0, 1], 'front'),
};

export type Picks = PicksOf<typeof schema>;

/** The cube's own course: a slow knot about its initial position, once in eight seconds. `time`: seconds. */
export function courseAt(time: number): Pick<Picks, 'place' | 'direction'> {
  const [x, y, z] = startPoint;
  const angle = (2 * Math.PI * time) / 8;
  const yaw = 0.3 * Math.sin(angle);
  return {
    place: [x + 0.16 * Math.sin(angle), y + 0.1 * Math.sin(2 * angle), z + 0.06 * (Math.cos(angle) - 1)],
    direction: [Math.sin(yaw), 0, Math.cos(yaw)],
  };
}
