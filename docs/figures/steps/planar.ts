/** Kinematics of a planar arm of hinges: metres, radians. */
import { add, length, minus, polar, type Point } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import { angleOf, wrapped } from '../plane-arm.ts';
import { linksOf, sector, type Frame, type Look, type Mark } from './frame.ts';

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

/** Joint values of an arm whose links have these ends. */
export function valuesOf(links: Frame['links']): number[] {
  const turns = links.map(([a, b]) => angleOf(minus(b, a)));
  return turns.map((turn, i) => wrapped(turn - (turns[i - 1] ?? 0)));
}

/** Joint values of an arm with its joints at these points. */
export const anglesOf = (points: readonly Point[]): number[] => valuesOf(linksOf(points));

/** The point at `size` from `a` on the way to `b`. */
export function towards(a: Point, b: Point, size: number): Point {
  const way = minus(b, a);
  const far = length(way) || 1;
  return add(a, [(size * way[0]) / far, (size * way[1]) / far]);
}

/** A zigzag between two points. */
export function spring(from: Point, to: Point): Point[] {
  const [x, y] = minus(to, from);
  const far = Math.hypot(x, y) || 1;
  const turns = 12;
  return Array.from({ length: turns + 1 }, (_, k) => {
    const size = Math.min(0.03, far / 8);
    const aside = k > 1 && k < turns - 1 ? (k % 2 ? size : -size) / far : 0;
    return add(from, [(k / turns) * x - aside * y, (k / turns) * y + aside * x]);
  });
}

/** Columns of the tip's Jacobian, w × (p − o) with w = z: metres per radian of each hinge. */
export const columnsOf = (points: readonly Point[]): Point[] =>
  points.slice(0, -1).map((joint) => {
    const [x, y] = minus(points.at(-1)!, joint);
    return [-y, x];
  });

export const scaled = ([x, y]: Point, factor: number): Point => [factor * x, factor * y];
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
export const total = (of: readonly number[]): number => of.reduce((sum, each) => sum + each, 0);

/** The pose after these turns, or a part of them. */
export const turned = (q: readonly number[], dq: readonly number[], part = 1): number[] =>
  q.map((angle, i) => angle + part * dq[i]!);

export const times = (dq: readonly number[], factor: number): number[] => dq.map((turn) => factor * turn);

/** An arm's joints and tip, and what is left from there to the goal. */
export function stand(q: readonly number[], lengths: readonly number[], goal: Point) {
  const points = pointsOf(q, lengths);
  const tip = points.at(-1)!;
  const e = minus(goal, tip);
  return { points, tip, e, away: length(e), columns: columnsOf(points) };
}

/** J dq for J's columns. */
export const motionOf = (columns: readonly Point[], dq: readonly number[]): Point =>
  columns.reduce<Point>((sum, column, i) => add(sum, scaled(column, dq[i]!)), [0, 0]);

/** Jᵀ e for J's columns. */
export const pullOn = (columns: readonly Point[], e: Point): number[] =>
  columns.map((column) => dot(column, e));

/** Hinge i's turn, from where its link is on. */
export const turnMark = (
  points: readonly Point[],
  i: number,
  turn: number,
  look: Look = 'aim',
  radius = 0.16,
): Mark => sector(look, points[i]!, radius, angleOf(minus(points[i + 1]!, points[i]!)), turn);

/** Hinges' turns, for a sentence. */
export const inDegrees = (dq: readonly number[]): string =>
  dq.map((turn) => degrees(Math.abs(turn) < 5e-4 ? 0 : turn)).join(', ');

/** A singular direction: v of the hinges moves the tip by σ u. */
export interface Mode {
  readonly sigma: number;
  readonly u: Point;
  readonly v: readonly number[];
}

/** J's singular values and vectors, larger σ first; each u points where e does. */
export function modesOf(columns: readonly Point[], e: Point): readonly [Mode, Mode] {
  // The larger axis of J Jᵀ.
  const cross = total(columns.map(([x, y]) => x * y));
  const angle = Math.atan2(2 * cross, total(columns.map(([x, y]) => x * x - y * y))) / 2;
  const mode = (way: Point): Mode => {
    const u = dot(way, e) < 0 ? scaled(way, -1) : way;
    const row = pullOn(columns, u);
    const sigma = Math.hypot(...row);
    return { sigma, u, v: row.map((each) => each / (sigma || 1)) };
  };
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  return [mode([x, y]), mode([-y, x])];
}

/** The step Jᵀ (J Jᵀ + λ²)⁻¹ e = Σ σ/(σ² + λ²) v (uᵀe) for J’s columns; without damping that of the pseudoinverse. */
export function dampedStep(columns: readonly Point[], e: Point, lambda: number): number[] {
  const modes = modesOf(columns, e);
  const part = ({ sigma, u }: Mode): number => (sigma * dot(u, e)) / (sigma ** 2 + lambda ** 2) || 0;
  return columns.map((_, i) => total(modes.map((mode) => part(mode) * mode.v[i]!)));
}

/** Turns within `cap` radians per hinge, all shortened by one factor. */
export const capped = (dq: readonly number[], cap: number): number[] =>
  times(dq, Math.min(1, cap / Math.max(...dq.map(Math.abs))));

type Arm = readonly [q: readonly number[], lengths: readonly number[], goal: Point];

/** Whether a step gains enough: a quarter of the decrease of |e|² that the slope promises. */
export function gains([q, lengths, goal]: Arm, dq: readonly number[]): boolean {
  const { e, away, columns } = stand(q, lengths, goal);
  const gain = away ** 2 - stand(turned(q, dq), lengths, goal).away ** 2;
  return gain > 0 && gain >= 0.5 * dot(motionOf(columns, dq), e);
}

/** The step as Limber takes it: within the cap, and halved until it gains enough. */
export function taken(arm: Arm, dq: readonly number[], cap: number): number[] {
  for (let halvings = 0; halvings < 8; ++halvings) {
    const step = capped(times(dq, 0.5 ** halvings), cap);
    if (gains(arm, step)) return step;
  }
  return times(dq, 0);
}
