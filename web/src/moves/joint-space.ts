/** Distances and straight lines between joint values. */
import type { Model } from '../core/model.ts';
import type { Motion } from '../core/any-model.ts';
import { slerp } from './slerp.ts';
import { coordinateNames } from './trajectory.ts';

/** A motion with its name. */
interface Coordinate {
  readonly motion: Motion;
  /** Index of its first number in q. */
  readonly at: number;
  /** As in `coordinateNames`, without the unit. */
  readonly name: string;
  /** Divisor of its change: makes metres of a slide fractions of the size. */
  readonly unit: number;
  /** True for a hinge whose limits leave room for a whole turn. */
  readonly turnsRound: boolean;
}

const turn = 2 * Math.PI;

/** The coordinates of a model. */
export class JointSpace {
  readonly nq: number;
  readonly coordinates: readonly Coordinate[];
  /** Data of screws for `step`, which compares millions of pairs. */
  readonly #at: Int32Array;
  readonly #scale: Float64Array;
  readonly #wraps: Uint8Array;
  readonly #balls: readonly number[];

  constructor(model: Model) {
    this.nq = model.nq;
    const names = coordinateNames(model).map((name) => name.replace(/ \S+$/, ''));
    this.coordinates = model.links
      .flatMap(({ motions }) => motions.filter(({ mimics }) => !mimics))
      .map((motion) => {
        const { isBall, qIndex: at, w, v, limits } = motion;
        const turns = isBall || Math.hypot(...w) > 0;
        return {
          motion,
          at,
          name: names[at]!,
          unit: turns ? 1 : model.size,
          turnsRound: !isBall && turns && Math.hypot(...v) === 0 && limits[1] - limits[0] >= turn,
        };
      });
    const screws = this.coordinates.filter(({ motion }) => !motion.isBall);
    this.#at = Int32Array.from(screws, ({ at }) => at);
    this.#scale = Float64Array.from(screws, ({ unit }) => 1 / unit);
    this.#wraps = Uint8Array.from(screws, ({ turnsRound }) => Number(turnsRound));
    this.#balls = this.coordinates.filter(({ motion }) => motion.isBall).map(({ at }) => at);
  }

  /** True without balls, whose quaternions cannot be added. */
  get isFlat(): boolean {
    return this.coordinates.every(({ motion }) => !motion.isBall);
  }

  /** Writes the point at fraction `part` between row `i` of `a` and row `j` of `b`. */
  between(a: Float64Array, i: number, b: Float64Array, j: number, part: number, out: Float64Array): void {
    const [p, q] = [i * this.nq, j * this.nq];
    for (let k = 0; k < this.nq; ++k) out[k] = a[p + k]! + part * (b[q + k]! - a[p + k]!);
    for (const { motion, at } of this.coordinates)
      if (motion.isBall) {
        // One block for both, because slerp reads from one array.
        pair.set(a.subarray(p + at, p + at + 4));
        pair.set(b.subarray(q + at, q + at + 4), 4);
        slerp(pair, 0, 4, part, out, at);
      }
  }

  /**
   * The largest change of a coordinate: radians, slides as fractions of the size. `wraps`: ignores whole
   * turns.
   */
  step(a: Float64Array, i: number, b: Float64Array, j: number, wraps = false): number {
    const [p, q] = [i * this.nq, j * this.nq];
    let most = 0;
    for (let c = 0; c < this.#at.length; ++c) {
      const at = this.#at[c]!;
      let change = (b[q + at]! - a[p + at]!) * this.#scale[c]!;
      if (wraps && this.#wraps[c] === 1) change -= turn * Math.round(change / turn);
      if (change > most) most = change;
      else if (-change > most) most = -change;
    }
    for (const at of this.#balls) most = Math.max(most, angleBetween(a, p + at, b, q + at));
    return most;
  }

  /** Sum of all changes: radians, slides as fractions of the size. */
  travel(a: Float64Array, b: Float64Array): number {
    return this.coordinates.reduce((sum, { motion, at, unit }) => {
      return sum + (motion.isBall ? angleBetween(a, at, b, at) : Math.abs(b[at]! - a[at]!) / unit);
    }, 0);
  }

  /** Adds whole turns that bring row `j` of `b` nearest to row `i` of `a`, within the limits if possible. */
  unwrap(a: Float64Array, i: number, b: Float64Array, j: number): void {
    const [p, q] = [i * this.nq, j * this.nq];
    for (const { at, turnsRound, motion } of this.coordinates) {
      if (!turnsRound) continue;
      const [min, max] = motion.limits;
      let value = b[q + at]! + turn * Math.round((a[p + at]! - b[q + at]!) / turn);
      if (value > max) value -= turn;
      if (value < min) value += turn;
      b[q + at] = value;
    }
  }

  /** Brings row `i` within the limits by whole turns. Returns whether that is possible. */
  bringWithin(q: Float64Array, i: number): boolean {
    for (const { at, motion, turnsRound } of this.coordinates) {
      if (motion.isBall) continue;
      const [min, max] = motion.limits;
      let value = q[i * this.nq + at]!;
      if (turnsRound)
        value +=
          turn *
          (value < min
            ? Math.ceil((min - value) / turn)
            : value > max
              ? Math.floor((max - value) / turn)
              : 0);
      if (value < min || value > max) return false;
      q[i * this.nq + at] = value;
    }
    return true;
  }

  /** Names of the coordinates beyond a limit. */
  beyondLimits(q: Float64Array): string[] {
    const isBeyond = ({ motion: { isBall, limits }, at }: Coordinate): boolean =>
      !isBall && (q[at]! < limits[0] || q[at]! > limits[1]);
    return this.coordinates.filter(isBeyond).map(({ name }) => name);
  }

  /** Names of movable coordinates within `slack` of a limit or beyond it. */
  atLimit(q: Float64Array, slack: number): string[] {
    const isAt = ({ motion, at, unit }: Coordinate): boolean => {
      const [min, max] = motion.limits;
      return !motion.isBall && min < max && (q[at]! - min < slack * unit || max - q[at]! < slack * unit);
    };
    return this.coordinates.filter(isAt).map(({ name }) => name);
  }
}

const pair = new Float64Array(8);

/** Radians between two quaternions. */
export function angleBetween(a: Float64Array, p: number, b: Float64Array, q: number): number {
  let dot = 0;
  for (let k = 0; k < 4; ++k) dot += a[p + k]! * b[q + k]!;
  return 2 * Math.acos(Math.min(1, Math.abs(dot)));
}
