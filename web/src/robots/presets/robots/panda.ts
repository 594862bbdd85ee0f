import { fromDH, type DHJoint } from '../../../describe/dh.ts';
import type { Interval } from '../../../describe/description.ts';
import { fromDegrees } from '../angles.ts';

/** Metres and degrees; limits in radians, as printed by the manufacturer; its ready pose. */
const row = (a: number, d: number, alpha: number, limits: Interval, rest: number): DHJoint => ({
  a,
  d,
  alpha: fromDegrees(alpha),
  limits,
  rest: fromDegrees(rest),
});

/** Franka Emika Panda, to its flange, without the hand. */
export const panda = fromDH({
  name: 'Panda',
  convention: 'modified',
  joints: [
    row(0, 0.333, 0, [-2.8973, 2.8973], 0),
    row(0, 0, -90, [-1.7628, 1.7628], -45),
    row(0, 0.316, 90, [-2.8973, 2.8973], 0),
    row(0.0825, 0, 90, [-3.0718, -0.0698], -135),
    row(-0.0825, 0.384, -90, [-2.8973, 2.8973], 0),
    row(0, 0, 90, [-0.0175, 3.7525], 90),
    row(0.088, 0, 90, [-2.8973, 2.8973], 45),
  ],
  flange: { position: [0, 0, 0.107] },
});
