/** Who is followed: a skeleton and its motion, made in code or read from a reader's file. */
import { LimberError } from 'limber';
import {
  Character,
  checkBVH,
  type Figures,
  type HandRule,
  type MotionReport,
  readClip,
  type RetargetOptions,
  type Role,
  standAtRest,
} from 'limber/character';
import { type AnimationClip, Group, type Interpolant, type Object3D, PropertyBinding, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';

export type FootSide = keyof MotionReport['contacts'];
export const footSides: readonly FootSide[] = ['left', 'right'];

/** Parts of a body, those that it has, and places of those that are measured. */
export type Bones = ReadonlyMap<Role, Object3D>;
export type Places = ReadonlyMap<Role, Vector3>;

export const measured: readonly Role[] = [
  'hips',
  'head',
  ...footSides.flatMap((side): Role[] => [`${side}Foot`, `${side}Toes`, `${side}UpperArm`, `${side}Hand`]),
];

/** Frames per second. */
export const rate = 60;
/** Seconds of a recording that are shown. */
const longest = 20;
/** Legs are made this long (metres), whatever unit the file has. */
const usualLeg = 0.895;
/** Share of frames in which a foot may be below the floor. */
const below = 0.05;

export const placeOf = (object: Object3D): Vector3 => object.getWorldPosition(new Vector3());

/** Lengths from which hands are scaled: an arm and half the shoulders' width; a leg. NaN: there is none. */
export function sizesOf(bones: Bones) {
  const apart = (a: Role, b: Role): number => {
    const [one, other] = [bones.get(a), bones.get(b)];
    return one && other ? placeOf(one).distanceTo(placeOf(other)) : NaN;
  };
  const arm = apart('leftUpperArm', 'leftLowerArm') + apart('leftLowerArm', 'leftHand');
  return {
    reach: arm + apart('leftUpperArm', 'rightUpperArm') / 2,
    leg: apart('leftUpperLeg', 'leftLowerLeg') + apart('leftLowerLeg', 'leftFoot'),
  };
}

/** Updates objects and those above them, each once. */
export function updater(): (object: Object3D | null) => void {
  const done = new Set<Object3D>();
  return function update(object) {
    if (!object || done.has(object)) return;
    done.add(object);
    update(object.parent);
    object.updateWorldMatrix(false, false);
  };
}

export function placesOf(bones: Bones): Places {
  const update = updater();
  return new Map(
    measured.flatMap((role) => {
      const bone = bones.get(role);
      update(bone ?? null);
      return bone ? [[role, new Vector3().setFromMatrixPosition(bone.matrixWorld)] as const] : [];
    }),
  );
}

/** Height of the lower foot. */
export const lowestOf = (places: Places): number =>
  Math.min(...footSides.map((side) => (places.get(`${side}Toes`) ?? places.get(`${side}Foot`)!).y));

/** What three.js has, and its types have not. */
type Track = AnimationClip['tracks'][number] & { createInterpolant(): Interpolant };
type Binding = PropertyBinding & { setValue(values: ArrayLike<number>, first: number): void };

/**
 * Poses the objects of a clip at a time. A mixer keeps the last values to itself, and would miss that another clip,
 * or a solver, has moved the same bones.
 */
export function player(clip: AnimationClip, root: Object3D): (time: number) => void {
  const bound = (clip.tracks as unknown as readonly Track[]).map(
    (track) => [new PropertyBinding(root, track.name) as Binding, track.createInterpolant()] as const,
  );
  return (time) => bound.forEach(([binding, values]) => binding.setValue(values.evaluate(time), 0));
}

export class Source {
  readonly character: Character;
  readonly sizes: ReturnType<typeof sizesOf>;
  clip!: AnimationClip;
  /** Whether hands are where the ball is, also where they are near nothing else. */
  hands: HandRule = 'auto';
  /** How its skeleton and clip are read. */
  readonly options: RetargetOptions;
  figures!: Figures;
  /** At all frames. */
  places: readonly Places[] = [];
  /** Height on which its feet stand (metres). */
  floor = 0;
  /** Poses its bones. */
  show!: (time: number) => void;
  /** What was done about its file, as sentences. */
  warnings: readonly string[] = [];

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

  load(clip: AnimationClip): void {
    this.clip = clip;
    this.show = player(clip, this.root);
    this.places = Array.from({ length: Math.max(1, Math.round(clip.duration * rate)) }, (_, i) => {
      this.show(i / rate);
      return placesOf(this.character.humanoid);
    });
    this.rest();
    this.figures = readClip(clip, this.root, this.options);
    const lowest = this.places.map(lowestOf).sort((a, b) => a - b);
    this.floor = lowest[Math.floor(below * lowest.length)]!;
  }

  placesAt(time: number): Places {
    return this.places[Math.min(this.places.length - 1, Math.round(time * rate))]!;
  }

  /** It stands as it is read. */
  rest(): void {
    this.character.reset();
  }

  dispose(): void {
    this.character.dispose();
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

/** The rest pose of a recording: `RetargetOptions`. */
export type Rest = NonNullable<RetargetOptions['rest']> | undefined;

/** In metres, on the floor, facing along +Z, beginning where the bodies do. `from`: seconds that are left out. */
export function staged(root: Object3D, clip: AnimationClip, options: RetargetOptions = {}, from = 0): Source {
  const { clip: own, humanoid, warnings } = standAtRest(clip, root, { humanoid: true, ...options });
  for (const track of own.tracks) track.trim(from, from + longest).shift(-from);
  own.resetDuration();
  const most = Math.max(...own.tracks.map(({ times }) => times.length));
  const how = { humanoid, ...(most > 1 + 1.01 * rate * own.duration && { rate }) };
  const turned = new Group().add(root);
  const holder = new Group().add(turned);
  const before = new Source(root, how);
  before.dispose();
  holder.scale.setScalar(usualLeg / before.sizes.leg);
  const source = new Source(root, how, holder);
  source.load(own);
  source.warnings = [...warnings, ...source.figures.warnings!];
  if (source.figures.up === 'z') {
    turned.rotation.x = -Math.PI / 2;
    source.load(own);
  }
  holder.rotation.y = -headingOf(source.places);
  source.load(own);
  const { x, z } = source.places[0]!.get('hips')!;
  holder.position.set(-x, -source.floor, -z);
  source.load(own);
  return source;
}

/** @throws LimberError for a damaged file, or if no human body is found. */
export function readBVH(text: string, rest?: Rest): Source {
  const { skeleton, clip } = new BVHLoader().parse(checkBVH(text));
  // Many recordings begin with a T-pose elsewhere.
  const from = clip.tracks[0]?.times[1] ?? 0;
  const options = rest === undefined ? {} : { rest: rest === 'found' ? rest : rest + from };
  return staged(skeleton.bones[0]!, clip, options, from);
}
