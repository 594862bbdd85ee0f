/** A convex hull of few points plus a rounding, around many points. */
import { Box3, Line3, Plane, Triangle, Vector3 } from 'three';
import { ConvexHull } from 'three/addons/math/ConvexHull.js';
import type { Vec3, CollisionHull } from '../../describe/description.ts';
import { capsuleRound } from './capsule.ts';
import { directions, extremes, farthest } from './directions.ts';
import { rounding, smallest, type FitSolid, type Solid } from './solid.ts';
import { spread } from './surface.ts';

/** A face of a hull. */
interface Face {
  readonly plane: Plane;
  readonly triangle: Triangle;
}

/** Thickness assumed for flat shapes, as a fraction of their size: quickhull needs a volume. */
const thinnest = 1e-4;

function facesOf(corners: readonly Vector3[]): Face[] {
  return new ConvexHull().setFromPoints([...corners]).faces.map(({ normal, constant, edge }) => {
    const [a, b, c] = [edge.prev.vertex, edge.vertex, edge.next.vertex].map(({ point }) => point);
    return { plane: new Plane(normal, -constant), triangle: new Triangle(a, b, c) };
  });
}

/** Distance of a point beyond the farthest face. */
function beyond(faces: readonly Face[], point: Vector3): number {
  let most = -Infinity;
  for (const { plane } of faces) most = Math.max(most, plane.distanceToPoint(point));
  return most;
}

const on = new Vector3();

/** Distance of a point from a hull; 0 or less inside. */
function distanceTo(faces: readonly Face[], point: Vector3): number {
  const outside = beyond(faces, point);
  if (outside <= 0) return outside;
  let least = Infinity;
  for (const { triangle } of faces)
    least = Math.min(least, triangle.closestPointToPoint(point, on).distanceTo(point));
  return least;
}

/**
 * Four of the points that span as much as possible, as quickhull starts; made-up points if all are in one
 * plane.
 */
function firstCorners(points: readonly Vector3[], size: number): Vector3[] {
  const a = farthest(points, (point) => point.distanceTo(points[0]!));
  const b = farthest(points, (point) => point.distanceTo(a));
  const line = new Line3(a, b);
  const fromLine = (point: Vector3): number => line.closestPointToPoint(point, false, on).distanceTo(point);
  let c = farthest(points, fromLine);
  const least = thinnest * size;
  if (fromLine(c) < least) {
    const aside = new Vector3().subVectors(b, a).cross(new Vector3(0, 0, 1));
    if (aside.length() < 0.1 * size) aside.subVectors(b, a).cross(new Vector3(0, 1, 0));
    c = a.clone().addScaledVector(aside.normalize(), least);
  }
  const plane = new Plane().setFromCoplanarPoints(a, b, c);
  let d = farthest(points, (point) => Math.abs(plane.distanceToPoint(point)));
  if (Math.abs(plane.distanceToPoint(d)) < least) d = a.clone().addScaledVector(plane.normal, least);
  return [a, b, c, d];
}

/** Repeatedly adds the point that is farthest outside. */
function corner(points: readonly Vector3[], most: number, size: number): Vector3[] {
  const corners = firstCorners(points, size);
  while (corners.length < most) {
    const faces = facesOf(corners);
    const next = farthest(points, (point) => beyond(faces, point));
    if (beyond(faces, next) <= 1e-6 * size) break;
    corners.push(next);
  }
  return corners;
}

const ways = directions(500);
const roughWays = directions(26);

/** Fits hulls with at most `most` points. */
export const hullRound =
  (most: number): FitSolid<CollisionHull> =>
  (points, rough) => {
    const few = extremes(points, rough ? roughWays : ways);
    const middle = few.reduce((sum, each) => sum.add(each), new Vector3()).divideScalar(few.length);
    const size = Math.max(...few.map((each) => each.distanceTo(middle)));
    if (!(size > smallest * Math.max(1, middle.length())))
      return solidOf([middle], [], 1e-6 + 1.1 * size, points);
    const corners = rough ? [...firstCorners(few, size), ...few] : corner(few, most, size);
    const faces = facesOf(corners);
    let left = 0;
    if (!rough) for (const point of points) left = Math.max(left, distanceTo(faces, point));
    return solidOf(corners, faces, left + rounding * size, points);
  };

function solidOf(
  corners: readonly Vector3[],
  faces: readonly Face[],
  round: number,
  points: readonly Vector3[],
): Solid<CollisionHull> {
  const middle = corners.reduce((sum, each) => sum.add(each), new Vector3()).divideScalar(corners.length);
  const areas = faces.map(({ triangle }) => triangle.getArea());
  const all = areas.reduce((sum, each) => sum + each, 0);
  // Volume of the pyramids from the middle, plus the volume added by the rounding.
  const volume = faces.reduce(
    (sum, { plane }, i) => sum + areas[i]! * (round - plane.distanceToPoint(middle) / 3),
    0,
  );
  return {
    shape: { type: 'hull', points: corners.map((each): Vec3 => each.toArray()), rounding: round },
    volume,
    get axis() {
      return capsuleRound(points, true).axis;
    },
    distance: (point) => (faces.length > 0 ? distanceTo(faces, point) : point.distanceTo(middle)) - round,
    box: () => new Box3().setFromPoints([...corners]).expandByScalar(round),
    surface: (count) => [
      ...corners.map((each) => each.clone().addScaledVector(on.subVectors(each, middle).normalize(), round)),
      ...faces.flatMap(({ plane, triangle }, i) =>
        spread(triangle, Math.ceil((count * areas[i]!) / all)).map((each) =>
          each.addScaledVector(plane.normal, round),
        ),
      ),
    ],
  };
}
