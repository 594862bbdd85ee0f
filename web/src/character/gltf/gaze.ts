import { Quaternion, Vector3 } from 'three';
import type { Vec3 } from '../../describe/description.ts';
import { Aim, type AimPlace } from './aim.ts';

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

/** A bone that looks. @internal */
export interface GazeBone {
  /** Index of the link in the model. */
  readonly index: number;
  /** Viewing direction in the link's frame: a unit vector. */
  readonly axis: Vector3;
}

/** A bone, usually the head, that looks at a point. Made by `character.addGaze`. */
export class Gaze extends Aim {
  readonly #bone: GazeBone;

  /** @internal */
  constructor(place: AimPlace, bone: GazeBone, { target, priority = 2, weight = 1, blend = 1 }: GazeOptions) {
    const link = place.problem.model.links[bone.index]!.name;
    super(place, { type: 'lookAt', link, axis: bone.axis.toArray(), priority, weight }, blend);
    this.#bone = bone;
    if (target) this.target.fromArray(target);
    else this.toBone();
    this.see();
  }

  /** Sets the target a metre ahead in the bone's current direction. */
  override toBone(): void {
    const { axis, index } = this.#bone;
    this.at(index, place, turn);
    this.target.copy(axis).applyQuaternion(turn).add(place);
  }

  /** @internal */
  override see(): void {
    this.at(this.#bone.index, place, turn);
    this.seen.take(place, turn);
  }

  /** @internal */
  override send(): void {
    if (this.blend === 1) point.copy(this.target);
    else this.#readPart();
    this.write(point);
  }

  /**
   * Turns the stored line by a fraction of its angle to the target; the distance stays that of the target.
   */
  #readPart(): void {
    const from = this.seen.position(place);
    const line = point.copy(this.#bone.axis).applyQuaternion(this.seen.orientation(turn));
    const towards = sight.subVectors(this.target, from);
    const away = towards.length();
    if (away > 0)
      turn.slerp(whole.setFromUnitVectors(line, towards.divideScalar(away)).multiply(turn), this.blend);
    point
      .copy(this.#bone.axis)
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
