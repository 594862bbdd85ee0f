import { fromDH, type DHJoint } from '../../../describe/dh.ts';
import { fromDegrees, degreesAround } from '../angles.ts';

/** Metres and degrees; no link has a length along x. */
const row = (d: number, alpha: number, most: number, rest: number): DHJoint => ({
  d,
  alpha: fromDegrees(alpha),
  limits: degreesAround(most),
  rest: fromDegrees(rest),
});

/** KUKA LBR iiwa 14 R820, to its flange: ball-like shoulder and wrist, with an elbow between. */
export const iiwa14 = fromDH({
  name: 'iiwa14',
  convention: 'standard',
  joints: [
    row(0.36, -90, 170, 0),
    row(0, 90, 120, 30),
    row(0.42, 90, 170, 0),
    row(0, -90, 120, -80),
    row(0.4, -90, 170, 0),
    row(0, 90, 120, 70),
    row(0.126, 0, 175, 0),
  ],
});
