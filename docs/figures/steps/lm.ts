/** Levenberg–Marquardt: damped steps; μ falls after one that helps, and rises after one that is taken back. */
import { add, length, type Point } from '../../../demos/shell/plane.ts';
import { centimetres } from '../plane-arm.ts';
import { arrow, label, line, still, type Frame, type Mark, type Steps } from './frame.ts';
import {
  capped,
  dot,
  gains,
  inDegrees,
  modesOf,
  motionOf,
  stand,
  total,
  turned,
  turnMark,
} from './planar.ts';

const iterations = 7;
/** Radians of a hinge per step. */
const cap = Math.PI / 4;
const [firstDamping, fall, rise] = [0.3, 0.3, 4];
/** The bar of μ: lower left corner of it, height; powers of ten. */
const [left, bottom, high] = [0.62, 0, 0.55];
const [least, most] = [-5, 2];

/** A bar of μ, on a logarithmic scale. */
function bar(mu: number): Mark[] {
  const top = bottom + high * Math.max(0, Math.min(1, (Math.log10(mu) - least) / (most - least)));
  const box = (to: number): Point[] => [[left, bottom], [left, to], [left + 0.07, to], [left + 0.07, bottom], [left, bottom]]; // prettier-ignore
  return [
    line('plain', ...box(bottom + high)),
    line('aim', ...box(top)),
    label('plain', [left + 0.1, top - 0.02], 'μ'),
  ];
}

/** (JᵀJ + μ|e|²s²)⁻¹ Jᵀe, lengths in reaches. */
function step(columns: readonly Point[], e: Point, mu: number, reach: number): number[] {
  // J has three rows in space; the error counts at most one reach.
  const square = total(columns.map((column) => dot(column, column))) / 3;
  const size = length(e) / reach;
  const part = Math.min(1, 1 / size);
  const added = 1e-14 * reach ** 2 + mu * (part * size) ** 2 * square;
  const modes = modesOf(columns, e);
  return columns.map((_, i) =>
    total(modes.map(({ sigma, u, v }) => ((sigma * v[i]!) / (sigma ** 2 + added)) * part * dot(u, e))),
  );
}

const power = (mu: number): string =>
  mu >= 0.01
    ? mu.toPrecision(2)
    : mu
        .toExponential(1)
        .replace('e-', ' · 10⁻')
        .replace(/⁻(\d+)/, (_, n: string) => `⁻${'⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(n)] ?? n}`);

export const lm: Steps = {
  lengths: [0.5, 0.4, 0.2],
  start: [1.6, -1.58, -1.45],
  goal: [-0.31, 0.65],
  *frames(start, goal) {
    const { lengths } = this;
    let q = start;
    let mu = firstDamping;
    for (let k = 0; k < iterations; ++k) {
      const { points, tip, e, away, columns } = stand(q, lengths, goal);
      const show = (joints: readonly Point[], text: string, marks: readonly Mark[]): Frame =>
        still(joints, text, [...bar(mu), ...marks]);
      if (away < 1e-4) break;
      for (let tries = 0; tries < 8; ++tries) {
        const dq = capped(step(columns, e, mu, total(lengths)), cap);
        const tried = stand(turned(q, dq), lengths, goal);
        const left = centimetres(tried.away);
        const from = line('faint', ...points);
        yield show(
          points,
          `Step ${k + 1}: ${centimetres(away)} from the goal. With μ = ${power(mu)} the hinges turn by ${inDegrees(dq)}.`,
          [
            arrow('to-goal', tip, goal),
            arrow('aim', tip, add(tip, motionOf(columns, dq))),
            ...dq.map((turn, i) => turnMark(points, i, turn)),
          ],
        );
        if (gains([q, lengths, goal], dq)) {
          q = turned(q, dq);
          mu = Math.max(fall * mu, 1e-12);
          const text = `It helps: the tip is ${left} from the goal, and μ is multiplied by 0.3.`;
          yield show(tried.points, text, [from]);
          break;
        }
        yield show(tried.points, `It gains too little: the tip would be ${left} from the goal.`, [from]);
        mu *= rise;
        const text = 'It is taken back (red), and μ is multiplied by 4.';
        yield show(points, text, [line('stop', ...tried.points)]);
      }
    }
  },
};
