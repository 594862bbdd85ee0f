/** A filter that is slow at rest and quick in motion (Casiez, Roussel and Vogel 2012), two stages in a row. */
import { LimberError, show } from '../describe/errors.ts';
import { lengthOf, turnBetween, turnBy } from './turns.ts';

/** Settings of a One-Euro filter of two stages, by the names of its authors; at a cut-off frequency f it is 1 / (π f) late. */
export interface OneEuroOptions {
  /** Cut-off frequency at rest, in hertz; default 5.2, for leading an arm 0.3. */
  readonly minCutoff?: number;
  /** Hertz that it does not exceed; default Infinity, for leading an arm 14. */
  readonly maxCutoff?: number;
  /** Hertz by which it rises per unit of length a second, for a person per leg's length a second; default 1.2, for leading an arm 120. */
  readonly beta?: number;
  /** Units of length a second that are taken for noise: it rises beyond; default 0, for leading an arm 0.12. */
  readonly restSpeed?: number;
  /**
   * Seconds for which it stays when the motion slows, as where a hand turns round; then it falls within twice, and it rises within
   * a third of that time. Default 0: it follows the speed at once, which makes jerk of its own. For leading an arm 0.3.
   */
  readonly hold?: number;
}

/** Names of the settings. */
export const oneEuroNames = ['minCutoff', 'maxCutoff', 'beta', 'restSpeed', 'hold'] as const;

/** Values that differ by a vector of three: places, or turns. */
export interface Space {
  /** Numbers of a value. */
  readonly width: 3 | 4;
  /** Writes the vector from one value to another. */
  between(from: Float64Array, to: Float64Array, out: Float64Array): void;
  move(value: Float64Array, by: Float64Array): void;
}

/** Points. */
export const places: Space = {
  width: 3,
  between(from, to, out) {
    for (let k = 0; k < 3; ++k) out[k] = to[k]! - from[k]!;
  },
  move(value, by) {
    for (let k = 0; k < 3; ++k) value[k] = value[k]! + by[k]!;
  },
};

/** Unit quaternions, which differ by rotation vectors. */
export const turns: Space = { width: 4, between: turnBetween, move: turnBy };

/** Cut-off frequency of the speed, in hertz. */
const ofSpeed = 1;

/** The share of a step that passes below a frequency. */
const passing = (frequency: number, dt: number) => 1 / (1 + 1 / (2 * Math.PI * frequency * dt));

const step = new Float64Array(3);

/**
 * Two stages of a first order pass a third of the shaking (second differences) that one passes which is as late.
 */
export class OneEuro {
  readonly #speed = new Float64Array(3);
  readonly #between: Float64Array;
  readonly #at: Float64Array;
  readonly #settings: Required<OneEuroOptions>;
  #cutoff = 0;
  /** Seconds for which clearly less has been asked for. */
  #held = 0;

  /**
   * `unit`: the length or angle that counts as one.
   *
   * @throws LimberError `badOption` for a cut-off that is not positive, or another setting below 0.
   */
  constructor(
    readonly unit: number,
    { minCutoff = 5.2, maxCutoff = Infinity, beta = 1.2, restSpeed = 0, hold = 0 }: OneEuroOptions = {},
    private readonly space = places,
  ) {
    this.#settings = { minCutoff, maxCutoff, beta, restSpeed, hold };
    this.#between = new Float64Array(space.width);
    this.#at = new Float64Array(space.width);
    for (const name of oneEuroNames) {
      const value = this.#settings[name];
      const isCutoff = name.endsWith('Cutoff');
      const most = name === 'maxCutoff' ? Infinity : Number.MAX_VALUE;
      if ((isCutoff ? value > 0 : value >= 0) && value <= most) continue;
      const wanted = isCutoff ? 'hertz above 0' : 'a number from 0 up';
      throw new LimberError('badOption', `filter.${name} is ${show(value)}; give ${wanted}`);
    }
  }

  /** Replaces a value by the filtered one, after `begin`. `dt`: seconds since the last. */
  apply(value: Float64Array, dt: number): void {
    if (dt > 0) {
      const { minCutoff, maxCutoff, beta, restSpeed } = this.#settings;
      const speed = this.#speed;
      this.space.between(this.#between, value, step);
      const passes = passing(ofSpeed, dt);
      for (let k = 0; k < 3; ++k) speed[k] = speed[k]! + (step[k]! * (1 / dt) - speed[k]!) * passes;
      const fast = Math.max(0, lengthOf(speed) / this.unit - restSpeed);
      this.#ease(Math.min(maxCutoff, minCutoff + beta * fast), dt);
      const share = passing(this.#cutoff, dt);
      this.#approach(this.#between, value, share);
      this.#approach(this.#at, this.#between, share);
    }
    value.set(this.#at);
  }

  #ease(asked: number, dt: number): void {
    const { hold } = this.#settings;
    // Not by a hair: a speed that trembles would hold it for ever.
    this.#held = asked < 0.9 * this.#cutoff ? this.#held + dt : 0;
    if (asked < this.#cutoff && this.#held < hold) return;
    const time = asked > this.#cutoff ? hold / 3 : 2 * hold;
    this.#cutoff += (asked - this.#cutoff) * (dt / (time + dt));
  }

  #approach(from: Float64Array, to: Float64Array, share: number): void {
    this.space.between(from, to, step);
    for (let k = 0; k < 3; ++k) step[k] = step[k]! * share;
    this.space.move(from, step);
  }

  /** Begins anew at a value. */
  begin(value: Float64Array): void {
    this.#speed.fill(0);
    this.#cutoff = this.#settings.minCutoff;
    this.#held = 0;
    this.#between.set(value);
    this.#at.set(value);
  }
}
