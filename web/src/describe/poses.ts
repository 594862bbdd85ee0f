/** Poses px py pz qx qy qz qw stored in arrays. */

/**
 * Rotates the vector at `at` of `vectors` by the quaternion x y z w at `q` of `turns`; writes it at `to` of
 * `out`.
 */
export function turn(
  turns: ArrayLike<number>,
  q: number,
  vectors: ArrayLike<number>,
  at: number,
  out: Float64Array,
  to: number,
): void {
  const [x, y, z, w] = [turns[q]!, turns[q + 1]!, turns[q + 2]!, turns[q + 3]!];
  const [a, b, c] = [vectors[at]!, vectors[at + 1]!, vectors[at + 2]!];
  // v + 2 u × (u × v + w v), with u = (x, y, z).
  const [s, t, r] = [y * c - z * b + w * a, z * a - x * c + w * b, x * b - y * a + w * c];
  out[to] = a + 2 * (y * r - z * t);
  out[to + 1] = b + 2 * (z * s - x * r);
  out[to + 2] = c + 2 * (x * t - y * s);
}

/** Moves the point at `at` of `points` by the pose at `pose` of `poses`; writes it at `to` of `out`. */
export function movePoint(
  poses: ArrayLike<number>,
  pose: number,
  points: ArrayLike<number>,
  at: number,
  out: Float64Array,
  to: number,
): void {
  turn(poses, pose + 3, points, at, out, to);
  for (let axis = 0; axis < 3; ++axis) out[to + axis] = out[to + axis]! + poses[pose + axis]!;
}

/** Moves the pose at `at` of `moved` by the pose at `pose` of `poses`; writes it at `to` of `out`. */
export function movePose(
  poses: ArrayLike<number>,
  pose: number,
  moved: ArrayLike<number>,
  at: number,
  out: Float64Array,
  to: number,
): void {
  movePoint(poses, pose, moved, at, out, to);
  multiply(poses, pose + 3, moved, at + 3, out, to + 3);
}

/** Writes the product of the quaternions at `p` of `left` and at `q` of `right` to `to` of `out`. */
export function multiply(
  left: ArrayLike<number>,
  p: number,
  right: ArrayLike<number>,
  q: number,
  out: Float64Array,
  to: number,
): void {
  const [x, y, z, w] = [left[p]!, left[p + 1]!, left[p + 2]!, left[p + 3]!];
  const [a, b, c, d] = [right[q]!, right[q + 1]!, right[q + 2]!, right[q + 3]!];
  out[to] = w * a + x * d + y * c - z * b;
  out[to + 1] = w * b + y * d + z * a - x * c;
  out[to + 2] = w * c + z * d + x * b - y * a;
  out[to + 3] = w * d - x * a - y * b - z * c;
}
