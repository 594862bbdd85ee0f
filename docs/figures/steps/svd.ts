/** Damped least squares by singular values: each direction of the tip is damped or left out by its own σ. */
import { degrees } from '../../../demos/shell/units.ts';
import type { Steps } from './frame.ts';
import { bent, byModes } from './modes.ts';
import { inDegrees, times } from './planar.ts';

/** Damping without truncation, metres per radian like σ. */
export const lambda = 0.08;

export const svd: Steps = {
  ...bent,
  slider: { label: 'truncation (part of σ₁)', range: [0, 0.5], value: 0.2 },
  frames: (q, goal, truncation) =>
    byModes(q, goal, ({ sigma, v }, along, [first]) => {
      const index = sigma === first.sigma ? '₁' : '₂';
      const damped = truncation > 0 ? 0 : lambda;
      const dq = v.map((each) => ((sigma * each) / (sigma ** 2 + damped ** 2)) * along);
      const factor = damped ? `σ/(σ² + λ²) with λ = ${lambda}` : `1/σ${index}`;
      if (sigma > truncation * first.sigma)
        return {
          dq,
          text: `Along v${index} the hinges turn by ${inDegrees(dq)}: ${factor} times the error’s part.`,
        };
      const most = degrees(Math.max(...dq.map(Math.abs)));
      return {
        dq: times(dq, 0),
        isDropped: true,
        text: `1/σ₂ would turn a hinge by ${most}. σ₂ is below ${truncation.toFixed(2)} σ₁, so that this part is left out (dashed).`,
      };
    }),
};
