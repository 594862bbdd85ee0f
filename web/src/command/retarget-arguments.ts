/** The options of `limber retarget`. */
import { type Role, roles } from '../character/gltf/roles.ts';
import type { RobotRoles } from '../character/motion/robot-roles.ts';
import {
  by,
  fileAs,
  flag,
  keyOf,
  number,
  readTable,
  refuse,
  word,
  type Option,
  type Table,
  type ValuesOf,
} from './options.ts';
import { numberIn, UsageError } from './reading.ts';

/** Endings of `--out`; retarget-formats.ts writes them. */
const endings = { '.csv': '.csv', '.json': '.json', '.bvh': '.bvh', '.glb': '.glb' } as const;
export type Ending = keyof typeof endings;

export const isGLTF = (path: string): boolean => /\.(glb|gltf|vrm|vrma)$/i.test(path);
export const isFBX = (path: string): boolean => /\.fbx$/i.test(path);

const rolesOption: Option<RobotRoles> = {
  value: 'LIST',
  example: 'leftHand=left_palm_link',
  says: 'links or bones that are not found, as in leftHand=left_palm_link,leftFoot=l_ankle',
  read(text, option) {
    const named: Partial<Record<Role, string>> = {};
    for (const each of text.split(',')) {
      const [role, link, ...more] = each.split('=');
      if (!link || more.length > 0) refuse(option, each, 'ROLE=LINK, separated by commas');
      if (!roles.includes(role as Role)) refuse(option, each, `one of these roles: ${roles.join(', ')}`);
      named[role as Role] = link!;
    }
    return named;
  },
};

const seconds = number('SECONDS', { least: 0, most: 1e6 });
const restOption: Option<number | 'found'> = {
  value: 'SECONDS|found',
  example: '0',
  says: "the recording's rest pose, a person who stands: as it is then, or found in the motion; default: the file's own, if it stands",
  read(text, option) {
    const time = text === 'found' ? text : numberIn(text);
    return time === 'found' || (time >= 0 && time < 1e6) ? time : refuse(option, text, 'seconds, or found');
  },
};

const options = {
  body: word('FILE')('the robot, whose root becomes free, or a character of glTF', 'robot.urdf'),
  sole: number('D', { least: 0, most: 1e6 })(
    "metres from the links of a robot's ankles down to its soles; default 0",
    '0.04',
  ),
  rest: restOption,
  up: keyOf('AXIS', { y: 'y', z: 'z' } as const)(
    'the axis of the recording that is up, y or z; default: found',
    'y',
  ),
  from: by(0, seconds('where to begin; default 0. Recordings that begin with a T-pose: 0.01', '0.01')),
  to: by(Infinity, seconds('where to end; default: the end', '2.5')),
  clip: word('NAME')('the animation of a glTF or FBX; default: its first', 'walk'),
  roles: by({}, rolesOption),
  'max-velocity': flag("keeps a robot's joints within the velocities of its file"),
  out: fileAs(endings)(
    "writes it: .csv or .json, the joint values, a trajectory that the package reads; .bvh, the motion and its skeleton; .glb, the character's file with the motion",
    'motion.csv',
  ),
  force: flag('overwrites the file'),
} as const;

export const retargetTable: Table<typeof options> = {
  name: 'limber retarget',
  usage: 'MOTION.bvh|.fbx|.glb|.vrma --body ROBOT.urdf|BODY.glb|.vrm [--out FILE]',
  purpose:
    "Puts a person's recorded motion onto a character or a humanoid robot, with feet that stay put. A robot stays within the limits of its joints.",
  words: {
    count: 1,
    missing: 'name a recording, as in: limber retarget walk.bvh --body robot.urdf',
    most: 'one recording',
  },
  options,
};

export interface RetargetCommand extends Omit<ValuesOf<typeof options>, 'body' | 'sole' | 'out'> {
  readonly kind: 'retarget';
  /** A BVH, or a glTF or an FBX with an animation. */
  readonly path: string;
  /** A URDF, or a glTF. */
  readonly body: string;
  /** Metres. */
  readonly sole: number;
  readonly out: { readonly path: string; readonly ending: Ending } | undefined;
}

/** Reads the arguments after `retarget`. @throws UsageError */
export function readRetarget(args: readonly string[]): RetargetCommand {
  const { words, values } = readTable(retargetTable, args);
  const [path] = words as [string];
  const { body, sole, clip, out } = values;
  if (body === undefined)
    throw new UsageError('--body is missing; give a robot or a character, as in --body robot.urdf');
  if (isFBX(body)) refuse('--body', body, 'a URDF or a glTF, into which Blender converts an FBX');
  if (sole !== undefined && isGLTF(body))
    throw new UsageError('--sole is for robots; a character has soles of its own');
  if (values['max-velocity'] && isGLTF(body))
    throw new UsageError('--max-velocity is for robots; the joints of a character have none');
  if (clip !== undefined && !isGLTF(path) && !isFBX(path))
    throw new UsageError('--clip is for glTF and FBX; a BVH has one motion');
  if (out?.format === '.glb' && !isGLTF(body))
    throw new UsageError(`--out is a .glb, but --body is no glTF; give .csv, .json or .bvh`);
  const file = out && { path: out.path, ending: out.format };
  return { kind: 'retarget', path, ...values, body, sole: sole ?? 0, out: file };
}
