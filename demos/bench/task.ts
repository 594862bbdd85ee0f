/** The task of the contest, and its results. */
import { robots } from 'limber/presets';
import { drawRange } from '../../tests/bench/kinematics.ts';
import { byJoints, makeCase, type Case } from '../../tests/bench/position-cases.ts';
import type { ArmName } from './picks.ts';

export const targetCount = 200;

/** A row of the table. */
export interface Standing {
  /** Number of targets. */
  readonly count: number;
  /** Metres: that of the judge. */
  readonly tolerance: number;
  /** Indices of the targets that are not reached. */
  readonly missed: readonly number[];
  /** Microseconds per target, reached or not: the median of the rounds so far; NaN before the first. */
  us: number;
}

export interface Progress {
  readonly standings: readonly Standing[];
  /** From 0 to 1. */
  readonly done: number;
}

/** Starts midway between the joints' limits. */
export function caseOf(arm: ArmName): Case {
  const task = makeCase(arm, robots[arm], byJoints(targetCount));
  const middle = task.kinematics.moving.map(drawRange).map(([least, most]) => (least + most) / 2);
  return { ...task, start: middle };
}
