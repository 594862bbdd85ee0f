/** Maximal coordinates: every link is loose, and gaps at joints and the way to the goal are closed together. */
import { add, length, minus, polar, type Point } from '../../../demos/shell/plane.ts';
import { centimetres } from '../plane-arm.ts';
import { arrow, line, ring, type Steps } from './frame.ts';
import { pointsOf, total } from './planar.ts';

const iterations = 9;
const firstDamping = 3e-3;
/** Radians of a hinge per step. */
const cap = Math.PI / 2;
/** How far the links are away from their places at the start. */
export const torn: readonly Point[] = [[0.24, -0.2], [0, 0.02], [0.1, -0.22]]; // prettier-ignore

/** x, y and direction of every link, then every hinge’s value. */
export type Loose = readonly number[];

/** Rows of an equation J x + e: its e, and J's entries by column. */
interface Row {
  readonly e: number;
  readonly J: ReadonlyMap<number, number>;
}

export const place = (x: Loose, i: number): Point => [x[3 * i]!, x[3 * i + 1]!];
export const end = (x: Loose, i: number, lengths: readonly number[]): Point =>
  polar(place(x, i), lengths[i]!, x[3 * i + 2]!);

/**
 * Gaps of the hinges, then the goal's error. Lengths and slides count reaches; a turn counts by the longer link at its hinge.
 */
export function rowsOf(x: Loose, lengths: readonly number[], goal: Point): Row[] {
  const n = lengths.length;
  const reach = total(lengths);
  const rows: Row[] = [];
  /** Rows of the place `end of link i`, counted by `sign`. */
  const ofEnd = (i: number, sign: number): Map<number, number>[] => {
    const [rx, ry] = minus(end(x, i, lengths), place(x, i));
    return [new Map([[3 * i, sign], [3 * i + 2, (-sign * ry) / reach]]), new Map([[3 * i + 1, sign], [3 * i + 2, (sign * rx) / reach]])]; // prettier-ignore
  };
  for (let i = 0; i < n; ++i) {
    const gap = minus(i > 0 ? end(x, i - 1, lengths) : [0, 0], place(x, i));
    const before = i > 0 ? ofEnd(i - 1, 1) : [new Map<number, number>(), new Map<number, number>()];
    before.forEach((J, k) => rows.push({ e: gap[k]! / reach, J: J.set(3 * i + k, -1) }));
    // The last link carries a tool, not a joint.
    const size = Math.max(i + 1 < n ? lengths[i]! : 0, i > 0 ? lengths[i - 1]! : 0) / reach;
    const turn = (i > 0 ? x[3 * i - 1]! : 0) + x[3 * n + i]! - x[3 * i + 2]!;
    const J = new Map([[3 * i + 2, -size], [3 * n + i, size]]); // prettier-ignore
    rows.push({ e: size * turn, J: i > 0 ? J.set(3 * i - 1, size) : J });
  }
  const e = minus(goal, end(x, n - 1, lengths));
  ofEnd(n - 1, -1).forEach((J, k) => rows.push({ e: e[k]! / reach, J }));
  return rows;
}

const cost = (rows: readonly Row[]): number => total(rows.map(({ e }) => e * e)) / 2;

/** Solves A x = b by elimination, for a positive definite A. */
function solve(A: number[][], b: number[]): number[] {
  const n = b.length;
  for (let k = 0; k < n; ++k) {
    for (let i = k + 1; i < n; ++i) {
      const part = A[i]![k]! / A[k]![k]!;
      for (let j = k; j < n; ++j) A[i]![j]! -= part * A[k]![j]!;
      b[i]! -= part * b[k]!;
    }
  }
  for (let i = n; i-- > 0;) {
    for (let j = i + 1; j < n; ++j) b[i]! -= A[i]![j]! * b[j]!;
    b[i]! /= A[i]![i]!;
  }
  return b;
}

/** (JᵀJ + μD) x = −Jᵀe, and the decrease of the cost that it promises. */
export function step(rows: readonly Row[], size: number, mu: number): { x: number[]; promised: number } {
  const A = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  const b = Array.from({ length: size }, () => 0);
  for (const { e, J } of rows) {
    for (const [i, a] of J) {
      b[i]! -= a * e;
      for (const [j, c] of J) A[i]![j]! += a * c;
    }
  }
  const added = A.map((row, i) => mu * row[i]!);
  const x = solve(
    A.map((row, i) => row.map((each, j) => (i === j ? each + added[i]! : each))),
    [...b],
  );
  return { x, promised: x.reduce((sum, each, i) => sum + each * (added[i]! * each + b[i]!), 0) / 2 };
}

/** Pieces of an arm at q: every link away from its place. */
export function pieces(q: readonly number[], lengths: readonly number[]): number[] {
  const joints = pointsOf(q, lengths).slice(0, -1);
  return [...joints.flatMap((joint, i) => [...add(joint, torn[i]!), total(q.slice(0, i + 1))]), ...q];
}

/** The pieces after a step, and the next damping. */
export function go(x: Loose, lengths: readonly number[], goal: Point, damping: number) {
  const reach = total(lengths);
  const n = lengths.length;
  const rows = rowsOf(x, lengths, goal);
  let mu = damping;
  for (let growth = 2; growth < 1024; growth *= 2) {
    const { x: change, promised } = step(rows, x.length, mu);
    const part = Math.min(1, cap / Math.max(...change.slice(3 * n).map(Math.abs)));
    const next = x.map((each, i) => each + part * (i < 3 * n && i % 3 < 2 ? reach : 1) * change[i]!);
    const gain = cost(rows) - cost(rowsOf(next, lengths, goal));
    if (gain > 0) return { x: next, mu: mu * Math.max(0.1, 1 - ((2 * gain) / promised - 1) ** 3) };
    mu *= growth;
  }
  return { x, mu };
}

export const maximal: Steps = {
  lengths: [0.42, 0.34, 0.26],
  // From here links have to turn far, so gaps close in several steps.
  start: [1.1, -0.4, 0.7],
  goal: [0.66, 0.04],
  *frames(q, goal) {
    const { lengths } = this;
    let x: Loose = pieces(q, lengths);
    let mu = firstDamping;
    for (let k = 0; k <= iterations; ++k) {
      const links = lengths.map((_, i): [Point, Point] => [place(x, i), end(x, i, lengths)]);
      const tip = links.at(-1)![1];
      const sides = links.map(([start], i): [Point, Point] => [links[i - 1]?.[1] ?? [0, 0], start]);
      const gaps = sides.map(([a, b]) => length(minus(a, b)));
      const left = length(minus(goal, tip));
      const numbers = `Gaps: ${gaps.map(centimetres).join(', ')}; the tip is ${centimetres(left)} from the goal.`;
      const soft = k === iterations && left > 1e-3;
      yield {
        links,
        marks: [
          ring('plain', [0, 0], 0.03),
          arrow('to-goal', tip, goal),
          ...sides.map((side) => line('stop', ...side)),
          ...links.map(([start], i) => ring('stop', start, Math.min(0.05, gaps[i]!))),
        ],
        text:
          k === 0
            ? `Every link lies loose, with x, y and an angle of its own. ${numbers}`
            : `Step ${k}. ${numbers}${soft ? ' Limber now makes the goal softer, until the joints close.' : ''}`,
      };
      if (Math.max(...gaps, left) < 1e-4) break;
      ({ x, mu } = go(x, lengths, goal, mu));
    }
  },
};
