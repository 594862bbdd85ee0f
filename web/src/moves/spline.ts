/** Cubic splines through rows of numbers. */

/** A curve with continuous second derivatives. */
export interface Spline {
  /** Writes the values at a time; `derivative` 1 to 3 gives its derivatives. */
  readonly at: (time: number, out: Float64Array, derivative?: number) => void;
}

/**
 * Spline through rows of `width` numbers at ascending times, with zero curvature at its ends, or with zero
 * first derivatives if `isClamped`.
 *
 * With hᵢ = tᵢ₊₁ − tᵢ, dᵢ = (yᵢ₊₁ − yᵢ) / hᵢ and the second derivatives Mᵢ, continuous slopes require
 *
 *   hᵢ₋₁ Mᵢ₋₁ + 2 (hᵢ₋₁ + hᵢ) Mᵢ + hᵢ Mᵢ₊₁ = 6 (dᵢ − dᵢ₋₁),
 *
 * a tridiagonal system that needs no pivoting.
 */
export function naturalSpline(times: Float64Array, rows: Float64Array, width: number): Spline {
  const n = times.length;
  const second = new Float64Array(n * width);
  const upper = new Float64Array(n);
  for (let i = 1; i < n - 1; ++i) {
    const [before, after] = [times[i]! - times[i - 1]!, times[i + 1]! - times[i]!];
    const pivot = 2 * (before + after) - before * upper[i - 1]!;
    upper[i] = after / pivot;
    for (let k = 0; k < width; ++k) {
      const at = i * width + k;
      const bend = 6 * ((rows[at + width]! - rows[at]!) / after - (rows[at]! - rows[at - width]!) / before);
      second[at] = (bend - before * second[at - width]!) / pivot;
    }
  }
  for (let i = n - 2; i > 0; --i)
    for (let k = 0; k < width; ++k) second[i * width + k]! -= upper[i]! * second[(i + 1) * width + k]!;
  let segment = 0;
  const find = (time: number): void => {
    // Times mostly come in order.
    while (segment < n - 2 && time > times[segment + 1]!) ++segment;
    while (segment > 0 && time < times[segment]!) --segment;
  };
  return {
    at: (time, out, derivative = 0) => {
      find(time);
      const h = times[segment + 1]! - times[segment]!;
      const [u, w] = [times[segment + 1]! - time, time - times[segment]!];
      for (let k = 0; k < width; ++k) {
        const at = segment * width + k;
        const [y, z, m, next] = [rows[at]!, rows[at + width]!, second[at]!, second[at + width]!];
        out[k] = piece(derivative, { h, u, w, y, z, m, next });
      }
    },
  };
}

interface Piece {
  readonly h: number;
  /** Distance to the end, and from the beginning. */
  readonly u: number;
  readonly w: number;
  readonly y: number;
  readonly z: number;
  /** Second derivatives at both ends. */
  readonly m: number;
  readonly next: number;
}

function piece(derivative: number, { h, u, w, y, z, m, next }: Piece): number {
  if (derivative === 3) return (next - m) / h;
  if (derivative === 2) return (m * u + next * w) / h;
  if (derivative === 1) return (next * w * w - m * u * u) / (2 * h) + (z - y) / h - ((next - m) * h) / 6;
  return (m * u ** 3 + next * w ** 3) / (6 * h) + (y / h - (m * h) / 6) * u + (z / h - (next * h) / 6) * w;
}
