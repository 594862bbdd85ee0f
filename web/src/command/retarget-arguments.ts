/** Reads the command line of `limber retarget`. */
import { show } from '../errors.ts';
import { type Role, roles } from '../gltf/roles.ts';
import type { RobotRoles } from '../motion/robot-roles.ts';
import { numberIn, parse, UsageError } from './reading.ts';

/** Endings of `--out`; retarget-formats.ts writes them. */
const endings = ['.csv', '.json', '.bvh', '.glb'] as const;
export type Ending = (typeof endings)[number];

export const isGLTF = (path: string): boolean => /\.(glb|gltf|vrm|vrma)$/i.test(path);

export interface RetargetCommand {
  readonly kind: 'retarget';
  /** A BVH, or a glTF with an animation. */
  readonly path: string;
  /** A URDF, or a glTF. */
  readonly body: string;
  /** Metres from ankles to soles. */
  readonly sole: number;
  /** The recording's axis that is up. */
  readonly up: 'y' | 'z';
  /** Seconds at which to begin and end. */
  readonly from: number;
  readonly to: number;
  /** The animation's name; undefined: the first. */
  readonly clip: string | undefined;
  readonly roles: RobotRoles;
  readonly out: { readonly path: string; readonly ending: Ending } | undefined;
  readonly force: boolean;
}

const options = {
  body: { type: 'string' },
  sole: { type: 'string' },
  up: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  clip: { type: 'string' },
  roles: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
} as const;

const examples = [
  '--body robot.urdf',
  '--sole 0.04',
  '--up y',
  '--from 0.01',
  '--to 2.5',
  '--clip walk',
  '--roles leftHand=left_palm_link',
  '--out motion.csv',
];

export const retargetHelp = `limber retarget MOTION.bvh|.glb|.vrma --body ROBOT.urdf|BODY.glb|.vrm [--out FILE]

Puts a person's recorded motion onto a character or a humanoid robot, with feet that stand. A robot stays within the limits
of its joints.

  --body FILE       the robot, whose root becomes free, or a character of glTF
  --sole D          metres from the links of a robot's ankles down to its soles; default 0
  --up AXIS         the axis of the recording that is up, y or z; default y
  --from SECONDS    where to begin; default 0. Recordings that begin with a T-pose: 0.01
  --to SECONDS      where to end; default: the end
  --clip NAME       the animation of a glTF; default: its first
  --roles LIST      links or bones that are not found, as in leftHand=left_palm_link,leftFoot=l_ankle
  --out FILE        .csv or .json: writes the joint values; a trajectory that the package reads
                    .bvh: the motion and its skeleton; .glb: the character's file with the motion`;

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
  if (path === undefined)
    throw new UsageError('--body is missing; give a robot or a character, as in --body robot.urdf');
  if (/\.fbx$/i.test(path))
    throw new UsageError(
      `--body is ${show(path)}; give a URDF or a glTF, into which Blender converts an FBX`,
    );
  return path;
}

function readOut(path: string, body: string): NonNullable<RetargetCommand['out']> {
  const ending = endings.find((each) => path.toLowerCase().endsWith(each));
  if (ending === undefined)
    throw new UsageError(`--out is ${show(path)}; give a file that ends in ${endings.join(', ')}`);
  if (ending === '.glb' && !isGLTF(body))
    throw new UsageError(`--out is ${show(path)}, but --body is no glTF; give .csv, .json or .bvh`);
  return { path, ending };
}

/** Reads the arguments after `retarget`. @throws UsageError */
export function readRetarget(args: readonly string[]): RetargetCommand {
  const { values, positionals } = parse(args, options, examples);
  const [path, unexpected] = positionals;
  if (path === undefined)
    throw new UsageError('name a recording, as in: limber retarget walk.bvh --body robot.urdf');
  if (unexpected !== undefined)
    throw new UsageError(`unexpected word ${show(unexpected)}; give one recording`);
  const { sole, up, from, to, clip, roles: named, out } = values;
  const body = readBody(values.body);
  if (sole !== undefined && isGLTF(body))
    throw new UsageError('--sole is for robots; a character has soles of its own');
  if (clip !== undefined && !isGLTF(path)) throw new UsageError('--clip is for glTF; a BVH has one motion');
  return {
    kind: 'retarget',
    path,
    body,
    sole: sole === undefined ? 0 : readNumber('--sole', sole, 0),
    up: up === undefined ? 'y' : readUp(up),
    from: from === undefined ? 0 : readNumber('--from', from, 0),
    to: to === undefined ? Infinity : readNumber('--to', to, 0),
    clip,
    roles: named === undefined ? {} : readRoles(named),
    out: out === undefined ? undefined : readOut(out, body),
    force: values.force ?? false,
  };
}
