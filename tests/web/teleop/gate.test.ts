/** Filtered hands: how late, how calm, in places and in turns. */
import { describe, expect, it } from 'vitest';
import { OneEuro, places, turns } from '../../../web/src/numbers/one-euro.ts';
import { turnBetween, turnBy } from '../../../web/src/numbers/turns.ts';
import { Gate } from '../../../web/src/teleop/gate.ts';
import { noSample } from '../../../web/src/teleop/input.ts';
import { Random } from '../../bench/random.ts';
import { dt } from './led.ts';

type Axis = readonly [number, number, number];
type Way = readonly number[];

const rms = (numbers: Way): number => Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0) / numbers.length);
const differences = (way: Way): number[] => way.slice(1).map((x, i) => x - way[i]!);
const jerk = (way: Way): number => rms(differences(differences(differences(way))));
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.between(0, 1))) * Math.cos(random.between(0, 2 * Math.PI));

/** A hand's x, and its turn about an axis, filtered; the first two seconds are left out. */
function filtered(
  x: (t: number) => number,
  noise: number,
  axis: Axis = [1, 0, 0],
): { place: Way; turn: Way } {
  const [gate, sample, random] = [new Gate({}), noSample(), new Random(5)];
  const [place, turn]: [number[], number[]] = [[], []];
  const vector = new Float64Array(3);
  for (let frame = 0; frame < 1800; ++frame) {
    const at = x(frame * dt);
    sample.time = frame * dt;
    sample.pose.set([at, 0, 0, 0, 0, 0, 1]);
    for (let k = 0; k < 3; ++k) sample.pose[k] = sample.pose[k]! + noise * normal(random);
    // A radian for a quarter of a metre, so that turns have figures of their own.
    turnBy(
      sample.pose.subarray(3),
      axis.map((each) => 4 * each * at),
    );
    gate.pass(sample, sample.pose.subarray(0, 3), sample.pose.subarray(3), dt);
    if (frame < 180) continue;
    place.push(...gate.pose.subarray(0, 3));
    turnBetween([0, 0, 0, 1], gate.pose.subarray(3), vector);
    turn.push(vector[0]! * axis[0] + vector[1]! * axis[1] + vector[2]! * axis[2]);
  }
  return { place, turn };
}

const alongX = (place: Way): Way => place.filter((_, i) => i % 3 === 0);

describe('a filtered hand at 90 Hz', () => {
  it('rests within 0.3 mm through noise of 2 mm per axis', () => {
    const { place } = filtered(() => 0, 0.002);
    // Three numbers per frame.
    expect(Math.sqrt(3) * rms(place)).toBeLessThan(3e-4);
    expect(rms(place)).toBeGreaterThan(1e-5);
  });

  it('is at most 15 mm behind at half a metre a second, and 30 ms', () => {
    const { place } = filtered((t) => 0.5 * t, 0);
    const behind = 0.5 * 1799 * dt - alongX(place).at(-1)!;
    expect(behind).toBeGreaterThan(0);
    expect(behind).toBeLessThan(0.015);
  });

  it.each([0.02, 0.05, 0.1, 0.16])('adds little jerk to a sine of 0.5 Hz and %s m', (size) => {
    const sine = (t: number): number => size * Math.sin(Math.PI * t);
    const given = jerk(Array.from({ length: 1620 }, (_, i) => sine((i + 180) * dt)));
    // The bar is twice for a hand's sweep; small motions begin and end within the noise's speed.
    expect(jerk(alongX(filtered(sine, 0).place)) / given).toBeLessThan(size < 0.05 ? 6 : 2);
  });

  it('is where the hand is a second after it stopped', () => {
    const { place } = filtered((t) => Math.min(0.3 * t, 1), 0);
    expect(alongX(place).at(-1)).toBeCloseTo(1, 9);
  });

  it('turns as it moves, about any axis', () => {
    const sine = (t: number): number => 0.1 * Math.sin(Math.PI * t);
    const { place, turn } = filtered(sine, 0, [0.6, 0, 0.8]);
    const worst = Math.max(...alongX(place).map((x, i) => Math.abs(4 * x - turn[i]!)));
    expect(worst).toBeLessThan(1e-9);
  });
});

it('rotation vectors lead from one turn to another, the short way, and to the same bits if they are zero', () => {
  const random = new Random(9);
  const vector = new Float64Array(3);
  for (let i = 0; i < 200; ++i) {
    const [a, b] = [0, 1].map(() => {
      const q = Float64Array.of(0, 0, 0, 1);
      turnBy(
        q,
        [0, 1, 2].map(() => random.between(-3, 3)),
      );
      return q;
    }) as [Float64Array, Float64Array];
    turnBetween(a, b, vector);
    expect(Math.hypot(...vector)).toBeLessThanOrEqual(Math.PI + 1e-12);
    const c = a.slice();
    turnBy(c, vector);
    const dot = c.reduce((sum, x, k) => sum + x * b[k]!, 0);
    expect(Math.abs(dot)).toBeCloseTo(1, 12);
    c.set(a);
    turnBy(c, [0, 0, 0]);
    expect([...c]).toEqual([...a]);
  }
});

it('filters turns as places of another width', () => {
  expect([places.width, turns.width]).toEqual([3, 4]);
  expect(() => new OneEuro(1, { maxCutoff: NaN })).toThrow(/filter.maxCutoff is NaN/);
  expect(() => new OneEuro(1, { hold: -1 })).toThrow(/filter.hold is -1/);
});
