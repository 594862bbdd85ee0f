/** Who is followed: a skeleton and its motion, made in code or read from a reader's file. */
import { LimberError } from 'limber';
import { Character, type Role } from 'limber/gltf';
import { checkBVH, type MotionReport, type RetargetOptions } from 'limber/motion';
import { type AnimationClip, AnimationMixer, Group, type Object3D, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';

export type FootSide = keyof MotionReport['contacts'];
export const footSides: readonly FootSide[] = ['left', 'right'];

/** Parts of a body, those that it has. */
export type Bones = ReadonlyMap<Role, Object3D>;

/** Places of the parts that are measured, at one time. */
export type Places = ReadonlyMap<Role, Vector3>;

export const measured: readonly Role[] = [
  'hips',
  ...footSides.flatMap((side): Role[] => [`${side}Foot`, `${side}Toes`, `${side}UpperArm`, `${side}Hand`]),
];

/** Frames per second at which motions are measured. */
export const rate = 60;

/** Seconds of a recording that are shown. */
const longest = 20;

/** Legs are made this long (metres), whatever unit the file has. */
const usualLeg = 0.895;

/** Share of frames in which a foot may be below the floor. */
const below = 0.05;

/** Lengths from which hands are scaled: an arm and half the shoulders' width; a leg. NaN: there is none. */
export function sizesOf(bones: Bones) {
  const apart = (a: Role, b: Role): number => {
    const [one, other] = [bones.get(a), bones.get(b)];
    return one && other
      ? one.getWorldPosition(new Vector3()).distanceTo(other.getWorldPosition(new Vector3()))
      : NaN;
  };
  const arm = apart('leftUpperArm', 'leftLowerArm') + apart('leftLowerArm', 'leftHand');
  return {
    reach: arm + apart('leftUpperArm', 'rightUpperArm') / 2,
    leg: apart('leftUpperLeg', 'leftLowerLeg') + apart('leftLowerLeg', 'leftFoot'),
  };
}

export function placesOf(bones: Bones): Places {
  return new Map(
    measured.flatMap((role) => {
      const bone = bones.get(role);
      return bone ? [[role, bone.getWorldPosition(new Vector3())] as const] : [];
    }),
  );
}

/** Height of the lower foot. */
export const lowestOf = (places: Places): number =>
  Math.min(...footSides.map((side) => (places.get(`${side}Toes`) ?? places.get(`${side}Foot`)!).y));

/** Places at all times of a clip; the bones stand as before. */
export function playThrough(clip: AnimationClip, root: Object3D, bones: Bones): Places[] {
  const mixer = new AnimationMixer(root);
  mixer.clipAction(clip).play();
  const all = Array.from({ length: Math.max(1, Math.round(clip.duration * rate)) }, (_, i) => {
    mixer.setTime(i / rate);
    root.updateWorldMatrix(true, true);
    return placesOf(bones);
  });
  mixer.stopAllAction();
  mixer.uncacheRoot(root);
  return all;
}

export class Source {
  readonly character: Character;
  readonly sizes: ReturnType<typeof sizesOf>;
  clip!: AnimationClip;
  /** How its skeleton and clip are read. */
  readonly options: RetargetOptions;
  places: readonly Places[] = [];
  /** Height on which its feet stand (metres). */
  floor = 0;
  #mixer: AnimationMixer | null = null;

  /**
   * `shown`: what stands in the view, the root or a group around it.
   *
   * @throws LimberError if no human body is found.
   */
  constructor(
    readonly root: Object3D,
    options: RetargetOptions = {},
    readonly shown = root,
  ) {
    this.options = { restPose: 'current', humanoid: true, ...options };
    const { humanoid, restPose } = this.options;
    this.character = new Character(root, { humanoid: humanoid!, restPose: restPose! });
    this.sizes = sizesOf(this.character.humanoid);
    const feet = footSides.filter((side) => this.character.humanoid.has(`${side}Foot`));
    if (feet.length === 2 && !Number.isNaN(this.sizes.leg)) return;
    this.dispose();
    throw new LimberError('unknownLink', 'a person needs thighs, shins and feet, which were not found');
  }

  dispose(): void {
    this.character.dispose();
  }

  load(clip: AnimationClip): void {
    this.rest();
    this.clip = clip;
    this.places = playThrough(clip, this.root, this.character.humanoid);
    this.character.reset();
    const lowest = this.places.map(lowestOf).sort((a, b) => a - b);
    this.floor = lowest[Math.floor(below * lowest.length)]!;
  }

  /** Poses its bones. */
  show(time: number): void {
    if (!this.#mixer) {
      this.#mixer = new AnimationMixer(this.root);
      this.#mixer.clipAction(this.clip).play();
    }
    this.#mixer.setTime(time);
  }

  /** It stands as it does at rest, which is how it is read. */
  rest(): void {
    this.#mixer?.stopAllAction();
    this.#mixer?.uncacheRoot(this.root);
    this.#mixer = null;
    this.character.reset();
  }
}

/** The turn about +Y from +Z to where a person faces most of the time; 0 without shoulders. */
export function headingOf(frames: readonly Places[]): number {
  const left = new Vector3();
  for (const places of frames) {
    const [one, other] = [places.get('leftUpperArm'), places.get('rightUpperArm')];
    if (one && other) left.add(one).sub(other);
  }
  return Math.atan2(-left.z, left.x);
}

/** In metres, on the floor, facing along +Z, and beginning where the bodies do. `from`: seconds that are left out. */
export function staged(root: Object3D, clip: AnimationClip, options: RetargetOptions = {}, from = 0): Source {
  for (const track of clip.tracks) track.trim(from, from + longest).shift(-from);
  clip.resetDuration();
  const most = Math.max(...clip.tracks.map(({ times }) => times.length));
  const how = most > 1 + 1.01 * rate * clip.duration ? { ...options, rate } : options;
  const holder = new Group().add(root);
  const before = new Source(root, how);
  before.dispose();
  holder.scale.setScalar(usualLeg / before.sizes.leg);
  const source = new Source(root, how, holder);
  source.load(clip);
  holder.rotation.y = -headingOf(source.places);
  source.load(clip);
  const { x, z } = source.places[0]!.get('hips')!;
  holder.position.set(-x, -source.floor, -z);
  source.load(clip);
  return source;
}

/** @throws LimberError for a damaged file, or if no human body is found. */
export function readBVH(text: string): Source {
  const { skeleton, clip } = new BVHLoader().parse(checkBVH(text));
  // Many recordings begin with a T-pose elsewhere.
  return staged(skeleton.bones[0]!, clip, {}, clip.tracks[0]?.times[1] ?? 0);
}
