/** A character in an element, loaded with the first glTF. */
import type { Object3D } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { LimberError } from '../../describe/errors.ts';
import { Character } from '../../character/gltf/character.ts';
import { checkGltf } from './gltf-check.ts';

/** @throws LimberError `loadFailed` for a file that cannot be read; `tooLarge`. */
export async function readFigure(data: ArrayBuffer, url: URL): Promise<Object3D> {
  checkGltf(data, url);
  try {
    const folder = /^(blob|data):/.test(url.protocol) ? '' : new URL('.', url).href;
    const { scene } = await new GLTFLoader().parseAsync(data, folder);
    return scene;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new LimberError('loadFailed', `${url.href} could not be read as glTF: ${why}`, { cause });
  }
}

export const makeCharacter = (scene: Object3D): Character => new Character(scene);

export { prepareCharacter } from '../../bench/character.ts';
