// Mechanisms to assemble: their loops, starts and targets.
import { Quaternion, Vector3 } from 'three';
import type { GoalDescription, LinkDescription, LoopDescription, ModelDescription, Vec3 } from 'limber';
import { Random } from './random.ts';

export interface Assembly {
  readonly name: string;
  readonly description: ModelDescription;
  readonly goals: readonly GoalDescription[];
  readonly targets: readonly number[][];
  readonly starts: readonly number[][];
  /** Metres and radians. */
  readonly tolerance: number;
}

const hinge = { type: 'revolute' } as const;
/** Metres; the crank turns fully. */
const bars = { crank: 0.3, coupler: 0.9, rocker: 0.7, ground: 0.8 } as const;

const at = (x: number, y = 0, z = 0): { position: Vec3 } => ({ position: [x, y, z] });

const fourBarDescription: ModelDescription = {
  links: [
    { name: 'crank', joint: hinge },
    { name: 'coupler', parent: 'crank', origin: at(bars.crank), joint: hinge },
    { name: 'rocker', origin: at(bars.ground), joint: hinge },
  ],
  loops: [
    {
      a: { link: 'coupler', ...at(bars.coupler) },
      b: { link: 'rocker', ...at(bars.rocker) },
      free: 'revolute',
    },
  ],
};

/**
 * Joint values of the closed four-bar by the law of cosines, with its pin above the line from crank to
 * ground.
 */
function closedAt(theta: number): number[] {
  const { crank, coupler, rocker, ground } = bars;
  const [x, y] = [ground - crank * Math.cos(theta), -crank * Math.sin(theta)];
  const across = Math.hypot(x, y);
  const corner = Math.acos((coupler ** 2 + across ** 2 - rocker ** 2) / (2 * coupler * across));
  const along = Math.atan2(y, x) + corner;
  const [px, py] = [
    crank * Math.cos(theta) + coupler * Math.cos(along),
    crank * Math.sin(theta) + coupler * Math.sin(along),
  ];
  return [theta, along - theta, Math.atan2(py, px - ground)];
}

const thrown = 0.3;

/** The crank is at its target, the other joints up to 0.3 rad away from a closed pose. */
export function fourBar(count: number): Assembly {
  const random = new Random(1);
  const thetas = Array.from({ length: count }, () => random.between(-Math.PI, Math.PI));
  return {
    name: 'four-bar',
    description: fourBarDescription,
    goals: [{ type: 'joint', link: 'crank' }],
    targets: thetas.map((theta) => [theta]),
    starts: thetas.map((theta) =>
      closedAt(theta).map((value, i) => value + (i === 0 ? 0 : random.between(-thrown, thrown))),
    ),
    tolerance: 1e-9,
  };
}

/** Foot on the ground and head on the platform, in metres. */
interface Leg {
  readonly foot: Vec3;
  readonly head: Vec3;
  /** Distance from foot to head at home. */
  readonly length: number;
  /** Rotates Z into the direction from foot to head at home. */
  readonly aim: Quaternion;
}

/** Height of the platform above the ground at home. */
const height = 0.6;

const ring = (radius: number, degrees: number): Vec3 => {
  const angle = (degrees * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
};

/** Stewart's platform: feet in pairs, with the heads in pairs between them. */
const legs: readonly Leg[] = Array.from({ length: 6 }, (_, i) => {
  const [pair, side] = [120 * Math.floor(i / 2), i % 2 === 0 ? -1 : 1];
  const foot = ring(0.45, pair + side * 15);
  const head = ring(0.27, pair + side * 45);
  const way = new Vector3(head[0] - foot[0], head[1] - foot[1], height);
  const length = way.length();
  return {
    foot,
    head,
    length,
    aim: new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), way.divideScalar(length)),
  };
});

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const slide = (name: string, parent: string | null, axis: Vec3, up = 0): LinkDescription => ({
  name,
  parent,
  origin: at(0, 0, up),
  joint: { type: 'prismatic', axis },
});

const hexapodLinks: LinkDescription[] = [
  slide('x', null, X, height),
  slide('y', 'x', Y),
  slide('z', 'y', Z),
  { name: 'platform', parent: 'z', joint: { type: 'ball' } },
  ...legs.flatMap(({ foot, aim }, i): LinkDescription[] => [
    { name: `yoke ${i}`, origin: { position: foot, rotation: aim.toArray() }, joint: { ...hinge, axis: X } },
    { name: `barrel ${i}`, parent: `yoke ${i}`, joint: { ...hinge, axis: Y } },
    slide(`rod ${i}`, `barrel ${i}`, Z),
  ]),
];
const hexapodDescription: ModelDescription = {
  links: hexapodLinks,
  loops: legs.map(({ head, length }, i): LoopDescription => ({
    a: { link: `rod ${i}`, ...at(0, 0, length) },
    b: { link: 'platform', position: head },
    free: 'ball',
  })),
};

/** Values of the joints at home: the platform's ball among slides and hinges. */
const home = hexapodLinks.flatMap(({ joint }) => (joint?.type === 'ball' ? [0, 0, 0, 1] : [0]));

function drawPlatform(random: Random): number[] {
  const draw = (most: number): number => random.between(-most, most);
  const axis = new Vector3(draw(1), draw(1), draw(1)).normalize();
  const at = [draw(0.1), draw(0.1), height + draw(0.1)];
  return [...at, ...new Quaternion().setFromAxisAngle(axis, draw(0.3)).toArray()];
}

/** From home to platform poses up to 0.1 m and 0.3 rad away. */
export function hexapod(count: number): Assembly {
  const random = new Random(2);
  const targets = Array.from({ length: count }, () => drawPlatform(random));
  return {
    name: 'hexapod',
    description: hexapodDescription,
    goals: [{ type: 'pose', link: 'platform' }],
    targets,
    starts: targets.map(() => home),
    tolerance: 1e-4,
  };
}
