import { Model, type ModelDescription } from 'limber';
import { drawRange, Kinematics } from './kinematics.ts';
import { Random } from './random.ts';

export interface Case {
  readonly name: string;
  readonly description: ModelDescription;
  readonly kinematics: Kinematics;
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
  draw: (arm: Kinematics) => number[][],
): Case {
  using model = Model.from(description);
  const kinematics = new Kinematics(description);
  const { reach } = model;
  return {
    name,
    description,
    kinematics,
    reach,
    tolerance: 1e-3 * reach,
    start: straight(kinematics),
    targets: draw(kinematics),
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
