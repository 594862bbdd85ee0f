/** Paths that targets follow. */
import type { Run } from './run.ts';
import type { Curve, CurvePlace } from '../presets/tracks/track.ts';

/** Seconds between two points of a path, and the longest path in seconds. */
const every = 0.02;
const longest = 20;

/**
 * Points of a curve, from time 0 until it is back at its start and moving in the same direction: three
 * numbers per point. A curve that never returns is cut off.
 */
export function pathOf(curve: Curve, place: CurvePlace): Float32Array {
  const point = new Float64Array(3);
  const points: number[] = [];
  const near = (i: number, k: number): boolean =>
    [0, 1, 2].every((axis) => Math.abs(points[3 * i + axis]! - points[3 * k + axis]!) < 1e-6 * place.size);
  const most = Math.round(longest / every);
  for (let i = 0; i <= most; i += 1) {
    curve(i * every, place, point, 0);
    points.push(...point);
    if (i > 2 && near(i, 1) && near(i - 1, 0)) break;
  }
  return new Float32Array(points);
}

/** The path of every effector's target; null if only a hand moves it. */
export function pathsOf({ curves }: Run): (Float32Array | null)[] {
  return curves.map(({ curve, place }) => curve && pathOf(curve, place));
}
