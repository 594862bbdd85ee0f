import { AnimationMixer, type AnimationClip, LoopOnce, type Object3D } from 'three';
import { LimberError, show } from '../../describe/errors.ts';
import { figureSize, type SkeletonOptions, SkeletonSource } from './skeleton-source.ts';

/** A person in motion, in any unit of length: at rest, and in each frame. */
export interface Figures {
  readonly name?: string;
  readonly rest: Float64Array;
  /** Figures one after another; see `figureSize`. */
  readonly frames: Float64Array;
  /** Seconds. */
  readonly times: Float64Array;
}

export interface ReadClipOptions extends SkeletonOptions {
  /** Seconds of the clip at which to begin; default 0. Some recordings begin with a T-pose. */
  readonly from?: number;
  /** Seconds of the clip at which to end; default: its end. */
  readonly to?: number;
  /** Frames per second; default: the clip's own, or 60 if its keys are sparse. */
  readonly rate?: number;
}

const sparse = 1 / 20;

/** Times at which a clip is read: those of its track with the most keys. */
function timesOf(clip: AnimationClip, { from = 0, to = Infinity, rate }: ReadClipOptions): Float64Array {
  const longest = clip.tracks.reduce((a, b) => (b.times.length > a.times.length ? b : a)).times;
  const isDense = longest.length > 1 && clip.duration / (longest.length - 1) <= sparse;
  const step = 1 / (rate ?? 60);
  const all =
    isDense && rate === undefined
      ? Float64Array.from(longest)
      : Float64Array.from({ length: Math.floor(clip.duration / step + 1e-9) + 1 }, (_, i) => i * step);
  return all.filter((time) => time >= from - 1e-9 && time <= to + 1e-9);
}

/** Calls `work`, then puts objects, parents first, back to where they were. */
export function restoring<T>(objects: readonly Object3D[], work: () => T): T {
  const kept = objects.map(
    ({ position, quaternion, scale }) => [position.clone(), quaternion.clone(), scale.clone()] as const,
  );
  try {
    return work();
  } finally {
    objects.forEach((object, i) => {
      const [position, quaternion, scale] = kept[i]!;
      object.position.copy(position);
      object.quaternion.copy(quaternion);
      object.scale.copy(scale);
      object.updateWorldMatrix(false, false);
    });
  }
}

/**
 * Reads a person's motion from a skeleton of three.js and its clip, as loaded from BVH, glTF or FBX. The
 * skeleton is left as it was.
 *
 * @throws LimberError `badDescription` if no human body is found; `badTrajectory` for a clip without keys, or
 *   keys that are not finite, naming the bone and the time.
 */
export function readClip(clip: AnimationClip, root: Object3D, options: ReadClipOptions = {}): Figures {
  const times = clip.tracks.length > 0 ? timesOf(clip, options) : new Float64Array();
  if (times.length === 0)
    throw new LimberError('badTrajectory', `the clip ${show(clip.name)} has no keys in this span of time`);
  const objects: Object3D[] = [];
  root.traverse((object) => objects.push(object));
  return restoring(objects, () => {
    const source = new SkeletonSource(root, options);
    const mixer = new AnimationMixer(root);
    const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    const frames = new Float64Array(figureSize * times.length);
    times.forEach((time, i) => {
      mixer.setTime(time);
      source.read(frames.subarray(figureSize * i, figureSize * (i + 1)), time);
    });
    mixer.uncacheRoot(root);
    return { name: clip.name, rest: source.rest, frames, times };
  });
}
