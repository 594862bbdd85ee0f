/// <reference types="node" />
/** Reads glTF in Node, where three loads no pictures: only nodes, skins and animations are given to it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { checkSize, LimberError, show } from '../describe/errors.ts';
import { mostBytes } from '../describe/input-limits.ts';
import { type GLB, type GLTFJson, parseGLTF, readGLB, writeGLB } from '../character/motion/glb.ts';
import { reasonOf, UsageError } from './reading.ts';

/** @throws UsageError if it cannot be read; LimberError `tooLarge`. */
export function readBytes(path: string): Uint8Array {
  try {
    const bytes = readFileSync(path);
    checkSize(bytes.length, mostBytes, 'bytes in the file');
    return bytes;
  } catch (error) {
    if (error instanceof LimberError) throw error;
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

const bad = (text: string): never => {
  throw new LimberError('badDescription', text);
};

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return bad(`the uri ${show(uri)} of a buffer cannot be read; % must be written as %25`);
  }
}

/** The numbers of a buffer that is beside a .gltf or in its text. */
function bufferOf(uri: unknown, path: string): Uint8Array {
  if (typeof uri !== 'string') return bad('a buffer has no uri; is the file whole?');
  const inside = /^data:[^,]*;base64,/.exec(uri)?.[0];
  if (inside !== undefined) return Buffer.from(uri.slice(inside.length), 'base64');
  if (/^[a-z]+:/i.test(uri)) throw new UsageError(`${path}: the buffer ${show(uri)} is not a file beside it`);
  return readBytes(join(dirname(path), decoded(uri)));
}

/** A .gltf with all its buffers in one. */
function gathered(path: string): GLB {
  const json = parseGLTF(new TextDecoder().decode(readBytes(path)));
  let length = 0;
  const pieces = (json.buffers ?? []).map(({ uri }) => {
    const bytes = bufferOf(uri, path);
    const at = length;
    length += 4 * Math.ceil(bytes.length / 4);
    return { bytes, at };
  });
  const binary = new Uint8Array(length);
  for (const { bytes, at } of pieces) binary.set(bytes, at);
  for (const view of (json.bufferViews ?? []) as { buffer: number; byteOffset?: number }[]) {
    view.byteOffset = (view.byteOffset ?? 0) + (pieces[view.buffer]?.at ?? 0);
    view.buffer = 0;
  }
  if (length > 0) json.buffers = [{ byteLength: length }];
  return { json, binary };
}

/** @throws UsageError if it cannot be read; LimberError for a file that is no glTF, cut off, or too large. */
export const readGLTF = (path: string): GLB =>
  /\.gltf$/i.test(path) ? gathered(path) : readGLB(readBytes(path));

/** Parts that Node cannot load, or does not need to. */
const pictures = ['images', 'textures', 'samplers', 'materials', 'extensionsUsed', 'extensionsRequired'];

/** A triangle of zeros, without morph targets, takes every mesh's place: a skin needs one. */
function withoutPictures(json: GLTFJson): GLTFJson {
  const accessors = [...(json.accessors ?? [])];
  const zeros = (componentType: number, type: string, bounds?: object) =>
    accessors.push({ componentType, count: 3, type, ...bounds }) - 1;
  const attributes = {
    POSITION: zeros(5126, 'VEC3', { min: [0, 0, 0], max: [0, 0, 0] }),
    JOINTS_0: zeros(5121, 'VEC4'),
    WEIGHTS_0: zeros(5126, 'VEC4'),
  };
  const stand = { primitives: [{ attributes }] };
  const kept = Object.entries(json).filter(([key]) => !pictures.includes(key));
  const { meshes, nodes } = json;
  return {
    ...Object.fromEntries(kept),
    accessors,
    ...(nodes && { nodes: nodes.map((node) => ({ ...node, weights: undefined })) }),
    ...(Array.isArray(meshes) && { meshes: meshes.map(() => stand) }),
  };
}

/** @throws LimberError `badDescription` for a file that three refuses. */
export async function loadGLTF({ json, binary }: GLB): Promise<GLTF> {
  const bytes = writeGLB({ json: withoutPictures(json), binary });
  try {
    return await new GLTFLoader()
      .setMeshoptDecoder(MeshoptDecoder)
      .parseAsync(bytes.buffer as ArrayBuffer, '');
  } catch (error) {
    return bad(`three cannot read it: ${(error as Error).message}`);
  }
}
