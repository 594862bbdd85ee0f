/** Selectively damped: every singular direction has its own bound on the turns. */
import { length } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import type { Steps } from './frame.ts';
import { bent, byModes, cap } from './modes.ts';
import { capped, inDegrees, total } from './planar.ts';

export const sdls: Steps = {
  ...bent,
  frames: (q, goal) =>
    byModes(
      q,
      goal,
      ({ sigma, v }, along, [first], columns) => {
        const number = sigma === first.sigma ? 1 : 2;
        const wanted = v.map((each) => (each / sigma) * along || 0);
        // N is 1: a single tool, |u| = 1.
        const M = total(columns.map((column, j) => Math.abs(v[j]!) * length(column))) / sigma;
        const bound = cap * Math.min(1, 1 / M);
        const dq = capped(wanted, bound);
        const most = Math.max(...wanted.map(Math.abs));
        const does = most > bound ? 'Shortened' : 'Whole';
        return {
          dq,
          text: `Direction ${number} wants ${degrees(most)}; its bound is 45° N/M = 45° / ${M.toFixed(1)} = ${degrees(bound)}. ${does}, it turns the hinges by ${inDegrees(dq)}.`,
        };
      },
      (sum) => capped(sum, cap),
    ),
};
