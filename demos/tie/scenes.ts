/** The scenes: robots, what ties them, and what a hand moves. */
import type { LinkDescription, Vec3 } from 'limber';
import type { Driven, Exhibit } from 'limber/bench';
import { iiwa14, yUp } from 'limber/robots';
import { Quaternion, Vector3 } from 'three';
import type { GoalTie, Tie } from '../ties/kinds.ts';
import { loose, named, onBase } from '../views/robots.ts';

export interface Scene {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly text: string;
  readonly ties: readonly Tie[];
  readonly exhibit: Exhibit;
  /** The tie whose virtual arm is drawn first, by its place in the list; −1: none. Default: the first. */
  readonly picked?: number;
}

const tool = 'effector';
const half = Math.SQRT1_2;
const robot = yUp(iiwa14);
/** `q`: radians, bent, so that the tool can move in any direction. */
const alone = (...q: readonly number[]): Exhibit => ({
  arm: {
    description: { ...robot, links: onBase('stand', robot) },
    q: [0, 0, 0, 0, 0, 0, 1, ...q],
    effectors: [],
    toolAxis: [0, 0, 1],
  },
  driven: [{ link: 'stand', handle: 'floor', label: 'Base' }],
  // Damped only next to a singularity: goals are met quickly, and a stretched arm stays calm.
  step: { dampingRange: 0.05 },
  camera: { position: [0.45, 0.75, 2.05], target: [0.08, 0.42, 0.1] },
});
const one = alone(0, 0.5, 0, -1.4, 0, 0.9, 0);

/** A frame at a point, its z along a direction. */
const frame = (place: Vec3, direction: Vec3): number[] => [
  ...place,
  ...new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...direction).normalize()),
];

const look = (target: Vec3): GoalTie => ({ type: 'lookAt', link: tool, axis: [0, 0, 1], target });
const sphere = (distance: number, side: 'inside' | 'exact'): GoalTie => ({
  ...{ type: 'distance', link: tool, side },
  target: [-0.35, 0.6, 0.25, distance],
});
const plane = (direction: Vec3): GoalTie => ({
  ...{ type: 'pose', link: tool, free: ['x', 'y', 'rx', 'ry', 'rz'] },
  target: frame([0.55, 0.55, -0.05], direction),
});
const line: GoalTie = {
  ...{ type: 'pose', link: tool, free: ['z', 'rx', 'ry', 'rz'] },
  target: frame([0.1, 0.72, 0.5], [1, 0.05, -0.1]),
};

/** A cup before the wrist, upright along x of the tool. */
const inCup: Vec3 = [0, 0, 0.1];
const cup: LinkDescription = {
  name: 'cup',
  parent: tool,
  origin: { position: inCup, rotation: [0, half, 0, half] },
  shapes: [
    { type: 'cylinder', radius: 0.06, length: 0.14, color: '#e9e4d8' },
    { type: 'cylinder', radius: 0.052, length: 0.142, color: '#6b4a32' },
  ],
};

/** Within its room. */
const inRoom = [0, 0, 0, 0, 0, 0, 1, -1.033, 0.79, 0.17, -1.496, 1.625, 1.209, 0.875];

/** Edge of the box, and its place (metres). */
export const edge = 0.26;
const start: Vec3 = [0, 0.62, 0.1];
const arms = ['left', 'right'] as const;
const hand = (arm: string): string => `${arm} ${tool}`;
const inside = 0.98 * edge; // as drawn, within its handle
const box = loose('box', [{ type: 'box', size: [inside, inside, inside], color: '#b59a6d' }]);
const grasp = [0.3, 0.47, 0, -1.6, 0.3, -0.49, 0];
const two = (boxes: readonly LinkDescription[] = [box], ...others: readonly Driven[]): Exhibit => ({
  arm: {
    description: { links: [...arms.flatMap((arm) => onBase(`${arm} stand`, named(arm, robot))), ...boxes] },
    q: [
      ...[-0.8, 0, 0, 0, 0, 0, 1, ...grasp, 0.8, 0, 0, 0, 1, 0, 0, ...grasp],
      ...boxes.flatMap(() => [...start, 0, 0, 0, 1]),
    ],
    effectors: [],
    generate: 'always',
    toolAxis: [0, 0, 1],
  },
  driven: [
    ...arms.map((arm): Driven => ({ link: `${arm} stand`, handle: 'floor', label: `Base, ${arm}` })),
    ...others,
  ],
  // Undamped, with a cap for each direction: damping near a stretched arm would leave the box behind.
  step: { gain: 20, selective: true },
  met: true,
  camera: { position: [0.25, 0.95, 2.35], target: [0, 0.45, 0.05] },
});
/** Each hand holds the box from its side, its z pointing into the box. */
const holds = arms.map((arm, i): GoalTie => {
  const side = 2 * i - 1;
  const target = [(side * edge) / 2, 0, 0, 0, -side * half, 0, half];
  return { type: 'pose', link: hand(arm), targetLink: 'box', target };
});

