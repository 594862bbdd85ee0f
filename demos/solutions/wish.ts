/**
 * Targets of an arm's goals in one list of numbers: metres, then a unit quaternion or a unit direction; or
 * either alone.
 */

export type Wish = readonly number[];

/** How many of them are metres. */
export const metresOf = (wish: Wish): number => (wish.length === 4 ? 0 : 3);

const isTurn = (wish: Wish): boolean => wish.length === 4 || wish.length === 7;

/** Interpolates between two wishes; the result is valid as goals' targets. */
export function between(from: Wish, to: Wish, part: number): number[] {
  const metres = metresOf(from);
  const side = isTurn(from) && dot(from, to) < 0 ? -1 : 1;
  const mixed = from.map((each, i) => (1 - part) * each * (i < metres ? 1 : side) + part * to[i]!);
  const length = Math.hypot(...mixed.slice(metres)) || 1;
  return mixed.map((each, i) => (i < metres ? each : each / length));
}

/** Distance of two wishes: angles in radians (approximately) plus lengths relative to the size. */
export function apart(from: Wish, to: Wish, size: number): number {
  const metres = metresOf(from);
  const moved = Math.hypot(...from.slice(0, metres).map((each, i) => to[i]! - each)) / size;
  const cosine = from.length > metres ? Math.min(1, dot(from, to)) : 1;
  return moved + Math.acos(isTurn(from) ? Math.abs(cosine) : Math.max(-1, cosine));
}

const dot = (from: Wish, to: Wish): number =>
  from.slice(metresOf(from)).reduce((sum, each, i) => sum + each * to[i + metresOf(from)]!, 0);
