import { Quaternion, Vector3 } from 'three';
import type { Vec3 } from '../description.ts';
import type { Goal } from '../goal.ts';
import type { Problem } from '../problem.ts';
import { checkBlend, Seen } from './seen.ts';
import type { Similarity } from './similarity.ts';

export interface GazeOptions {
  /** The point to look at: metres, world. Default: a metre ahead in its current direction. */
  readonly target?: Vec3;
  /** Viewing direction in the bone's own space. Default: forward for a bone of a humanoid, otherwise +Z. */
  readonly axis?: Vec3;
  /** A whole number; default 2, after the effectors. */
  readonly priority?: number;
  /** 0 (off) or more; default 1. */
  readonly weight?: number;
  /** From 0 (the direction in which `read` saw it look) to 1 (at the target); default 1. */
  readonly blend?: number;
}

/** Data that a gaze gets from its character. @internal */
export interface GazePlace {
  readonly problem: Problem;
  /** Index of the link in the model. */
  readonly index: number;
  /** Viewing direction in the link's frame: a unit vector. */
  readonly axis: Vector3;
  /** The space that holds the skeleton. */
  readonly space: Similarity;
  readonly remove: () => void;
}

/** A bone, usually the head, that looks at a point. Made by `character.addGaze`. */
export class Gaze {
  /** The point to look at: metres, world. Write it at any time. */
  readonly target = new Vector3();
  readonly #place: GazePlace;
  readonly #goal: Goal;
  readonly #seen: Seen;
  #blend: number;

  /** @internal */
  constructor(place: GazePlace, { target, priority = 2, weight = 1, blend = 1 }: GazeOptions) {
    this.#place = place;
    this.#blend = checkBlend(blend);
    this.#seen = new Seen(place.space);
    const { axis, index, problem } = place;
    const link = problem.model.links[index]!.name;
    this.#goal = problem.addGoal({ type: 'lookAt', link, axis: axis.toArray(), priority, weight });
    if (target) this.target.fromArray(target);
    else this.toBone();
    this.see();
  }

  /** 0 switches it off at once. To fade, see `blend`. */
  get weight(): number {
    return this.#goal.weight;
  }
  set weight(weight: number) {
    this.#goal.weight = weight;
  }

  /**
   * Blends between the line of sight that `read` saw, 0, and the target, 1. At 0 it keeps looking that way
   * while the rest of the body moves. @throws LimberError `badGoal` unless it is from 0 to 1.
   */
  get blend(): number {
    return this.#blend;
  }
  set blend(blend: number) {
    this.#blend = checkBlend(blend);
  }

  /** Radians between its line of sight and the target, or the point set by `blend`, after the last solve. */
  get angle(): number {
    return this.#goal.angle;
  }

  /** Sets the target a metre ahead in the bone's current direction. */
  toBone(): void {
    const { axis, index, problem } = this.#place;
    const { poses } = problem.state;
    this.target.copy(axis).applyQuaternion(turn.fromArray(poses, 7 * index + 3));
    this.target.add(place.fromArray(poses, 7 * index));
  }

  remove(): void {
    this.#place.problem.removeGoal(this.#goal);
    this.#place.remove();
  }

  /** Stores the bone's current line of sight. @internal */
  see(): void {
    const { index, problem } = this.#place;
    this.#seen.take(
      place.fromArray(problem.state.poses, 7 * index),
      turn.fromArray(problem.state.poses, 7 * index + 3),
    );
  }

  /** Passes the target to the core. @internal */
  send(): void {
    const { target } = this.#goal;
    if (this.#blend === 1) point.copy(this.target);
    else this.#readPart();
    target[0] = point.x;
    target[1] = point.y;
    target[2] = point.z;
  }

  /**
   * Turns the stored line by a fraction of its angle to the target; the distance stays that of the target.
   */
  #readPart(): void {
    const from = this.#seen.position(place);
    const line = point.copy(this.#place.axis).applyQuaternion(this.#seen.orientation(turn));
    const towards = sight.subVectors(this.target, from);
    const away = towards.length();
    if (away > 0)
      turn.slerp(whole.setFromUnitVectors(line, towards.divideScalar(away)).multiply(turn), this.#blend);
    point
      .copy(this.#place.axis)
      .applyQuaternion(turn)
      .multiplyScalar(away || 1)
      .add(from);
  }
}

const turn = new Quaternion();
const whole = new Quaternion();
const place = new Vector3();
const point = new Vector3();
const sight = new Vector3();
