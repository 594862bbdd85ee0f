import { Vector3 } from 'three';

/** Directions spread evenly over the sphere: a spiral of the golden angle (González 2010). */
export function directions(count: number): Vector3[] {
  const golden = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * i + 1) / count;
    const across = Math.sqrt(1 - z * z);
    return new Vector3(across * Math.cos(golden * i), across * Math.sin(golden * i), z);
  });
}

/** The farthest points in each direction, without duplicates. */
export function extremes(points: readonly Vector3[], ways: readonly Vector3[]): Vector3[] {
  if (points.length <= ways.length) return [...new Set(points)];
  return [...new Set(ways.map((way) => farthest(points, (point) => point.dot(way))))];
}

/** The point with the largest `measure`. */
export function farthest(points: readonly Vector3[], measure: (point: Vector3) => number): Vector3 {
  let [best, most] = [points[0]!, -Infinity];
  for (const point of points) {
    const value = measure(point);
    if (value > most) [best, most] = [point, value];
  }
  return best;
}
