/** What two arms can do together: which constraints tie them, and what the hand moves. */
import type { GoalDescription, Vec3 } from 'limber';

export const armNames = ['left', 'right'] as const;
export type Arm = (typeof armNames)[number];

export const boxName = 'box';
/** Edge of the box (metres). */
export const edge = 0.26;

const half = Math.SQRT1_2;

/** In the box: where each hand holds it, its z pointing into it. */
const grips: Readonly<Record<Arm, readonly number[]>> = {
  left: [-edge / 2, 0, 0, 0, half, 0, half],
  right: [edge / 2, 0, 0, 0, -half, 0, half],
};

/** In the left hand: facing it, where the other side of the box would be. */
const opposite = [0, 0, edge, 0, 1, 0, 0];

/** How much the hand's wish for a carried box counts beside what holds it (1). */
const pull = 0.1;

export interface PairMode {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** The hand moves the box itself, and no solver does. */
  readonly drivesBox: boolean;
  readonly showsBox: boolean;
  /** What the two curves and numbers are. */
  readonly gaps: readonly [string, string];
  /** Two for the two gaps, then the one whose target the hand moves, if any. */
  goals(): readonly GoalDescription[];
}

/** Where what the hand moves is at first (metres): the box, or the middle between the hands. */
export const startPoint: Vec3 = [0, 0.62, 0.1];

const hand = (arm: Arm): string => `${arm} effector`;

const hold = (arm: Arm): GoalDescription => ({
  type: 'pose',
  link: hand(arm),
  targetLink: boxName,
  target: grips[arm],
});

export const modes: readonly PairMode[] = [
  {
    name: 'drag',
    title: 'Drag the box',
    text: 'You move the box, and each hand is tied to one side of it. If you drag it too far, the hands lose it.',
    drivesBox: true,
    showsBox: true,
    gaps: ['left hand from the box', 'right hand from the box'],
    goals: () => armNames.map(hold),
  },
  {
    name: 'carry',
    title: 'Carry the box',
    text: 'The blue shape marks where the box should go. The hands carry it there and never let go.',
    drivesBox: false,
    showsBox: true,
    gaps: ['left hand from the box', 'right hand from the box'],
    goals: () => [...armNames.map(hold), { type: 'pose', link: boxName, weight: pull }],
  },
  {
    name: 'follow',
    title: 'Follow the hand',
    text: 'The left hand stays beside the cube, and the right hand faces the left one wherever it goes.',
    drivesBox: false,
    showsBox: false,
    gaps: ['left hand from its place', 'right hand from its place'],
    goals: () => [
      { type: 'pose', link: hand('left') },
      { type: 'pose', link: hand('right'), targetLink: hand('left'), target: opposite },
    ],
  },
];

/** Of a box that is not there: where the left hand would hold it. */
export const leftGrip: readonly number[] = grips.left;
