import { fromDH } from '../../../describe/dh.ts';
import { fromDegrees, degreesAround } from '../angles.ts';

/** Adept Cobra 600, a SCARA: two turns in the plane, a slide downwards, a last turn without limits. */
export const cobra600 = fromDH({
  name: 'Cobra 600',
  convention: 'standard',
  joints: [
    { a: 0.325, d: 0.387, limits: degreesAround(50), rest: fromDegrees(-30) },
    { a: 0.275, alpha: fromDegrees(180), limits: degreesAround(88), rest: fromDegrees(60) },
    { type: 'prismatic', limits: [0, 0.21], rest: 0.1 },
    { type: 'continuous' },
  ],
});
