/** The smallest capsule around points, by a search over its axis. */
import { Box3, Line3, Quaternion, Vector3 } from 'three';
import type { CollisionCapsule } from '../../describe/description.ts';
import { directions, extremes } from './directions.ts';
import { rounding, type FitSolid, type Solid } from './solid.ts';

interface Along {
  readonly axis: Vector3;
  /** Point of the axis next to the middle of the points. */
  readonly foot: Vector3;
  readonly radius: number;
  /** Positions of its end centres along the axis, from `foot`. */
  readonly low: number;
  readonly high: number;
  readonly volume: number;
}

/**
 * The capsule about a given line that contains all points. r is the largest distance ρ from the line; an
 * end's centre may lie √(r² − ρ²) inwards of a point at t.
 */
function about(points: readonly Vector3[], axis: Vector3, foot: Vector3, size: number): Along {
  let square = 0;
  for (const point of points) square = Math.max(square, lateral(point, axis, foot));
  const radius = Math.max(Math.sqrt(square), 1e-6 * size) + rounding * size;
  let [low, high] = [Infinity, -Infinity];
  for (const point of points) {
    const along = from.subVectors(point, foot).dot(axis);
    const reach = Math.sqrt(radius * radius - lateral(point, axis, foot));
    low = Math.min(low, along + reach);
    high = Math.max(high, along - reach);
  }
  if (low > high) low = high = (low + high) / 2;
  const volume = Math.PI * radius ** 2 * (high - low + (4 / 3) * radius);
  return { axis, foot, radius, low, high, volume };
}

const from = new Vector3();

/** Squared distance of a point from a line. */
function lateral(point: Vector3, axis: Vector3, foot: Vector3): number {
  from.subVectors(point, foot);
  return Math.max(0, from.lengthSq() - from.dot(axis) ** 2);
}

/** Two directions across an axis. */
export function across(axis: Vector3): [Vector3, Vector3] {
  const u = new Vector3(0, 0, 1).cross(axis);
  if (u.length() < 0.1) u.set(1, 0, 0).cross(axis);
  u.normalize();
  return [u, new Vector3().crossVectors(axis, u)];
}

const ways = directions(200);
const roughWays = directions(26);
const starts = roughWays.filter(({ z }) => z > 0);

/** The longest axis of the points' covariance, by power iteration, the next one across it, and the third. */
function principal(points: readonly Vector3[], middle: Vector3): Vector3[] {
  const along = (way: Vector3): Vector3 =>
    points.reduce((sum, point) => {
      const part = from.subVectors(point, middle).dot(way);
      return sum.addScaledVector(from, part);
    }, new Vector3());
  const longest = (way: Vector3, taken: Vector3): Vector3 => {
    for (let i = 0; i < 20; i += 1) {
      way = along(way);
      way.addScaledVector(taken, -way.dot(taken)).normalize();
    }
    return way;
  };
  const first = longest(new Vector3(0.8, 0.5, 0.3), new Vector3());
  const second = longest(across(first)[0], first);
  return [first, second, new Vector3().crossVectors(first, second)].filter((each) => each.length() > 0.5);
}

/** Best result of several starts: a ball is a local minimum in which the search may stop. */
function search(points: readonly Vector3[], middle: Vector3, size: number, rough: boolean): Along {
  const tried = (axes: readonly Vector3[]): Along[] =>
    axes.map((axis) => about(points, axis, middle, size)).sort((a, b) => a.volume - b.volume);
  const own = tried(principal(points, middle));
  const others = tried(starts);
  const first = rough
    ? [...own, ...others.slice(0, 1)].sort((a, b) => a.volume - b.volume).slice(0, 1)
    : [...own, ...others.slice(0, 2)];
  return first
    .map((start) => refined(points, start, size, rough ? 0.2 : 0.01))
    .reduce((a, b) => (b.volume < a.volume ? b : a));
}

/** Turns and moves the axis in ever smaller steps while that shrinks the capsule. */
function refined(points: readonly Vector3[], start: Along, size: number, least: number): Along {
  let best = start;
  for (let step = 0.3; step > least; step /= 2) {
    for (let isBetter = true; isBetter;) {
      isBetter = false;
      for (const way of across(best.axis).flatMap((each) => [each, each.clone().negate()])) {
        const turned = best.axis.clone().addScaledVector(way, step).normalize();
        const moved = best.foot.clone().addScaledVector(way, 0.5 * step * size);
        for (const next of [about(points, turned, best.foot, size), about(points, best.axis, moved, size)]) {
          if (next.volume >= (1 - 1e-4) * best.volume) continue;
          best = next;
          isBetter = true;
        }
      }
    }
  }
  return best;
}

export const capsuleRound: FitSolid<CollisionCapsule> = (points, rough) => {
  const few = extremes(points, rough ? roughWays : ways);
  const middle = few.reduce((sum, each) => sum.add(each), new Vector3()).divideScalar(few.length);
  const size = Math.max(...few.map((each) => each.distanceTo(middle))) || 1e-6;
  const found = search(few, middle, size, rough);
  // The search used only the outermost points.
  return solidOf(rough ? found : about(points, found.axis, found.foot, size));
};

function solidOf({ axis, foot, radius, low, high, volume }: Along): Solid<CollisionCapsule> {
  const segment = new Line3(
    foot.clone().addScaledVector(axis, low),
    foot.clone().addScaledVector(axis, high),
  );
  const length = high - low;
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), axis);
  const nearest = new Vector3();
  return {
    shape: {
      type: 'capsule',
      radius,
      length,
      position: segment.getCenter(new Vector3()).toArray(),
      rotation: turn.toArray(),
    },
    volume,
    axis,
    box: () => new Box3().setFromPoints([segment.start, segment.end]).expandByScalar(radius),
    distance: (point) => segment.closestPointToPoint(point, true, nearest).distanceTo(point) - radius,
    surface: (count) => {
      // Caps and sides share the area as 2 r and l.
      const sides = Math.round((count * length) / (length + 2 * radius));
      const [u, v] = across(axis);
      const golden = Math.PI * (3 - Math.sqrt(5));
      return [
        ...[axis.clone(), axis.clone().negate(), ...directions(count - sides)].map((way) =>
          (way.dot(axis) > 0 ? segment.end : segment.start).clone().addScaledVector(way, radius),
        ),
        ...Array.from({ length: sides }, (_, i) =>
          segment
            .at((i + 0.5) / sides, new Vector3())
            .addScaledVector(u, radius * Math.cos(golden * i))
            .addScaledVector(v, radius * Math.sin(golden * i)),
        ),
      ];
    },
  };
}
