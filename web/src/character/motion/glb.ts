/** Files of glTF as they are: read, and written again with one more animation. */
import { type AnimationClip, InterpolateDiscrete, InterpolateLinear, type KeyframeTrack, Matrix4, type Object3D, PropertyBinding, Quaternion, Vector3 } from 'three'; // prettier-ignore
import { LimberError, show } from '../../describe/errors.ts';
import type { GLTFLike } from '../gltf/humanoid.ts';

interface GLTFNode {
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
  [key: string]: unknown;
}

/** The used part of a glTF's JSON. */
export interface GLTFJson {
  nodes?: GLTFNode[];
  buffers?: { uri?: string; byteLength: number }[];
  bufferViews?: object[];
  accessors?: object[];
  animations?: object[];
  [key: string]: unknown;
}

/** A GLB's two parts. */
export interface GLB {
  readonly json: GLTFJson;
  readonly binary: Uint8Array;
}

const [magic, version] = [0x46546c67, 2];
const [jsonChunk, binaryChunk] = [0x4e4f534a, 0x004e4942];
const headerSize = 12;
const chunkHeaderSize = 8;

const bad = (text: string): never => {
  throw new LimberError('badDescription', text);
};

const lists = ['nodes', 'buffers', 'bufferViews', 'accessors', 'animations', 'meshes'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws LimberError `badDescription` for a text that is no glTF. */
export function parseGLTF(text: string): GLTFJson {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return bad('its JSON cannot be read; is the file whole?');
  }
  if (!isObject(json)) return bad('its JSON is no object');
  for (const key of lists) {
    const list = json[key] ?? [];
    if (!Array.isArray(list) || !list.every(isObject)) bad(`its ${key} are no list of objects`);
  }
  return json;
}

/** @throws LimberError `badDescription` for bytes that are no GLB or not all of one. */
export function readGLB(bytes: Uint8Array): GLB {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunk = (at: number, type: number): Uint8Array | undefined => {
    if (at + chunkHeaderSize > bytes.length) return undefined;
    const length = view.getUint32(at, true);
    if (view.getUint32(at + 4, true) !== type) return undefined;
    if (at + chunkHeaderSize + length > bytes.length) return bad('the GLB is cut off; is the file whole?');
    return bytes.subarray(at + chunkHeaderSize, at + chunkHeaderSize + length);
  };
  if (bytes.length < headerSize || view.getUint32(0, true) !== magic) bad('it does not begin as a GLB does');
  if (view.getUint32(4, true) !== version)
    bad(`it is a GLB of version ${view.getUint32(4, true)}; only ${version} is known`);
  if (view.getUint32(8, true) > bytes.length) bad('the GLB is cut off; is the file whole?');
  const text = chunk(headerSize, jsonChunk) ?? bad('the GLB has no JSON');
  const json = parseGLTF(new TextDecoder().decode(text));
  const next = headerSize + chunkHeaderSize + text.length;
  return { json, binary: chunk(next, binaryChunk) ?? new Uint8Array() };
}

const padded = (length: number) => 4 * Math.ceil(length / 4);

export function writeGLB({ json, binary }: GLB): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const [textSize, binarySize] = [padded(text.length), padded(binary.length)];
  const binaryAt = headerSize + chunkHeaderSize + textSize;
  const out = new Uint8Array(binaryAt + (binarySize > 0 ? chunkHeaderSize + binarySize : 0));
  const view = new DataView(out.buffer);
  const put = (at: number, ...numbers: number[]) =>
    numbers.forEach((each, i) => view.setUint32(at + 4 * i, each, true));
  put(0, magic, version, out.length, textSize, jsonChunk);
  // JSON is filled up with spaces.
  out.fill(0x20, headerSize + chunkHeaderSize, binaryAt);
  out.set(text, headerSize + chunkHeaderSize);
  if (binarySize > 0) {
    put(binaryAt, binarySize, binaryChunk);
    out.set(binary, binaryAt + chunkHeaderSize);
  }
  return out;
}

const paths: Readonly<Record<string, readonly [path: string, type: string]>> = {
  position: ['translation', 'VEC3'],
  quaternion: ['rotation', 'VEC4'],
  scale: ['scale', 'VEC3'],
};

/** How three's tracks go between keys, as far as glTF does. */
const interpolations: Readonly<Record<number, string>> = {
  [InterpolateDiscrete]: 'STEP',
  [InterpolateLinear]: 'LINEAR',
};

