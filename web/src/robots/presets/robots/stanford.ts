import { fromDH } from '../../../describe/dh.ts';
import { fromDegrees, degreesAround } from '../angles.ts';

/** The Stanford arm, to the centre of its wrist: two turns, a slide, three turns. */
export const stanford = fromDH({
  name: 'Stanford arm',
  convention: 'standard',
  joints: [
    { d: 0.412, alpha: fromDegrees(-90), limits: degreesAround(170) },
    { d: 0.154, alpha: fromDegrees(90), limits: degreesAround(170), rest: fromDegrees(50) },
    { type: 'prismatic', a: 0.0203, theta: fromDegrees(-90), limits: [0.3048, 1.27], rest: 0.7 },
    { alpha: fromDegrees(-90), limits: degreesAround(170) },
    { alpha: fromDegrees(90), limits: degreesAround(90), rest: fromDegrees(35) },
    { limits: degreesAround(170) },
  ],
});
