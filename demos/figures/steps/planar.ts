/** Kinematics of a planar arm of hinges: metres, radians. */
import { add, length, minus, polar, type Point } from '../../shell/plane.ts';
import type { Frame } from './frame.ts';

/** Joints from the base on, then the tip. */
export function pointsOf(q: readonly number[], lengths: readonly number[]): Point[] {
  const points: Point[] = [[0, 0]];
  let angle = 0;
  lengths.forEach((each, i) => {
    angle += q[i]!;
    points.push(polar(points[i]!, each, angle));
  });
  return points;
}

/** Links between successive points. */
export const linksOf = (points: readonly Point[]): Frame['links'] =>
  points.slice(1).map((end, i) => [points[i]!, end] as const);

/** Joint values of an arm with its joints at these points. */
export function anglesOf(points: readonly Point[]): number[] {
  const turns = linksOf(points).map(([a, b]) => Math.atan2(b[1] - a[1], b[0] - a[0]));
  return turns.map((turn, i) => turn - (turns[i - 1] ?? 0));
}

/** The point at `size` from `a` on the way to `b`. */
export function towards(a: Point, b: Point, size: number): Point {
  const way = minus(b, a);
  const far = length(way) || 1;
  return add(a, [(size * way[0]) / far, (size * way[1]) / far]);
}

/** Columns of the tip's Jacobian: its motion per radian of each hinge. */
export const columnsOf = (points: readonly Point[]): Point[] =>
  points.slice(0, -1).map((joint) => {
    const [x, y] = minus(points.at(-1)!, joint);
    return [-y, x];
  });

export const scaled = ([x, y]: Point, factor: number): Point => [factor * x, factor * y];
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
