/** What the goals of an arm want, as one row of numbers: metres, then a unit quaternion or a unit direction. */

export type Wish = readonly number[];

/** Part of the way from one to another, as numbers that may be given to the goals. */
export function between(from: Wish, to: Wish, part: number): number[] {
  const side = from.length === 7 && dot(from, to) < 0 ? -1 : 1;
  const mixed = from.map((each, i) => (1 - part) * each * (i < 3 ? 1 : side) + part * to[i]!);
  const length = Math.hypot(...mixed.slice(3)) || 1;
  return mixed.map((each, i) => (i < 3 ? each : each / length));
}

/** Radians, or so, and parts of the size: how far two are apart. */
export function apart(from: Wish, to: Wish, size: number): number {
  const moved = Math.hypot(...[0, 1, 2].map((i) => to[i]! - from[i]!)) / size;
  const cosine = from.length > 3 ? Math.min(1, dot(from, to)) : 1;
  return moved + Math.acos(from.length === 7 ? Math.abs(cosine) : Math.max(-1, cosine));
}

const dot = (from: Wish, to: Wish): number =>
  from.slice(3).reduce((sum, each, i) => sum + each * to[i + 3]!, 0);
