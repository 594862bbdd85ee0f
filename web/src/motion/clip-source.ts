import { AnimationMixer, type AnimationClip, LoopOnce, type Object3D, Quaternion, Vector3 } from 'three';
import { LimberError, show } from '../errors.ts';
import { Character, type CharacterOptions } from '../gltf/character.ts';
import { type Role, roles } from '../gltf/roles.ts';

/** Numbers of a figure, as in cpp/include/limber/motion.h: poses and weights of all roles, and the time. */
export const figureSize = 8 * roles.length + 1;

/** A person in motion, in any unit of length: at rest, and in each frame. */
export interface Figures {
  readonly rest: Float64Array;
  /** One after another. */
  readonly frames: Float64Array;
  /** Seconds. */
  readonly times: Float64Array;
}

export interface ReadClipOptions {
  /** Bones by role; see `CharacterOptions`. */
  readonly humanoid?: CharacterOptions['humanoid'];
  /** The source's rest pose: as it stands now, or the bind pose of its skin. Default `current`. */
  readonly restPose?: CharacterOptions['restPose'];
  /** Seconds of the clip at which to begin and end; default: all of it. Some recordings begin with a T-pose. */
  readonly from?: number;
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

/** A bone with a role, and its link's frame in its space. */
interface Part {
  readonly bone: Object3D;
  readonly inBone: Quaternion;
  /** Where its numbers are in a figure. */
  readonly at: number;
}

/**
 * The bones of a source, not joint values: an elbow that is read as a hinge would lose a part of its motion.
 */
function partsOf(
  root: Object3D,
  { humanoid = 'auto', restPose = 'current' }: ReadClipOptions,
  rest: Float64Array,
) {
  using character = new Character(root, { humanoid, restPose });
  if (character.humanoid.size === 0) {
    const text = `there is no human body in ${show(root.name)}; give its bones by role as options.humanoid`;
    throw new LimberError('badDescription', text);
  }
  character.reset();
  root.updateWorldMatrix(true, true);
  const { poses } = character.problem.state;
  return roles.flatMap((role: Role, i): Part[] => {
    const bone = character.humanoid.get(role);
    if (!bone) return [];
    const pose = poses.subarray(7 * character.linkOf(bone), 7 * character.linkOf(bone) + 7);
    const inBone = bone.getWorldQuaternion(new Quaternion()).conjugate();
    inBone.multiply(new Quaternion().fromArray(pose, 3));
    rest.set(pose, 7 * i);
    rest[7 * roles.length + i] = 1;
    return [{ bone, inBone, at: i }];
  });
}

/** Calls `work`, then puts all objects below `root` back to where they were. */
export function restoring<T>(root: Object3D, work: () => T): T {
  const kept: (() => void)[] = [];
  root.traverse((object) => {
    const [position, quaternion, scale] = [
      object.position.clone(),
      object.quaternion.clone(),
      object.scale.clone(),
    ];
    kept.push(() => {
      object.position.copy(position);
      object.quaternion.copy(quaternion);
      object.scale.copy(scale);
    });
  });
  try {
    return work();
  } finally {
    for (const restore of kept) restore();
    root.updateMatrixWorld(true);
  }
}

/**
 * Reads a person's motion from a skeleton of three.js and its clip, as loaded from BVH, glTF or FBX. The
 * skeleton is left as it was.
 *
 * @throws LimberError `badDescription` if no human body is found; `badTrajectory` for a clip without keys, or
 *   keys that are not finite, naming the bone and the time.
 */
export function readClip(root: Object3D, clip: AnimationClip, options: ReadClipOptions = {}): Figures {
  const times = clip.tracks.length > 0 ? timesOf(clip, options) : new Float64Array();
  if (times.length === 0)
    throw new LimberError('badTrajectory', `the clip ${show(clip.name)} has no keys in this span of time`);
  return restoring(root, () => {
    const rest = new Float64Array(figureSize);
    const parts = partsOf(root, options, rest);
    const mixer = new AnimationMixer(root);
    const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    const frames = new Float64Array(figureSize * times.length);
    times.forEach((time, i) => {
      mixer.setTime(time);
      root.updateMatrixWorld(true);
      const frame = frames.subarray(figureSize * i, figureSize * (i + 1));
      for (const part of parts) writePart(part, frame, time);
      frame[figureSize - 1] = time;
    });
    mixer.uncacheRoot(root);
    return { rest, frames, times };
  });
}

const place = new Vector3();
const turn = new Quaternion();
const scale = new Vector3();

function writePart({ bone, inBone, at }: Part, frame: Float64Array, time: number): void {
  bone.matrixWorld.decompose(place, turn, scale);
  turn.multiply(inBone);
  if (!Number.isFinite(place.x + place.y + place.z + turn.x + turn.y + turn.z + turn.w)) {
    const text = `the bone ${show(bone.name)} is not finite at ${time} s of the clip; is its file whole?`;
    throw new LimberError('badTrajectory', text);
  }
  frame.set([place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w], 7 * at);
  frame[7 * roles.length + at] = 1;
}
