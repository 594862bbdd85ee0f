import { AnimationMixer, type AnimationClip, LoopOnce, type Object3D, Quaternion, Vector3 } from 'three';
import { LimberError, show } from '../../describe/errors.ts';
import { asObject, bad } from '../../describe/flatten.ts';
import { isAbove, nameOf } from '../gltf/similarity.ts';
import type { HumanoidRecord } from '../gltf/humanoid.ts';
import { roles } from '../gltf/roles.ts';
import { boundClip, takeLengths } from './clip-tracks.ts';
import { standUp, stands } from './found-rest.ts';
import { figureSize, type SkeletonOptions, SkeletonSource } from './skeleton-source.ts';

/** A person in motion, in any unit of length: at rest, and in each frame. */
export interface Figures {
  readonly name?: string;
  readonly rest: Float64Array;
  /** Figures one after another; see `figureSize`. */
  readonly frames: Float64Array;
  /** Seconds. */
  readonly times: Float64Array;
  /** The recording's axis that was up; here it is +Y. */
  readonly up?: 'y' | 'z';
  /** What was done about a recording that is not as it should be, as sentences. */
  readonly warnings?: readonly string[];
}

export interface ReadClipOptions extends SkeletonOptions {
  /** Seconds of the clip at which to begin; default 0. Some recordings begin with a T-pose. */
  readonly from?: number;
  /** Seconds of the clip at which to end; default: its end. */
  readonly to?: number;
  /** Frames per second; default: the clip's own, or 60 if its keys are sparse. */
  readonly rate?: number;
  /**
   * The rest pose, a person who stands or nearly so: as in the clip at this time (seconds), or `found` in its motion, as
   * it is by default where the skeleton's own is no standing person (LaFAN1, Rokoko, Bandai-Namco).
   */
  readonly rest?: number | 'found';
  /** The recording's axis that is up; default: found by the back at rest and in motion, `y` in doubt. */
  readonly up?: 'y' | 'z';
}

/** Options of `readClip`, by name. */
export const readOptions = ['humanoid', 'restPose', 'from', 'to', 'rate', 'rest', 'up'] as const;

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

/** @throws LimberError `badDescription` for what is no clip of three.js, no skeleton's root, or a wrong option. */
function check(clip: AnimationClip, root: Object3D, options: ReadClipOptions): void {
  asObject(options, 'options', readOptions);
  if (!Array.isArray((clip as Partial<AnimationClip> | null | undefined)?.tracks))
    bad('the clip', 'an AnimationClip of three.js, such as gltf.animations[0]', clip);
  if ((root as Partial<Object3D> | null | undefined)?.isObject3D !== true)
    bad('the root', 'an Object3D of three.js, such as gltf.scene or skeleton.bones[0]', root);
  const { rest, up } = options;
  if (rest !== undefined && rest !== 'found' && !Number.isFinite(rest))
    bad('options.rest', "'found' or seconds of the clip", rest);
  if (up !== undefined && up !== 'y' && up !== 'z') bad('options.up', "'y' or 'z'", up);
}

/** The skeleton in its rest pose, and what there is to say about that. */
function sourceOf(
  root: Object3D,
  play: (time: number) => void,
  times: Float64Array,
  { rest, humanoid = 'auto', restPose }: ReadClipOptions,
): { readonly source: SkeletonSource; readonly warnings: readonly string[] } {
  if (typeof rest === 'number') {
    play(rest);
    return { source: new SkeletonSource(root, { humanoid, restPose: 'current' }), warnings: [] };
  }
  let error: unknown;
  if (rest === undefined)
    try {
      const source = new SkeletonSource(root, { humanoid, restPose });
      if (stands(source.rest)) return { source, warnings: [] };
    } catch (each) {
      error = each;
    }
  try {
    const { bones, time } = standUp(root, play, times, humanoid);
    const source = new SkeletonSource(root, { humanoid: Object.fromEntries(bones), restPose: 'current' });
    const text = `its rest pose is no person who stands; one was made of the frame at ${time.toFixed(2)} s`;
    return { source, warnings: rest === undefined ? [text] : [] };
  } catch (each) {
    throw error ?? each;
  }
}

/** A skeleton at rest, and its clip as it is meant: with tracks by uuid, and its own places. */
export interface RestingClip {
  readonly clip: AnimationClip;
  /** Its bones by role. */
  readonly humanoid: HumanoidRecord;
  /** What was done about a skeleton that does not stand at rest, as sentences. */
  readonly warnings: readonly string[];
}

