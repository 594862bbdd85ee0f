/** The way back to where a recording begins. */
import { Trajectory, type Problem } from 'limber';
import type { Settings } from './driver.ts';

/** Frames per second. */
const rate = 60;

/**
 * A motion of all joints from where they are to where they shall be, from rest to rest, straight and within bounds. Things
 * without a joint of their own are put there at once.
 *
 *   q(s) = s³ (10 − 15 s + 6 s²),   |q′| ≤ 15/8,   |q″| ≤ 10/√3,   |q‴| ≤ 60
 */
export function wayTo(
  { jointWeights, model, state: { q } }: Problem,
  to: Float64Array,
  { velocity, acceleration, jerk }: Settings,
): Trajectory {
  for (const { qIndex, vIndex, nq } of model.links)
    if (jointWeights[vIndex] === 0) q.set(to.subarray(qIndex, qIndex + nq), qIndex);
  const from = q.slice();
  const far = Math.max(...to.map((each, i) => Math.abs(each - from[i]!)));
  const duration = Math.max(
    (15 / 8) * (far / velocity),
    Math.sqrt((10 / Math.sqrt(3)) * (far / acceleration)),
    Math.cbrt(60 * (far / jerk)),
  );
  const way = new Trajectory(model);
  const count = Math.max(1, Math.ceil(duration * rate));
  for (let i = 0; i <= count; i += 1) {
    const s = i / count;
    const share = s ** 3 * (10 - 15 * s + 6 * s * s);
    way.add(
      i / rate,
      from.map((each, k) => each + share * (to[k]! - each)),
    );
  }
  return way;
}
