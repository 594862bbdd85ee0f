/** What the commands for a robot's file share: options that say where its link should be, and what they mean. */
import { type ModelDescription, type Vec3, poseAxes, type PoseAxis } from '../describe/description.ts';
import { listed } from '../describe/errors.ts';
import type { AnyModel } from '../core/any-model.ts';
import type { PoseGoal, Room } from '../core/goal.ts';
import { coordinateNames } from '../moves/trajectory.ts';
import { quaternionOf } from '../robots/urdf/rotation.ts';
import { fromURDF, tipsOf, type URDFDescription } from '../robots/urdf/index.ts';
import {
  by,
  keyOf,
  measureIn,
  metres,
  numbersIn,
  radians,
  refuse,
  type Option,
  type ValuesOf,
} from './options.ts';
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

const free: Option<readonly PoseAxis[]> = {
  value: 'AXES',
  example: 'rz',
  says: `of ${poseAxes.join(',')}, in the target's frame: what is left open, as rx for five hinges that turn the tool about all but its x`,
  read(text, option) {
    const axes = text.split(',') as PoseAxis[];
    if (axes.every((axis) => poseAxes.includes(axis))) return axes;
    return refuse(option, text, `some of ${poseAxes.join(', ')}, separated by commas`);
  },
};

/** `-2cm..2cm`; an end that is left out is open. @throws UsageError for other text, naming `whole`. */
function rangeIn(text: string, units: typeof metres, option: string, whole = text): Room {
  const ends = /^(.*?)\.\.(.*)$/.exec(text.trim())?.slice(1) ?? ['?', ''];
  const [least, most] = ends.map((end) => (end === '' ? null : measureIn(end, units))) as unknown as Room;
  const isRange = (least ?? -Infinity) <= (most ?? Infinity);
  if (isRange) return [least, most];
  const known = Object.keys(units)
    .join(', ')
    .replace(/, (\w+)$/, ' or $1');
  return refuse(option, whole, `LEAST..MOST, the least first, in ${known}; an end left out is open`);
}

const within: Option<readonly (readonly [PoseAxis, Room])[]> = {
  value: 'AXIS=A..B',
  example: 'x=-2cm..2cm',
  says: 'room beside the target, in its frame: x, y, z in m, cm or mm, one of rx, ry, rz in rad or deg; an end left out is open; more after commas, or given again',
  read: (text, option) =>
    text.split(',').map((each) => {
      const [axis, range, ...more] = each.trim().split('=') as [PoseAxis, string?];
      if (!poseAxes.includes(axis) || range === undefined || more.length > 0)
        return refuse(option, each, `AXIS=LEAST..MOST with one of ${poseAxes.join(', ')}, as in x=-2cm..2cm`);
      return [axis, rangeIn(range, axis.startsWith('r') ? radians : metres, option, each)] as const;
    }),
};

const tilt: Option<number | readonly [number, number]> = {
  value: 'ANGLE',
  example: '15deg',
  says: "how far the tool's axis --about may tilt, in rad or deg; two with a comma: about the next two axes",
  read(text, option) {
    const angles = text.split(',').map((each) => measureIn(each, radians));
    const [first, second] = angles as [number, number?];
    if (angles.length < 3 && angles.every((each) => each >= 0 && each <= Math.PI))
      return second === undefined ? first : [first, second];
    return refuse(option, text, 'an angle from 0 to 180deg, or two with a comma between');
  },
};

const twist: Option<Room> = {
  value: 'A..B',
  example: '-90deg..90deg',
  says: 'how far the tool may turn about that axis, in rad or deg',
  read: (text, option) => rangeIn(text, radians, option),
};

/** Room about a target. */
export const room = {
  free: by([], free),
  within: { ...within, isMany: true },
  tilt,
  twist,
  about: keyOf('AXIS', { x: 'x', y: 'y', z: 'z' } as const)('axis of --tilt and --twist; default z', 'x'),
} as const;

export type PoseRoom = Pick<PoseGoal, 'within' | 'tilt' | 'twist' | 'about'>;

export const hasRoom = (room: PoseRoom): boolean =>
  'tilt' in room || 'twist' in room || Object.keys(room.within!).length > 0;

const open: Room = [null, null];
const anyTurn = { rx: open, ry: open, rz: open };

/** The room of a goal. @throws UsageError */
export function roomOf(
  { isPoint }: Pick<Target, 'isPoint'>,
  { free, within, tilt, twist, about }: ValuesOf<typeof room>,
): PoseRoom {
  const given = within.flat();
  const axes = [...new Set(free), ...given.map(([axis]) => axis)];
  const twice = axes.find((axis, i) => axes.indexOf(axis) < i);
  if (twice) throw new UsageError(`${twice} is twice in --free and --within; give it once`);
  const isTurned = tilt !== undefined || twist !== undefined;
  if (about && !isTurned) throw new UsageError('--about goes with --tilt or --twist');
  if (isPoint && (isTurned || given.some(([axis]) => axis.startsWith('r'))))
    throw new UsageError(
      'a point alone may be reached in any orientation; give a rotation, too, for --tilt, --twist and room about rx, ry, rz',
    );
  return {
    within: Object.fromEntries([
      ...free.map((axis) => [axis, open] as const),
      ...given,
      ...(isPoint ? Object.entries(anyTurn) : []),
    ]),
    ...(tilt !== undefined && { tilt }),
    ...(twist !== undefined && { twist }),
    ...(about !== undefined && { about }),
  };
}

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
