/** Levenberg–Marquardt: damped steps; μ falls after one that helps, and rises after one that is taken back. */
import { add, length, minus, type Point } from '../../../demos/shell/plane.ts';
import { centimetres } from '../plane-arm.ts';
import { arrow, label, line, type Frame, type Mark, type Steps } from './frame.ts';
import {
  capped,
  columnsOf,
  dot,
  gains,
  inDegrees,
  linksOf,
  modesOf,
  motionOf,
  pointsOf,
  turnMark,
} from './planar.ts';

const iterations = 7;
/** Radians of a hinge per step. */
const cap = Math.PI / 4;
const [firstDamping, fall, rise] = [0.3, 0.3, 4];
/** The bar of μ: lower left corner of it, height; powers of ten. */
const [left, bottom, high] = [1.08, -0.36, 0.55];
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
  const sum = columns.reduce((total, column) => total + dot(column, column), 0);
  // J has three rows in space; the error counts at most one reach.
  const [size, square] = [length(e) / reach, sum / 3];
  const part = Math.min(1, 1 / size);
  const added = 1e-14 * reach ** 2 + mu * (part * size) ** 2 * square;
  return columns.map((_, i) =>
    modesOf(columns, e).reduce(
      (total, { sigma, u, v }) => total + ((sigma * v[i]!) / (sigma ** 2 + added)) * part * dot(u, e),
      0,
    ),
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
  frames(start, goal) {
    const { lengths } = this;
    const reach = lengths.reduce((sum, each) => sum + each, 0);
    const frames: Frame[] = [];
    let q = [...start];
    let mu = firstDamping;
    for (let k = 0; k < iterations; ++k) {
      const points = pointsOf(q, lengths);
      const tip = points.at(-1)!;
      const e = minus(goal, tip);
      const columns = columnsOf(points);
      const show = (links: readonly Point[], text: string, ...marks: Mark[]): void => {
        frames.push({ links: linksOf(links), marks: [...bar(mu), ...marks], text });
      };
      if (length(e) < 1e-4) break;
      for (let tries = 0; tries < 8; ++tries) {
        const wanted = step(columns, e, mu, reach);
        const dq = wanted.map((turn) => turn * capped(wanted, cap));
        const next = q.map((angle, i) => angle + dq[i]!);
        const tried = pointsOf(next, lengths);
        const away = centimetres(length(minus(goal, tried.at(-1)!)));
        const marks = [arrow('to-goal', tip, goal), arrow('aim', tip, add(tip, motionOf(columns, dq)))];
        show(
          points,
          `Step ${k + 1}: ${centimetres(length(e))} from the goal. With μ = ${power(mu)} the hinges turn by ${inDegrees(dq)}.`,
          ...marks,
          ...dq.map((turn, i) => turnMark(points, i, turn)),
        );
        if (gains(q, dq, lengths, goal)) {
          q = next;
          mu = Math.max(fall * mu, 1e-12);
          show(
            tried,
            `It helps: the tip is ${away} from the goal, and μ is multiplied by 0.3.`,
            line('faint', ...points),
          );
          break;
        }
        show(tried, `It gains too little: the tip would be ${away} from the goal.`, line('faint', ...points));
        mu *= rise;
        show(points, 'It is taken back (red), and μ is multiplied by 4.', line('stop', ...tried));
      }
    }
    return frames;
  },
};
