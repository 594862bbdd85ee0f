/** Files in which a motion can be saved. A new one needs one line. */
import type { Trajectory } from 'limber';
import type { Character, RobotBody } from 'limber/character';
import type { AnimationClip, Object3D } from 'three';
import { csvOf, jsonOf } from '../shell/files.ts';

/** A motion to save: joint values of a body, and the same as an animation of a scene. */
export interface SavedMotion {
  readonly trajectory: Trajectory;
  readonly body: Character | RobotBody;
  readonly scene: Object3D;
  readonly clip: AnimationClip;
}

type Writer = (motion: SavedMotion) => Promise<Blob> | Blob;

async function glTFOf({ scene, clip }: SavedMotion, binary: boolean): Promise<Blob> {
  const { GLTFExporter } = await import('three/addons/exporters/GLTFExporter.js');
  const result = await new GLTFExporter().parseAsync(scene, { binary, animations: [clip] });
  return result instanceof ArrayBuffer
    ? new Blob([result], { type: 'model/gltf-binary' })
    : new Blob([JSON.stringify(result)], { type: 'model/gltf+json' });
}

async function bvhOf({ trajectory, body }: SavedMotion): Promise<Blob> {
  const { toBVH } = await import('limber/character');
  return new Blob([toBVH(trajectory, body)], { type: 'text/plain' });
}

/** By the ending of the file. */
export const formats = {
  glb: { title: 'GLB', write: (motion) => glTFOf(motion, true) },
  gltf: { title: 'glTF', write: (motion) => glTFOf(motion, false) },
  bvh: { title: 'BVH', write: bvhOf },
  json: { title: 'JSON', write: ({ trajectory }) => jsonOf(trajectory) },
  csv: { title: 'CSV', write: ({ trajectory }) => csvOf(trajectory) },
} satisfies Record<string, { readonly title: string; readonly write: Writer }>;

export type Format = keyof typeof formats;
export const formatNames = Object.keys(formats) as Format[];
