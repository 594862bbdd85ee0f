/** Pseudoinverse: δ = J⁺ e takes the arm for linear. At a stretched arm its steps pass the straight pose, and come back. */
import type { Steps } from './frame.ts';
import { leastSquares, stretched } from './least-squares.ts';

export const pseudoinverse: Steps = {
  ...stretched,
  frames(q, goal) {
    return leastSquares(
      q,
      this.lengths,
      goal,
      0,
      ({ missing, sigma, turn, crosses }) =>
        `${missing} are missing. The weak direction (violet) gives only σ₂ = ${sigma}, so the elbow turns by ${turn}${crosses ? ', past the straight arm' : ''}.`,
      'So it goes on: past the straight arm, bending moves the tip the other way. Limber turns no joint by more than 5° here, and halves a step that does not help.',
    );
  },
};
