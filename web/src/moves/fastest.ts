/** The fastest motion along a curve within bounds on velocity and acceleration, from rest to rest. */
import type { BoundedGroup } from './bounds.ts';
import type { Spline } from './spline.ts';

/** Rows |c s̈ + d ṡ²| ≤ most at each point of a grid, and the largest allowed ṡ². */
export interface Constraints {
  /** The grid, from 0 to the curve's length. */
  readonly s: Float64Array;
  /** Number of rows per point. */
  readonly rows: number;
  readonly c: Float64Array;
  readonly d: Float64Array;
  readonly most: Float64Array;
  readonly fastest: Float64Array;
}

/**
 * Directions in the plane of a vector's change in which its length is bounded: an octagon inside the circle.
 */
const directions = [0, 0.25, 0.5, 0.75].map(
  (turn) => [Math.cos(turn * Math.PI), Math.sin(turn * Math.PI)] as const,
);
const inside = Math.cos(Math.PI / 8);

/**
 * With q(s): q̇ = q′ ṡ and q̈ = q′ s̈ + q″ ṡ². A coordinate gives one row. A vector p bounded by its length
 * has the components |p′| s̈ + t ṡ² along p′ and n ṡ² across it, which an octagon bounds.
 */
export function constrain(
  curve: Spline,
  s: Float64Array,
  width: number,
  groups: readonly BoundedGroup[],
): Constraints {
  const points = s.length;
  const vectors = groups.filter((group) => group.width === 3).length;
  const rows = groups.length - vectors + directions.length * vectors;
  const [c, d, most] = [0, 1, 2].map(() => new Float64Array(points * rows)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const fastest = new Float64Array(points).fill(Infinity);
  const [first, second] = [new Float64Array(width), new Float64Array(width)];
  for (let i = 0; i < points; ++i) {
    curve.at(s[i]!, first, 1);
    curve.at(s[i]!, second, 2);
    let row = i * rows;
    for (const {
      at,
      width: size,
      most: [velocity, acceleration],
    } of groups) {
      const [along, tangent, normal] = size === 1 ? [first[at]!, second[at]!, 0] : parts(first, second, at);
      // Without motion along the curve only the bend counts.
      const bend = Math.abs(along) < 1e-9 ? Math.hypot(tangent, normal) : normal;
      fastest[i] = Math.min(fastest[i]!, (velocity / Math.abs(along)) ** 2, acceleration / bend);
      for (const [x, y] of size === 1 ? one : directions) {
        c[row] = x * along;
        d[row] = x * tangent + y * normal;
        most[row] = size === 1 ? acceleration : inside * acceleration;
        row += 1;
      }
    }
  }
  return { s, rows, c, d, most, fastest };
}

const one = [[1, 0]] as const;

/** |p′|, and the components of p″ along p′ and across it. */
function parts(first: Float64Array, second: Float64Array, at: number): [number, number, number] {
  let [dot, length, all] = [0, 0, 0];
  for (let k = at; k < at + 3; ++k) {
    dot += first[k]! * second[k]!;
    length += first[k]! ** 2;
    all += second[k]! ** 2;
  }
  if (length === 0) return [0, 0, Math.sqrt(all)];
  return [Math.sqrt(length), dot / Math.sqrt(length), Math.sqrt(Math.max(0, all - dot ** 2 / length))];
}

/** Most steps of Newton's method to the largest speed; few are needed. */
const mostSteps = 50;

/**
 * ṡ² = x at each point of the grid, by reachability (Pham and Pham 2018). Backwards: the largest x from which
 * the following points can be passed and the end reached at rest. Forwards: as fast as possible below that.
 * s̈ = a is constant between two points, x' = x + 2 Δ a, and the rows hold at both ends of each piece. x = 0
 * is always possible, because then a = 0 is.
 *
 * The largest x is where the smallest x' equals the largest possible at the next point, or the largest x'.
 * Both are convex and piecewise linear in x, so Newton's method from above ends after a few steps.
 *
 * @param share fraction of the acceleration bounds.
 */
export function fastestSpeeds(constraints: Constraints, share: number): Float64Array {
  const { s, fastest } = constraints;
  const last = s.length - 1;
  const most = new Float64Array(s.length);
  for (let i = last - 1; i >= 0; --i) {
    let x = Math.min(fastest[i]!, 1e12);
    for (let k = 0; k < mostSteps; ++k) {
      nextSpeeds(constraints, i, x, share);
      const [beyond, crossed] = [range.least - most[i + 1]!, range.least - range.greatest];
      if (Math.max(beyond, crossed) <= rounding * (x + most[i + 1]!)) break;
      let next = x;
      if (beyond > 0) next = Math.min(next, x - beyond / range.leastSlope);
      if (crossed > 0) next = Math.min(next, x - crossed / (range.leastSlope - range.greatestSlope));
      if (!(next < x)) break;
      x = Math.max(0, next);
    }
    most[i] = x;
  }
  const x = new Float64Array(s.length);
  for (let i = 0; i < last; ++i) {
    nextSpeeds(constraints, i, x[i]!, share);
    x[i + 1] = Math.max(0, Math.min(most[i + 1]!, range.greatest));
  }
  x[last] = 0;
  return x;
}

const rounding = 1e-9;
/** Allowed x' after an x, and the slopes of both bounds in x. */
const range = { least: 0, leastSlope: 0, greatest: 0, greatestSlope: 0 };

/** Narrows the range by |p x' + r x| ≤ limit. */
function narrow(p: number, r: number, x: number, limit: number): void {
  if (Math.abs(p) < 1e-12) return;
  const [middle, half, slope] = [(-r * x) / p, limit / Math.abs(p), -r / p];
  if (middle - half > range.least) {
    range.least = middle - half;
    range.leastSlope = slope;
  }
  if (middle + half < range.greatest) {
    range.greatest = middle + half;
    range.greatestSlope = slope;
  }
}

/**
 * Computes the allowed x' at point i + 1 after x at i. At i a row says |c (x' − x) / 2Δ + d x| ≤ m; at i + 1
 * |c (x' − x) / 2Δ + d x'| ≤ m.
 */
function nextSpeeds({ s, rows, c, d, most }: Constraints, i: number, x: number, share: number): void {
  const twice = 2 * (s[i + 1]! - s[i]!);
  range.least = range.leastSlope = range.greatestSlope = 0;
  range.greatest = Infinity;
  for (let k = 0; k < rows; ++k) {
    const [here, next] = [i * rows + k, (i + 1) * rows + k];
    const limit = share * most[here]!;
    if (limit === Infinity) continue;
    const [now, then] = [c[here]! / twice, c[next]! / twice];
    narrow(now, d[here]! - now, x, limit);
    narrow(then + d[next]!, -then, x, limit);
  }
}
