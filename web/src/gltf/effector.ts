import { Quaternion, Vector3, type Object3D } from 'three';
import type { Vec3 } from '../description.ts';
import type { Goal, GoalDescription } from '../goal.ts';
import type { Problem } from '../problem.ts';
import { checkBlend, Seen } from './seen.ts';
import type { Similarity } from './similarity.ts';

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

/** Data that an effector gets from its character. @internal */
export interface EffectorPlace {
  readonly problem: Problem;
  readonly bone: Object3D;
  readonly link: string;
  /** Index of the link in the model. */
  readonly index: number;
  /** The bone's space in its link's frame. */
  readonly boneInLink: Quaternion;
  /** Metres per unit of the bone's space; negative in a mirror. */
  readonly scale: number;
  /** The space that holds the skeleton. */
  readonly space: Similarity;
  /** Removes the effector from its character. */
  readonly remove: () => void;
}

/** A point on a bone that reaches for a target. Made by `character.addEffector`. */
export class Effector {
  /** The target: metres, world. Write it at any time; default: the bone's current place. */
  readonly target = new Vector3();
  /** The bone's target orientation in the world, if `orientation` is on. */
  readonly targetOrientation = new Quaternion();
  /** The bone that reaches. */
  readonly bone: Object3D;
  /** Whether it also keeps `targetOrientation`. */
  readonly orientation: boolean;
  readonly #place: EffectorPlace;
  readonly #offset: Vector3;
  readonly #seen: Seen;
  readonly #goal: Goal;
  #weight: number;
  #blend: number;

  /** @internal */
  constructor(place: EffectorPlace, options: EffectorOptions) {
    this.#place = place;
    this.bone = place.bone;
    const { orientation = false, priority = 0, weight = 1, blend = 1, offset = [0, 0, 0] } = options;
    this.orientation = orientation;
    this.#weight = weight;
    this.#blend = checkBlend(blend);
    this.#seen = new Seen(place.space);
    this.#offset = new Vector3(...offset).multiplyScalar(place.scale).applyQuaternion(place.boneInLink);
    this.#goal = this.#makeGoal(priority, weight);
    this.toBone();
    this.see();
  }

  /** 0 switches it off at once. To fade, see `blend`. */
  get weight(): number {
    return this.#weight;
  }
  set weight(weight: number) {
    this.#goal.weight = weight;
    this.#weight = weight;
  }

  /**
   * Blends between the place (and orientation) in which `read` saw the bone, 0, and the target, 1. At 0 it
   * holds that place while the rest of the body moves. @throws LimberError `badGoal` unless it is from 0 to
   * 1.
   */
  get blend(): number {
    return this.#blend;
  }
  set blend(blend: number) {
    this.#blend = checkBlend(blend);
  }

  /** A whole number; the lowest comes first. */
  get priority(): number {
    return this.#goal.priority;
  }
  set priority(priority: number) {
    this.#goal.priority = priority;
  }

  /** Index of its link in the model. @internal */
  get index(): number {
    return this.#place.index;
  }

  /** The point last passed to the core: the target, or the one set by `blend`. @internal */
  aim(out: Vector3): Vector3 {
    return out.fromArray(this.#goal.target);
  }

  /** Metres from the target, or from the point set by `blend`, after the last solve. */
  get distance(): number {
    return this.#goal.distance;
  }

  /** Radians from the target orientation, or from the one set by `blend`, after the last solve. */
  get angle(): number {
    return this.#goal.angle;
  }

  /** Its current position: metres, world. */
  position(out: Vector3): Vector3 {
    const { poses } = this.#place.problem.state;
    const first = 7 * this.#place.index;
    linkOrientation(poses, first, turn);
    out.copy(this.#offset).applyQuaternion(turn);
    return out.set(out.x + poses[first]!, out.y + poses[first + 1]!, out.z + poses[first + 2]!);
  }

  /** Sets target and orientation to the bone's current place. */
  toBone(): void {
    this.position(this.target);
    linkOrientation(this.#place.problem.state.poses, 7 * this.#place.index, this.targetOrientation);
    this.targetOrientation.multiply(this.#place.boneInLink);
  }

  remove(): void {
    this.#place.problem.removeGoal(this.#goal);
    this.#place.remove();
  }

  /** Stores the bone's current place. @internal */
  see(): void {
    linkOrientation(this.#place.problem.state.poses, 7 * this.#place.index, turn);
    this.#seen.take(this.position(here), turn.multiply(this.#place.boneInLink));
  }

  /**
   * Passes the target to the core. A farther target weighs less, so that it pulls no harder than a near one:
   * a hand dragged out of reach does not pull the other one along. @internal
   */
  send(): void {
    const { target } = this.#goal;
    const isWhole = this.#blend === 1;
    wanted.copy(this.target);
    if (!isWhole) wanted.copy(this.#seen.position(here)).lerp(this.target, this.#blend);
    const away = this.position(here).distanceTo(wanted);
    const near = fullPull * this.#place.problem.model.reach;
    const weight = away > near ? (this.#weight * near) / away : this.#weight;
    // Writing a weight measures all goals again, so write only a changed one.
    if (this.#goal.weight !== weight) this.#goal.weight = weight;
    target[0] = wanted.x;
    target[1] = wanted.y;
    target[2] = wanted.z;
    if (!this.orientation) return;
    turn.copy(this.targetOrientation).normalize();
    if (!isWhole) turn.slerp(this.#seen.orientation(seenTurn), 1 - this.#blend);
    target[3] = turn.x;
    target[4] = turn.y;
    target[5] = turn.z;
    target[6] = turn.w;
  }

  #makeGoal(priority: number, weight: number): Goal {
    const { link, boneInLink, problem } = this.#place;
    const { x, y, z, w } = boneInLink;
    const position = this.#offset.toArray();
    const shared = { link, priority, weight };
    const description: GoalDescription = this.orientation
      ? { ...shared, type: 'pose', offset: { position, rotation: [x, y, z, w] } }
      : { ...shared, type: 'position', offset: { position } };
    return problem.addGoal(description);
  }
}

function linkOrientation(poses: Float64Array, first: number, out: Quaternion): void {
  out.set(poses[first + 3]!, poses[first + 4]!, poses[first + 5]!, poses[first + 6]!);
}

const turn = new Quaternion();
const seenTurn = new Quaternion();
const here = new Vector3();
const wanted = new Vector3();
/** Fraction of the reach within which a target has its full weight. */
const fullPull = 0.01;
