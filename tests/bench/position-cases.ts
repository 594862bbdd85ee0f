import { Model, type ModelDescription } from 'limber';
import { articleArm, ballChain, panda } from 'limber/robots';
import { drawRange, Kinematics } from './kinematics.ts';
import { Random } from './random.ts';

export interface Case {
  readonly name: string;
  readonly description: ModelDescription;
  readonly kinematics: Kinematics;
  /** Number of balls in a chain; missing for another arm. */
  readonly balls?: number;
  readonly reach: number;
  readonly tolerance: number;
  readonly start: readonly number[];
  readonly targets: readonly (readonly number[])[];
}

/** Joint values of zero, or the nearest allowed values. */
function straight({ moving }: Kinematics): number[] {
  return moving.flatMap((link) => {
    if (link.joint?.type === 'ball') return [0, 0, 0, 1];
    const [min, max] = drawRange(link);
    return [Math.min(Math.max(0, min), max)];
  });
}

export function makeCase(
  name: string,
  description: ModelDescription,
  draw: (arm: Kinematics, reach: number) => number[][],
  balls?: number,
): Case {
  using model = Model.from(description);
  const kinematics = new Kinematics(description);
  const { reach } = model;
  return {
    name,
    description,
    kinematics,
    ...(balls === undefined ? {} : { balls }),
    reach,
    tolerance: 1e-3 * reach,
    start: straight(kinematics),
    targets: draw(kinematics, reach),
  };
}

/** Targets reached by joint values drawn uniformly inside the limits. */
export function byJoints(count: number) {
  return (arm: Kinematics): number[][] => {
    const random = new Random(1);
    const ranges = arm.moving.map(drawRange);
    return Array.from({ length: count }, () =>
      arm.tip(ranges.map((range) => random.between(...range))).position.toArray(),
    );
  };
}

/** Targets uniform in the ball of 0.95 of the reach about the first joint. */
function inBall(count: number) {
  return (_: Kinematics, reach: number): number[][] => {
    const random = new Random(1);
    const points: number[][] = [];
    while (points.length < count) {
      const point = [0, 0, 0].map(() => random.between(-1, 1));
      if (Math.hypot(...point) <= 1) points.push(point.map((each) => 0.95 * reach * each));
    }
    return points;
  };
}

export function makeCases(count: number): Case[] {
  return [
    makeCase("the article's arm", articleArm, byJoints(count)),
    makeCase('Panda', panda, byJoints(count)),
    ...[10, 50, 100, 1000].map((balls) => makeCase(`${balls} balls`, ballChain(balls), inBall(count), balls)),
  ];
}
