/** Unit quaternions x y z w in arrays, and the rotation vectors between them: an axis times radians. */
import { multiply } from '../describe/poses.ts';

const inverse = new Float64Array(4);
const product = new Float64Array(4);

/** Length of the first three numbers. Math.hypot takes several times as long. */
export const lengthOf = (v: ArrayLike<number>): number =>
  Math.sqrt(v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!);

/** Writes log(b a⁻¹) to `out`: the rotation vector from `a` to `b` in world axes, the short way. */
export function turnBetween(a: ArrayLike<number>, b: ArrayLike<number>, out: Float64Array): void {
  conjugate(a, inverse);
  multiply(b, 0, inverse, 0, product, 0);
  const w = product[3]!;
  const sine = lengthOf(product);
  // Half the turn by its sine; 2 is the limit for small ones.
  const scale = Math.sign(w || 1) * (sine > 0 ? (2 * Math.atan2(sine, Math.abs(w))) / sine : 2);
  for (let k = 0; k < 3; ++k) out[k] = scale * product[k]!;
}

/** Turns `q` by a rotation vector in world axes: exp(by) q, normalised. Leaves the bits of `q` where `by` is zero. */
export function turnBy(q: Float64Array, by: ArrayLike<number>): void {
  const angle = lengthOf(by);
  if (angle === 0) return;
  const scale = Math.sin(angle / 2) / angle;
  for (let k = 0; k < 3; ++k) inverse[k] = scale * by[k]!;
  inverse[3] = Math.cos(angle / 2);
  multiply(inverse, 0, q, 0, product, 0);
  const length = Math.sqrt(lengthOf(product) ** 2 + product[3]! ** 2);
  for (let k = 0; k < 4; ++k) q[k] = product[k]! / length;
}

/** Writes the inverse of a unit quaternion to `out`. */
export function conjugate(q: ArrayLike<number>, out: Float64Array): void {
  for (let k = 0; k < 3; ++k) out[k] = -q[k]!;
  out[3] = q[3]!;
}

/** Writes the unit quaternion that turns the axes to the unit vectors `x`, `y`, `z`, which are at right angles. */
export function turnFromAxes(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  z: ArrayLike<number>,
  out: Float64Array,
): void {
  const [p, q, r] = [y[2]! - z[1]!, z[0]! - x[2]!, x[1]! - y[0]!];
  const [s, t, u] = [x[1]! + y[0]!, x[2]! + z[0]!, y[2]! + z[1]!];
  const [a, b, c] = [x[0]!, y[1]!, z[2]!];
  // 4 q qᵀ: each of its rows is q, up to a factor; that with the largest diagonal is not zero.
  const rows = [
    [1 + a - b - c, s, t, p],
    [s, 1 - a + b - c, u, q],
    [t, u, 1 - a - b + c, r],
    [p, q, r, 1 + a + b + c],
  ];
  const best = rows.reduce((i, row, j) => (row[j]! > rows[i]![i]! ? j : i), 0);
  const length = Math.hypot(...rows[best]!);
  for (let k = 0; k < 4; ++k) out[k] = rows[best]![k]! / length;
}
