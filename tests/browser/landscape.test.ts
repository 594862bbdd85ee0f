/** The landscape: paths of solvers over the angles of two hinges, and one pose for the arm and the map. */
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { FigureElement } from '../../docs/figures/index.ts';
import '../../docs/figures/index.ts';
import type { Landscape } from '../../docs/figures/landscape.ts';
import { pointsOf } from '../../docs/figures/steps/planar.ts';
import { until } from './three-support.ts';

let element: FigureElement;

async function open(solver = ''): Promise<Landscape> {
  element = document.createElement('limber-figure') as FigureElement;
  element.setAttribute('name', 'landscape');
  element.setAttribute('solver', solver);
  document.body.append(element);
  await until(() => element.figure !== null, 'the figure');
  return element.figure as Landscape;
}

afterEach(() => element.remove());

const errorOf = ({ arm }: Landscape, q: readonly number[]): number => {
  const tip = pointsOf(q, [0.5, 0.38]).at(-1)!;
  return Math.hypot(tip[0] - arm.target[0], tip[1] - arm.target[1]);
};
const named = <T extends Element>(name: string): T => element.querySelector<T>(`[name=${name}]`)!;

it('goes down: along one axis at a time with CCD, and to the goal where a method says so', async () => {
  const figure = await open();
  for (const q of [
    [-0.4, 0.05],
    [1.8, 2.8],
    [2.9, -2.2],
  ]) {
    // prettier-ignore
    figure.stand(q);
    const { poses } = figure.paths.get('ccd')!;
    expect(poses.length).toBeGreaterThan(3);
    poses.slice(1).forEach((pose, k) => {
      expect(pose[k % 2]).toBe(poses[k]![k % 2]);
      expect(errorOf(figure, pose)).toBeLessThanOrEqual(errorOf(figure, poses[k]!) + 1e-12);
    });
    for (const { poses, arrived } of figure.paths.values())
      expect(errorOf(figure, poses.at(-1)!) < 1e-3).toBe(arrived);
  }
});

it('is stopped by walls, and leaves them by a jump into another valley', async () => {
  const figure = await open();
  named<HTMLInputElement>('limits').click();
  figure.stand([-2.2, -1]);
  for (const { poses } of figure.paths.values())
    for (const angle of poses.flat()) expect(Math.abs(angle)).toBeLessThanOrEqual(2.3 + 1e-12);
  const stuck = figure.paths.get('ccd')!.poses.at(-1)!;
  expect(errorOf(figure, stuck)).toBeGreaterThan(0.3);
  named<HTMLButtonElement>('jump').click();
  expect(errorOf(figure, figure.arm.q)).toBeLessThan(2e-3);
});

it('shows a solver alone, and its steps one by one', async () => {
  const figure = await open('lm');
  const on = [...element.querySelectorAll<HTMLInputElement>('.methods input')].filter(
    ({ checked }) => checked,
  );
  expect(on.map(({ name }) => name)).toEqual(['lm']);
  const slider = named<HTMLInputElement>('step');
  const { poses } = figure.paths.get('lm')!;
  expect(Number(slider.max)).toBe(poses.length - 1);
  slider.value = '2';
  slider.dispatchEvent(new Event('input'));
  expect(figure.arm.q).toEqual(poses[2]);
});

it('poses the arm by the keys on the map, and the map by those on the arm', async () => {
  const figure = await open();
  const [before] = [figure.arm.q];
  element.querySelector<SVGElement>('.map .grip')!.focus();
  await userEvent.keyboard('{ArrowRight}');
  const [first, second] = figure.arm.q;
  expect(first! - before[0]!).toBeCloseTo(0.02 * Math.PI, 12);
  expect(second).toBeCloseTo(before[1]!, 12);
  const grip = element.querySelector<SVGElement>('.map .grip')!;
  const at = grip.getAttribute('cy');
  element.querySelector<SVGElement>('.grip[aria-label=Tip]')!.focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(figure.arm.q[0]).toBe(first);
  expect(grip.getAttribute('cy')).not.toBe(at);
});
