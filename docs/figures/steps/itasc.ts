/** iTaSC: a virtual arm leads from the tool to the goal, and a constraint gives one of its joints a value. */
import { length, minus, polar, type Point } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import { angleOf, centimetres, wrapped } from '../plane-arm.ts';
import { arrow, label, line, sector, type Frame, type Mark, type Steps } from './frame.ts';
import { columnsOf, dot, inDegrees, linksOf, pointsOf, scaled, turnMark } from './planar.ts';

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
  const square = dot2(A);
  const least = Math.max(damping ** 2, (Math.abs(rate) * dt) / reach) * reach ** 2;
  const added = square < least ? (1 - square / least) * least : 0;
  return A.map((each) => (each * rate) / (square + added || 1));
}

const dot2 = (a: readonly number[]): number => a.reduce((sum, each) => sum + each * each, 0);

/** A frame's two axes. */
const axes = (at: Point, angle: number): Mark[] => [
  arrow('plain', at, polar(at, 0.13, angle)),
  arrow('plain', at, polar(at, 0.13, angle + Math.PI / 2)),
];

export const itasc: Steps = {
  lengths: [0.42, 0.34, 0.26],
  start: [2.3, -1.3, -0.9],
  goal: [0.72, 0.3],
  frames(start, goal) {
    const { lengths } = this;
    const reach = lengths.reduce((sum, each) => sum + each, 0);
    const frames: Frame[] = [];
    let q = [...start];
    const ring: Mark = { kind: 'ring', look: 'to-goal', at: goal, radius: wanted };
    for (let k = 0; k <= steps; ++k) {
      const points = pointsOf(q, lengths);
      const tip = points.at(-1)!;
      const way = minus(goal, tip);
      const angle = angleOf(way);
      const last = q.reduce((sum, each) => sum + each, 0);
      const d = length(way);
      const [first, second] = [wrapped(angle - last), wrapped(-angle)];
      const show = (text: string, ...marks: Mark[]): void => {
        frames.push({ links: linksOf(points), marks, text });
      };
      const slide = line('aim', tip, goal);
      const turn1 = sector('mode-1', tip, 0.16, last, first);
      const turn2 = sector('mode-2', goal, 0.13, angle, second);
      const f1 = axes(tip, angle);
      const f2 = axes(goal, angle);
      const names = [
        label('plain', polar(tip, 0.2, angle + 2), 'f₁'),
        label('plain', polar(goal, 0.2, angle + 1), 'f₂'),
      ];
      const own = rates(points, goal, reach);
      const turns = own.map((rate, i) => turnMark(points, i, rate * dt));
      if (k === 0) {
        show(
          'A virtual arm of six joints leads from tool to goal. Their values, φ₁ φ₂ d φ₄ φ₅ φ₆, are the feature coordinates; φ₁, d and φ₄ show in the plane.',
          slide,
        );
        show(
          `First a turn at the tool, φ₁ = ${degrees(first)}, to feature frame f₁, which looks at the goal. A second turn there, φ₂, leads out of the plane: it is 0.`,
          slide,
          turn1,
          ...f1,
          names[0]!,
        );
        show(
          `Then a slide d = ${centimetres(d)}, from f₁ to feature frame f₂ at the goal.`,
          slide,
          turn1,
          ...f1,
          ...f2,
          ...names,
        );
        show(
          `Last a turn at the goal, φ₄ = ${degrees(second)}, from f₂ to the goal’s own frame. The two other turns there, φ₅ and φ₆, lead out of the plane: they are 0.`,
          slide,
          turn1,
          ...f2,
          turn2,
          names[1]!,
        );
        show(
          `The constraint “distance” asks for one of the six: d = ${centimetres(wanted)}, on the ring. The others may be anything.`,
          slide,
          turn1,
          turn2,
          ring,
        );
        show(
          `d shall change by K (${centimetres(wanted)} − d) = ${centimetresPerSecond(gain * (wanted - d))}; q̇ = A⁺ of that: ${inDegrees(own)} per second.`,
          slide, turn1, turn2, ring, ...turns,
        ); // prettier-ignore
      } else {
        show(
          `After ${(k * dt).toFixed(2)} s: d = ${centimetres(d)}; φ₁ = ${degrees(first)} and φ₄ = ${degrees(second)} are free.`,
          slide, turn1, turn2, ring, ...turns,
        ); // prettier-ignore
      }
      if (Math.abs(d - wanted) < 1e-3) break;
      q = q.map((each, i) => each + own[i]! * dt);
    }
    return frames;
  },
};

function centimetresPerSecond(rate: number): string {
  return `${rate < 0 ? '−' : ''}${centimetres(Math.abs(rate))}/s`;
}
