/** Reads the command line of `limber solve`. */
import { show } from '../errors.ts';
import { poseAxes, type PoseAxis } from '../goal.ts';
import { defaultMost } from '../solutions.ts';
import type { Vec3 } from '../description.ts';
import { quaternionOf } from '../urdf/rotation.ts';
import { numberIn, parse, UsageError } from './reading.ts';
import { solutionFormats, type SolutionFormat } from './solution-formats.ts';

export interface SolveCommand {
  readonly kind: 'solve';
  /** A URDF. */
  readonly path: string;
  /** Undefined: chosen from the robot. */
  readonly tip: string | undefined;
  /** Metres, quaternion x y z w. */
  readonly pose: readonly number[];
  /** True if only the position was given. */
  readonly anyRotation: boolean;
  readonly free: readonly PoseAxis[];
  /** Joint values; undefined: those of `state.reset()`. */
  readonly start: readonly number[] | undefined;
  /** Names of joints or of their links. */
  readonly hold: readonly string[];
  readonly limits: boolean;
  readonly most: number;
  readonly format: SolutionFormat;
}

const options = {
  tip: { type: 'string' },
  pose: { type: 'string' },
  free: { type: 'string' },
  start: { type: 'string' },
  hold: { type: 'string', multiple: true },
  'no-limits': { type: 'boolean' },
  most: { type: 'string' },
  format: { type: 'string' },
} as const;

const examples = [
  '--tip tool0',
  '--pose 0.4,0.2,0.3,1,0,0,0',
  '--free rz',
  '--start 0,-1,1,0,0,0',
  '--hold joint7',
  '--most 8',
  '--format csv',
];

export const poseText = 'X,Y,Z (metres) and QX,QY,QZ,QW or ROLL,PITCH,YAW (radians, or degrees as 90deg)';

export const solveHelp = `limber solve ROBOT.urdf --tip LINK --pose NUMBERS

Prints all joint values with which a robot's link is at a pose, the nearest first.

  --tip LINK        the link that is to be there
  --pose NUMBERS    where, in the root's frame: ${poseText}; X,Y,Z alone: in any orientation
  --free AXES       of ${poseAxes.join(',')}, in the pose's frame: what is left open, as rz for an arm of five hinges
  --hold JOINT      leaves a joint where it is, as of an arm with seven hinges; may be given again
  --start NUMBERS   a value for each joint: what is nearest to it comes first; default 0, or the nearest limit
  --no-limits       poses beyond the joints' limits, too
  --most N          print at most N; default ${defaultMost}
  --format FORMAT   ${Object.keys(solutionFormats).join(', ')}; default table`;

/** A number; one that ends in `deg` is converted to radians. */
function angleIn(text: string): number {
  const degrees = /^(.+)deg$/.exec(text)?.[1];
  return degrees === undefined ? numberIn(text) : (numberIn(degrees) * Math.PI) / 180;
}

/** Metres and quaternion; roll, pitch and yaw are converted. `alone`: a position alone is allowed, too. */
export function readPose(option: string, text: string, alone = false): number[] {
  const what = `${poseText}: 7 or 6 numbers${alone ? ', or X,Y,Z alone' : ''}`;
  const numbers = readNumbers(option, text, what);
  const [x, y, z, ...turn] = numbers as [number, number, number, ...number[]];
  if (alone && numbers.length === 3) return [x, y, z, 0, 0, 0, 1];
  if (turn.length === 3) return [x, y, z, ...quaternionOf(turn as unknown as Vec3)];
  return readNumbers(option, text, what, 7);
}

export function readNumbers(option: string, text: string, what: string, count?: number): number[] {
  const numbers = text.split(',').map((each) => angleIn(each.trim()));
  if (numbers.every(Number.isFinite) && (count ?? numbers.length) === numbers.length) return numbers;
  throw new UsageError(`${option} is ${show(text)}; give ${what}, separated by commas`);
}

export function readFree(text: string | undefined): PoseAxis[] {
  if (text === undefined) return [];
  const axes = text.split(',') as PoseAxis[];
  if (axes.every((axis) => poseAxes.includes(axis))) return axes;
  throw new UsageError(`--free is ${show(text)}; give some of ${poseAxes.join(', ')}, separated by commas`);
}

function readFormat(name: string): SolutionFormat {
  const format = Object.hasOwn(solutionFormats, name) && solutionFormats[name];
  if (format) return format;
  throw new UsageError(`--format is ${show(name)}; known: ${Object.keys(solutionFormats).join(', ')}`);
}

function readMost(text: string): number {
  const most = numberIn(text);
  if (Number.isFinite(most)) return most;
  throw new UsageError(`--most is ${show(text)}; give a whole number`);
}

/** Reads the arguments after `solve`. @throws UsageError */
export function readSolve(args: readonly string[]): SolveCommand {
  const { values, positionals } = parse(args, options, examples);
  const [path, unexpected] = positionals;
  if (path === undefined)
    throw new UsageError('name a robot, as in: limber solve robot.urdf --tip tool0 --pose …');
  if (unexpected !== undefined) throw new UsageError(`unexpected word ${show(unexpected)}; give one robot`);
  if (values.pose === undefined) throw new UsageError('--pose is missing, as in --pose 0.4,0.2,0.3,1,0,0,0');
  return {
    kind: 'solve',
    path,
    tip: values.tip,
    pose: readPose('--pose', values.pose, true),
    anyRotation: values.pose.split(',').length === 3,
    free: readFree(values.free),
    start:
      values.start === undefined
        ? undefined
        : readNumbers('--start', values.start, 'a number for each joint'),
    hold: values.hold ?? [],
    limits: !values['no-limits'],
    most: values.most === undefined ? defaultMost : readMost(values.most),
    format: readFormat(values.format ?? 'table'),
  };
}
