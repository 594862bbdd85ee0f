import { Quaternion, Vector3 } from 'three';
import type { Goal } from '../goal.ts';
import type { Problem } from '../problem.ts';
import { checkBlend, Seen } from './seen.ts';
import type { Similarity } from './similarity.ts';

/** Most radians that a pole turns an elbow per pass, of which a solve has two: so it also comes round from behind. */
const longestTurn = 0.08;

export interface PoleOptions {
  /**
   * The point to which elbow or knee points: metres, world. Default: straight ahead in its current direction.
   */
  readonly target?: readonly [number, number, number];
  /** A whole number; default 3, after all effectors. */
  readonly priority?: number;
  /** 0 (off) or more; default 1. */
  readonly weight?: number;
  /** From 0 (the direction in which `read` saw it point) to 1 (to the target); default 1. */
  readonly blend?: number;
}

/** Data that a pole gets from its character. @internal */
export interface PolePlace {
  readonly problem: Problem;
  /** Indices of the three links in the model: shoulder, elbow, hand. */
  readonly chain: readonly [number, number, number];
  /** The space that holds the skeleton. */
  readonly space: Similarity;
  readonly remove: () => void;
}

/**
 * A target that an elbow or knee points to. Shoulder and hand leave the elbow a circle; the elbow's target is
 * the point of the circle nearest to the pole, as a position goal that comes after the effectors. Made by
 * `character.addPole`.
 */
export class Pole {
  /** The target: metres, world. The elbow comes round to it by at most 9° per solve. */
  readonly target = new Vector3();
  readonly #place: PolePlace;
  readonly #goal: Goal;
  readonly #seen: Seen;
  #blend: number;

  /** @internal */
  constructor(place: PolePlace, { target, priority = 3, weight = 1, blend = 1 }: PoleOptions) {
    this.#place = place;
    this.#blend = checkBlend(blend);
    this.#seen = new Seen(place.space);
    const { problem, chain } = place;
    const link = problem.model.links[chain[1]]!.name;
    this.#goal = problem.addGoal({ type: 'position', link, priority, weight });
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
   * Blends between the elbow's place as `read` saw it, 0, and the target, 1: by the angle about the line from
   * shoulder to hand. @throws LimberError `badGoal` unless it is from 0 to 1.
   */
  get blend(): number {
    return this.#blend;
  }
  set blend(blend: number) {
    this.#blend = checkBlend(blend);
  }

  /** Radians about the line from shoulder to hand between the elbow and the pole, or where `blend` puts it. */
  get angle(): number {
    return this.#readCircle() ? Math.abs(this.#wantedTurn()) : 0;
  }

  /** Current position of the elbow or knee: metres, world. */
  position(out: Vector3): Vector3 {
    return placeOf(this.#place, 1, out);
  }

  /** Sets the target straight ahead of the elbow, at a distance of the limb's length. */
  toBone(): void {
    this.#ahead(this.target);
  }

  remove(): void {
    this.#place.problem.removeGoal(this.#goal);
    this.#place.remove();
  }

  /** Stores the elbow's current direction. @internal */
  see(): void {
    this.#seen.take(this.#ahead(ahead), none);
  }

  /** Passes the elbow's target to the core. @internal */
  send(): void {
    const { target } = this.#goal;
    if (this.#readCircle()) {
      const turn = Math.max(-longestTurn, Math.min(longestTurn, this.#wantedTurn()));
      elbow.copy(centre).add(radial.applyAxisAngle(axis, turn));
    }
    target[0] = elbow.x;
    target[1] = elbow.y;
    target[2] = elbow.z;
  }

  /** The point straight ahead of the elbow, at a distance of the limb's length. */
  #ahead(out: Vector3): Vector3 {
    const isBent = this.#readCircle();
    return out.copy(elbow).addScaledVector(isBent ? radial.normalize() : axis, isBent ? limb.reach : 0);
  }

  /** Radians about the axis, from the elbow's current place. */
  #wantedTurn(): number {
    const turn = angleTo(this.target);
    if (this.#blend === 1) return turn;
    const seen = angleTo(this.#seen.position(ahead));
    const way = turn - seen;
    return seen + this.#blend * Math.atan2(Math.sin(way), Math.cos(way));
  }

  /** Reads centre, axis and radial from the state; false if the limb is straight. */
  #readCircle(): boolean {
    placeOf(this.#place, 0, shoulder);
    placeOf(this.#place, 1, elbow);
    placeOf(this.#place, 2, axis);
    limb.reach = shoulder.distanceTo(elbow) + elbow.distanceTo(axis);
    axis.sub(shoulder);
    if (axis.length() < 1e-6 * limb.reach) return false;
    axis.normalize();
    radial.subVectors(elbow, shoulder);
    centre.copy(shoulder).addScaledVector(axis, radial.dot(axis));
    radial.subVectors(elbow, centre);
    return radial.length() > 1e-4 * limb.reach;
  }
}

/** Radians about the axis from the elbow to a point. */
function angleTo(point: Vector3): number {
  toPoint.subVectors(point, centre);
  toPoint.addScaledVector(axis, -toPoint.dot(axis));
  return Math.atan2(across.crossVectors(radial, toPoint).dot(axis), radial.dot(toPoint));
}

function placeOf({ problem, chain }: PolePlace, which: 0 | 1 | 2, out: Vector3): Vector3 {
  const { poses } = problem.state;
  const first = 7 * chain[which];
  return out.set(poses[first]!, poses[first + 1]!, poses[first + 2]);
}

const none = new Quaternion();
const ahead = new Vector3();
const shoulder = new Vector3();
const elbow = new Vector3();
const centre = new Vector3();
const axis = new Vector3();
const radial = new Vector3();
const toPoint = new Vector3();
const across = new Vector3();
/**
 * Metres from shoulder to hand, stretched. A field, because V8 allocates an object for a number in a module
 * variable.
 */
const limb = { reach: 0 };
