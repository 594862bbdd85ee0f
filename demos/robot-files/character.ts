/** Reads a character from a reader's files: glTF, GLB or VRM, the others are its textures and buffers. */
import type { BodyOptions } from 'limber/bench';
import type { CharacterOptions } from 'limber/character';
import {
  type AnimationClip,
  type BufferGeometry,
  LoadingManager,
  Mesh,
  type MeshPhongMaterial,
  type Object3D,
} from 'three';
import { checkGltf } from '../../web/src/element/live/gltf-check.ts';
import { standardMaterial } from '../../web/src/three/standard-material.ts';
import type { Given } from '../shell/files.ts';

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

/** A file that cannot be shown, with a message for the reader. */
export class FileError extends Error {}

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

/** The JSON part of a file, which lists its contents. @throws FileError for what is not whole. */
function jsonOf(bytes: ArrayBuffer, name: string): string {
  const { byteLength } = bytes;
  if (byteLength === 0) throw new FileError(`“${name}” is empty; export it again.`);
  const view = new DataView(bytes);
  const text = (from: number, length: number) =>
    new TextDecoder().decode(new Uint8Array(bytes, from, length));
  if (byteLength >= 4 && view.getUint32(0, true) === 0x46546c67) {
    const wanted = byteLength < 20 ? 'more' : view.getUint32(8, true);
    if (wanted === 'more' || wanted > byteLength)
      throw new FileError(
        `“${name}” is not whole: it has ${byteLength} of ${wanted} bytes; copy or export it again.`,
      );
    return text(20, Math.min(view.getUint32(12, true), byteLength - 20));
  }
  const json = text(0, byteLength);
  if (!json.trimStart().startsWith('{'))
    throw new FileError(`“${name}” is not a glTF: it is neither JSON nor a GLB; export it as GLB.`);
  try {
    JSON.parse(json);
    return json;
  } catch (error) {
    throw new FileError(
      `“${name}” is not whole: its JSON cannot be read (${reasonOf(error)}); export it again.`,
    );
  }
}

/** The glTF, GLB or VRM among files; the others are its textures and buffers. @throws FileError */
export async function readCharacter(main: File, given: readonly Given[]): Promise<Loaded> {
  const bytes = await main.arrayBuffer();
  const json = jsonOf(bytes, main.name);
  const beside = new Map(given.map(({ file }) => [file.name, URL.createObjectURL(file)]));
  const url = new URL(encodeURIComponent(main.name), location.href);
  try {
    checkGltf(bytes, url);
    return await parse(main.name, bytes, json, beside);
  } catch (error) {
    if (error instanceof FileError) throw error;
    const reason = reasonOf(error).replace(`${url.href} could not be read as glTF: `, '');
    throw new FileError(`“${main.name}” cannot be opened: ${reason}; export it again.`);
  } finally {
    for (const url of beside.values()) URL.revokeObjectURL(url);
  }
}

async function parse(
  name: string,
  bytes: ArrayBuffer,
  json: string,
  beside: ReadonlyMap<string, string>,
): Promise<Loaded> {
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
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
    throw new FileError(`“${name}” needs ${files.join(', ')} too; drop all its files together.`);
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

/** The pages' three.js has no shaders of FBX's own materials. */
function standard(object: Object3D): void {
  if (!(object instanceof Mesh)) return;
  const plain = (each: MeshPhongMaterial) => {
    const { side, transparent, opacity } = each;
    return Object.assign(standardMaterial(each), { side, transparent, opacity });
  };
  const { material } = object as Mesh<BufferGeometry, MeshPhongMaterial | MeshPhongMaterial[]>;
  object.material = Array.isArray(material) ? material.map(plain) : plain(material);
}

/** An FBX. @throws FileError */
export async function readFBX(main: File): Promise<Loaded> {
  const { FBXLoader } = await import('three/addons/loaders/FBXLoader.js');
  try {
    const scene = new FBXLoader().parse(await main.arrayBuffer(), '');
    scene.traverse(standard);
    return { scene, humanoid: 'auto', animate: null, animations: scene.animations };
  } catch (error) {
    throw new FileError(`“${main.name}” cannot be opened: ${reasonOf(error)}; export it again.`);
  }
}
