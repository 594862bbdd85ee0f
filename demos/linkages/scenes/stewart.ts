import { Quaternion, Vector3 } from 'three';
import type { LinkDescription, LoopDescription, Quat, Vec3 } from 'limber';
import { fromDegrees } from '../../../web/src/presets/angles.ts';
import type { JointMark, Linkage, LinkagePart } from './linkage.ts';

/** Metres and radians: the two hexagons, half the angle between neighbours, and the platform's height. */
// prettier-ignore
export const stewart = {
  base: 0.42, platform: 0.26, floor: 0.06, height: 0.62,
  spread: fromDegrees(14), legs: 6, stroke: [-0.16, 0.24] as const,
};

const { base, platform, floor, height, spread, stroke } = stewart;
export const baseCentre: Vec3 = [0, height, 0];

/** Legs: the foot in the world, and the head in the platform's frame. */
export const legs = Array.from({ length: stewart.legs }, (_, i) => {
  const pair = Math.floor(i / 2);
  const side = i % 2 === 0 ? -1 : 1;
  const around = fromDegrees(90 + 120 * pair);
  const foot = ring(base, around + side * spread, floor);
  // Heads gather between the feet: the platform's hexagon is turned by half a side's angle.
  const head = ring(platform, around + side * (fromDegrees(60) - spread), -0.02);
  const length = Math.hypot(...foot.map((each, k) => head[k]! + baseCentre[k]! - each));
  return { name: `leg ${i + 1}`, foot, head, length };
});

function ring(radius: number, angle: number, y: number): Vec3 {
  return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
}

/** Rotation from z to the direction of a leg in the zero pose. */
function aim({ foot, head }: (typeof legs)[number]): Quat {
  const way = new Vector3(...head)
    .add(new Vector3(...baseCentre))
    .sub(new Vector3(...foot))
    .normalize();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), way);
  return turn.toArray();
}

const links: LinkDescription[] = [
  { name: 'platform', origin: { position: baseCentre }, joint: { type: 'free' } },
  ...legs.flatMap((leg): LinkDescription[] => [
    {
      name: `${leg.name} barrel`,
      origin: { position: leg.foot, rotation: aim(leg) },
      joint: { type: 'universal', axis: [1, 0, 0], axis2: [0, 1, 0] },
    },
    {
      name: `${leg.name} rod`,
      parent: `${leg.name} barrel`,
      joint: { type: 'prismatic', axis: [0, 0, 1], limits: stroke },
    },
  ]),
];

const loops = legs.map((leg): LoopDescription => ({
  name: `${leg.name} head`,
  a: { link: `${leg.name} rod`, position: [0, 0, leg.length] },
  b: { link: 'platform', position: leg.head },
  free: 'ball',
}));

/** Turns a plate's z up. */
const lying: Quat = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const flatten = ([x, , z]: Vec3) => [x, -z] as const;

// prettier-ignore
const parts: LinkagePart[] = [
  {
    kind: 'plate', link: null, corners: legs.map(({ foot }) => flatten(foot)), radius: 0.07,
    z: [0, floor - 0.035], frame: { rotation: lying }, tone: 'joint',
  },
  {
    kind: 'plate', link: 'platform', corners: legs.map(({ head }) => flatten(head)), radius: 0.05,
    z: [0, 0.03], frame: { rotation: lying },
  },
  ...legs.flatMap(({ name, length }): LinkagePart[] => [
    {
      kind: 'rod', link: `${name} barrel`, radius: 0.022, tone: 'joint',
      from: [0, 0, 0.02], to: [0, 0, 0.6 * length],
    },
    { kind: 'rod', link: `${name} rod`, from: [0, 0, 0.35 * length], to: [0, 0, length], radius: 0.013 },
  ]),
];

// prettier-ignore
const marks: JointMark[] = legs.flatMap(({ name, length }): JointMark[] => [
  {
    joint: `${name} barrel`, kind: 'ball', radius: 0.032,
    at: { link: `${name} barrel`, position: [0, 0, 0] },
  },
  {
    joint: `${name} rod`, kind: 'pin', radius: 0.027, span: [-0.015, 0.015],
    at: { link: `${name} barrel`, position: [0, 0, 0.6 * length] },
  },
  {
    joint: `${name} head`, kind: 'ball', radius: 0.026,
    at: { link: `${name} rod`, position: [0, 0, length] },
  },
]);

/** Moves in a circle, leaning, and turning to and fro. */
function pose(time: number): number[] {
  const phase = (2 * Math.PI * time) / 6;
  const lean = fromDegrees(14) * Math.sin(phase / 2) ** 2;
  const turn = new Quaternion().setFromAxisAngle(new Vector3(Math.sin(phase), 0, Math.cos(phase)), lean);
  turn.multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), fromDegrees(12) * Math.sin(phase)));
  const away = 0.1 * Math.sin(phase / 2) ** 2;
  const place = [away * Math.cos(phase), height + 0.05 * Math.sin(2 * phase), away * Math.sin(phase)];
  return [...place, ...turn.toArray()];
}

export const scene: Linkage = {
  name: 'stewart',
  title: 'Stewart platform',
  text: 'Six telescopic legs, each between a universal joint and a ball joint, carry the platform, which has all six degrees of freedom. Pull its middle and it moves; pull its rim and it tilts.',
  description: { name: 'stewart', links, loops },
  parts,
  marks,
  traces: [{ link: 'platform', position: [0, 0.034, 0] }],
  handles: [
    { link: 'platform', position: [0, 0.03, 0], label: 'Middle of the platform' },
    ...[0, 2, 4].map((i) => ({
      link: 'platform',
      position: ring(platform, fromDegrees(90 + 60 * (i + 3)), 0.03),
      label: `Corner ${i / 2 + 1} of the platform`,
    })),
  ],
  drive: { type: 'pose', link: 'platform', period: 6, at: pose },
  planar: false,
  side: [0.5, 0.45, 1],
};
