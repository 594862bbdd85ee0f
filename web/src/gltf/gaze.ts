import { Quaternion, Vector3 } from 'three';
import type { Vec3 } from '../description.ts';
import type { Goal } from '../goal.ts';
import type { Problem } from '../problem.ts';

export interface GazeOptions {
  /** The point to look at: metres, world. Default: a metre ahead of where it looks now. */
  readonly target?: Vec3;
  /** The direction in which the bone looks, in its own space. Default: forward for a bone of a humanoid, otherwise +Z. */
  readonly axis?: Vec3;
  /** A whole number; default 2, after the effectors. */
  readonly priority?: number;
  /** 0 (off) or more; default 1. */
  readonly weight?: number;
}

/** What a gaze gets from its character. @internal */
export interface GazePlace {
  readonly problem: Problem;
  /** Place of the link among the model's. */
  readonly index: number;
  /** Unit vector: where it looks, in the link's frame. */
  readonly axis: Vector3;
  readonly remove: () => void;
}

/** A bone, usually the head, that looks at a point. Made by `character.addGaze`. */
export class Gaze {
  /** Metres, world. Write it at any time. */
  readonly target = new Vector3();
  readonly #place: GazePlace;
  readonly #goal: Goal;

  /** @internal */
  constructor(place: GazePlace, { target, priority = 2, weight = 1 }: GazeOptions) {
    this.#place = place;
    const { axis, index, problem } = place;
    const link = problem.model.links[index]!.name;
    this.#goal = problem.addGoal({ type: 'lookAt', link, axis: axis.toArray(), priority, weight });
    if (target) this.target.fromArray(target);
    else this.toBone();
  }

  /** 0: off. */
  get weight(): number {
    return this.#goal.weight;
  }
  set weight(weight: number) {
    this.#goal.weight = weight;
  }

  /** Radians between its line of sight and the target, after the last solve. */
  get angle(): number {
    return this.#goal.angle;
  }

  /** Sets the target a metre ahead of where the bone looks now. */
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

  /** Passes the target to the core. @internal */
  send(): void {
    const { target } = this.#goal;
    target[0] = this.target.x;
    target[1] = this.target.y;
    target[2] = this.target.z;
  }
}

const turn = new Quaternion();
const place = new Vector3();
