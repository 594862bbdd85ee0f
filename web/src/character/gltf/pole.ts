import { Quaternion, Vector3 } from 'three';
import { Aim, type AimPlace } from './aim.ts';

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

/** Indices of three links in the model: shoulder, elbow, hand. @internal */
export type Limb = readonly [number, number, number];

/**
 * A target that an elbow or knee points to. Shoulder and hand leave the elbow a circle; the elbow's target is
 * the point of the circle nearest to the pole, as a position goal that comes after the effectors. Made by
 * `character.addPole`.
 */
export class Pole extends Aim {
  readonly #limb: Limb;

  /** @internal */
  constructor(place: AimPlace, limb: Limb, { target, priority = 3, weight = 1, blend = 1 }: PoleOptions) {
    const link = place.problem.model.links[limb[1]]!.name;
    super(place, { type: 'position', link, priority, weight }, blend);
    this.#limb = limb;
    if (target) this.target.fromArray(target);
    else this.toBone();
    this.see();
  }

  /** Radians about the line from shoulder to hand between the elbow and the pole, or where `blend` puts it. */
  override get angle(): number {
    return this.#readCircle() ? Math.abs(this.#wantedTurn()) : 0;
  }

  /** Current position of the elbow or knee: metres, world. */
  position(out: Vector3): Vector3 {
    return this.at(this.#limb[1], out);
  }

  /** Sets the target straight ahead of the elbow, at a distance of the limb's length. */
  override toBone(): void {
    this.#ahead(this.target);
  }

  /** @internal */
  override see(): void {
    this.seen.take(this.#ahead(ahead), none);
  }

  /** @internal */
  override send(): void {
    if (this.#readCircle()) {
      const turn = Math.max(-longestTurn, Math.min(longestTurn, this.#wantedTurn()));
      elbow.copy(centre).add(radial.applyAxisAngle(axis, turn));
    }
    this.write(elbow);
  }

  /** The point straight ahead of the elbow, at a distance of the limb's length. */
  #ahead(out: Vector3): Vector3 {
    const isBent = this.#readCircle();
    return out.copy(elbow).addScaledVector(isBent ? radial.normalize() : axis, isBent ? stretched.reach : 0);
  }

  /** Radians about the axis, from the elbow's current place. */
  #wantedTurn(): number {
    const turn = angleTo(this.target);
    if (this.blend === 1) return turn;
    const seen = angleTo(this.seen.position(ahead));
    const way = turn - seen;
    return seen + this.blend * Math.atan2(Math.sin(way), Math.cos(way));
  }

  /** Reads centre, axis and radial from the state; false if the limb is straight. */
  #readCircle(): boolean {
    this.at(this.#limb[0], shoulder);
    this.at(this.#limb[1], elbow);
    this.at(this.#limb[2], axis);
    stretched.reach = shoulder.distanceTo(elbow) + elbow.distanceTo(axis);
    axis.sub(shoulder);
    if (axis.length() < 1e-6 * stretched.reach) return false;
    axis.normalize();
    radial.subVectors(elbow, shoulder);
    centre.copy(shoulder).addScaledVector(axis, radial.dot(axis));
    radial.subVectors(elbow, centre);
    return radial.length() > 1e-4 * stretched.reach;
  }
}

/** Radians about the axis from the elbow to a point. */
function angleTo(point: Vector3): number {
  toPoint.subVectors(point, centre);
  toPoint.addScaledVector(axis, -toPoint.dot(axis));
  return Math.atan2(across.crossVectors(radial, toPoint).dot(axis), radial.dot(toPoint));
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
const stretched = { reach: 0 };
