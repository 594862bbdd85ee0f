/** Pseudoinverse: δ = J⁺ e takes the arm for linear. At a stretched arm its steps pass the straight pose, and come back. */
import type { Steps } from './frame.ts';
import { leastSquares, stretched } from './least-squares.ts';

export const pseudoinverse: Steps = {
  ...stretched,
  frames: (q, goal) =>
    leastSquares(
      q,
      goal,
      0,
      ({ missing, sigma, turn, crosses }) =>
        `${missing} are missing. The weak direction (violet) gives ${crosses ? 'only ' : ''}σ₂ = ${sigma} per radian, so the elbow turns by ${turn}${crosses ? ', past the straight arm' : ''}.`,
      ({ missing }) =>
        `It shakes, still ${missing} away: past the straight arm, bending moves the tip the other way. Limber caps a step at 5°, and halves it while it does not help.`,
    ),
};
