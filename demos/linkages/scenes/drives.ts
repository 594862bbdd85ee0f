import type { Drive } from './linkage.ts';

/** A crank that goes round and round from where its joint is at zero; a negative period: clockwise. */
export function turning(link: string, seconds: number): Drive {
  const speed = (2 * Math.PI) / seconds;
  return {
    type: 'joint',
    link,
    period: Math.abs(seconds),
    at: (time) => [speed * time],
    timeOf: (value) => value / speed,
  };
}

/** A joint that goes to and fro between two values (radians, metres). */
export function swinging(link: string, from: number, to: number, seconds: number): Drive {
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  const speed = (2 * Math.PI) / seconds;
  return {
    type: 'joint',
    link,
    period: seconds,
    at: (time) => [middle + half * Math.sin(speed * time)],
    timeOf: (value) => Math.asin(Math.min(1, Math.max(-1, (value - middle) / half))) / speed,
  };
}
