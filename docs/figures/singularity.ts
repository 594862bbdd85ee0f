/**
 * A two-bar arm approaching its stretched pose: the step that corrects an error, with and without damping.
 */
import type { Point } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addChart, addCurves, addLine } from './board.ts';
import { centimetres, PlaneArm } from './plane-arm.ts';
import { columnsOf, modesOf } from './steps/planar.ts';

/** Damping, in metres per radian like σ. */
const lambda = 0.08;
/** Error that a step has to correct (metres). */
const error = 0.01;
/** Upper ends of the chart: σ and the factor. */
const [most, high] = [0.4, 25];

const exact = (sigma: number): number => 1 / sigma;
const damped = (sigma: number): number => sigma / (sigma * sigma + lambda * lambda);

/** Draws a chart of both factors over σ; returns a function that marks the arm's present σ. */
function chart(host: HTMLElement): (sigma: number) => void {
  const at = (sigma: number, factor: number): Point => [
    Math.min(sigma / most, 1),
    0.6 * Math.min(factor / high, 1.2),
  ];
  const upright = addChart(host, '-0.08 -0.68 1.16 0.8', [
    [0.98, 0.07, 'σ'],
    [0.1, -0.56, '1/σ'],
    [0.3, -0.3, 'σ/(σ² + λ²)'],
  ]);
  addLine(upright, 'polyline', 'axis', [[0, 0.66], [0, 0], [1.05, 0]]); // prettier-ignore
  const sigmas = Array.from({ length: 120 }, (_, i) => ((i + 0.2) / 120) * most);
  return addCurves(upright, { exact, damped }, sigmas, at);
}

export function singularity(host: HTMLElement): PlaneArm {
  const arm = new PlaneArm(host, {
    lengths: [0.5, 0.4],
    start: [0.9, -1],
    goal: [0.6, 0.3],
    box: [-0.3, -0.25, 1.45, 1.05],
    label: 'An arm of two hinges and a goal',
    draw: () => {
      const [, { sigma }] = modesOf(columnsOf(arm.points), [0, 0]);
      plot(sigma);
      const step = (factor: number): string =>
        factor * error < 10 ? degrees(factor * error) : 'more than a full turn';
      return `Smallest singular value: ${sigma.toFixed(3)}. To undo ${centimetres(error)} in the weakest direction, the joints turn by ${step(exact(sigma))} without damping, and by ${step(damped(sigma))} with it.`;
    },
  });
  const plot = chart(host);
  arm.reach();
  return arm;
}
