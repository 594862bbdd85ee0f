/** Evenly spread orientations. */
import { asWhole } from '../describe/flatten.ts';
import { mostOrientations } from '../describe/input-limits.ts';

/** The root of ψ⁴ = ψ + 4 above 1. */
const psi = 1.5337511687552043;

/**
 * `count` unit quaternions x y z w, 4 numbers each, spread evenly over all orientations and always the same:
 * super-Fibonacci spirals (M. Alexa, CVPR 2022). `count`: 1 to 4096.
 *
 * A quaternion is a point (r sin α, r cos α, R sin β, R cos β) with r² + R² = 1. Equal steps of r² cut the
 * sphere into tori of equal volume; α and β advance around them by steps whose ratios to a turn, √2 and ψ,
 * are badly approximated by fractions.
 *
 * @throws LimberError `badDescription` for another count.
 */
export function spreadOrientations(count: number): Float64Array {
  asWhole(count, 1, mostOrientations, 'the number of orientations');
  const all = new Float64Array(4 * count);
  for (let i = 0; i < count; ++i) {
    const s = i + 0.5;
    const [r, R] = [Math.sqrt(s / count), Math.sqrt(1 - s / count)];
    const [alpha, beta] = [(2 * Math.PI * s) / Math.SQRT2, (2 * Math.PI * s) / psi];
    all.set([r * Math.sin(alpha), r * Math.cos(alpha), R * Math.sin(beta), R * Math.cos(beta)], 4 * i);
  }
  return all;
}
