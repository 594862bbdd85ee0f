/** Reads the command line of `limber retarget`. */
import { show } from '../errors.ts';
import { type Role, roles } from '../gltf/roles.ts';
import type { RobotRoles } from '../motion/robot-roles.ts';
import { formats, type FileFormat } from './move-formats.ts';
import { numberIn, parse, UsageError } from './reading.ts';

export interface RetargetCommand {
  readonly kind: 'retarget';
  /** A BVH. */
  readonly path: string;
  /** A URDF. */
  readonly body: string;
  /** Metres from ankles to soles. */
  readonly sole: number;
  /** The recording's axis that is up. */
  readonly up: 'y' | 'z';
  /** Seconds at which to begin. */
  readonly from: number;
  readonly roles: RobotRoles;
  readonly out: { readonly path: string; readonly format: FileFormat } | undefined;
  readonly force: boolean;
}

const options = {
  body: { type: 'string' },
  sole: { type: 'string' },
  up: { type: 'string' },
  from: { type: 'string' },
  roles: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
} as const;

const examples = [
  '--body robot.urdf',
  '--sole 0.04',
  '--up y',
  '--from 0.01',
  '--roles leftHand=left_palm_link',
  '--out motion.csv',
];

export const retargetHelp = `limber retarget MOTION.bvh --body ROBOT.urdf [--out FILE.csv|FILE.json]

Puts a person's recorded motion onto a humanoid robot, with feet that stand and joints within their limits.

  --body FILE       the robot, whose root becomes free
  --sole D          metres from the links of its ankles down to its soles; default 0
  --up AXIS         the axis of the recording that is up, y or z; default y
  --from SECONDS    where to begin; default 0. Recordings that begin with a T-pose: 0.01
  --roles LIST      links that are not found by their names, as in leftHand=left_palm_link,leftFoot=l_ankle
  --out FILE        .csv or .json: writes the joint values; a trajectory that the package reads`;

function readNumber(option: string, text: string, least: number): number {
  const number = numberIn(text);
  if (number >= least && number <= 1e6) return number;
  throw new UsageError(`${option} is ${show(text)}; give a number from ${least} to 1000000`);
}

function readUp(text: string): 'y' | 'z' {
  if (text === 'y' || text === 'z') return text;
  throw new UsageError(`--up is ${show(text)}; give y or z`);
}

function readRoles(text: string): RobotRoles {
  const named: Partial<Record<Role, string>> = {};
  for (const each of text.split(',')) {
    const [role, link, ...more] = each.split('=');
    if (!link || more.length > 0)
      throw new UsageError(`--roles has ${show(each)}; give ROLE=LINK, separated by commas`);
    if (!roles.includes(role as Role))
      throw new UsageError(`--roles has ${show(role)}, which is no role; known: ${roles.join(', ')}`);
    named[role as Role] = link;
  }
  return named;
}

function readBody(path: string | undefined): string {
  if (path === undefined) throw new UsageError('--body is missing; give a robot, as in --body robot.urdf');
  if (/\.(glb|gltf|vrm|fbx)$/i.test(path))
    throw new UsageError(
      `--body is ${show(path)}; the command moves robots of URDF, and retargetClip of limber/motion moves characters`,
    );
  return path;
}

function readOut(path: string): NonNullable<RetargetCommand['out']> {
  const ending = /\.[^./\\]+$/.exec(path)?.[0] ?? '';
  const format = Object.hasOwn(formats, ending) && formats[ending];
  if (format) return { path, format };
  throw new UsageError(
    `--out is ${show(path)}; give a file that ends in ${Object.keys(formats).join(' or ')}`,
  );
}

/** Reads the arguments after `retarget`. @throws UsageError */
export function readRetarget(args: readonly string[]): RetargetCommand {
  const { values, positionals } = parse(args, options, examples);
  const [path, unexpected] = positionals;
  if (path === undefined)
    throw new UsageError('name a recording, as in: limber retarget walk.bvh --body robot.urdf');
  if (unexpected !== undefined)
    throw new UsageError(`unexpected word ${show(unexpected)}; give one recording`);
  const { sole, up, from, roles: named, out } = values;
  return {
    kind: 'retarget',
    path,
    body: readBody(values.body),
    sole: sole === undefined ? 0 : readNumber('--sole', sole, 0),
    up: up === undefined ? 'y' : readUp(up),
    from: from === undefined ? 0 : readNumber('--from', from, 0),
    roles: named === undefined ? {} : readRoles(named),
    out: out === undefined ? undefined : readOut(out),
    force: values.force ?? false,
  };
}
