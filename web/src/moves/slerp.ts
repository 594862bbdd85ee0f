/** Interpolation of numbers, and of quaternions x y z w stored in arrays. */

/** The number at fraction `share` between `a` and `b`, whose difference may overflow. */
export function lerp(a: number, b: number, share: number): number {
  const way = b - a;
  return Number.isFinite(way) ? a + share * way : (1 - share) * a + share * b;
}

/** The inverse of `lerp`: the fraction at which `value` lies between `a` and `b`. */
export function shareOf(a: number, b: number, value: number): number {
  const scale = Number.isFinite(b - a) ? 1 : 0.5;
  return (scale * value - scale * a) / (scale * b - scale * a);
}

/**
 * Interpolates from the unit quaternion at `a` of `q` to the one at `b` by the fraction `share`, the short
 * way, at constant speed. Writes a unit quaternion to place `at` of `out`.
 */
export function slerp(
  q: ArrayLike<number>,
  a: number,
  b: number,
  share: number,
  out: Float64Array,
  at: number,
): void {
  let [sum, difference, dot] = [0, 0, 0];
  for (let k = 0; k < 4; k += 1) {
    const [x, y] = [q[a + k]!, q[b + k]!];
    dot += x * y;
    sum += (x + y) * (x + y);
    difference += (x - y) * (x - y);
  }
  // The arc between them on the sphere, at most a quarter turn; `atan2` is accurate for small arcs too.
  const sign = dot < 0 ? -1 : 1;
  const arc = 2 * Math.atan2(Math.sqrt(Math.min(sum, difference)), Math.sqrt(Math.max(sum, difference)));
  const sine = Math.sin(arc);
  const from = sine > 0 ? Math.sin((1 - share) * arc) / sine : 1 - share;
  const to = (sine > 0 ? Math.sin(share * arc) / sine : share) * sign;
  let length = 0;
  for (let k = 0; k < 4; k += 1) {
    const value = from * q[a + k]! + to * q[b + k]!;
    out[at + k] = value;
    length += value * value;
  }
  length = Math.sqrt(length);
  for (let k = 0; k < 4; k += 1) out[at + k] = out[at + k]! / length;
}
