/** What a reader's files are: a source, a body or a robot. */
import { FileError, openFiles } from '../character-files/files.ts';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { readFiles, sourceOf } from '../robot-files/files.ts';
import type { Given } from '../shell/files.ts';
import { type Actor, fileActor, ownRobot } from './actor.ts';
import { bodies, robotLine } from './scene.ts';
import { readBVH, type Source, staged } from './source.ts';

export const accept = '.bvh,.glb,.gltf,.vrm,.vrma,.bin,.urdf,.xacro,.xml,.stl,.dae,.obj,image/*';

/** A file's name and text, for words about it. */
export interface About {
  file: string;
  text: string;
}

export interface Opened {
  readonly made: Source | Actor;
  readonly remark: string;
}

const own = { text: 'From your file.' } as const;

/** A person with an animation is followed; one without is a body. */
async function readCharacter(given: readonly Given[], { file }: About): Promise<Opened> {
  const loaded = await openFiles(given.map((each) => each.file));
  const { animations, humanoid, scene } = loaded;
  const how = { humanoid: humanoid === 'auto' ? true : humanoid, restPose: 'bind' } as const;
  const [clip] = animations;
  const made = clip
    ? staged(scene, clip, how)
    : fileActor(loaded, { ...bodies.at(-1)!, ...own, title: file });
  return { made, remark: '' };
}

async function readRobot(given: readonly Given[], about: About, before: RobotSource): Promise<Opened> {
  const read = await readFiles(given, before);
  [about.file, about.text] = [read.name, read.text];
  const source = sourceOf(read.name, read.text, read.given);
  const { actor, remark } = await ownRobot(source, { ...robotLine, ...own, title: read.name });
  return { made: actor, remark: [source.own!.warnings, remark].filter(Boolean).join(' ') };
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
    return { made: readBVH(about.text), remark: '' };
  }
  if (character) return readCharacter(given, about);
  if (one(/\.(urdf|xacro|stl|dae|obj)$/i)) return readRobot(given, about, before);
  throw new FileError(`“${about.file}” is neither a BVH, GLB, glTF or VRM, nor a URDF.`);
}
