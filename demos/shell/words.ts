/** Numbers and sentences as the reader sees them. */
import { describe as describeAny, type Facts as AnyFacts } from '../../web/src/element/live/words.ts';

export { decade, degrees, distance } from '../../web/src/element/live/words.ts';

/** Centimetres, with as many digits as say something. */
export function inCentimetres(centimetres: number): string {
  if (!(centimetres < 1e6)) return '–';
  const digits = centimetres < 0.095 ? 3 : centimetres < 9.95 ? 2 : 1;
  return `${centimetres.toFixed(digits)} cm`;
}

export function times(microseconds: number): string {
  return microseconds < 9.95 ? microseconds.toFixed(1) : microseconds.toFixed(0);
}

export interface Facts extends Omit<AnyFacts, 'away'> {
  /** Centimetres. */
  readonly distance: number;
}

/** "Reached." or "2.1 cm away, joint 3 at its limit." */
export function describe({ distance, ...facts }: Facts): string {
  return describeAny({ ...facts, away: inCentimetres(distance) });
}
