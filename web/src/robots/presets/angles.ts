import type { Interval } from '../../describe/description.ts';

/** Converts degrees, as printed in tables, to radians. */
export const fromDegrees = (angle: number): number => (angle * Math.PI) / 180;

export const degreesBetween = (min: number, max: number): Interval => [fromDegrees(min), fromDegrees(max)];

/** The same angle to both sides. */
export const degreesAround = (most: number): Interval => degreesBetween(-most, most);

const quarter = Math.PI / 2;
/** Enough terms for full precision up to an eighth of a turn. */
const terms = 10;

/**
 * 1 − x²/(a (a + 1)) · (1 − x²/((a + 2) (a + 3)) · …): the sine divided by x for a = 2, the cosine for a = 1.
 */
function series(x: number, a: number): number {
  let sum = 1;
  for (let k = a + 2 * terms; k >= a; k -= 2) sum = 1 - ((x * x) / (k * (k + 1))) * sum;
  return sum;
}

function wave(angle: number, quartersAhead: number): number {
  const quarters = Math.round(angle / quarter);
  const x = angle - quarters * quarter;
  const turned = (((quarters + quartersAhead) % 4) + 4) % 4;
  const value = turned % 2 === 0 ? x * series(x, 2) : series(x, 1);
  return turned < 2 ? value : -value;
}

/**
 * Sine of an angle in radians. Math.sin may differ in its last digit between browsers and Node; sums,
 * products and quotients do not, so a run is the same everywhere.
 */
export const sine = (angle: number): number => wave(angle, 0);

/** Cosine; like `sine`. */
export const cosine = (angle: number): number => wave(angle, 1);
