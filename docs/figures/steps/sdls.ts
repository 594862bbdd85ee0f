/** Selectively damped: every singular direction has its own bound on the turns. */
import { length } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import type { Steps } from './frame.ts';
import { bent, byModes, cap } from './modes.ts';
import { capped, inDegrees } from './planar.ts';

export const sdls: Steps = {
  ...bent,
  frames(q, goal) {
    return byModes(
      this,
      q,
      goal,
      ({ sigma, v }, along, [first], columns) => {
        const number = sigma === first.sigma ? 1 : 2;
        const wanted = v.map((each) => (each / sigma) * along || 0);
        // N is 1: a single tool, |u| = 1.
        const M = columns.reduce((sum, column, j) => sum + Math.abs(v[j]!) * length(column), 0) / sigma;
        const bound = cap * Math.min(1, 1 / M);
        const part = capped(wanted, bound);
        const dq = wanted.map((turn) => part * turn);
        const most = degrees(Math.max(...wanted.map(Math.abs)));
        return {
          dq,
          text: `Direction ${number} wants ${most}; its bound is 45° N/M = 45° / ${M.toFixed(1)} = ${degrees(bound)}. ${part < 1 ? 'Shortened' : 'Whole'}, it turns the hinges by ${inDegrees(dq)}.`,
        };
      },
      (sum) => sum.map((turn) => turn * capped(sum, cap)),
    );
  },
};
