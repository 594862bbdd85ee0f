/** Curves against the meaning of their names. */
import { describe, expect, it } from 'vitest';
import {
  arms,
  circle,
  type Curve,
  type CurvePlace,
  figureEight,
  hand,
  placeFor,
  Run,
  spiral,
  tracks,
} from 'limber/robots';
import '../support/silence.ts';

const place: CurvePlace = { centre: [0.3, -0.2, 1.5], size: 0.4 };

/** Position relative to the centre, in sizes. */
function from(curve: Curve, time: number, where = place): [x: number, y: number, z: number] {
  const out = new Float64Array(5).fill(NaN);
  curve(time, where, out, 1);
  expect([out[0], out[4]]).toEqual([NaN, NaN]);
  const part = (i: 0 | 1 | 2): number => (out[i + 1]! - where.centre[i]) / where.size;
  return [part(0), part(1), part(2)];
}

const times = Array.from({ length: 400 }, (_, i) => 0.0513 * i);
const radius = ([x, y]: readonly number[]): number => Math.hypot(x!, y!);

it('are three, by their numbers, and the hand', () => {
  expect(tracks.map(({ name }) => name)).toEqual(['circle', 'eight', 'spiral']);
  expect(tracks.every(({ text, curves }) => /^[A-Z].*\.$/.test(text) && curves.length > 0)).toBe(true);
  expect(hand.curves).toEqual([]);
});

it('a circle keeps its radius and comes round in four seconds', () => {
  for (const time of times) {
    const point = from(circle, time);
    expect(radius(point)).toBeCloseTo(1, 12);
    expect(point[2]).toBe(0);
  }
  const quarters = [0, 1, 2, 3, 4].map((time) => from(circle, time));
  for (const [i, [x, y]] of (
    [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
      [1, 0],
    ] as const
  ).entries()) {
    expect(quarters[i]![0]).toBeCloseTo(x, 12);
    expect(quarters[i]![1]).toBeCloseTo(y, 12);
  }
});

it('a figure eight is the lemniscate y² = x² (1 − x²), with its crossing in the centre', () => {
  for (const time of times) {
    const [x, y, z] = from(figureEight, time);
    expect(y * y).toBeCloseTo(x * x * (1 - x * x), 12);
    expect(z).toBe(0);
  }
  for (const time of [1, 3]) expect(radius(from(figureEight, time))).toBeCloseTo(0, 12);
  // Both loops are followed, one of them the other way round.
  const [right, left] = [0.5, 2.5].map((time) => from(figureEight, time));
  expect(right![0]).toBeCloseTo(Math.SQRT1_2, 12);
  expect(left![0]).toBeCloseTo(-Math.SQRT1_2, 12);
  expect([right![1], left![1]].map((y) => Number(y.toFixed(12)))).toEqual([0.5, 0.5]);
});

it('a spiral widens evenly for four seconds and narrows for four', () => {
  for (const time of times) {
    const phase = time % 8;
    const wanted = 2.5 * (phase < 4 ? phase / 4 : 2 - phase / 4);
    expect(radius(from(spiral, time))).toBeCloseTo(wanted, 10);
  }
  const angle = (time: number) => Math.atan2(from(spiral, time)[1], from(spiral, time)[0]);
  expect(angle(0.4)).toBeCloseTo(Math.PI / 2, 12);
  expect(angle(2)).toBeCloseTo(Math.PI / 2, 12);
});

it.each([
  ['circle', circle],
  ['figure eight', figureEight],
  ['spiral', spiral],
] as const)('a %s goes on without a jump', (_, curve) => {
  for (let i = 1; i < 9000; i += 1) {
    const [a, b] = [from(curve, (i - 1) * 1e-3), from(curve, i * 1e-3)];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeLessThan(0.011);
  }
});

describe('their place', () => {
  it('is three quarters of the way from the root to where the effector starts, a fifth of the reach in size', () => {
    expect(placeFor([1, 3, 2], [1, 1, -2], 2)).toEqual({ centre: [1, 2.5, 1], size: 0.4 });
  });

  it('keeps circle and figure eight inside the reach of an arm that starts stretched out, and not the spiral', () => {
    const outmost = (curve: Curve): number => {
      const where = placeFor([0, 1, 0], [0, 0, 0], 1);
      const out = new Float64Array(3);
      const distances = times.map((time) => {
        curve(time, where, out, 0);
        return Math.hypot(...out);
      });
      return Math.max(...distances);
    };
    expect(outmost(circle)).toBeLessThanOrEqual(0.95 + 1e-12);
    expect(outmost(figureEight)).toBeLessThanOrEqual(0.95);
    expect(outmost(spiral)).toBeGreaterThan(1.2);
  });
});

it('are dealt out in turn: on track 2 the first target of arm 3 goes along the eight, the second round the circle', () => {
  using run = new Run(arms[2]!, tracks[1]!);
  const start = (i: number): CurvePlace => {
    const { poses } = run.problem.state;
    const tip = 7 * run.model.findLink(run.arm.effectors[i]!);
    return placeFor(poses.subarray(tip, tip + 3), [0, 0, 0], run.model.reach);
  };
  const places = [start(0), start(1)];
  for (let i = 0; i < 10; i += 1) run.step();
  const expected = new Float64Array(6);
  figureEight(run.time, places[0]!, expected, 0);
  circle(run.time, places[1]!, expected, 3);
  expect(run.targets).toEqual(expected);
});

it('begin for each of several arms at its own root', () => {
  const trio = arms.find(({ name }) => name === 'trio')!;
  using run = new Run(trio, tracks[0]!);
  const centres = [0, 1, 2].map((i) => run.targets[3 * i]! - 0.2);
  for (const [i, x] of [-0.9, 0, 0.9].entries()) expect(centres[i]).toBeCloseTo(x, 12);
});
