import type { Model, Motion, Vec3 } from 'limber';
import { Quaternion, Vector3 } from 'three';
import type { Random } from '../../tests/bench/random.ts';

/** Poses as in the core: seven numbers each, px py pz qx qy qz qw. */

const a = new Quaternion();
const b = new Quaternion();

/** Motions with a value of their own (not mimics). */
export function ownMotions(model: Model): Motion[] {
  return model.links.flatMap(({ motions }) => motions.filter(({ mimics }) => !mimics));
}

const turns = ({ w }: Motion) => w.some((each) => each !== 0);

/**
 * Greatest change of a joint between two postures: radians; a slide by the whole reach counts as one radian.
 */
export function greatestChange(
  motions: readonly Motion[],
  reach: number,
  from: Float64Array,
  to: Float64Array,
): number {
  let most = 0;
  for (const motion of motions) {
    const { isBall, qIndex } = motion;
    const change = isBall
      ? a.fromArray(from, qIndex).angleTo(b.fromArray(to, qIndex))
      : Math.abs(to[qIndex]! - from[qIndex]!) / (turns(motion) ? 1 : reach);
    most = Math.max(most, change);
  }
  return most;
}

/** A random posture, before any limits are applied: whole turns, and slides of up to the reach. */
export function randomPosture(model: Model, random: Random, q: Float64Array): void {
  for (const motion of ownMotions(model)) {
    const { isBall, qIndex, limits } = motion;
    if (isBall) {
      randomTurn(random).toArray(q, qIndex);
      continue;
    }
    const free = turns(motion) ? Math.PI : model.reach / 2;
    const least = Math.max(limits[0], -free);
    const most = Math.max(least, Math.min(limits[1], free));
    q[qIndex] = random.between(least, most);
  }
}

/** The middle of every interval; unbounded values stay at zero. */
export function midPosture(model: Model, q: Float64Array): void {
  for (const { isBall, qIndex, limits } of ownMotions(model)) {
    if (!isBall && Number.isFinite(limits[0] + limits[1])) q[qIndex] = (limits[0] + limits[1]) / 2;
  }
}

/** Uniform random rotation (Shoemake). */
function randomTurn(random: Random): Quaternion {
  const turn = () => random.between(0, 2 * Math.PI);
  const [share, first, second] = [random.between(0, 1), turn(), turn()];
  const [low, high] = [Math.sqrt(1 - share), Math.sqrt(share)];
  return a.set(
    low * Math.sin(first),
    low * Math.cos(first),
    high * Math.sin(second),
    high * Math.cos(second),
  );
}

/** Direction of a tool's axis in the world. */
export function pointing(pose: ArrayLike<number>, axis: Vec3): Vec3 {
  return new Vector3(...axis).applyQuaternion(a.fromArray(pose, 3)).toArray();
}

/** Turns a pose by the least rotation that aligns its tool's axis with `wanted`. */
export function pointTo(pose: Float64Array, axis: Vec3, wanted: ArrayLike<number>): void {
  const before = new Vector3(...pointing(pose, axis));
  b.setFromUnitVectors(before, new Vector3().fromArray(wanted)).multiply(a).normalize().toArray(pose, 3);
}
