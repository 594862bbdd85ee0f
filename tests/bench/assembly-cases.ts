// Mechanisms to assemble: their loops, starts and targets.
import { Quaternion, Vector3 } from 'three';
import type { GoalDescription, LinkDescription, LoopDescription, ModelDescription, Vec3 } from 'limber';
import { Kinematics, poseError, type Frame } from './kinematics.ts';
import { Random } from './random.ts';

export interface Assembly {
  readonly name: string;
  readonly description: ModelDescription;
  readonly goals: readonly GoalDescription[];
  readonly targets: readonly number[][];
  readonly starts: readonly number[][];
  /** Metres and radians within which goals and loops count as met. */
  readonly tolerance: number;
  /**
   * Larger of position and angle error of the answer that begins at `first`, by the benchmark's own
   * kinematics.
   */
  worst(index: number, q: ArrayLike<number>, first: number): number;
}

const hinge = { type: 'revolute' } as const;
/** Metres; the crank turns fully. */
export const bars = { crank: 0.3, coupler: 0.9, rocker: 0.7, ground: 0.8 } as const;

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
  const kinematics = new Kinematics(fourBarDescription);
  const end = (frame: Frame, length: number): Vector3 =>
    new Vector3(length, 0, 0).applyQuaternion(frame.rotation).add(frame.position);
  return {
    name: 'four-bar',
    description: fourBarDescription,
    goals: [{ type: 'joint', link: 'crank' }],
    targets: thetas.map((theta) => [theta]),
    starts: thetas.map((theta) =>
      closedAt(theta).map((value, i) => value + (i === 0 ? 0 : random.between(-thrown, thrown))),
    ),
    tolerance: 1e-9,
    worst(index, q, first) {
      const [, coupler, rocker] = kinematics.poses(q, first);
      const gap = end(coupler!, bars.coupler).distanceTo(end(rocker!, bars.rocker));
      return Math.max(gap, Math.abs(q[first]! - thetas[index]!));
    },
  };
}

/** Foot on the ground and head on the platform, in metres. */
export interface Leg {
  readonly foot: Vec3;
  readonly head: Vec3;
  /** Distance from foot to head at home. */
  readonly length: number;
  /** Rotates Z into the direction from foot to head at home. */
  readonly aim: Quaternion;
}

/** Height of the platform above the ground at home. */
export const height = 0.6;

const ring = (radius: number, degrees: number): Vec3 => {
  const angle = (degrees * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
};

/** Stewart's platform: feet in pairs, with the heads in pairs between them. */
export const legs: readonly Leg[] = Array.from({ length: 6 }, (_, i) => {
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
const placeOf = (name: string): number => hexapodLinks.findIndex((link) => link.name === name);

function drawPose(random: Random): Frame {
  const draw = (most: number): number => random.between(-most, most);
  const axis = new Vector3(draw(1), draw(1), draw(1)).normalize();
  return {
    position: new Vector3(draw(0.1), draw(0.1), height + draw(0.1)),
    rotation: new Quaternion().setFromAxisAngle(axis, draw(0.3)),
  };
}

/** From home to platform poses up to 0.1 m and 0.3 rad away. */
export function hexapod(count: number): Assembly {
  const random = new Random(2);
  const wanted = Array.from({ length: count }, () => drawPose(random));
  const kinematics = new Kinematics(hexapodDescription);
  const home = kinematics.moving.flatMap(({ joint }) => (joint?.type === 'ball' ? [0, 0, 0, 1] : [0]));
  const point = new Vector3();
  const head = new Vector3();
  return {
    name: 'hexapod',
    description: hexapodDescription,
    goals: [{ type: 'pose', link: 'platform' }],
    targets: wanted.map(({ position, rotation }) => [...position.toArray(), ...rotation.toArray()]),
    starts: wanted.map(() => home),
    // The package computes in single precision.
    tolerance: 1e-4,
    worst(index, q, first) {
      const frames = kinematics.poses(q, first);
      const platform = frames[placeOf('platform')]!;
      const error = poseError(platform, wanted[index]!);
      const gaps = legs.map((leg, i) => {
        const rod = frames[placeOf(`rod ${i}`)]!;
        point.set(0, 0, leg.length).applyQuaternion(rod.rotation).add(rod.position);
        head.fromArray(leg.head).applyQuaternion(platform.rotation).add(platform.position);
        return point.distanceTo(head);
      });
      return Math.max(Math.hypot(...error.slice(0, 3)), Math.hypot(...error.slice(3)), ...gaps);
    },
  };
}
