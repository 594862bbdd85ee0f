import { Quaternion, Vector3 } from 'three';
import type { LinkDescription, LoopDescription, Quat, Vec3 } from 'limber';
import { fromDegrees } from '../../../web/src/robots/presets/angles.ts';
import type { JointMark, Linkage, LinkagePart } from './linkage.ts';

/** Metres and radians: the two hexagons, the height of the floor and of the platform, and how far it leans. */
const [base, platform, floor, height, lean] = [0.42, 0.26, 0.06, 0.62, fromDegrees(14)];
const centre = new Vector3(0, height, 0);

const ring = (radius: number, degrees: number, y: number): Vec3 => {
  const angle = fromDegrees(degrees);
  return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
};

/** Legs: the foot in the world, the head in the platform's frame, and the rotation from z to their direction. */
const legs = Array.from({ length: 6 }, (_, i) => {
  const around = 90 + 120 * Math.floor(i / 2);
  const side = i % 2 === 0 ? -1 : 1;
  const foot = ring(base, around + side * 14, floor);
  // Heads gather between the feet: the platform's hexagon is turned by half a side's angle.
  const head = ring(platform, around + side * 46, -0.02);
  const way = new Vector3(...head).add(centre).sub(new Vector3(...foot));
  const length = way.length();
  const aim: Quat = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), way.normalize()).toArray();
  return { name: `leg ${i + 1}`, foot, head, length, aim };
});

const links: LinkDescription[] = [
  { name: 'platform', origin: { position: centre.toArray() }, joint: { type: 'free' } },
  ...legs.flatMap(({ name, foot, aim }): LinkDescription[] => [
    {
      name: `${name} barrel`,
      origin: { position: foot, rotation: aim },
      joint: { type: 'universal', axis: [1, 0, 0], axis2: [0, 1, 0] },
    },
    {
      name: `${name} rod`,
      parent: `${name} barrel`,
      joint: { type: 'prismatic', axis: [0, 0, 1], limits: [-0.16, 0.24] },
    },
  ]),
];

const loops = legs.map(({ name, length, head }): LoopDescription => ({
  name: `${name} head`,
  a: { link: `${name} rod`, position: [0, 0, length] },
  b: { link: 'platform', position: head },
  free: 'ball',
}));

/** Corners of a plate whose z is turned up. */
const flat = ([x, , z]: Vec3) => [x, -z] as const;
const frame = { rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] } as const;
const [feet, heads] = [legs.map(({ foot }) => flat(foot)), legs.map(({ head }) => flat(head))];

const parts: LinkagePart[] = [
  { link: null, corners: feet, radius: 0.07, z: [0, floor - 0.035], frame, tone: 'joint' },
  { link: 'platform', corners: heads, radius: 0.05, z: [0, 0.03], frame },
  ...legs.flatMap(({ name, length }): LinkagePart[] => [
    { link: `${name} barrel`, radius: 0.022, tone: 'joint', from: [0, 0, 0.02], to: [0, 0, 0.6 * length] },
    { link: `${name} rod`, radius: 0.013, from: [0, 0, 0.35 * length], to: [0, 0, length] },
  ]),
];

const marks: JointMark[] = legs.flatMap(({ name, length }): JointMark[] => {
  const at = (part: string, z: number) => ({ link: `${name} ${part}`, position: [0, 0, z] as const });
  return [
    { joint: `${name} barrel`, radius: 0.032, at: at('barrel', 0) },
    { joint: `${name} rod`, radius: 0.027, span: [-0.015, 0.015], at: at('barrel', 0.6 * length) },
    { joint: `${name} head`, radius: 0.026, at: at('rod', length) },
  ];
});

/** Moves in a circle, leaning, and turning to and fro. */
function pose(time: number): number[] {
  const phase = (2 * Math.PI * time) / 6;
  const part = Math.sin(phase / 2) ** 2;
  const axis = new Vector3(Math.sin(phase), 0, Math.cos(phase));
  const turn = new Quaternion().setFromAxisAngle(axis, lean * part);
  turn.multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), fromDegrees(12) * Math.sin(phase)));
  const place = [
    0.1 * part * Math.cos(phase),
    height + 0.05 * Math.sin(2 * phase),
    0.1 * part * Math.sin(phase),
  ];
  return [...place, ...turn.toArray()];
}

export const scene: Linkage = {
  name: 'stewart',
  title: 'Stewart platform',
  text: 'Six telescopic legs, each between a universal joint and a ball joint, carry the platform, which has all six degrees of freedom. Pull its middle and it moves; pull its rim and it tilts.',
  description: { name: 'stewart', links, loops },
  ...{ parts, marks, planar: false, side: [0.5, 0.45, 1] },
  traces: [{ link: 'platform', position: [0, 0.034, 0] }],
  handles: [
    { link: 'platform', position: [0, 0.03, 0], label: 'Middle of the platform' },
    ...[1, 2, 3].map((i) => ({
      link: 'platform',
      position: ring(platform, 150 + 120 * i, 0.03),
      label: `Corner ${i} of the platform`,
    })),
  ],
  drive: { type: 'pose', link: 'platform', period: 6, at: pose },
};
