/** Divides a mesh into parts and fits each by a shape. */
import { Box3, Plane, Triangle, Vector3 } from 'three';
import type { CollisionShape } from '../obstacle.ts';
import { across } from './capsule.ts';
import type { FitSolid, Solid } from './solid.ts';
import { spread, Surface } from './surface.ts';

interface Part<S extends CollisionShape> {
  readonly triangles: readonly Triangle[];
  readonly solid: Solid<S>;
  /** There is a plane that divides it. */
  canSplit: boolean;
}

/** Points on a mesh for guesses of volumes, and on a shape for its overshoot. */
const samples = { tried: 400, shape: 400 };
/** Parts of its extent at which a part may be divided. */
const cuts = [0.25, 0.375, 0.5, 0.625, 0.75];

const cornersOf = (triangles: readonly Triangle[]): Vector3[] => [
  ...new Set(triangles.flatMap(({ a, b, c }) => [a, b, c])),
];

/** A point, which has no surface. */
const isPoint = ({ a, b, c }: Triangle): boolean => a === b && b === c;

/** Both sides of a plane; what crosses it is cut. */
function divide(triangles: readonly Triangle[], plane: Plane): [Triangle[], Triangle[]] {
  const flipped = plane.clone().negate();
  return [clip(triangles, plane), clip(triangles, flipped)];
}

/** What is below a plane (Sutherland and Hodgman 1974). */
function clip(triangles: readonly Triangle[], plane: Plane): Triangle[] {
  return triangles.flatMap((triangle) => {
    const corners = [triangle.a, triangle.b, triangle.c];
    const heights = corners.map((corner) => plane.distanceToPoint(corner));
    if (heights.every((each) => each <= 0)) return [triangle];
    if (isPoint(triangle) || heights.every((each) => each >= 0)) return [];
    const polygon = corners.flatMap((corner, i) => {
      const next = (i + 1) % 3;
      const [h, k] = [heights[i]!, heights[next]!];
      const crossing = h * k < 0 ? [corner.clone().lerp(corners[next]!, h / (h - k))] : [];
      return h <= 0 ? [corner, ...crossing] : crossing;
    });
    return polygon.slice(2).map((corner, i) => new Triangle(polygon[0], polygon[i + 1], corner));
  });
}

/** Points on triangles, by their areas: a long triangle has its corners only at its ends. */
function sampled(triangles: readonly Triangle[]): Vector3[] {
  const areas = triangles.map((each) => each.getArea());
  const all = areas.reduce((sum, each) => sum + each, 0);
  const points = triangles.flatMap((each, i) => {
    if (areas[i]! > 0) return spread(each, Math.ceil((samples.tried * areas[i]!) / all));
    return isPoint(each) ? [each.a] : [each.a, each.b, each.c];
  });
  const stride = Math.ceil(points.length / samples.tried);
  return points.filter((_, i) => i % stride === 0);
}

/** Of a shape round points, and a little for its extent: whichever way a ring is halved, its hulls have one volume. */
const costOf = (points: readonly Vector3[], fit: FitSolid): number =>
  fit(points, true).volume +
  0.05 *
    new Box3()
      .setFromPoints([...points])
      .getSize(size)
      .length() **
      3;

const size = new Vector3();

/** The plane whose sides cost least; null: none has something on both sides. */
function bestPlane(triangles: readonly Triangle[], axis: Vector3, fit: FitSolid): Plane | null {
  const points = sampled(triangles);
  const frame = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
  let [best, least] = [null as Plane | null, Infinity];
  for (const normal of [axis, ...across(axis), ...frame]) {
    const heights = points.map((each) => each.dot(normal));
    const [low, high] = heights.reduce(
      ([a, b], each) => [Math.min(a, each), Math.max(b, each)],
      [Infinity, -Infinity],
    );
    for (const cut of cuts) {
      const height = low + cut * (high - low);
      const sides = [
        points.filter((_, i) => heights[i]! <= height),
        points.filter((_, i) => heights[i]! > height),
      ];
      if (sides.some(({ length }) => length === 0)) continue;
      const cost = sides.reduce((sum, side) => sum + costOf(side, fit), 0);
      if (cost < least) [best, least] = [new Plane(normal.clone(), -height), cost];
    }
  }
  return best;
}

/** How far a shape sticks out of the mesh, at most, where no other covers it. Metres. */
function overshootOf(solid: Solid, others: readonly Solid[], mesh: Surface): number {
  let most = 0;
  for (const point of solid.surface(samples.shape)) {
    if (others.some((other) => other !== solid && other.distance(point) <= 1e-6 * mesh.size)) continue;
    const distance = mesh.distance(point);
    if (distance > most && !mesh.isInside(point)) most = distance;
  }
  return most;
}

interface Fitted<S extends CollisionShape> {
  readonly shapes: S[];
  readonly overshoot: number;
}

/** Shapes that contain all triangles together, and how far they stick out: of all numbers of parts the best. */
export function fitParts<S extends CollisionShape>(
  triangles: readonly Triangle[],
  fit: FitSolid<S>,
  { parts: most, overshoot: wanted }: { readonly parts: number; readonly overshoot: number },
): Fitted<S> {
  const mesh = new Surface(triangles);
  const enough = Math.max(wanted, 1e-6 * mesh.size);
  const made = (some: readonly Triangle[]): Part<S> => ({
    triangles: some,
    solid: fit(cornersOf(some), false),
    canSplit: true,
  });
  const parts = [made(triangles)];
  let best: { readonly solids: Solid<S>[]; readonly overshoot: number } | null = null;
  for (;;) {
    const solids = parts.map(({ solid }) => solid);
    const overshoots = solids.map((solid) => overshootOf(solid, solids, mesh));
    const overshoot = Math.max(...overshoots);
    if (!best || overshoot < best.overshoot) best = { solids, overshoot };
    if (overshoot <= enough || parts.length === most || !split(parts, overshoots, fit, made)) break;
  }
  return { shapes: best.solids.map(({ shape }) => shape), overshoot: best.overshoot };
}

/** Splits the part that sticks out most; false: none can be. */
function split<S extends CollisionShape>(
  parts: Part<S>[],
  overshoots: readonly number[],
  fit: FitSolid<S>,
  made: (triangles: readonly Triangle[]) => Part<S>,
): boolean {
  const order = parts.map((part, i) => ({ part, i })).sort((a, b) => overshoots[b.i]! - overshoots[a.i]!);
  for (const { part, i } of order) {
    if (!part.canSplit) continue;
    const plane = bestPlane(part.triangles, part.solid.axis, fit);
    const [below, above] = plane ? divide(part.triangles, plane) : [[], []];
    part.canSplit = below.length > 0 && above.length > 0;
    if (!part.canSplit) continue;
    parts.splice(i, 1, made(below), made(above));
    return true;
  }
  return false;
}
