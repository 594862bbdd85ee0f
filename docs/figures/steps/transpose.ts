/** Jacobian transpose: the goal pulls the tip with a spring, and each hinge turns in proportion to its torque Jᵀe. */
import { add, length, type Point } from '../../../demos/shell/plane.ts';
import { signed } from '../parts.ts';
import { centimetres } from '../plane-arm.ts';
import { arrow, line, still, type Frame, type Mark, type Steps } from './frame.ts';
import {
  dot,
  inDegrees,
  motionOf,
  pullOn,
  spring,
  stand,
  taken,
  times,
  towards,
  turned,
  turnMark,
} from './planar.ts';

const iterations = 8;
/** Radians of a hinge per step. */
const cap = Math.PI / 6;

/** Drawn turn of a torque: radians per m². */
const perTorque = 2;

/** The length of the step along Jᵀe that would leave the least error if the tip moved straight. */
export function bestLength(columns: readonly Point[], pull: readonly number[], e: Point): number {
  const change = motionOf(columns, pull);
  return dot(e, change) / dot(change, change) || 0;
}

export const transpose: Steps = {
  lengths: [0.42, 0.34, 0.26],
  start: [1.9, -0.9, -0.6],
  goal: [0.8, 0.35],
  *frames(start, goal) {
    const { lengths } = this;
    let q = start;
    for (let k = 0; k <= iterations; ++k) {
      const { points, tip, e, away, columns } = stand(q, lengths, goal);
      const torque = pullOn(columns, e);
      const alpha = bestLength(columns, torque, e);
      const dq = taken([q, lengths, goal], times(torque, alpha), cap);
      const hook = towards(goal, tip, Math.min(0.12, 0.3 * length(e)));
      const force = [line('to-goal', ...spring(tip, hook)), arrow('to-goal', hook, goal)];
      const torques = torque.map((each, i) => turnMark(points, i, perTorque * each));
      const turns = [
        arrow('aim', tip, add(tip, motionOf(columns, dq))),
        ...dq.map((turn, i) => turnMark(points, i, turn)),
      ];
      const show = (text: string, marks: readonly Mark[] = []): Frame =>
        still(points, text, [...force, ...marks]);
      if (k === 0) {
        yield show(
          `A spring pulls the tip to the goal with the force e = goal − tip; it is ${centimetres(away)} long.`,
        );
        for (const [i, each] of torque.entries()) {
          const size = signed(each.toFixed(3));
          yield show(
            `Hinge ${i + 1} feels the torque of e on its lever (dashed): J${'₁₂₃'[i]}ᵀe = ${size} m².`,
            [line('faint', points[i]!, tip), ...torques.slice(0, i + 1)],
          );
        }
      }
      yield show(
        k === 0
          ? `Jᵀe is minus the gradient of ½|e|². Every hinge turns by α Jᵀe; α = ${alpha.toFixed(2)} per m² would leave the least error if the tip moved straight.`
          : `Step ${k}: ${centimetres(away)} from the goal. The next turns: ${inDegrees(dq)}.`,
        turns,
      );
      if (away < 1e-3) break;
      q = turned(q, dq);
    }
  },
};
