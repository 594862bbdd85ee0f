/** What a reader's files are: a motion, a character or a robot. */
import type { RobotSource } from '../robot-files/catalogue.ts';
import { FileError, type Loaded, readCharacter } from '../robot-files/character.ts';
import { readFiles, sourceOf } from '../robot-files/files.ts';
import type { Given } from '../shell/files.ts';
import { robotLine } from './scene.ts';
import { readBVH, type Source, staged } from './source.ts';
import { ownRobot, type Walker } from './walker.ts';

export const accept = '.bvh,.glb,.gltf,.vrm,.vrma,.bin,.urdf,.xacro,.xml,.stl,.dae,.obj,image/*';

/** A file's name and text, for words about it. */
export interface About {
  file: string;
  text: string;
}

/** One of three, and a remark. */
export interface Opened {
  readonly source?: Source;
  readonly loaded?: Loaded;
  readonly robot?: Walker;
  readonly remark?: string;
}

/** A person's animation, which can be followed. @throws LimberError if no human body is found. */
export function animated({ scene, animations: [clip], humanoid }: Loaded): Source | undefined {
  return clip && staged(scene, clip, { humanoid: humanoid === 'auto' ? true : humanoid, restPose: 'bind' });
}

async function readRobot(given: readonly Given[], about: About, before: RobotSource): Promise<Opened> {
  const read = await readFiles(given, before);
  [about.file, about.text] = [read.name, read.text];
  const source = sourceOf(read.name, read.text, read.given);
  const line = { ...robotLine, title: read.name, text: 'From your file.' };
  const { walker, remark } = await ownRobot(source, line);
  return { robot: walker, remark: [source.own!.warnings, remark].filter(Boolean).join(' ') };
}

/**
 * Reads what is among files; meshes alone belong to the robot before. Writes into `about` as it learns it.
 *
 * @throws Error or LimberError.
 */
export async function readGiven(given: readonly Given[], about: About, before: RobotSource): Promise<Opened> {
  const one = (kind: RegExp) => given.find(({ path }) => kind.test(path))?.file;
  const [recording, character] = [one(/\.bvh$/i), one(/\.(glb|gltf|vrma?)$/i)];
  about.file = (recording ?? character ?? given[0]?.file)?.name ?? about.file;
  if (recording) {
    about.text = await recording.text();
    return { source: readBVH(about.text) };
  }
  if (character) return { loaded: await readCharacter(character, given) };
  if (one(/\.(urdf|xacro|stl|dae|obj)$/i)) return readRobot(given, about, before);
  throw new FileError(`“${about.file}” is neither a BVH, GLB, glTF or VRM, nor a URDF.`);
}