/** The same, with what reads it. `play` poses the skeleton. */
function resting(clip: AnimationClip, root: Object3D, options: ReadClipOptions) {
  const times = clip.tracks.length > 0 ? timesOf(clip, options) : new Float64Array();
  if (times.length === 0)
    throw new LimberError('badTrajectory', `the clip ${show(clip.name)} has no keys in this span of time`);
  const own = boundClip(clip, root);
  const changes = takeLengths(own, root);
  const mixer = new AnimationMixer(root);
  const action = mixer.clipAction(own).setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  const play = (time: number) => {
    action.reset().play(); // it stops at its end
    mixer.setTime(time);
  };
  const { source, warnings } = sourceOf(root, play, times, options);
  const changed = tellChanges(changes, source.bones.get('hips'));
  return { clip: own, times, play, source, warnings: [...warnings, ...changed] };
}

/**
 * Poses a skeleton as it is read at rest, and leaves it there: to draw a recording beside its bodies. Options and errors
 * as of `readClip`.
 */
export function standAtRest(clip: AnimationClip, root: Object3D, options: ReadClipOptions = {}): RestingClip {
  check(clip, root, options);
  const { source, ...rest } = resting(clip, root, options);
  return { clip: rest.clip, humanoid: Object.fromEntries(source.bones), warnings: rest.warnings };
}

/** +Z of a recording becomes +Y. */
const upright = new Quaternion(-Math.SQRT1_2, 0, 0, Math.SQRT1_2);
/** Cosine of an angle within which a back is along an axis. */
const alongAxis = 0.8;

const hipsAt = 7 * roles.indexOf('hips');
const tops = [roles.indexOf('head'), roles.indexOf('neck')];

/** The unit direction from the hips to the head. */
function backOf(figure: Float64Array): Vector3 {
  const top = tops.find((role) => figure[7 * roles.length + role]! > 0) ?? 0;
  return new Vector3()
    .fromArray(figure, 7 * top)
    .sub(new Vector3().fromArray(figure, hipsAt))
    .normalize();
}

function hasZUp(rest: Float64Array, frames: Float64Array): boolean {
  const mean = new Vector3();
  for (let at = 0; at < frames.length; at += figureSize)
    mean.add(backOf(frames.subarray(at, at + figureSize)));
  return backOf(rest).z > alongAxis && mean.normalize().z > alongAxis;
}

/** Turns the places and rotations of a figure. */
function turn(figure: Float64Array, by: Quaternion): void {
  const [place, rotation] = [new Vector3(), new Quaternion()];
  for (let at = 0; at < 7 * roles.length; at += 7) {
    place.fromArray(figure, at).applyQuaternion(by).toArray(figure, at);
    rotation
      .fromArray(figure, at + 3)
      .premultiply(by)
      .toArray(figure, at + 3);
  }
}

/** A sentence about bones below the hips whose lengths change. */
function tellChanges(changes: ReadonlyMap<Object3D, number>, hips: Object3D | undefined): string[] {
  const inner = [...changes].filter(([object]) => hips && object !== hips && isAbove(hips, object));
  if (inner.length === 0) return [];
  const [most, change] = inner.reduce((a, b) => (b[1] > a[1] ? b : a));
  return [
    `${inner.length} of its bones change their lengths in time, ${nameOf(most)} by ${Math.round(100 * change)} %; ` +
      'the body keeps its own',
  ];
}

/**
 * Reads a person's motion from a skeleton of three.js and its clip, as loaded from BVH, glTF or FBX. The
 * skeleton is left as it was. `warnings` of the result tell what was done about files that are not as they should be.
 *
 * @throws LimberError `badDescription` if no human body is found; `badTrajectory` for a clip without keys, one that moves
 *   no bone of the skeleton, or keys that are not finite, naming the bone and the time.
 */
export function readClip(clip: AnimationClip, root: Object3D, options: ReadClipOptions = {}): Figures {
  check(clip, root, options);
  const objects: Object3D[] = [];
  root.traverse((object) => objects.push(object));
  return restoring(objects, () => {
    const { play, source, times, warnings } = resting(clip, root, options);
    const { rest } = source;
    const frames = new Float64Array(figureSize * times.length);
    const figures = Array.from(times, (_, i) => frames.subarray(figureSize * i, figureSize * (i + 1)));
    figures.forEach((figure, i) => {
      play(times[i]!);
      source.read(figure, times[i]!);
    });
    const isFound = options.up === undefined && hasZUp(rest, frames);
    const up = isFound ? 'z' : (options.up ?? 'y');
    if (up === 'z') for (const figure of [rest, ...figures]) turn(figure, upright);
    const told = isFound ? [...warnings, "its +Z is up, so it was turned; with up 'y' it is not"] : warnings;
    return { name: clip.name, rest, frames, times, up, warnings: told };
  });
}
