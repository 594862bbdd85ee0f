/** What a reader's files are: a motion, a character or a robot. */
import { LoadingManager } from 'three';
import type { CharacterOptions } from 'limber/character';
import type { BodyOptions } from 'limber/bench';
import type { AnimationClip, Object3D } from 'three';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { readFiles, sourceOf } from '../robot-files/files.ts';
import type { Given } from '../shell/files.ts';
import { robotLine } from './scene.ts';
import { readBVH, type Source, staged } from './source.ts';
import { ownRobot, type Walker } from './walker.ts';

export const accept = '.bvh,.glb,.gltf,.vrm,.vrma,.bin,.urdf,.xacro,.xml,.stl,.dae,.obj,image/*';

/** A character, from a file or made in code. */
export interface Loaded {
  readonly scene: Object3D;
  readonly humanoid: NonNullable<CharacterOptions['humanoid']>;
  /** Advances the file's own clothes and hair by some seconds. */
  readonly animate: ((seconds: number) => void) | null;
  readonly animations: readonly AnimationClip[];
  /** Places of its pins on their bones. */
  readonly offsets?: NonNullable<BodyOptions['offsets']>;
}

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

/** A file that cannot be shown, with a message for the reader. */
export class FileError extends Error {}

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

/** The JSON part of a file, which lists its contents. @throws FileError for what is not whole. */
function jsonOf(bytes: ArrayBuffer, name: string): string {
  const { byteLength } = bytes;
  if (byteLength === 0) throw new FileError(`“${name}” is empty.`);
  const view = new DataView(bytes);
  const text = (from: number, length: number) =>
    new TextDecoder().decode(new Uint8Array(bytes, from, length));
  if (byteLength >= 4 && view.getUint32(0, true) === 0x46546c67) {
    const wanted = byteLength < 20 ? 'more' : view.getUint32(8, true);
    if (wanted === 'more' || wanted > byteLength)
      throw new FileError(`“${name}” is not whole: it has ${byteLength} of ${wanted} bytes.`);
    return text(20, Math.min(view.getUint32(12, true), byteLength - 20));
  }
  const json = text(0, byteLength);
  if (!json.trimStart().startsWith('{'))
    throw new FileError(`“${name}” is not a glTF: it is neither JSON nor a GLB.`);
  try {
    JSON.parse(json);
    return json;
  } catch (error) {
    throw new FileError(`“${name}” is not whole: its JSON cannot be read (${reasonOf(error)}).`);
  }
}

/** The glTF, GLB or VRM among files; the others are its textures and buffers. @throws FileError */
async function readCharacter(main: File, given: readonly Given[]): Promise<Loaded> {
  const bytes = await main.arrayBuffer();
  const json = jsonOf(bytes, main.name);
  const beside = new Map(given.map(({ file }) => [file.name, URL.createObjectURL(file)]));
  try {
    return await parse(bytes, json, beside);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`“${main.name}” cannot be opened: ${reasonOf(error)}.`);
  } finally {
    for (const url of beside.values()) URL.revokeObjectURL(url);
  }
}

async function parse(bytes: ArrayBuffer, json: string, beside: ReadonlyMap<string, string>): Promise<Loaded> {
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const missing: string[] = [];
  const manager = new LoadingManager();
  manager.setURLModifier((url) => beside.get(decodeURIComponent(url.split('/').at(-1)!)) ?? url);
  manager.onError = (url) => missing.push(url);
  const loader = new GLTFLoader(manager);
  const vrm = /"VRMC?_?vrm"|"VRM"/.test(json) ? await import('@pixiv/three-vrm') : null;
  if (vrm) loader.register((parser) => new vrm.VRMLoaderPlugin(parser));
  const gltf = await loader.parseAsync(bytes, '').catch((error: unknown) => {
    const files = missing.filter((url) => !url.startsWith('blob:')).map((url) => `“${url}”`);
    if (files.length === 0) throw error;
    throw new FileError(`The file needs ${files.join(', ')} too: drop all its files together.`);
  });
  const body = gltf.userData.vrm as import('@pixiv/three-vrm').VRM | undefined;
  const { animations } = gltf;
  if (!vrm || !body) return { scene: gltf.scene, humanoid: 'auto', animate: null, animations };
  vrm.VRMUtils.rotateVRM0(body);
  // Pose the bones themselves, not the normalised ones that would be copied over them.
  body.humanoid.autoUpdateHumanBones = false;
  const animate = (seconds: number) => body.update(seconds);
  return { scene: body.scene, humanoid: body.humanoid, animate, animations };
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
