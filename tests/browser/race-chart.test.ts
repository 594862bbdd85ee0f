/** The race's chart with little to draw. */
import { afterEach, expect, it } from 'vitest';
import { RaceChart, type RaceCurve } from '../../demos/race/chart.ts';
import { lookOf } from '../../demos/race/looks.ts';

let host: HTMLElement;

const point = (iterations: number, us: number | null, residual: number) => ({
  iterations,
  us,
  residual,
  q: new Float64Array(),
});

function chart(): RaceChart {
  host = document.createElement('div');
  host.style.cssText = 'width: 400px; height: 300px';
  document.body.append(host);
  return new RaceChart(host);
}

afterEach(() => host.remove());

const untimed: RaceCurve = { name: 'lm', look: lookOf(0), points: [point(0, null, 1), point(1, null, 1e-5)] };

it.each([
  ['no time has come yet', [untimed]],
  ['all solvers are off', []],
  ['only one time has come', [{ ...untimed, points: [point(0, 0.4, 1)] }]],
])('shows microseconds where %s', (_, curves) => {
  const shown = chart();
  shown.axis = 'us';
  shown.showAll(curves, 1e-4);
  const [from, to] = shown.range;
  expect(from).toBeGreaterThan(0);
  expect(to).toBeGreaterThan(from);
  expect(Number.isFinite(to)).toBe(true);
  // With times, it must look like a new chart.
  shown.showAll([{ ...untimed, points: [point(0, 1, 1), point(3, 40, 1e-6)] }], 1e-4);
  expect(shown.range[1]).toBeGreaterThanOrEqual(40);
});
