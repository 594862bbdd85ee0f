/** Damped least squares: δ = Jᵀ (J Jᵀ + λ²)⁻¹ e, beside the same without damping, on a nearly straight arm. */
import { add, length, minus, type Point } from '../../shell/plane.ts';
import { centimetres } from '../plane-arm.ts';
import type { Frame, Steps } from './frame.ts';
import { columnsOf, dot, linksOf, pointsOf } from './planar.ts';

const iterations = 12;

/** (J Jᵀ + λ²)⁻¹ e for the 2 × n matrix with these columns. */
export function dampedInverse(columns: readonly Point[], [ex, ey]: Point, lambda: number): Point {
  const sum = (f: (p: Point) => number): number => columns.reduce((total, p) => total + f(p), 0);
  const [a, b, d] = [
    sum(([x]) => x * x) + lambda ** 2,
    sum(([x, y]) => x * y),
    sum(([, y]) => y * y) + lambda ** 2,
  ];
  const det = a * d - b * b;
  return [(d * ex - b * ey) / det, (a * ey - b * ex) / det];
}

export const dls: Steps = {
  lengths: [0.5, 0.4],
  start: [0.5, -0.12],
  goal: [0.45, 0.35],
  slider: { label: 'damping λ', min: 0, max: 0.4, value: 0.15 },
  frames(q, goal, lambda) {
    const frames: Frame[] = [];
    let now = [...q];
    for (let k = 0; k <= iterations; ++k) {
      const points = pointsOf(now, this.lengths);
      const tip = points.at(-1)!;
      const e = minus(goal, tip);
      const columns = columnsOf(points);
      const y = dampedInverse(columns, e, lambda);
      const dq = columns.map((column) => dot(column, y));
      const way = columns.reduce<Point>((sum, [cx, cy], i) => add(sum, [cx * dq[i]!, cy * dq[i]!]), [0, 0]);
      frames.push({
        links: linksOf(points),
        marks: [
          { kind: 'arrow', look: 'to-goal', from: tip, to: goal },
          { kind: 'arrow', look: 'aim', from: tip, to: add(tip, way) },
          ...dq.map((turn, i) => ({
            kind: 'sector' as const,
            look: 'aim' as const,
            at: points[i]!,
            radius: 0.13,
            from: Math.atan2(points[i + 1]![1] - points[i]![1], points[i + 1]![0] - points[i]![0]),
            turn: Math.max(-6, Math.min(6, turn)),
          })),
        ],
        text: `Step ${k}: ${centimetres(length(e))} from the goal. The step wants ${centimetres(length(way))} of it (orange).`,
      });
      if (length(e) < 1e-3) break;
      now = now.map((angle, i) => angle + dq[i]!);
    }
    return frames;
  },
};