/** A slow knot about the box's place, once in eight seconds. `time`: seconds. */
export function boxAt(time: number): number[] {
  const [x, y, z] = start;
  const angle = (2 * Math.PI * time) / 8;
  const yaw = 0.3 * Math.sin(angle);
  return [
    x + 0.16 * Math.sin(angle),
    y + 0.1 * Math.sin(2 * angle),
    z + 0.06 * (Math.cos(angle) - 1),
    ...[0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)],
  ];
}
export const scenes: readonly Scene[] = [
  {
    name: 'leash',
    title: 'On a leash',
    text: 'The tool cannot leave the sphere and looks at a point. Everything else is free.',
    ties: [sphere(0.35, 'inside'), look([0.75, 0.3, 0.55])],
    exhibit: one,
  },
  {
    name: 'look',
    title: 'Look at',
    text: 'The tool’s axis points at the cube, wherever the tool is.',
    ties: [look([0.75, 0.3, 0.55])],
    exhibit: one,
  },
  {
    name: 'plane',
    title: 'Pen on a board',
    text: 'The tip stays on the plane and points at the cube beyond it. Push the base, and the tip slides.',
    ties: [plane([-1, 0.25, 0.35]), look([0.85, 0.5, 0.1])],
    exhibit: one,
  },
  {
    name: 'line',
    title: 'Camera on a rail',
    text: 'The tip stays on the line and looks at a point.',
    ties: [line, look([0.35, 0.15, 0.95])],
    exhibit: one,
  },
  {
    name: 'pose',
    title: 'A whole pose',
    text: 'Six numbers for seven joints. Push the base: the tool stays.',
    ties: [{ type: 'pose', link: tool, target: frame([0.42, 0.5, 0.42], [0.5, -0.8, 0.3]) }],
    exhibit: one,
  },
  {
    name: 'cup',
    picked: -1,
    title: 'A cup, about level',
    text: 'The cup may be anywhere in the box, lean by 10° and turn by 40°. Drag a ball to move that side: where a side meets the cup, it pushes it.',
    ties: [
      {
        ...{ type: 'pose', link: tool, offset: { position: inCup } },
        target: [0.5, 0.5, 0.3, 0.5, 0.5, 0.5, 0.5],
        within: { x: [-0.08, 0.08], y: [-0.2, 0.2], z: [-0.15, 0.15] },
        ...{ tilt: Math.PI / 18, twist: [-0.7, 0.7], about: 'x' },
      },
    ],
    exhibit: {
      ...one,
      arm: {
        ...one.arm,
        q: inRoom,
        generate: 'always',
        description: { links: [...onBase('stand', robot), cup] },
      },
      camera: { position: [1.05, 1.2, 1.55], target: [0.24, 0.42, 0.14] },
    },
  },
  {
    name: 'lamp',
    picked: -1,
    title: 'A lamp',
    text: 'The lamp stays between two spheres and shines down within 20°. Drag the balls to change both.',
    ties: [
      { type: 'distance', link: tool, target: [0.45, 0.15, 0.3, 0.4], within: [-0.1, 0.05] },
      { type: 'direction', link: tool, axis: [0, 0, 1], target: [0, -1, 0], tilt: Math.PI / 9 },
    ],
    exhibit: one,
  },
  {
    name: 'conflict',
    title: 'A conflict',
    text: 'The tip cannot be on the sphere and in the plane at once. The weights decide where it settles.',
    ties: [sphere(0.2, 'exact'), plane([-1, 0.1, 0.5])],
    exhibit: one,
  },
  {
    name: 'box',
    title: 'A box between two arms',
    text: 'You move the box, and each hand is tied to one side of it. Too far, and the hands lose it.',
    ties: holds,
    exhibit: {
      ...two([box], { link: 'box', handle: 'pose', label: 'Box', size: edge }),
      drive: (time) => ({ box: boxAt(time) }),
    },
  },
  {
    name: 'carry',
    title: 'A box that is carried',
    text: 'You move the place for the box. The hands carry it there and never let go.',
    // The box's goal counts little against the hands' grip.
    ties: [...holds, { type: 'pose', link: 'box', weight: 0.1, target: [...start, 0, 0, 0, 1] }],
    exhibit: two(),
  },
  {
    name: 'hands',
    title: 'A hand that follows a hand',
    text: 'The left hand stays beside the cube, and the right hand faces the left one wherever it goes.',
    ties: [
      {
        ...{ type: 'pose', link: hand('left'), target: [...start, 0, 0, 0, 1] },
        offset: { position: [0, 0, edge / 2], rotation: [0, -half, 0, half] },
      },
      { type: 'pose', link: hand('right'), targetLink: hand('left'), target: [0, 0, edge, 0, 1, 0, 0] },
    ],
    exhibit: two([]),
  },
  {
    name: 'follow',
    title: 'Follow a target',
    text: 'The solid arm is told how fast the target moves, the ghost only how far behind it is.',
    ties: [{ type: 'position', link: tool }],
    exhibit: {
      ...alone(-1.57, 0.6, 0, -1.4, 0, 0.8, 0),
      ...{ track: 'circle', compare: { step: { feedForward: false } }, met: true },
    },
  },
];
