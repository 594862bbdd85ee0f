import type { Interval } from '../description.ts';

/** Degrees, as tables print them, in radians. */
export const degrees = (angle: number): number => (angle * Math.PI) / 180;

export const degreesBetween = (min: number, max: number): Interval => [degrees(min), degrees(max)];

/** As far to both sides. */
export const degreesAround = (most: number): Interval => degreesBetween(-most, most);
