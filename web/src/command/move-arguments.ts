/** Reads the command line of `limber move`. */
import { show } from '../errors.ts';
import type { MotionBounds } from '../moves/index.ts';
import { formats, type FileFormat } from './move-formats.ts';
import { numberIn, parse, UsageError } from './reading.ts';
import { poseText, readNumbers, readPose } from './solve-arguments.ts';

/** Destination: one of these. */
export type Destination =
  | { readonly kind: 'joints'; readonly q: readonly number[] }
  | { readonly kind: 'pose'; readonly to: readonly number[]; readonly via: readonly number[] | undefined }
  | { readonly kind: 'path'; readonly file: string; readonly smooth: boolean };

export interface MoveCommand {
  readonly kind: 'move';
  /** A URDF. */
  readonly path: string;
  /** Undefined: chosen from the robot. */
  readonly tip: string | undefined;
  readonly destination: Destination;
  /** Joint values; undefined: those of `state.reset()`. */
  readonly start: readonly number[] | 'free' | undefined;
  readonly clearance: number | undefined;
  readonly limits: boolean;
  /** Undefined: no times. */
  readonly bounds: MotionBounds | undefined;
  readonly rate: number;
  readonly out: { readonly path: string; readonly format: FileFormat } | undefined;
  readonly force: boolean;
}

const options = {
  tip: { type: 'string' },
  to: { type: 'string' },
  via: { type: 'string' },
  path: { type: 'string' },
  smooth: { type: 'boolean' },
  joints: { type: 'string' },
  start: { type: 'string' },
  clearance: { type: 'string' },
  'no-limits': { type: 'boolean' },
  velocity: { type: 'string' },
  acceleration: { type: 'string' },
  jerk: { type: 'string' },
  rate: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
} as const;

const examples = [
  '--tip tool0',
  '--to 0.4,0.2,0.3,1,0,0,0',
  '--via 0.4,0.1,0.4,1,0,0,0',
  '--path path.csv',
  '--joints 0,-1,1,0,0,0',
  '--start 0,-1,1,0,0,0',
  '--clearance 0.01',
  '--velocity 1',
  '--acceleration 5',
  '--jerk 50',
  '--rate 100',
  '--out way.csv',
];

const defaultRate = 100;

export const moveHelp = `limber move ROBOT.urdf --tip LINK --to X,Y,Z,QX,QY,QZ,QW | --path FILE.csv | --joints NUMBERS

Moves a robot's link along a path, or all joints at once, and tells how far that goes and what ends it.

  --tip LINK        the link that goes along the path
  --to NUMBERS      straight to this pose, in the root's frame: ${poseText}
  --via NUMBERS     with --to: along the circle through here
  --path FILE       straight from each pose of a CSV to the next: x, y, z, qx, qy, qz, qw a line
  --smooth          with --path: along a smooth curve through them
  --joints NUMBERS  all joints straight to these values instead
  --start NUMBERS   a value for each joint, or free: from where --path can be followed best; default 0, or the nearest limit
  --clearance D     metres to keep between the robot's own collision shapes; default they may touch
  --no-limits       also beyond the joints' limits
  --velocity V, --acceleration A, --jerk J
                    of each joint, rad/s and m/s or one number a joint: gives the way its times, as fast as they allow
  --rate N          with --velocity: frames a second; default ${defaultRate}
  --out FILE        .csv or .json: writes the joint values; a trajectory that the package reads`;

type Values = ReturnType<typeof parse<typeof options>>['values'];

function readDestination({ to, via, path, smooth, joints }: Values): Destination {
  const given = Object.entries({ '--to': to, '--path': path, '--joints': joints }).filter(
    ([, text]) => text !== undefined,
  );
  if (given.length !== 1)
    throw new UsageError(
      given.length === 0
        ? 'say where to: --to POSE, --path FILE or --joints NUMBERS'
        : `${given.map(([name]) => name).join(' and ')} say where to; give one of them`,
    );
  if (via !== undefined && to === undefined) throw new UsageError('--via goes with --to');
  if (smooth && path === undefined) throw new UsageError('--smooth goes with --path');
  if (path !== undefined) return { kind: 'path', file: path, smooth: smooth ?? false };
  if (joints !== undefined)
    return { kind: 'joints', q: readNumbers('--joints', joints, 'a number for each joint') };
  return {
    kind: 'pose',
    to: readPose('--to', to!),
    via: via === undefined ? undefined : readPose('--via', via),
  };
}

/** Positive numbers: one, or a list. */
function readBound(option: string, text: string): number | number[] {
  const numbers = readNumbers(option, text, 'numbers above 0');
  if (numbers.every((each) => each > 0)) return numbers.length === 1 ? numbers[0]! : numbers;
  throw new UsageError(`${option} is ${show(text)}; give numbers above 0, separated by commas`);
}

function readBounds({ velocity, acceleration, jerk, rate }: Values): MotionBounds | undefined {
  if (velocity === undefined && acceleration === undefined) {
    const lone = jerk !== undefined ? '--jerk' : rate !== undefined ? '--rate' : undefined;
    if (lone) throw new UsageError(`${lone} goes with --velocity and --acceleration`);
    return undefined;
  }
  if (velocity === undefined || acceleration === undefined)
    throw new UsageError('--velocity and --acceleration go together');
  return {
    velocity: readBound('--velocity', velocity),
    acceleration: readBound('--acceleration', acceleration),
    ...(jerk !== undefined && { jerk: readBound('--jerk', jerk) }),
  };
}

function readNumber(option: string, text: string, least: number, most: number): number {
  const number = numberIn(text);
  if (number >= least && number <= most) return number;
  throw new UsageError(`${option} is ${show(text)}; give a number from ${least} to ${most}`);
}

function readOut(path: string): NonNullable<MoveCommand['out']> {
  const ending = /\.[^./\\]+$/.exec(path)?.[0] ?? '';
  const format = Object.hasOwn(formats, ending) && formats[ending];
  if (format) return { path, format };
  throw new UsageError(
    `--out is ${show(path)}; give a file that ends in ${Object.keys(formats).join(' or ')}`,
  );
}

/** Reads the arguments after `move`. @throws UsageError */
export function readMove(args: readonly string[]): MoveCommand {
  const { values, positionals } = parse(args, options, examples);
  const [path, unexpected] = positionals;
  if (path === undefined)
    throw new UsageError('name a robot, as in: limber move robot.urdf --tip tool0 --to …');
  if (unexpected !== undefined) throw new UsageError(`unexpected word ${show(unexpected)}; give one robot`);
  const { start, clearance, rate, out } = values;
  return {
    kind: 'move',
    path,
    tip: values.tip,
    destination: readDestination(values),
    start:
      start === undefined || start === 'free'
        ? start
        : readNumbers('--start', start, "a number for each joint, or 'free'"),
    clearance: clearance === undefined ? undefined : readNumber('--clearance', clearance, 0, 1e6),
    limits: !values['no-limits'],
    bounds: readBounds(values),
    rate: rate === undefined ? defaultRate : readNumber('--rate', rate, 1, 1e5),
    out: out === undefined ? undefined : readOut(out),
    force: values.force ?? false,
  };
}
