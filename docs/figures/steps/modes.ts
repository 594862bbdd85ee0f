/** Steps by singular directions: the tip's ellipse, the error's parts along its axes, and the turns that each asks for. */
import { add, length, type Point } from '../../../demos/shell/plane.ts';
import { centimetres } from '../plane-arm.ts';
import { arrow, label, line, still, type Frame, type Mark, type Steps } from './frame.ts';
import {
  dot,
  inDegrees,
  modesOf,
  motionOf,
  scaled,
  stand,
  taken,
  total,
  turned,
  turnMark,
} from './planar.ts';
import type { Mode } from './planar.ts';

const iterations = 7;
/** Radians of a hinge per step. */
export const cap = Math.PI / 4;
/** Drawn length of σ: metres for one metre per radian. */
const scale = 0.2;
const looks = ['mode-1', 'mode-2'] as const;
const radii = [0.13, 0.19];

export const bent = {
  lengths: [0.42, 0.34, 0.26],
  start: [1.18, -0.77, -0.24],
  goal: [0.55, 0.04],
} satisfies Partial<Steps>;

/** A direction's part of the step, and the sentence about it. */
interface Part {
  readonly dq: readonly number[];
  readonly text: string;
  /** Drawn faint. */
  readonly isDropped?: boolean;
}

/** The step's part from a mode and the error's part along it; `modes` and J's columns, for what it is compared with. */
type PartOf = (mode: Mode, along: number, modes: readonly [Mode, Mode], columns: readonly Point[]) => Part;

/** The ellipse of J dq, |dq| = 1, and its half axes. */
function ellipse(tip: Point, modes: readonly [Mode, Mode]): Mark[] {
  const [a, b] = modes.map(({ sigma, u }) => scaled(u, scale * sigma)) as [Point, Point];
  const rim = Array.from({ length: 49 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 48;
    return add(tip, add(scaled(a, Math.cos(angle)), scaled(b, Math.sin(angle))));
  });
  return [
    line('plain', ...rim),
    line('mode-1', add(tip, scaled(a, -1)), add(tip, a)),
    line('mode-2', add(tip, scaled(b, -1)), add(tip, b)),
  ];
}

export function* byModes(
  start: readonly number[],
  goal: Point,
  partOf: PartOf,
  join: (sum: readonly number[]) => readonly number[] = (sum) => sum,
): Generator<Frame> {
  const { lengths } = bent;
  let q = start;
  for (let k = 0; k <= iterations; ++k) {
    const { points, tip, e, columns } = stand(q, lengths, goal);
    const modes = modesOf(columns, e);
    const along = modes.map(({ u }) => dot(u, e));
    const parts = modes.map((mode, m) => partOf(mode, along[m]!, modes, columns));
    const sum = q.map((_, i) => total(parts.map(({ dq }) => dq[i]!)));
    const dq = taken([q, lengths, goal], join(sum), cap);
    const toGoal = arrow('to-goal', tip, goal);
    const split = modes.map(({ u }, m) => {
      const end = add(tip, scaled(u, along[m]!));
      return parts[m]!.isDropped ? line('faint', tip, end) : arrow(looks[m]!, tip, end);
    });
    const turns = parts.map((part, m) =>
      part.dq.map((turn, i) => turnMark(points, i, turn, part.isDropped ? 'faint' : looks[m], radii[m])),
    );
    const show = (text: string, marks: readonly Mark[]): Frame =>
      still(points, text, [...ellipse(tip, modes), ...marks]);
    const shares = `${centimetres(along[0]!)} along u₁ (orange) and ${centimetres(along[1]!)} along u₂ (${parts[1]!.isDropped ? 'dashed' : 'violet'})`;
    const dropped = parts[1]!.isDropped ? ', which is left out' : '';
    if (k === 0) {
      const names = modes.map(({ sigma, u }, m) =>
        label(looks[m]!, add(tip, scaled(u, -scale * sigma - 0.07)), m ? 'σ₂' : 'σ₁'),
      );
      const [a, b] = modes.map(({ sigma }) => centimetres(sigma));
      yield show(
        `Turns with |dq| = 1 radian move the tip to this ellipse (drawn × ${scale}): half axes σ₁ = ${a}, σ₂ = ${b}.`,
        names,
      );
      yield show(`The way to the goal is the sum of ${shares}.`, [toGoal, ...split]);
      for (const [m, { text }] of parts.entries())
        yield show(text, [toGoal, ...split, ...turns.slice(0, m + 1).flat()]);
    }
    yield show(
      k === 0
        ? `Together they turn the hinges by ${inDegrees(dq)}, which would move the tip along the blue line if it moved straight.`
        : `Step ${k}: ${centimetres(length(e))} from the goal, ${shares}${dropped}.`,
      [k === 0 ? line('to-goal', tip, add(tip, motionOf(columns, dq))) : toGoal, ...split, ...turns.flat()],
    );
    if (length(e) < 1e-3) break;
    q = turned(q, dq);
  }
}
