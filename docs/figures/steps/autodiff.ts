/** Dual numbers: q + ε at one hinge, carried from joint to joint; the part at ε is the derivative. */
import { add, length, minus, type Point } from '../../../demos/shell/plane.ts';
import { centimetres } from '../plane-arm.ts';
import { arrow, line, type Frame, type Mark, type Steps } from './frame.ts';
import { columnsOf, dot, inDegrees, linksOf, motionOf, pointsOf, scaled, taken, turnMark } from './planar.ts';

/** Drawn length of a derivative: metres for one metre per radian. */
const scale = 0.35;
/** Radians of a hinge per step. */
const cap = Math.PI / 4;

/** a + b ε. */
class Dual {
  constructor(
    readonly value: number,
    readonly slope = 0,
  ) {}
  plus({ value, slope }: Dual): Dual {
    return new Dual(this.value + value, this.slope + slope);
  }
  times(factor: number): Dual {
    return new Dual(factor * this.value, factor * this.slope);
  }
  cos(): Dual {
    return new Dual(Math.cos(this.value), -Math.sin(this.value) * this.slope);
  }
  sin(): Dual {
    return new Dual(Math.sin(this.value), Math.cos(this.value) * this.slope);
  }
  toString(): string {
    const sign = this.slope < 0 ? '−' : '+';
    return `${this.value.toFixed(2).replace('-', '−')} ${sign} ${Math.abs(this.slope).toFixed(2)} ε`;
  }
}

/** Joints and tip in dual numbers; nothing here knows a derivative of the chain. */
export function dualPoints(q: readonly number[], lengths: readonly number[], seed: number): [Dual, Dual][] {
  let [angle, x, y] = [new Dual(0), new Dual(0), new Dual(0)];
  const points: [Dual, Dual][] = [[x, y]];
  lengths.forEach((each, i) => {
    angle = angle.plus(new Dual(q[i]!, i === seed ? 1 : 0));
    [x, y] = [x.plus(angle.cos().times(each)), y.plus(angle.sin().times(each))];
    points.push([x, y]);
  });
  return points;
}

export const autodiff: Steps = {
  lengths: [0.42, 0.34, 0.26],
  start: [1.35, -0.7, -0.5],
  goal: [0.72, 0.2],
  frames(q, goal) {
    const { lengths } = this;
    const frames: Frame[] = [];
    const points = pointsOf(q, lengths);
    const tip = points.at(-1)!;
    const e = minus(goal, tip);
    const show = (text: string, ...marks: Mark[]): void => {
      frames.push({ links: linksOf(points), marks, text });
    };
    show(
      `The error is f = ½|e|² with e = goal − tip, ${centimetres(length(e))} long. Dual numbers tell how f changes with each hinge.`,
      arrow('to-goal', tip, goal),
    );
    const gradient = q.map((angle, seed) => {
      const duals = dualPoints(q, lengths, seed);
      const slopes = duals.map(([x, y]): Point => [x.slope, y.slope]);
      const arrows = slopes.map((slope, i) =>
        arrow('aim', points[i]!, add(points[i]!, scaled(slope, scale))),
      );
      const own = arrow('to-goal', tip, goal);
      const ring: Mark = { kind: 'ring', look: 'aim', at: points[seed]!, radius: 0.06 };
      show(`Hinge ${seed + 1} gets ε: its angle is ${new Dual(angle, 1).toString()}.`, own, ring);
      for (let i = seed + 1; i < points.length; ++i) {
        const name = i < lengths.length ? `Joint ${i + 1}` : 'The tip';
        const [x, y] = duals[i]!;
        show(
          `${name} is at x = ${x.toString()}, y = ${y.toString()} m. Its part at ε is the arrow.`,
          own,
          ring,
          ...arrows.slice(seed + 1, i + 1),
        );
      }
      const slope = -dot(e, slopes.at(-1)!);
      frames[frames.length - 1] = {
        ...frames.at(-1)!,
        text: `${frames.at(-1)!.text.replace(' Its part at ε is the arrow.', '')} So f has ${slope.toFixed(3).replace('-', '−')} at ε, which is ∂f/∂q${'₁₂₃'[seed]}.`,
      };
      return slope;
    });

    const columns = columnsOf(points);
    const pull = gradient.map((each) => -each);
    const change = motionOf(columns, pull);
    const alpha = pull.reduce((sum, each) => sum + each * each, 0) / dot(change, change) || 0;
    const dq = taken(
      q,
      pull.map((each) => alpha * each),
      lengths,
      goal,
      cap,
    );
    const turns = dq.map((turn, i) => turnMark(points, i, turn));
    show(
      `The first step goes against the gradient: ${inDegrees(dq)}.`,
      arrow('to-goal', tip, goal),
      ...turns,
    );
    const after = pointsOf(
      q.map((angle, i) => angle + dq[i]!),
      lengths,
    );
    frames.push({
      links: linksOf(after),
      marks: [arrow('to-goal', after.at(-1)!, goal), line('faint', ...points)],
      text: `Now ${centimetres(length(minus(goal, after.at(-1)!)))} are left. The following steps guess the second derivatives from how the gradient has changed.`,
    });
    return frames;
  },
};
