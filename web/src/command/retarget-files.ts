/// <reference types="node" />
/** Recordings and bodies from their files. */
import { basename } from 'node:path';
import { type AnimationClip, Loader, LoadingManager, type Object3D, Texture } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js';
import { LimberError, listed, show } from '../describe/errors.ts';
import { Character } from '../character/gltf/character.ts';
import { Model } from '../core/model.ts';
import { checkBVH } from '../character/motion/bvh.ts';
import { type GLB, writeGLB } from '../character/motion/glb.ts';
import { RobotBody } from '../character/motion/robot-body.ts';
import { fromURDF } from '../robots/urdf/index.ts';
import { loadGLTF, readBytes, readGLTF } from './gltf-file.ts';
import { UsageError } from './reading.ts';
import { isFBX, isGLTF, type RetargetCommand } from './retarget-arguments.ts';
import type { ReadFile } from './solve.ts';

export interface Recording {
  readonly clip: AnimationClip;
  readonly root: Object3D;
  /** The file's own roles, if it is a VRM animation. */
  readonly humanoid: GLTF | 'auto';
}

/** An error names the file. */
export async function inFile<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LimberError) throw new LimberError(error.code, `${path}: ${error.message}`);
    throw error;
  }
}

function clipOf(animations: readonly AnimationClip[], wanted: string | undefined): AnimationClip {
  const found = wanted === undefined ? animations[0] : animations.find(({ name }) => name === wanted);
  if (found) return found;
  const text =
    animations.length === 0
      ? 'it has no animation'
      : `it has no animation ${show(wanted)}; --clip may be ${listed(animations.map(({ name }) => name))}`;
  throw new LimberError('badTrajectory', text);
}

async function readRecording({ path, clip }: RetargetCommand, read: ReadFile): Promise<Recording> {
  if (isGLTF(path)) {
    const gltf = await loadGLTF(readGLTF(path));
    return { clip: clipOf(gltf.animations, clip), root: gltf.scene, humanoid: gltf };
  }
  if (isFBX(path)) {
    const root = readFBX(readBytes(path));
    return { clip: clipOf(root.animations, clip), root, humanoid: 'auto' };
  }
  const { clip: only, skeleton } = new BVHLoader().parse(checkBVH(read(path)));
  only.name = basename(path).replace(/\.[^.]*$/, '');
  return { clip: only, root: skeleton.bones[0]!, humanoid: 'auto' };
}

/** Node has no pictures, and needs none. */
class NoPictures extends Loader<Texture> {
  override load(): Texture {
    return new Texture();
  }
}

/** @throws LimberError `badTrajectory` for a file that three refuses. */
function readFBX(bytes: Uint8Array): Object3D {
  const manager = new LoadingManager().addHandler(/./, new NoPictures());
  try {
    return new FBXLoader(manager).parse(Uint8Array.from(bytes).buffer, '');
  } catch (error) {
    throw new LimberError('badTrajectory', `three cannot read it: ${(error as Error).message}`);
  }
}

/** @throws LimberError that names the file. */
export const recordingOf = (command: RetargetCommand, read: ReadFile): Promise<Recording> =>
  inFile(command.path, () => readRecording(command, read));

export interface Robot {
  readonly body: RobotBody;
  readonly dispose: () => void;
}

export interface Figure {
  readonly body: Character;
  readonly gltf: GLTF;
  /** Its file. */
  readonly glb: Uint8Array;
  readonly dispose: () => void;
}

function robotOf({ body, roles, sole }: RetargetCommand, read: ReadFile): Robot {
  const model = Model.from(fromURDF(read(body), { root: { joint: { type: 'free' } } }));
  try {
    const robot = new RobotBody(model, { roles, sole });
    return {
      body: robot,
      dispose: () => {
        robot.dispose();
        model.dispose();
      },
    };
  } catch (error) {
    model.dispose();
    throw error;
  }
}

/** Bones that are given by role join those that are found. */
function humanoidOf(gltf: GLTF, { roles }: RetargetCommand) {
  if (Object.keys(roles).length === 0) return gltf;
  using found = new Character(gltf.scene, { humanoid: gltf });
  return { ...Object.fromEntries(found.humanoid), ...roles };
}

/** Their references would lead nowhere from another folder. */
function checkImages({ json }: GLB, { out }: RetargetCommand): void {
  const images = out?.ending === '.glb' && Array.isArray(json.images) ? json.images : [];
  const far = images.map((image) => (image as { uri?: unknown } | null)?.uri).find((uri) => typeof uri === 'string' && !uri.startsWith('data:')); // prettier-ignore
  if (far !== undefined)
    throw new UsageError(
      `--out is ${show(out!.path)}, but the picture ${show(far)} of --body is in a file of its own; give a .glb that holds its pictures`,
    );
}

async function figureOf(file: GLB, command: RetargetCommand): Promise<Figure> {
  checkImages(file, command);
  const gltf = await loadGLTF(file);
  const body = new Character(gltf.scene, { humanoid: humanoidOf(gltf, command) });
  return { body, gltf, glb: writeGLB(file), dispose: () => body.dispose() };
}

/** @throws LimberError that names the file. */
export const bodyOf = (command: RetargetCommand, read: ReadFile): Promise<Robot | Figure> =>
  inFile<Robot | Figure>(command.body, () =>
    isGLTF(command.body) ? figureOf(readGLTF(command.body), command) : robotOf(command, read),
  );
