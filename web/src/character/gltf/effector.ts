import { Quaternion, Vector3, type Object3D } from 'three';
import type { Vec3 } from '../../describe/description.ts';
import type { GoalDescription } from '../../core/goal.ts';
import { Aim, type AimPlace } from './aim.ts';

export interface EffectorOptions {
  /** Also keep the bone's orientation. Default: true for feet. */
  readonly orientation?: boolean;
  /**
   * A whole number, lowest first: an effector never disturbs those with a lower number. Default: 0 for feet,
   * 1 for all others.
   */
  readonly priority?: number;
  /** 0 (off) or more, among effectors of one priority; default 1. */
  readonly weight?: number;
  /** From 0 (the bone's place when `read` saw it) to 1 (the target); default 1. */
  readonly blend?: number;
  /**
   * The point that reaches, in the bone's own space and units (like a child mesh's position); default: its
   * origin.
   */
  readonly offset?: Vec3;
}

/** A bone that reaches. @internal */
export interface EffectorBone {
  readonly bone: Object3D;
  readonly link: string;
  /** Index of the link in the model. */
  readonly index: number;
  /** The bone's space in its link's frame. */
  readonly boneInLink: Quaternion;
  /** Metres per unit of the bone's space; negative in a mirror. */
  readonly scale: number;
}

const offsetOf = ({ boneInLink, scale }: EffectorBone, { offset = [0, 0, 0] }: EffectorOptions): Vector3 =>
  new Vector3(...offset).multiplyScalar(scale).applyQuaternion(boneInLink);

function goalOf(bone: EffectorBone, options: EffectorOptions): GoalDescription {
  const { orientation = false, priority = 0, weight = 1 } = options;
  const { x, y, z, w } = bone.boneInLink;
  const position = offsetOf(bone, options).toArray();
  const shared = { link: bone.link, priority, weight };
  return orientation
    ? { ...shared, type: 'pose', offset: { position, rotation: [x, y, z, w] } }
    : { ...shared, type: 'position', offset: { position } };
}

/** A point on a bone that reaches for a target. Made by `character.addEffector`. */
export class Effector extends Aim {
  /**
   * The bone's target orientation in the world, if `orientation` is on: as `read` last saw it, until it is written or
   * `toBone` called.
   */
  readonly targetOrientation = new Quaternion();
  /** The bone that reaches. */
  readonly bone: Object3D;
  /** Whether it also keeps `targetOrientation`. */
  readonly orientation: boolean;
  readonly #bone: EffectorBone;
  readonly #offset: Vector3;
  #weight: number;
  #isTurnGiven = false;

  /** @internal */
  constructor(place: AimPlace, bone: EffectorBone, options: EffectorOptions) {
    super(place, goalOf(bone, options), options.blend);
    this.#bone = bone;
    this.bone = bone.bone;
    this.orientation = options.orientation ?? false;
    this.#weight = options.weight ?? 1;
    this.#offset = offsetOf(bone, options);
    this.toBone();
    this.see();
    this.targetOrientation._onChange(() => {
      this.#isTurnGiven = true;
    });
  }

  /** The one that was set: a far target weighs less. */
  override get weight(): number {
    return this.#weight;
  }
  override set weight(weight: number) {
    super.weight = weight;
    this.#weight = weight;
  }

  /** A whole number; the lowest comes first. */
  get priority(): number {
    return this.goal.priority;
  }
  set priority(priority: number) {
    this.goal.priority = priority;
  }

  /** Index of its link in the model. @internal */
  get index(): number {
    return this.#bone.index;
  }

  /** The point last passed to the core: the target, or the one set by `blend`. @internal */
  aim(out: Vector3): Vector3 {
    return out.fromArray(this.goal.target);
  }

  /** Metres from the target, or from the point set by `blend`, after the last solve. */
  get distance(): number {
    return this.goal.distance;
  }

  /** Its current position: metres, world. */
  position(out: Vector3): Vector3 {
    this.at(this.#bone.index, origin, turn);
    return out.copy(this.#offset).applyQuaternion(turn).add(origin);
  }

  override toBone(): void {
    this.position(this.target);
    this.targetOrientation.copy(turn).multiply(this.#bone.boneInLink);
  }

  /** @internal */
  override see(): void {
    this.seen.take(this.position(here), turn.multiply(this.#bone.boneInLink));
    // An old one would pull the body about, however near the place is.
    if (this.#isTurnGiven) return;
    this.targetOrientation.copy(turn);
    this.#isTurnGiven = false;
  }

  /**
   * Passes the target to the core. A farther target weighs less, so that it pulls no harder than a near one:
   * a hand dragged out of reach does not pull the other one along. @internal
   */
  override send(): void {
    const { blend, goal } = this;
    wanted.copy(this.target);
    if (blend !== 1) wanted.copy(this.seen.position(here)).lerp(this.target, blend);
    const away = this.position(here).distanceTo(wanted);
    const near = fullPull * this.place.problem.model.reach;
    const weight = away > near ? (this.#weight * near) / away : this.#weight;
    // Writing a weight measures all goals again, so write only a changed one.
    if (goal.weight !== weight) goal.weight = weight;
    this.write(wanted);
    if (!this.orientation) return;
    turn.copy(this.targetOrientation).normalize();
    if (blend !== 1) turn.slerp(this.seen.orientation(seenTurn), 1 - blend);
    const { target } = goal;
    target[3] = turn.x;
    target[4] = turn.y;
    target[5] = turn.z;
    target[6] = turn.w;
  }
}

const turn = new Quaternion();
const seenTurn = new Quaternion();
const origin = new Vector3();
const here = new Vector3();
const wanted = new Vector3();
/** Fraction of the reach within which a target has its full weight. */
const fullPull = 0.01;
