/** How far the arm's tool can go: a ball about the axis of its shoulder lift, which goes round with the shoulder. */
import type { Vector3 } from 'three';

/** Metres: the pan's axis along x, and the lift's before it and above the table. */
const [pan, ahead, height] = [0.0388, 0.0304, 0.1166];
/** Metres from there to the jaws of a stretched arm: 402 mm. A little less, so that the arm always has a way to go. */
const reach = 0.395;

/** Shortens a step from a place so that the arm can follow it (metres, world); returns whether it had to. */
export function keepWithin({ x, y, z }: Vector3, step: Vector3): boolean {
  const [across, up, side] = [x + step.x - pan, y + step.y - height, z + step.z];
  const out = Math.hypot(across, side);
  const far = Math.hypot(out - ahead, up);
  if (far <= reach) return false;
  const share = reach / far;
  const now = ahead + share * (out - ahead);
  step.set(pan + (now * across) / out - x, height + share * up - y, (now * side) / out - z);
  return true;
}
