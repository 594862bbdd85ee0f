/** Formats of a retargeted motion, chosen by the file's extension. */
import type { AnimationClip } from 'three';
import type { Character } from '../character/gltf/character.ts';
import { linesOfBVH } from '../character/motion/bvh-writer.ts';
import { addToGLB } from '../character/motion/glb.ts';
import type { RobotBody } from '../character/motion/robot-body.ts';
import type { Ending } from './retarget-arguments.ts';
import type { Trajectory } from '../moves/trajectory.ts';

/** A motion, and what its file needs of its body. */
export interface Retargeted {
  readonly trajectory: Trajectory;
  readonly body: Character | RobotBody;
  /** A character's clip, its file, and what three made of it. */
  readonly clip?: AnimationClip;
  readonly glb?: Uint8Array;
  readonly gltf?: Parameters<typeof addToGLB>[1];
}

/** The pieces of a file, made while it is written: a header, then one per frame; of `.json` and `.glb` all in one. */
export type MotionFormat = (motion: Retargeted) => Iterable<string | Uint8Array>;

function* toBVH({ trajectory, body }: Retargeted): Generator<string> {
  for (const line of linesOfBVH(trajectory, body)) yield `${line}\n`;
}

/** Formats, one line each. */
export const motionFormats: Readonly<Record<Ending, MotionFormat>> = {
  '.csv': ({ trajectory }) => trajectory.lines(),
  '.json': ({ trajectory }) => [`${JSON.stringify(trajectory)}\n`],
  '.bvh': toBVH,
  '.glb': ({ glb, gltf, clip }) => [addToGLB(glb!, gltf!, clip!)],
};
