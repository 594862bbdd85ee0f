import type { Vec3 } from '../../../describe/description.ts';

/** Place and size of a curve, in metres. */
export interface CurvePlace {
  readonly centre: Vec3;
  readonly size: number;
}

/** Writes the point at `time` (seconds) into `out[first]` to `out[first + 2]`; allocates nothing. */
export type Curve = (time: number, place: CurvePlace, out: Float64Array, first: number) => void;

/** Automatic motion of targets. */
export interface Track {
  /** One word, for addresses and command lines. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly text: string;
  /** Assigned to the targets in turn; empty: targets stay until someone moves them. */
  readonly curves: readonly Curve[];
}

/**
 * A place for an effector that starts at `start`, on an arm with its root at `root` and of that `reach`: the
 * centre is moved in to three quarters of the distance, so that a curve of radius `size`, a fifth of the
 * reach, stays within 95 % of it if the arm starts stretched out.
 */
export function placeFor(start: ArrayLike<number>, root: ArrayLike<number>, reach: number): CurvePlace {
  const part = (i: number): number => root[i]! + 0.75 * (start[i]! - root[i]!);
  return { centre: [part(0), part(1), part(2)], size: 0.2 * reach };
}
