/** The page's arms, moved like a reader would. */

import { Quaternion, Vector3 } from 'three';
import { afterAll, expect, test } from 'vitest';
import {
  apart,
  closePage,
  excess,
  type Figure,
  gap,
  goalOf,
  handleOf,
  live,
  mouseDragBy,
  openPage,
  type Page,
  problemOf,
  settled,
  until,
} from './page-support.ts';
import { press } from './three-support.ts';

/** A thousandth of the arm's reach, in the arm's units. */
const near = 0.1;

let kept: Page | null = null;

/** The article, loaded once; every test restores its switches. */
const openArticle = async (): Promise<Page> => (kept ??= await openPage());

afterAll(closePage);

const status = (figure: Figure) => figure.querySelector('.status')!.textContent;

function toggle(figure: Figure, name: string): void {
  figure.querySelector<HTMLInputElement>(`input[name=${name}]`)!.click();
}

test('every arm but the stuck one arrives by itself', async () => {
  const page = await openArticle();
  for (const scene of ['whole', 'aim', 'hinge', 'clamp', 'direction']) {
    const figure = await live(page, scene);
    expect(gap(figure), scene).toBeLessThan(near);
    expect(status(figure), scene).toMatch(/^Reached/);
  }
});

test('the effector follows a goal that is moved by the arrow keys', async () => {
  const page = await openArticle();
  const figure = await live(page, 'hinge');
  const before = goalOf(figure);
  page.frame.focus();
  handleOf(figure).focus();
  for (let i = 0; i < 4; i += 1) await press('ArrowUp');
  await press('PageDown');
  await settled(figure);
  expect(apart(goalOf(figure), before)).toBeGreaterThan(3);
  expect(gap(figure)).toBeLessThan(near);
});

test('limits hold exactly wherever the goal goes, and the goal stays above the floor', async () => {
  const page = await openArticle();
  const figure = await live(page, 'clamp');
  const moves = [
    [200, 120],
    [-260, 60],
    [40, -260],
    [180, 220],
  ] as const;
  for (const [dx, dy] of moves) {
    await mouseDragBy(page, handleOf(figure), dx, dy);
    expect(excess(figure)).toBe(0);
    expect(goalOf(figure)[1]).toBeGreaterThan(0);
    await settled(figure);
    expect(excess(figure)).toBe(0);
  }
});

test('a joint at its limit is named in words', async () => {
  const page = await openArticle();
  const figure = await live(page, 'escape');
  expect(status(figure)).toMatch(/^36\.\d cm away, joint 1 at its limit\.$/);
  const spoken = () =>
    [...figure.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent).join();
  await until(() => spoken().includes('joint 1 at its limit'), 'the words to be spoken');
});

test('sweeps alone do not free the stuck arm, annealing does', async () => {
  const page = await openArticle();
  const figure = await live(page, 'escape');
  const sweeps = figure.querySelector<HTMLInputElement>('input[name=sweeps]')!;
  sweeps.value = sweeps.max;
  sweeps.dispatchEvent(new Event('input'));
  await settled(figure);
  expect(gap(figure)).toBeGreaterThan(30);
  figure.querySelector<HTMLButtonElement>('button[name=escape]')!.click();
  await settled(figure);
  expect(gap(figure)).toBeLessThan(near);
  expect(excess(figure)).toBe(0);
  expect(status(figure)).toMatch(/^Free after \d+ attempts?, reached/);
  figure.querySelector<HTMLButtonElement>('button[name=reset]')!.click();
  await settled(figure);
  expect(gap(figure)).toBeGreaterThan(30);
});

test('with annealing switched on the stuck arm frees itself', async () => {
  const page = await openArticle();
  const figure = await live(page, 'escape');
  toggle(figure, 'annealing');
  await settled(figure);
  expect(gap(figure)).toBeLessThan(near);
  toggle(figure, 'annealing');
});

test('letting go of the hinges keeps the pose, and taking them again straightens the axes', async () => {
  const page = await openArticle();
  const figure = await live(page, 'hinge');
  const hinged = problemOf(figure).model.nq;
  const poses = problemOf(figure).state.poses.slice();
  toggle(figure, 'hinges');
  await settled(figure);
  expect(problemOf(figure).model.nq).toBe(4 * hinged);
  problemOf(figure).state.poses.forEach((value, i) => expect(value).toBeCloseTo(poses[i]!, 6));
  await mouseDragBy(page, handleOf(figure), -90, 30);
  await settled(figure);
  expect(gap(figure)).toBeLessThan(near);
  toggle(figure, 'hinges');
  await settled(figure);
  expect(problemOf(figure).model.nq).toBe(hinged);
  expect(gap(figure)).toBeLessThan(near);
});

test('the lines of a step are struck out while it is off', async () => {
  const page = await openArticle();
  const figure = await live(page, 'whole');
  const line = figure.querySelector('.line[data-step=limits]')!;
  expect([...line.classList]).toEqual(['line', 'on']);
  toggle(figure, 'limits');
  expect([...line.classList]).toEqual(['line', 'off']);
  toggle(figure, 'limits');
});

test('the tool takes the direction of the arrow, moved by keys', async () => {
  const page = await openArticle();
  const figure = await live(page, 'direction');
  const direction = () => {
    const { target } = problemOf(figure).goals.find(({ type }) => type === 'direction')!;
    return new Vector3().fromArray(target);
  };
  const before = direction();
  page.frame.focus();
  handleOf(figure, 'direction').focus();
  for (let i = 0; i < 3; i += 1) await press('ArrowLeft');
  await settled(figure);
  expect(direction().angleTo(before)).toBeGreaterThan(0.1);
  const { model, state } = problemOf(figure);
  const turn = new Quaternion().fromArray(state.poses, 7 * model.findLink('effector') + 3);
  expect(new Vector3(1, 0, 0).applyQuaternion(turn).angleTo(direction())).toBeLessThan(0.01);
  expect(gap(figure)).toBeLessThan(near);
});
