/** Checks limits from a motion's numbers and the coordinates alone. */
import { Quaternion } from 'three';
import type { Interval, Link, Motion } from 'limber';
import { expect } from 'vitest';

/** How far a screw or a ball is outside its limits, from its motion's numbers alone. */
export function outside(motion: Motion, q: Float64Array): number {
  const beyond = (value: number, [min, max]: Interval) => Math.max(min - value, value - max, 0);
  if (!motion.isBall) return beyond(q[motion.qIndex]!, motion.limits);
  const bone = new Quaternion().fromArray(motion.jointFromBone);
  const rotation = new Quaternion().fromArray(q, motion.qIndex);
  const inBone = bone.clone().invert().multiply(rotation).multiply(bone);
  // r = swing · twist, the twist about Z.
  const twist = new Quaternion(0, 0, inBone.z, inBone.w);
  const twistAngle = 2 * Math.atan2(twist.z * Math.sign(twist.w || 1), Math.abs(twist.w));
  const swing = inBone.clone().multiply(twist.normalize().invert());
  const sine = Math.hypot(swing.x, swing.y);
  const angle = 2 * Math.atan2(sine, Math.abs(swing.w)) * Math.sign(swing.w || 1);
  const [x, y] = sine > 0 ? [(swing.x / sine) * angle, (swing.y / sine) * angle] : [0, 0];
  // Fraction of the half axis in this quadrant's ellipse; half axes may be infinite (no limit) or zero.
  const part = (value: number, [min, max]: Interval) => {
    const bound = value < 0 ? -min : max;
    return Math.abs(value) < 1e-9 ? 0 : Math.abs(value) / bound;
  };
  const swingOut = Math.hypot(part(x, motion.swingX), part(y, motion.swingY)) - 1;
  return Math.max(swingOut, beyond(twistAngle, motion.twist), 0);
}

export function expectInside(links: readonly Link[], q: Float64Array): void {
  for (const { name, motions } of links) {
    for (const motion of motions) {
      // Screws are exact; a ball's angles are computed and cannot be.
      expect(outside(motion, q), name).toBeLessThanOrEqual(motion.isBall ? 1e-7 : 0);
    }
  }
}
