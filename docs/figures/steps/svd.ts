/** Damped least squares by singular values: each direction of the tip is damped or left out by its own σ. */
import { degrees } from '../../../demos/shell/units.ts';
import type { Steps } from './frame.ts';
import { bent, byModes } from './modes.ts';
import { inDegrees } from './planar.ts';

/** Damping without truncation, metres per radian like σ. */
export const lambda = 0.08;

export const svd: Steps = {
  ...bent,
  slider: { label: 'truncation (part of σ₁)', min: 0, max: 0.5, value: 0.2 },
  frames(q, goal, truncation) {
    return byModes(this, q, goal, ({ sigma, v }, along, [first]) => {
      const number = sigma === first.sigma ? 1 : 2;
      const damped = truncation > 0 ? 0 : lambda;
      const dq = v.map((each) => ((sigma * each) / (sigma ** 2 + damped ** 2)) * along);
      if (sigma > truncation * first.sigma)
        return {
          dq,
          text: `Along v${'₁₂'[number - 1]} the hinges turn by ${inDegrees(dq)}: ${damped ? `σ/(σ² + λ²) with λ = ${lambda}` : `1/σ${'₁₂'[number - 1]}`} times the error’s part.`,
        };
      const most = Math.max(...dq.map(Math.abs));
      return {
        dq: dq.map(() => 0),
        isDropped: true,
        text: `1/σ₂ would turn a hinge by ${degrees(most)}. σ₂ is below ${truncation.toFixed(2)} σ₁, so that this part is left out (dashed).`,
      };
    });
  },
};
