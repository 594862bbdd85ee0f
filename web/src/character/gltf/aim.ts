import { Vector3, type Quaternion } from 'three';
import { LimberError, show } from '../../describe/errors.ts';
import type { Goal, GoalDescription } from '../../core/goal.ts';
import type { Problem } from '../../core/problem.ts';
import { Seen } from './seen.ts';
import type { Similarity } from './similarity.ts';

/** Data that an aim gets from its character. @internal */
export interface AimPlace {
  readonly problem: Problem;
  /** The space that holds the skeleton. */
  readonly space: Similarity;
  /** Removes the aim from its character. */
  readonly remove: () => void;
}

/** @throws LimberError `badGoal`. */
function checkBlend(blend: number): number {
  if (typeof blend === 'number' && blend >= 0 && blend <= 1) return blend;
  throw new LimberError(
    'badGoal',
    `blend is ${show(blend)}; give a number from 0 (as read) to 1 (the target)`,
  );
}

/** A bone with a target. */
export abstract class Aim {
  /** Where the bone reaches, looks or points: metres, world. Write it at any time. */
  readonly target = new Vector3();
  /** @internal */
  protected readonly place: AimPlace;
  /** @internal */
  protected readonly goal: Goal;
  /** @internal */
  protected readonly seen: Seen;
  #blend: number;

  /** @internal */
  constructor(place: AimPlace, goal: GoalDescription, blend = 1) {
    this.place = place;
    this.#blend = checkBlend(blend);
    this.seen = new Seen(place.space);
    this.goal = place.problem.addGoal(goal);
  }

  /** 0 switches it off at once. To fade, see `blend`. */
  get weight(): number {
    return this.goal.weight;
  }
  set weight(weight: number) {
    this.goal.weight = weight;
  }

  /**
   * Blends between what `read` saw, 0, and the target, 1: an effector by place and orientation, a gaze by its line of
   * sight, a pole by the angle about the line from shoulder to hand. At 0 it holds that while the rest of the body
   * moves. @throws LimberError `badGoal` unless it is from 0 to 1.
   */
  get blend(): number {
    return this.#blend;
  }
  set blend(blend: number) {
    this.#blend = checkBlend(blend);
  }

  /** Radians from the target, or from where `blend` puts it, after the last solve. */
  get angle(): number {
    return this.goal.angle;
  }

  remove(): void {
    this.place.problem.removeGoal(this.goal);
    this.place.remove();
  }

  /** Makes the bone's current place the target. */
  abstract toBone(): void;

  /** Stores the bone's current place. @internal */
  abstract see(): void;

  /** Passes the target to the core. @internal */
  abstract send(): void;

  /** @internal */
  protected write({ x, y, z }: Vector3): void {
    const { target } = this.goal;
    target[0] = x;
    target[1] = y;
    target[2] = z;
  }

  /** A link's place in the world, by its index. @internal */
  protected at(index: number, position: Vector3, orientation?: Quaternion): Vector3 {
    const { poses } = this.place.problem.state;
    orientation?.fromArray(poses, 7 * index + 3);
    return position.fromArray(poses, 7 * index);
  }
}
