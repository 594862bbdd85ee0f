/** What a reader's files are: a motion, a character or a robot. */
import type { RobotSource } from '../robot-files/catalogue.ts';
import { FileError, type Loaded, readCharacter, readFBX } from '../robot-files/character.ts';
import { readFiles, sourceOf } from '../robot-files/files.ts';
import type { Given } from '../shell/files.ts';
import { robotLine } from './scene.ts';
import { readBVH, type Rest, type Source, staged } from './source.ts';
import { ownRobot, type Walker } from './walker.ts';

export const accept = '.bvh,.fbx,.glb,.gltf,.vrm,.vrma,.bin,.urdf,.xacro,.xml,.stl,.dae,.obj,image/*';

/** A file's name and text, for words about it. */
export interface About {
  file: string;
  text: string;
}

/** A motion, a body or a robot, or a motion and one of these; and a remark. */
export interface Opened {
  readonly source?: Source;
  readonly loaded?: Loaded;
  readonly robot?: Walker;
  /** The body's file, beside that of the motion. */
  readonly body?: string;
  readonly remark?: string;
}

/** How files are read. */
export interface Reading {
  /** A recording's rest pose. */
  readonly rest?: Rest;
  /** What an animated character is. */
  readonly as: 'motion' | 'body';
}

/** A person's animation, which can be followed. @throws LimberError if no human body is found. */
export function animated({ scene, animations: [clip], humanoid }: Loaded, rest?: Rest): Source | undefined {
  const options = { humanoid: humanoid === 'auto' ? true : humanoid, restPose: 'bind' } as const;
  return clip && staged(scene, clip, rest === undefined ? options : { ...options, rest });
}

async function readRobot(given: readonly Given[], about: About, before: RobotSource): Promise<Opened> {
  const read = await readFiles(given, before);
  [about.file, about.text] = [read.name, read.text];
  const source = sourceOf(read.name, read.text, read.given);
  const line = { ...robotLine, title: read.name, text: 'From your file.' };
  const { walker, remark } = await ownRobot(source, line);
  return { robot: walker, remark: [source.own!.warnings, remark].filter(Boolean).join(' ') };
}

/** The body among files. @throws Error or LimberError. */
async function readBody(given: readonly Given[], about: About, before: RobotSource): Promise<Opened | null> {
  const one = (kind: RegExp) => given.find(({ path }) => kind.test(path))?.file;
  const [character, fbx] = [one(/\.(glb|gltf|vrma?)$/i), one(/\.fbx$/i)];
  if (character) return { loaded: await readCharacter(character, given) };
  if (fbx) return { loaded: await readFBX(fbx) };
  return one(/\.(urdf|xacro|stl|dae|obj)$/i) ? readRobot(given, about, before) : null;
}

/**
 * Reads what is among files, also a BVH, or an FBX, and a body at once; meshes alone belong to the robot before. Writes into
 * `about` as it learns it.
 *
 * @throws Error or LimberError.
 */
export async function readGiven(
  given: readonly Given[],
  about: About,
  before: RobotSource,
  { rest }: Reading,
): Promise<Opened> {
  const named = (kind: RegExp) => given.find(({ path }) => kind.test(path))?.file;
  const [bvh, fbx, other] = [named(/\.bvh$/i), named(/\.fbx$/i), named(/\.(glb|gltf|vrma?|urdf|xacro)$/i)];
  const recording = bvh ?? (other && fbx);
  about.file = (recording ?? other ?? given[0]?.file)?.name ?? about.file;
  const bodies = given.filter(({ file }) => file !== recording);
  const body = await readBody(bodies, about, before);
  if (recording) {
    about.file = recording.name;
    if (bvh) about.text = await bvh.text();
    const name = (other ?? fbx)?.name;
    const source = bvh ? readBVH(about.text, rest) : animated(await readFBX(recording), rest);
    return { ...body, ...(body && name && { body: name }), ...(source && { source }) };
  }
  if (body) return body;
  throw new FileError(`“${about.file}” is neither a BVH, FBX, GLB, glTF or VRM, nor a URDF.`);
}
