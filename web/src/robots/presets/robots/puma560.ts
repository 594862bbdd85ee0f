import { fromDH, type DHJoint } from '../../../describe/dh.ts';
import { fromDegrees, degreesAround } from '../angles.ts';

/** Metres and degrees. */
const row = (a: number, d: number, alpha: number, most: number, rest: number): DHJoint => ({
  a,
  d,
  alpha: fromDegrees(alpha),
  limits: degreesAround(most),
  rest: fromDegrees(rest),
});

/** Unimation Puma 560, from the shoulder's axis to the centre of the wrist. */
export const puma560 = fromDH({
  name: 'Puma 560',
  convention: 'standard',
  joints: [
    row(0, 0, 90, 160, 0),
    row(0.4318, 0, 0, 110, 20),
    row(0.0203, 0.15005, -90, 135, -70),
    row(0, 0.4318, 90, 266, 0),
    row(0, 0, -90, 100, -40),
    row(0, 0, 0, 266, 0),
  ],
});
