/** Pseudoinverse: δ = J⁺ e takes the arm for linear. At a stretched arm its steps pass the straight pose, and come back. */
import type { Steps } from './frame.ts';
import { leastSquares, stretched } from './least-squares.ts';

export const pseudoinverse: Steps = {
  ...stretched,
  frames(q, goal) {
    return leastSquares(q, this.lengths, goal, 0, ({ missing, sigma, turn, crosses }) =>
      crosses
        ? `${missing} are missing, and the weak direction gives σ₂ = ${sigma}: the step asks the elbow for ${turn}, past the straight arm.`
        : `${missing} are missing; the weak direction gives σ₂ = ${sigma}. The step turns the elbow by ${turn}.`,
    );
  },
};
