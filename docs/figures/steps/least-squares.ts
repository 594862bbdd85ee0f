/** Steps Jᵀ (J Jᵀ + λ²)⁻¹ e of an arm of two hinges that is nearly stretched, with its goal on its axis. */
import { add, polar, type Point } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import { centimetres, wrapped } from '../plane-arm.ts';
import { arrow, label, line, still, type Frame, type Steps } from './frame.ts';
import { dampedStep, modesOf, motionOf, scaled, stand, turned, turnMark } from './planar.ts';

const iterations = 8;
const axis = 0.5;

export const stretched = {
  lengths: [0.5, 0.4],
  // Without damping, the step from here leads to its mirror image.
  start: [axis - 0.2158908, 0.4929097],
  goal: polar([0, 0], 0.98, axis),
  goals: {
    'Goal on the axis': polar([0, 0], 0.98, axis),
    'Goal beside it': polar([0, 0], 0.72, axis + 0.35),
  },
} satisfies Partial<Steps>;

/** Numbers of a step, for its sentence. */
interface Words {
  readonly missing: string;
  /** The smaller singular value, per radian. */
  readonly sigma: string;
  /** Of the elbow. */
  readonly turn: string;
  /** σ₂²/(σ₂² + λ²). */
  readonly share: string;
  /** The elbow passes the straight arm. */
  readonly crosses: boolean;
  /** The steps have become small. */
  readonly isCalm: boolean;
}

export function* leastSquares(
  start: readonly number[],
  goal: Point,
  lambda: number,
  say: (words: Words) => string,
  sayLast: (words: Words) => string,
): Generator<Frame> {
  let q = start;
  for (let k = 0; k <= iterations; ++k) {
    const { points, tip, e, away, columns } = stand(q, stretched.lengths, goal);
    const modes = modesOf(columns, e);
    const dq = dampedStep(columns, e, lambda);
    const [, { sigma, u }] = modes;
    const isThere = away < 1e-3;
    const isLast = k === iterations || Math.hypot(...dq) < 3e-3;
    const share = (100 * sigma ** 2) / (sigma ** 2 + lambda ** 2);
    // Beside the tip, where the arm does not hide it.
    const beside = add(tip, [0.1 * Math.abs(u[1]), -0.1 * u[0] * Math.sign(u[1] || 1)]);
    const words = {
      missing: centimetres(away),
      sigma: centimetres(sigma),
      turn: degrees(dq[1]!),
      share: `${share.toFixed(share < 9.95 ? 1 : 0)} %`,
      isCalm: Math.hypot(...dq) < 0.1,
      crosses: wrapped(q[1]!) * wrapped(q[1]! + dq[1]!) < 0,
    };
    const arrived = `After ${k} steps the tip is ${words.missing} from the goal.`;
    yield still(points, isThere ? arrived : isLast ? sayLast(words) : `Step ${k + 1}: ${say(words)}`, [
      line('mode-2', add(beside, scaled(u, -sigma)), add(beside, scaled(u, sigma))),
      label('mode-2', add(beside, scaled(u, sigma + 0.03)), 'σ₂'),
      arrow('to-goal', tip, goal),
      ...(lambda > 0 ? [arrow('aim', tip, add(tip, motionOf(columns, dq)))] : []),
      ...dq.map((turn, i) => turnMark(points, i, turn)),
    ]);
    if (isThere || isLast) break;
    q = turned(q, dq);
  }
}
