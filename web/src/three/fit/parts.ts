/** Divides a mesh into parts and fits a shape to each. */
import { Box3, Plane, Triangle, Vector3 } from 'three';
import type { CollisionShape } from '../../describe/description.ts';
import { across } from './capsule.ts';
import { Exposed } from './overshoot.ts';
import { smallest, type FitSolid, type Solid } from './solid.ts';
import { spread, Surface } from './surface.ts';

interface Part<S extends CollisionShape> {
  readonly triangles: readonly Triangle[];
  readonly exposed: Exposed<Solid<S>>;
}

/** Points on a mesh for estimating volumes. */
const samples = 400;
/** Fractions of a part's extent at which it may be divided. */
const cuts = [0.25, 0.375, 0.5, 0.625, 0.75];

const cornersOf = (triangles: readonly Triangle[]): Vector3[] => [
  ...new Set(triangles.flatMap(({ a, b, c }) => [a, b, c])),
];

/** True for a point, which has no surface. */
const isPoint = ({ a, b, c }: Triangle): boolean => a === b && b === c;

/** Both sides of a plane; crossing triangles are cut. */
function divide(triangles: readonly Triangle[], plane: Plane): [Triangle[], Triangle[]] {
  const flipped = plane.clone().negate();
  return [clip(triangles, plane), clip(triangles, flipped)];
}

/** The part below a plane (Sutherland and Hodgman 1974). */
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

/** Points on triangles, distributed by area: a long triangle has corners only at its ends. */
function sampled(triangles: readonly Triangle[]): Vector3[] {
  const areas = triangles.map((each) => each.getArea());
  const all = areas.reduce((sum, each) => sum + each, 0);
  const points = triangles.flatMap((each, i) => {
    if (areas[i]! > 0) return spread(each, Math.ceil((samples * areas[i]!) / all));
    return isPoint(each) ? [each.a] : [each.a, each.b, each.c];
  });
  const stride = Math.ceil(points.length / samples);
  return points.filter((_, i) => i % stride === 0);
}

/** Length of the diagonal of the points' box. */
const extentOf = (points: readonly Vector3[]): number =>
  new Box3()
    .setFromPoints([...points])
    .getSize(size)
    .length();

const size = new Vector3();

/**
 * Volume of a shape around points, plus a small cost for extent: however a ring is halved, its hulls have
 * equal volumes.
 */
const costOf = (points: readonly Vector3[], fit: FitSolid): number =>
  fit(points, true).volume + 0.05 * extentOf(points) ** 3;

/** The plane whose sides cost least; null: no plane has triangles on both sides. */
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

interface Fitted<S extends CollisionShape> {
  readonly shapes: S[];
  readonly overshoot: number;
}

/**
 * Shapes that together contain all triangles, and how far they protrude: the best over all numbers of parts.
 */
export function fitParts<S extends CollisionShape>(
  triangles: readonly Triangle[],
  fit: FitSolid<S>,
  { parts: most, overshoot: wanted }: { readonly parts: number; readonly overshoot: number },
): Fitted<S> {
  const mesh = new Surface(triangles);
  const enough = Math.max(wanted, 1e-6 * mesh.size);
  const made = (some: readonly Triangle[]): Part<S> => ({
    triangles: some,
    exposed: new Exposed(fit(cornersOf(some), false), mesh),
  });
  const parts = [made(triangles)];
  let division: Division | null = { gone: null, come: shapesOf(parts) };
  let best: { readonly solids: Solid<S>[]; readonly overshoot: number } | null = null;
  while (division) {
    const { gone, come }: Division = division;
    const all = shapesOf(parts);
    for (const each of all) each.update(gone, come, all);
    const overshoot = Math.max(...all.map((each) => each.overshoot));
    if (!best || overshoot < best.overshoot) best = { solids: all.map(({ solid }) => solid), overshoot };
    if (overshoot <= enough || parts.length === most) break;
    division = split(parts, enough, fit, made);
  }
  return { shapes: best!.solids.map(({ shape }) => shape), overshoot: best!.overshoot };
}

/** The shape of a divided part, null at first, and the shapes of its parts. */
interface Division {
  readonly gone: Exposed | null;
  readonly come: readonly Exposed[];
}

const shapesOf = <S extends CollisionShape>(parts: readonly Part<S>[]): Exposed<Solid<S>>[] =>
  parts.map(({ exposed }) => exposed);

/**
 * Splits the part that protrudes most; null: it cannot be split, so nothing improves. A part no larger than
 * `enough` protrudes only because every shape has some thickness.
 */
function split<S extends CollisionShape>(
  parts: Part<S>[],
  enough: number,
  fit: FitSolid<S>,
  made: (triangles: readonly Triangle[]) => Part<S>,
): Division | null {
  const worst = parts.reduce((a, b) => (b.exposed.overshoot > a.exposed.overshoot ? b : a));
  const { triangles, exposed } = worst;
  const corners = cornersOf(triangles);
  if (extentOf(corners) <= Math.max(enough, smallest * corners[0]!.length())) return null;
  const plane = bestPlane(triangles, exposed.solid.axis, fit);
  const [below, above] = plane ? divide(triangles, plane) : [[], []];
  if (below.length === 0 || above.length === 0) return null;
  const come = [made(below), made(above)];
  parts.splice(parts.indexOf(worst), 1, ...come);
  return { gone: exposed, come: shapesOf(come) };
}
