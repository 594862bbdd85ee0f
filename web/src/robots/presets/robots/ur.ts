import { fromDH } from '../../../describe/dh.ts';
import type { ModelDescription } from '../../../describe/description.ts';
import { fromDegrees, degreesAround } from '../angles.ts';

/** Metres: lengths in which Universal Robots of one design differ, with the signs of their table. */
export interface URLengths {
  readonly d1: number;
  readonly a2: number;
  readonly a3: number;
  readonly d4: number;
  readonly d5: number;
  readonly d6: number;
}

/** A Universal Robot, to its flange: six hinges, the second to fourth of which are parallel. Ready: the elbow up, the hand down. */
export function universalRobot(name: string, { d1, a2, a3, d4, d5, d6 }: URLengths): ModelDescription {
  const limits = degreesAround(360);
  const rest = [0, -90, 90, -90, -90, 0].map(fromDegrees);
  return fromDH({
    name,
    convention: 'standard',
    joints: [
      { d: d1, alpha: fromDegrees(90), limits },
      { a: a2, limits },
      { a: a3, limits },
      { d: d4, alpha: fromDegrees(90), limits },
      { d: d5, alpha: fromDegrees(-90), limits },
      { d: d6, limits },
    ].map((row, i) => ({ ...row, rest: rest[i]! })),
  });
}
