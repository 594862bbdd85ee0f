/** Jacobian transpose: the goal pulls the tip with a spring, and each hinge turns in proportion to its torque Jᵀe. */
import { add, length, minus, type Point } from '../../../demos/shell/plane.ts';
import { centimetres } from '../plane-arm.ts';
import { arrow, line, type Frame, type Mark, type Steps } from './frame.ts';
import {
  columnsOf,
  dot,
  inDegrees,
  linksOf,
  motionOf,
  pointsOf,
  pullOn,
  taken,
  towards,
  turnMark,
} from './planar.ts';

const iterations = 8;
/** Radians of a hinge per step. */
const cap = Math.PI / 6;

/** Drawn turn of a torque: radians per m². */
const perTorque = 2;

/** A zigzag between two points. */
function spring(from: Point, to: Point): Point[] {
  const [x, y] = minus(to, from);
  const far = Math.hypot(x, y) || 1;
  const turns = 12;
  return Array.from({ length: turns + 1 }, (_, k) => {
    const size = Math.min(0.03, far / 8);
    const aside = k > 1 && k < turns - 1 ? (k % 2 ? size : -size) / far : 0;
    return add(from, [(k / turns) * x - aside * y, (k / turns) * y + aside * x]);
  });
}

export const transpose: Steps = {
  lengths: [0.42, 0.34, 0.26],
  start: [1.9, -0.9, -0.6],
  goal: [0.8, 0.35],
  frames(start, goal) {
    const { lengths } = this;
    const frames: Frame[] = [];
    let q = [...start];
    for (let k = 0; k <= iterations; ++k) {
      const points = pointsOf(q, lengths);
      const tip = points.at(-1)!;
      const e = minus(goal, tip);
      const columns = columnsOf(points);
      const torque = pullOn(columns, e);
      const change = motionOf(columns, torque);
      const alpha = dot(e, change) / dot(change, change) || 0;
      const dq = taken(
        q,
        torque.map((each) => alpha * each),
        lengths,
        goal,
        cap,
      );
      const hook = towards(goal, tip, Math.min(0.12, 0.3 * length(e)));
      const force: Mark[] = [line('to-goal', ...spring(tip, hook)), arrow('to-goal', hook, goal)];
      const turns = dq.map((turn, i) => turnMark(points, i, turn));
      const torques = torque.map((each, i) => turnMark(points, i, perTorque * each));
      const show = (text: string, ...marks: Mark[]): void => {
        frames.push({ links: linksOf(points), marks: [...force, ...marks], text });
      };
      if (k === 0) {
        show(
          `A spring pulls the tip to the goal with the force e = goal − tip; it is ${centimetres(length(e))} long.`,
        );
        torque.forEach((each, i) => {
          show(
            `Hinge ${i + 1} feels the torque of e on its lever (dashed): J${'₁₂₃'[i]}ᵀe = ${each.toFixed(3).replace('-', '−')} m².`,
            line('faint', points[i]!, tip),
            ...torques.slice(0, i + 1),
          );
        });
        show(
          `Jᵀe is minus the gradient of ½|e|². Every hinge turns by α Jᵀe; α = ${alpha.toFixed(2)} per m² would leave the least error if the tip moved straight.`,
          arrow('aim', tip, add(tip, motionOf(columns, dq))),
          ...turns,
        );
      } else {
        show(
          `Step ${k}: ${centimetres(length(e))} from the goal. The next turns: ${inDegrees(dq)}.`,
          arrow('aim', tip, add(tip, motionOf(columns, dq))),
          ...turns,
        );
      }
      if (length(e) < 1e-3) break;
      q = q.map((angle, i) => angle + dq[i]!);
    }
    return frames;
  },
};
