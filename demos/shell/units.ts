/** Numbers and sentences for the reader. */
export { decade, degrees, describe, distance } from 'limber/bench';

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Centimetres, to their significant digits. */
export function inCentimetres(centimetres: number): string {
  if (!(centimetres < 1e6)) return '–';
  const digits = centimetres < 0.095 ? 3 : centimetres < 9.95 ? 2 : 1;
  return `${centimetres.toFixed(digits)} cm`;
}

export function times(microseconds: number): string {
  return microseconds < 9.95 ? microseconds.toFixed(1) : microseconds.toFixed(0);
}
