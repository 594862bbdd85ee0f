/** Damped least squares: δ = Jᵀ (J Jᵀ + λ²)⁻¹ e, for the arm of the pseudoinverse’s figure. */
import { centimetres } from '../plane-arm.ts';
import type { Steps } from './frame.ts';
import { leastSquares, stretched } from './least-squares.ts';

export const dls: Steps = {
  ...stretched,
  slider: { label: 'damping λ', min: 0, max: 0.4, value: 0.15 },
  frames(q, goal, lambda) {
    return leastSquares(
      q,
      this.lengths,
      goal,
      lambda,
      ({ missing, sigma, turn, share }) =>
        `${missing} are missing; σ₂ = ${sigma}, λ = ${centimetres(lambda)} per radian: σ₂²/(σ₂² + λ²) = ${share} of the way is asked for, ${turn} of the elbow.`,
    );
  },
};
