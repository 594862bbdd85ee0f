/** Reads a character from a reader's files. */
import type { AnimationClip, Object3D } from 'three';
import type { CharacterOptions } from 'limber/gltf';

/** A character from a file. */
export interface Loaded {
  readonly scene: Object3D;
  readonly humanoid: NonNullable<CharacterOptions['humanoid']>;
  /** Advances the file's own clothes and hair by some seconds. */
  readonly animate: ((seconds: number) => void) | null;
  readonly animations: readonly AnimationClip[];
}

const endings = /\.(glb|gltf|vrma?)$/i;

/** A file that cannot be shown, with a message for the reader. */
export class FileError extends Error {}

/**
 * Opens the glTF, GLB or VRM among files that were dropped together; the others are its textures and buffers.
 *
 * @throws FileError in words for the reader.
 */
export async function openFiles(files: readonly File[]): Promise<Loaded> {
  const main = files.find(({ name }) => endings.test(name));
  if (!main) {
    const names = files.map(({ name }) => `“${name}”`).join(', ');
    throw new FileError(`${names || 'That'} is not a glTF, GLB or VRM file.`);
  }
  const bytes = await main.arrayBuffer();
  const json = jsonOf(bytes, main.name);
  const beside = new Map(files.map((file) => [file.name, URL.createObjectURL(file)]));
  try {
    return await load(bytes, json, beside);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`“${main.name}” cannot be opened: ${reasonOf(error)}.`);
  } finally {
    for (const url of beside.values()) URL.revokeObjectURL(url);
  }
}

/** The JSON part of a file, which lists its contents. */
function jsonOf(bytes: ArrayBuffer, name: string): string {
  if (bytes.byteLength === 0) throw new FileError(`“${name}” is empty.`);
  const view = new DataView(bytes);
  const isBinary = bytes.byteLength >= 4 && view.getUint32(0, true) === 0x46546c67;
  if (!isBinary) {
    const text = new TextDecoder().decode(bytes);
    if (text.trimStart().startsWith('{')) return checkJson(text, name);
    throw new FileError(`“${name}” is not a glTF: it is neither JSON nor a GLB.`);
  }
  if (bytes.byteLength < 20 || view.getUint32(8, true) > bytes.byteLength) {
    const wanted = bytes.byteLength < 12 ? 'more' : `${view.getUint32(8, true)}`;
    throw new FileError(`“${name}” is not whole: it has ${bytes.byteLength} of ${wanted} bytes.`);
  }
  return new TextDecoder().decode(
    new Uint8Array(bytes, 20, Math.min(view.getUint32(12, true), bytes.byteLength - 20)),
  );
}

function checkJson(text: string, name: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new FileError(`“${name}” is not whole: its JSON cannot be read (${reasonOf(error)}).`);
  }
}

async function load(bytes: ArrayBuffer, json: string, beside: ReadonlyMap<string, string>): Promise<Loaded> {
  const [{ GLTFLoader }, { LoadingManager }] = await Promise.all([
    import('three/addons/loaders/GLTFLoader.js'),
    import('three'),
  ]);
  const missing: string[] = [];
  const manager = new LoadingManager();
  manager.setURLModifier((url) => beside.get(decodeURIComponent(url.split('/').at(-1)!)) ?? url);
  manager.onError = (url) => missing.push(url);
  const loader = new GLTFLoader(manager);
  const isVRM = /"VRMC?_?vrm"|"VRM"/.test(json);
  const vrm = isVRM ? await import('@pixiv/three-vrm') : null;
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

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
