/** Points of a plane, in metres. */
export type Point = readonly [x: number, y: number];

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
export const length = ([x, y]: Point): number => Math.hypot(x, y);

/** The point at a distance from another, in a direction (radians from x towards y). */
export const polar = (from: Point, radius: number, angle: number): Point =>
  add(from, [radius * Math.cos(angle), radius * Math.sin(angle)]);

/** Intersection of two circles: the one on the left of the line from a's centre to b's. */
export function meet(a: Point, radiusA: number, b: Point, radiusB: number): Point {
  const apart = length(minus(a, b));
  const along = (apart ** 2 + radiusA ** 2 - radiusB ** 2) / (2 * apart);
  const across = Math.sqrt(radiusA ** 2 - along ** 2);
  const [x, y] = [(b[0] - a[0]) / apart, (b[1] - a[1]) / apart];
  return [a[0] + along * x - across * y, a[1] + along * y + across * x];
}
