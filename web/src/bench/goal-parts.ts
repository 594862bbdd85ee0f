/** Parts of goals' targets that handles show, in a view and in a canvas of react-three-fiber. */
import type { GoalType } from '../describe/core-names.ts';

/** Lengths, as fractions of the size of the exhibit. */
export const cube = 0.075;
export const arrow = 0.3;
export const rings = 0.12;
export const knob = 0.035;

/** Numbers of a target that turn a handle: three are a direction, four a quaternion. */
export interface Turn {
  /** Index of the first of them. */
  readonly first: number;
  readonly count: 3 | 4;
}

/** Goals whose targets turn a handle. */
export const turns: Partial<Record<GoalType, Turn>> = {
  direction: { first: 0, count: 3 },
  orientation: { first: 0, count: 4 },
  pose: { first: 3, count: 4 },
};
