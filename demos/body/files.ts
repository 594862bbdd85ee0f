/** What a reader's files are: a motion, a character or a robot. */
import type { CharacterOptions } from 'limber/character';
import type { BodyOptions } from 'limber/bench';
import type { AnimationClip, Object3D } from 'three';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { readFiles, sourceOf } from '../robot-files/files.ts';
import type { Given } from '../shell/files.ts';
import { robotLine } from './scene.ts';
import { readBVH, type Rest, type Source, staged } from './source.ts';
import { ownRobot, type Walker } from './walker.ts';

export const accept = '.bvh,.fbx,.glb,.gltf,.vrm,.vrma,.bin,.urdf,.xacro,.xml,.stl,.dae,.obj,image/*';

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
  const [{ GLTFLoader }, { LoadingManager }] = await Promise.all([
    import('three/addons/loaders/GLTFLoader.js'),
    import('three'),
  ]);
  const missing: string[] = [];
  const manager = new LoadingManager();
  manager.setURLModifier((url) => beside.get(decodeURIComponent(url.split('/').at(-1)!)) ?? url);
  manager.onError = (url) => missing.push(url);
  const loader = new GLTFLoader(manager);
  if (json.includes('EXT_meshopt_compression')) {
    const { MeshoptDecoder } = await import('three/addons/libs/meshopt_decoder.module.js');
    loader.setMeshoptDecoder(MeshoptDecoder);
  }
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

/** The FBX among files. @throws FileError */
async function readFBX(main: File): Promise<Loaded> {
  const { FBXLoader } = await import('three/addons/loaders/FBXLoader.js');
  try {
    const scene = new FBXLoader().parse(await main.arrayBuffer(), '');
    return { scene, humanoid: 'auto', animate: null, animations: scene.animations };
  } catch (error) {
    throw new FileError(`“${main.name}” cannot be opened: ${reasonOf(error)}.`);
  }
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
async function readBody(
  given: readonly Given[],
  one: (kind: RegExp) => File | undefined,
  about: About,
  before: RobotSource,
): Promise<Opened | null> {
  const [character, fbx] = [one(/\.(glb|gltf|vrma?)$/i), one(/\.fbx$/i)];
  if (character) return { loaded: await readCharacter(character, given) };
  if (fbx) return { loaded: await readFBX(fbx) };
  return one(/\.(urdf|xacro|stl|dae|obj)$/i) ? readRobot(given, about, before) : null;
}

/**
 * Reads what is among files, also a BVH and a body at once; meshes alone belong to the robot before. Writes into
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
  const one = (kind: RegExp) => given.find(({ path }) => kind.test(path))?.file;
  const [recording, character] = [one(/\.bvh$/i), one(/\.(glb|gltf|vrma?|fbx)$/i)];
  about.file = (recording ?? character ?? given[0]?.file)?.name ?? about.file;
  const body = await readBody(given, one, about, before);
  if (recording) {
    about.file = recording.name;
    about.text = await recording.text();
    const name = (character ?? one(/\.(urdf|xacro)$/i))?.name;
    return { ...body, ...(name && { body: name }), source: readBVH(about.text, rest) };
  }
  if (body) return body;
  throw new FileError(`“${about.file}” is neither a BVH, FBX, GLB, glTF or VRM, nor a URDF.`);
}
