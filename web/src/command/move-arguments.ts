/** The options of `limber move`. */
import type { MotionBounds } from '../moves/index.ts';
import type { Trajectory } from '../moves/trajectory.ts';
import {
  fileAs,
  flag,
  number,
  numbers,
  readTable,
  refuse,
  word,
  type Option,
  type Table,
  type ValuesOf,
} from './options.ts';
import { UsageError } from './reading.ts';
import { nearestStart, oneRobot, room, start, target, targetText } from './robot-options.ts';

const defaultRate = 100;

/** Formats of `--out`, one line each. `Trajectory` reads both. */
const formats: Readonly<Record<string, (trajectory: Trajectory) => string>> = {
  '.csv': (trajectory) => trajectory.toCSV(),
  '.json': (trajectory) => `${JSON.stringify(trajectory)}\n`,
};

/** Of each joint: one number above 0, or a list. */
const bound = (value: string, says: string, example: string): Option<number | number[]> => {
  const list = numbers(value, 'numbers above 0')(says, example);
  return {
    ...list,
    read(text, option) {
      const given = list.read(text, option);
      if (!given.every((each) => each > 0)) refuse(option, text, 'numbers above 0, separated by commas');
      return given.length === 1 ? given[0]! : given;
    },
  };
};

const options = {
  tip: word('LINK')('the link that goes along the path', 'tool0'),
  to: target(`straight to this pose, in the root's frame: ${targetText}`, '0.4,0.2,0.3,1,0,0,0'),
  via: target('with --to: along the circle through here', '0.4,0.1,0.4,1,0,0,0'),
  path: word('FILE')(
    'straight from each pose of a CSV to the next: a line has x, y, z, qx, qy, qz, qw, or x, y, z alone',
    'path.csv',
  ),
  smooth: flag('with --path: along a smooth curve through its poses'),
  joints: numbers('NUMBERS', 'a number for each joint')(
    'all joints straight to these values instead',
    '0,-1,1,0,0,0',
  ),
  ...room,
  start: start(
    `a value for each joint, or free: from where --path can be followed best; ${nearestStart}`,
    'free',
  ),
  clearance: number('D', { least: 0, most: 1e6 })(
    "metres to keep between the robot's own collision shapes; default: they may touch",
    '0.01',
  ),
  'no-limits': flag("also beyond the joints' limits"),
  velocity: bound(
    'V',
    'of each joint, rad/s and m/s, or one number per joint: times the way, as fast as that allows',
    '1',
  ),
  acceleration: bound('A', 'with --velocity: rad/s² and m/s²', '5'),
  jerk: bound('J', 'with --velocity: rad/s³ and m/s³; default: no bound', '50'),
  rate: number('N', { least: 1, most: 1e5 })(
    `with --velocity: frames per second; default ${defaultRate}`,
    '100',
  ),
  out: fileAs(formats)(
    '.csv or .json: writes the joint values, a trajectory that the package reads',
    'way.csv',
  ),
  force: flag('overwrites the file'),
} as const;

export const moveTable: Table<typeof options> = {
  name: 'limber move',
  usage: 'ROBOT.urdf --tip LINK --to NUMBERS | --path FILE.csv | --joints NUMBERS',
  purpose:
    "Moves a robot's link along a path, or all joints at once, and tells how far that goes and what ends it.",
  words: oneRobot('limber move robot.urdf --tip tool0 --to …'),
  options,
};

export interface MoveCommand extends Omit<ValuesOf<typeof options>, 'rate'> {
  readonly kind: 'move';
  /** A URDF. */
  readonly robot: string;
  readonly limits: boolean;
  readonly rate: number;
  /** Undefined: no times. */
  readonly bounds: MotionBounds | undefined;
}

function boundsOf({
  velocity,
  acceleration,
  jerk,
  rate,
}: ValuesOf<typeof options>): MotionBounds | undefined {
  if (velocity === undefined && acceleration === undefined) {
    const lone = jerk !== undefined ? '--jerk' : rate !== undefined ? '--rate' : undefined;
    if (lone) throw new UsageError(`${lone} goes with --velocity and --acceleration`);
    return undefined;
  }
  if (velocity === undefined || acceleration === undefined)
    throw new UsageError('--velocity and --acceleration go together');
  return { velocity, acceleration, ...(jerk !== undefined && { jerk }) };
}

/** Reads the arguments after `move`. @throws UsageError */
export function readMove(args: readonly string[]): MoveCommand {
  const { words, values } = readTable(moveTable, args);
  const given = (['to', 'path', 'joints'] as const).filter((name) => values[name] !== undefined);
  if (given.length === 0) throw new UsageError('say where to: --to POSE, --path FILE or --joints NUMBERS');
  if (given.length > 1)
    throw new UsageError(`${given.map((name) => `--${name}`).join(' and ')} say where to; give one of them`);
  if (values.via && !values.to) throw new UsageError('--via goes with --to');
  if (values.smooth && values.path === undefined) throw new UsageError('--smooth goes with --path');
  const { rate = defaultRate } = values;
  const bounds = boundsOf(values);
  return { kind: 'move', robot: words[0]!, ...values, rate, bounds, limits: !values['no-limits'] };
}
