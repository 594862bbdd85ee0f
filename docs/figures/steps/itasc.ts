/** iTaSC: a virtual arm leads from the tool to the goal, and a constraint gives one of its joints a value. */
import { length, minus, polar, type Point } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import { angleOf, centimetres, wrapped } from '../plane-arm.ts';
import { arrow, label, line, ring, sector, still, type Frame, type Mark, type Steps } from './frame.ts';
import { columnsOf, dot, inDegrees, scaled, stand, total, turned, turnMark } from './planar.ts';

const steps = 9;
/** Seconds per step, 1/s, and the distance that the constraint asks for, in metres. */
export const dt = 0.05;
export const gain = 8;
export const wanted = 0.18;
/** Least damping, as a part of the reach. */
const damping = 0.05;

/** q̇ = A⁺ K (d* − d), damped where A is small. */
function rates(points: readonly Point[], goal: Point, reach: number): number[] {
  const away = minus(points.at(-1)!, goal);
  const far = length(away);
  const rate = gain * (wanted - far);
  const A = columnsOf(points).map((column) => dot(column, scaled(away, 1 / (far || 1))));
  const square = total(A.map((each) => each * each));
  const least = Math.max(damping ** 2, (Math.abs(rate) * dt) / reach) * reach ** 2;
  const added = square < least ? (1 - square / least) * least : 0;
  return A.map((each) => (each * rate) / (square + added || 1));
}

/** A frame's two axes. */
const axes = (at: Point, angle: number): Mark[] => [
  arrow('plain', at, polar(at, 0.13, angle)),
  arrow('plain', at, polar(at, 0.13, angle + Math.PI / 2)),
];

export const itasc: Steps = {
  lengths: [0.42, 0.34, 0.26],
  start: [2.3, -1.3, -0.9],
  goal: [0.72, 0.3],
  *frames(start, goal) {
    const { lengths } = this;
    let q = start;
    const round = ring('to-goal', goal, wanted);
    for (let k = 0; k <= steps; ++k) {
      const { points, tip, e: way, away: d } = stand(q, lengths, goal);
      const angle = angleOf(way);
      const last = total(q);
      const [first, second] = [wrapped(angle - last), wrapped(-angle)];
      const slide = line('aim', tip, goal);
      const turn1 = sector('mode-1', tip, 0.16, last, first);
      const turn2 = sector('mode-2', goal, 0.13, angle, second);
      const own = rates(points, goal, total(lengths));
      const arms = [slide, turn1, turn2, round];
      const turns = own.map((rate, i) => turnMark(points, i, rate * dt));
      const [say1, say2] = [degrees(first), degrees(second)];
      if (k === 0) {
        const f1 = axes(tip, angle);
        const f2 = axes(goal, angle);
        const name1 = label('plain', polar(tip, 0.2, angle + 2), 'f₁');
        const name2 = label('plain', polar(goal, 0.2, angle + 1), 'f₂');
        const show = (text: string, marks: readonly Mark[]): Frame => still(points, text, [slide, ...marks]);
        yield show(
          'A virtual arm of six joints leads from tool to goal. Their values, φ₁ φ₂ d φ₄ φ₅ φ₆, are the feature coordinates; φ₁, d and φ₄ show in the plane.',
          [],
        );
        yield show(
          `First a turn at the tool, φ₁ = ${say1}, to feature frame f₁, which looks at the goal. A second turn there, φ₂, leads out of the plane: it is 0.`,
          [turn1, ...f1, name1],
        );
        yield show(`Then a slide d = ${centimetres(d)}, from f₁ to feature frame f₂ at the goal.`, [
          turn1,
          ...f1,
          ...f2,
          name1,
          name2,
        ]);
        yield show(
          `Last a turn at the goal, φ₄ = ${say2}, from f₂ to the goal’s own frame. The two other turns there, φ₅ and φ₆, lead out of the plane: they are 0.`,
          [turn1, ...f2, turn2, name2],
        );
        yield still(
          points,
          `The constraint “distance” asks for one of the six: d = ${centimetres(wanted)}, on the ring. The others are free.`,
          arms,
        );
      }
      const change = centimetresPerSecond(gain * (wanted - d));
      yield still(
        points,
        k === 0
          ? `d should change by K (${centimetres(wanted)} − d) = ${change}; q̇ = A⁺ of that: ${inDegrees(own)} per second.`
          : `After ${(k * dt).toFixed(2)} s: d = ${centimetres(d)}; φ₁ = ${say1} and φ₄ = ${say2} are free.`,
        [...arms, ...turns],
      );
      if (Math.abs(d - wanted) < 1e-3) break;
      q = turned(q, own, dt);
    }
  },
};

const centimetresPerSecond = (rate: number): string =>
  `${rate < 0 ? '−' : ''}${centimetres(Math.abs(rate))}/s`;
