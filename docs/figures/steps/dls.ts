/** Damped least squares: δ = Jᵀ (J Jᵀ + λ²)⁻¹ e, for the arm of the pseudoinverse’s figure. */
import { centimetres } from '../plane-arm.ts';
import type { Steps } from './frame.ts';
import { leastSquares, stretched } from './least-squares.ts';

export const dls: Steps = {
  ...stretched,
  slider: { label: 'damping λ (metres per radian)', range: [0, 0.4], value: 0.15 },
  frames: (q, goal, lambda) =>
    leastSquares(
      q,
      goal,
      lambda,
      ({ missing, sigma, turn, share }) =>
        `${missing} are missing. With σ₂ = ${sigma} and λ = ${centimetres(lambda)} per radian, σ₂²/(σ₂² + λ²) = ${share} of the weak direction’s part is asked for: ${turn} at the elbow.`,
      ({ missing, isCalm }) =>
        isCalm
          ? `The steps get smaller and smaller; the arm comes to rest ${missing} from the goal.`
          : `With so little damping the arm shakes, still ${missing} away: it passes the straight pose again and again.`,
    ),
};
