/** A filter that is slow at rest and quick in motion (Casiez, Roussel and Vogel 2012), two stages in a row. */
import { Vector3 } from 'three';
import { LimberError, show } from '../../describe/errors.ts';

/** Settings of a One-Euro filter of two stages, by the names of its authors; at a cut-off frequency f it is 1 / (π f) late. */
export interface OneEuroOptions {
  /** Cut-off frequency at rest, in hertz; default 5.2. */
  readonly minCutoff?: number;
  /** Hertz by which it rises per unit of length a second, for a person per leg's length a second; default 1.2. */
  readonly beta?: number;
}

/** Cut-off frequency of the speed, in hertz. */
const ofSpeed = 1;

/** The share of a step that passes below a frequency. */
const passing = (frequency: number, dt: number) => 1 / (1 + 1 / (2 * Math.PI * frequency * dt));

/**
 * Two stages of a first order pass a third of the shaking (second differences) that one passes which is as late.
 */
export class OneEuro {
  readonly #speed = new Vector3();
  readonly #between = new Vector3();
  readonly #at = new Vector3();
  readonly #minCutoff: number;
  readonly #beta: number;

  /**
   * `unit`: the length that counts as one, in the points' unit.
   *
   * @throws LimberError `badOption` for a cut-off that is not positive or a `beta` below 0.
   */
  constructor(
    readonly unit: number,
    { minCutoff = 5.2, beta = 1.2 }: OneEuroOptions = {},
  ) {
    if (!(minCutoff > 0 && minCutoff < Infinity))
      throw new LimberError('badOption', `filter.minCutoff is ${show(minCutoff)}; give hertz above 0`);
    if (!(beta >= 0 && beta < Infinity))
      throw new LimberError('badOption', `filter.beta is ${show(beta)}; give a number from 0 up`);
    this.#minCutoff = minCutoff;
    this.#beta = beta;
  }

  /** Replaces a point by the filtered one, after `begin`. `dt`: seconds since the last. */
  apply(point: Vector3, dt: number): void {
    if (dt > 0) {
      const speed = step.subVectors(point, this.#between).divideScalar(dt);
      this.#speed.lerp(speed, passing(ofSpeed, dt));
      const share = passing(this.#minCutoff + (this.#beta * this.#speed.length()) / this.unit, dt);
      this.#between.lerp(point, share);
      this.#at.lerp(this.#between, share);
    }
    point.copy(this.#at);
  }

  /** Begins anew at a point. */
  begin(point: Vector3): void {
    this.#speed.set(0, 0, 0);
    this.#between.copy(point);
    this.#at.copy(point);
  }
}

const step = new Vector3();
