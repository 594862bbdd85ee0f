/** Whether memory grows: a straight line through the measurements, and its uncertainty. */
import { expect } from 'vitest';

export interface Slope {
  /** Bytes per item. */
  readonly slope: number;
  /** Standard error of the slope. */
  readonly error: number;
}

/** Least squares through points [count, bytes]. */
export function slopeOf(points: readonly (readonly [number, number])[]): Slope {
  const n = points.length;
  const mean = (i: 0 | 1): number => points.reduce((sum, point) => sum + point[i], 0) / n;
  const [x0, y0] = [mean(0), mean(1)];
  const xx = points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0) / xx;
  const rest = points.reduce((sum, [x, y]) => sum + (y - y0 - slope * (x - x0)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (n - 2) / xx) };
}

/**
 * Reports the slope and expects it to exceed `most` bytes per item by no more than three standard errors. The
 * first fifth of the points does not count, because caches fill until then.
 */
export function expectFlat(what: string, points: readonly (readonly [number, number])[], most: number): void {
  const { slope, error } = slopeOf(points.slice(Math.ceil(points.length / 5)));
  const [first, last] = [points[0]!, points.at(-1)!];
  const size = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
  const grown = `over ${last[0]}, ${size(first[1])} → ${size(last[1])}`;
  console.log(`${what}: ${slope.toFixed(2)} ± ${error.toFixed(2)} bytes each ${grown}`);
  expect(slope - 3 * error, `${what}: bytes each`).toBeLessThanOrEqual(most);
}
