/** What the commands for a robot's file share: options that say where its link should be, and what they mean. */
import { type ModelDescription, type Vec3, poseAxes, type PoseAxis } from '../describe/description.ts';
import { listed } from '../describe/errors.ts';
import type { AnyModel } from '../core/any-model.ts';
import { coordinateNames } from '../moves/trajectory.ts';
import { quaternionOf } from '../robots/urdf/rotation.ts';
import { fromURDF, tipsOf, type URDFDescription } from '../robots/urdf/index.ts';
import { numbersIn, refuse, type Option } from './options.ts';
import { UsageError } from './reading.ts';

export const oneRobot = (example: string) => ({
  count: 1,
  missing: `name a robot, as in: ${example}`,
  most: 'one robot',
});

/** Takes a line for standard error. */
export type Warn = (line: string) => void;

const mostWarnings = 10;

/** A robot from its URDF. @throws LimberError */
export function robotIn(text: string, warn: Warn): URDFDescription {
  const robot = fromURDF(text);
  const { warnings } = robot;
  for (const each of warnings.slice(0, mostWarnings)) warn(each);
  if (warnings.length > mostWarnings) warn(`and ${warnings.length - mostWarnings} more of these`);
  return robot;
}

/** Where a link should be, in the root's frame. */
export interface Target {
  /** Metres, quaternion x y z w. */
  readonly pose: readonly number[];
  /** Only its point was given: any rotation will do. */
  readonly isPoint: boolean;
}

export const targetText =
  'X,Y,Z (metres) and QX,QY,QZ,QW or ROLL,PITCH,YAW (radians, or degrees as 90deg), or X,Y,Z alone, in any orientation';

/** Metres and quaternion; roll, pitch and yaw are converted. */
export function targetIn(text: string, option: string): Target {
  const what = 'X,Y,Z (metres) and QX,QY,QZ,QW or ROLL,PITCH,YAW: 7 or 6 numbers, or X,Y,Z alone';
  const numbers = numbersIn(text, option, what);
  const [x, y, z, ...turn] = numbers as [number, number, number, ...number[]];
  if (numbers.length === 3) return { pose: [x, y, z, 0, 0, 0, 1], isPoint: true };
  if (turn.length === 3) return { pose: [x, y, z, ...quaternionOf(turn as unknown as Vec3)], isPoint: false };
  if (turn.length === 4) return { pose: numbers, isPoint: false };
  return refuse(option, text, `${what}, separated by commas`);
}

export const target = (says: string, example?: string): Option<Target> => ({
  value: 'NUMBERS',
  says,
  read: targetIn,
  ...(example !== undefined && { example }),
});

export const free: Option<readonly PoseAxis[]> = {
  value: 'AXES',
  example: 'rz',
  says: `of ${poseAxes.join(',')}, in the target's frame: what is left open, as rx for five hinges that turn the tool about all but its x`,
  read(text, option) {
    const axes = text.split(',') as PoseAxis[];
    if (axes.every((axis) => poseAxes.includes(axis))) return axes;
    return refuse(option, text, `some of ${poseAxes.join(', ')}, separated by commas`);
  },
};

/** The axes that a target leaves open. */
export const freeOf = ({ isPoint }: Pick<Target, 'isPoint'>, axes: readonly PoseAxis[] = []): PoseAxis[] =>
  isPoint ? [...new Set([...axes, 'rx', 'ry', 'rz'] as const)] : [...axes];

/** A value for each joint, or `other`, a word. */
export const start = <W extends string = never>(says: string, ...others: W[]): Option<number[] | W> => ({
  value: 'NUMBERS',
  example: '0,-1,1,0,0,0',
  says,
  read: (text, option) =>
    others.find((each) => each === text) ??
    numbersIn(
      text,
      option,
      ['a number for each joint', ...others.map((each) => `or the word ${each}`)].join(', '),
    ),
});

export const nearestStart = 'default 0, or the nearest limit';

/** @throws UsageError where none was given: it names those of the robot. */
export function tipIn(description: ModelDescription, tip: string | undefined): string {
  if (tip !== undefined) return tip;
  throw new UsageError(`--tip is missing; this robot has ${listed(tipsOf(description))}`);
}

/** @throws UsageError for another count. */
export function startIn(model: AnyModel, given: readonly number[] | undefined): Float64Array | undefined {
  if (given && given.length !== model.nq)
    throw new UsageError(
      `--start has ${given.length} numbers; give ${model.nq}: ${listed(coordinateNames(model))}`,
    );
  return given && Float64Array.from(given);
}
