/** Sine and cosine of the presets: the same bits everywhere, and correct. */
import { expect, it } from 'vitest';
import { cosine, sine } from '../../../web/src/robots/presets/angles.ts';

const angles = Array.from({ length: 40_001 }, (_, i) => (i - 20_000) * 0.000_731);

it('are right to the last digits, theirs and the angle’s', () => {
  for (const angle of angles) {
    const bound = Number.EPSILON * (1 + Math.abs(angle));
    expect(Math.abs(sine(angle) - Math.sin(angle))).toBeLessThanOrEqual(bound);
    expect(Math.abs(cosine(angle) - Math.cos(angle))).toBeLessThanOrEqual(bound);
  }
});

it('go on being right for long times', () => {
  for (const angle of [1e3, -1e3, 12_345.678, 1e5]) {
    expect(sine(angle)).toBeCloseTo(Math.sin(angle), 10);
    expect(cosine(angle)).toBeCloseTo(Math.cos(angle), 10);
  }
});

it('are exact at quarter turns next to zero, and are odd and even', () => {
  expect([sine(0), cosine(0), sine(Math.PI / 2), cosine(Math.PI), sine(-Math.PI / 2)]).toEqual([
    0, 1, 1, -1, -1,
  ]);
  for (const angle of angles.slice(0, 500)) {
    expect(sine(-angle)).toBe(-sine(angle));
    expect(cosine(-angle)).toBe(cosine(angle));
  }
});

it('square to one together', () => {
  for (const angle of angles) expect(sine(angle) ** 2 + cosine(angle) ** 2).toBeCloseTo(1, 14);
});