/** Animated nodes have no matrix. */
function splitMatrix(node: GLTFNode): void {
  if (!node.matrix) return;
  const [at, turn, size] = [new Vector3(), new Quaternion(), new Vector3()];
  new Matrix4().fromArray(node.matrix).decompose(at, turn, size);
  delete node.matrix;
  Object.assign(node, { translation: at.toArray(), rotation: turn.toArray(), scale: size.toArray() });
}

/** Appends numbers to a glTF, and returns their accessor. */
class Appender {
  readonly #json: GLTFJson;
  readonly #pieces: Uint8Array[];
  #length: number;

  constructor({ json, binary }: GLB) {
    this.#json = structuredClone(json);
    const own = this.#json.buffers?.[0];
    if (own?.uri !== undefined) bad('its numbers are in a file of their own; give a GLB that holds them');
    this.#pieces = [binary, new Uint8Array(padded(binary.length) - binary.length)];
    this.#length = padded(binary.length);
  }

  #push(list: string, item: object): number {
    const items = (this.#json[list] ??= []) as object[];
    return items.push(item) - 1;
  }

  numbers(values: ArrayLike<number>, type: string, size: number, bounds?: object): number {
    const bytes = new Uint8Array(Float32Array.from(values).buffer);
    const view = { buffer: 0, byteOffset: this.#length, byteLength: bytes.length };
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    const bufferView = this.#push('bufferViews', view);
    const count = values.length / size;
    return this.#push('accessors', { bufferView, componentType: 5126, count, type, ...bounds });
  }

  node(index: number): void {
    splitMatrix(this.#json.nodes![index]!);
  }

  /** The glTF with an animation. */
  end(animation: object): GLB {
    this.#push('animations', animation);
    const buffers = (this.#json.buffers ??= []);
    buffers[0] = { ...buffers[0], byteLength: this.#length };
    const binary = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      binary.set(piece, at);
      at += piece.length;
    }
    return { json: this.#json, binary };
  }
}

/**
 * A GLB (or a VRM) with one more animation and everything else as it is: textures, extensions and all. three's
 * GLTFExporter writes what three made of it, and needs a browser.
 *
 * @example
 * const gltf = await new GLTFLoader().parseAsync(glb, '');
 * const motion = retargetClip(clip, root, new Character(gltf.scene));
 * const bytes = addToGLB(glb, gltf, motion.clip);
 * @param glb the file.
 * @param gltf what three's GLTFLoader made of it.
 * @throws LimberError `badDescription` for bytes that are no GLB; `badTrajectory` for a track of another object, of
 *   something else than its place, rotation and scale, or that is cubic.
 */
export function addToGLB(
  glb: ArrayBuffer | Uint8Array,
  gltf: GLTFLike & { readonly scene: Object3D },
  clip: AnimationClip,
): Uint8Array {
  const out = new Appender(readGLB(glb instanceof Uint8Array ? glb : new Uint8Array(glb)));
  const inputs = new Map<string, number>();
  const inputOf = ({ times }: KeyframeTrack) => {
    const key = times.join();
    const known = inputs.get(key);
    if (known !== undefined) return known;
    const [min, max] = [[times[0]!], [times.at(-1)!]];
    const made = out.numbers(times, 'SCALAR', 1, { min, max });
    inputs.set(key, made);
    return made;
  };
  const samplers: object[] = [];
  const channels = clip.tracks.map((track, sampler) => {
    const { nodeName, propertyName } = PropertyBinding.parseTrackName(track.name);
    const object = PropertyBinding.findNode(gltf.scene, nodeName) as Object3D | null;
    const node = object === null ? undefined : gltf.parser.associations.get(object)?.nodes;
    const [path, type] = paths[propertyName] ?? [];
    if (node === undefined || path === undefined || type === undefined)
      throw new LimberError('badTrajectory', `the track ${show(track.name)} moves no node of this file`);
    const interpolation = interpolations[track.getInterpolation()];
    if (interpolation === undefined)
      throw new LimberError(
        'badTrajectory',
        `the track ${show(track.name)} is cubic; give one that is linear or steps`,
      );
    out.node(node);
    const output = out.numbers(track.values, type, track.getValueSize());
    samplers.push({ input: inputOf(track), output, interpolation });
    return { sampler, target: { node, path } };
  });
  return writeGLB(out.end({ name: clip.name, samplers, channels }));
}
