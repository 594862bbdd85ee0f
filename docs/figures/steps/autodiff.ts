/** Dual numbers: q + ε at one hinge, carried from joint to joint; the part at ε is the derivative. */
import { add, type Point } from '../../../demos/shell/plane.ts';
import { signed } from '../parts.ts';
import { centimetres } from '../plane-arm.ts';
import { arrow, line, ring, still, type Frame, type Mark, type Steps } from './frame.ts';
import { dot, inDegrees, scaled, stand, taken, times, turned, turnMark } from './planar.ts';
import { bestLength } from './transpose.ts';

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
    return `${signed(this.value.toFixed(2))} ${sign} ${Math.abs(this.slope).toFixed(2)} ε`;
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
  *frames(q, goal) {
    const { lengths } = this;
    const { points, tip, e, away, columns } = stand(q, lengths, goal);
    const show = (text: string, marks: readonly Mark[] = []): Frame =>
      still(points, text, [arrow('to-goal', tip, goal), ...marks]);
    yield show(
      `The error is f = ½|e|² with e = goal − tip, ${centimetres(away)} long. Dual numbers tell how f changes with each hinge.`,
    );
    const pull: number[] = [];
    for (const [seed, angle] of q.entries()) {
      const duals = dualPoints(q, lengths, seed);
      const slopes = duals.map(([x, y]): Point => [x.slope, y.slope]);
      const arrows = slopes.map((slope, i) =>
        arrow('aim', points[i]!, add(points[i]!, scaled(slope, scale))),
      );
      const own = ring('aim', points[seed]!, 0.06);
      pull.push(dot(e, slopes.at(-1)!));
      yield show(`Hinge ${seed + 1} gets ε: its angle is ${new Dual(angle, 1).toString()}.`, [own]);
      for (let i = seed + 1; i < points.length; ++i) {
        const isTip = i === lengths.length;
        const [x, y] = duals[i]!;
        const place = `${isTip ? 'The tip' : `Joint ${i + 1}`} is at x = ${x.toString()}, y = ${y.toString()} m.`;
        const slope = signed((-pull[seed]!).toFixed(3));
        yield show(
          isTip
            ? `${place} So f has ${slope} at ε, which is ∂f/∂q${'₁₂₃'[seed]}.`
            : `${place} Its part at ε is the arrow.`,
          [own, ...arrows.slice(seed + 1, i + 1)],
        );
      }
    }

    const dq = taken([q, lengths, goal], times(pull, bestLength(columns, pull, e)), cap);
    const turns = dq.map((turn, i) => turnMark(points, i, turn));
    yield show(`The first step goes against the gradient: ${inDegrees(dq)}.`, turns);
    const after = stand(turned(q, dq), lengths, goal);
    yield still(
      after.points,
      `Now ${centimetres(after.away)} are left. The following steps guess the second derivatives from how the gradient has changed.`,
      [arrow('to-goal', after.tip, goal), line('faint', ...points)],
    );
  },
};
