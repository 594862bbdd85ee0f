/** Tracking in a reader's hands: two arms, their errors, and a target and a base that are dragged. */

import { init } from 'limber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addressed,
  button,
  choose,
  closePage,
  openDemo,
  openPaused,
  play,
  shown,
  toggle,
} from './demo-support.ts';
import { mouseDragBy, until } from './page-support.ts';
import { press } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

const open = (query = '', size = {}) => openDemo('tracking', query, size);
type Opened = Awaited<ReturnType<typeof open>>;

/** Pauses and steps until both errors are steady, independent of the machine's drawing speed. */
function stepUntilSteady(page: Opened): void {
  const { it } = page;
  for (let i = 0; i < 600 && it.chase.steady(1) === null; i += 1) button(page, 'step').click();
  expect(it.chase.steady(1)).not.toBeNull();
}

test('with feed-forward the error is 20 times smaller, as the table tells', async () => {
  const page = await open('?course=circle&gain=10&substeps=4');
  stepUntilSteady(page);
  const [fed, unfed] = [page.it.chase.steady(0)!, page.it.chase.steady(1)!];
  expect(unfed / fed).toBeGreaterThan(20);
  expect(page.document.querySelectorAll('.board tbody td')[4]!.textContent).toMatch(/ [cm]m$/);
  expect(Number.parseFloat(shown(page, 'times'))).toBeGreaterThan(20);
  expect(page.messages).toEqual([]);
});

test('the laws are measured, and a column is set by its head', async () => {
  const page = await open();
  const cells = (law: string, row: number) =>
    [...page.document.querySelectorAll<HTMLTableElement>(`table[data-law=${law}] tbody tr`)[row]!.children]
      .slice(1)
      .map(({ textContent }) => textContent);
  await until(() => ![...cells('gain', 3), ...cells('substeps', 2)].includes('…'), 'the tables to be filled');
  const { measured } = page.it.laws;
  expect(measured.size).toBe(6 + 5 - 1);
  const head = page.document.querySelector<HTMLButtonElement>(
    'table[data-law=gain] button[aria-label="K 40"]',
  )!;
  head.click();
  expect(page.it.picks.gain).toBe(40);
  expect(head.getAttribute('aria-pressed')).toBe('true');
});

test('the target is taken by the mouse, and both arms go there', async () => {
  const page = await openPaused('tracking', '', { width: 1000 });
  const handle = page.it.stage!.target;
  await mouseDragBy(page, handle.element, 40, 60);
  play(page);
  expect(page.it.picks.course.name).toBe('hand');
  const place = handle.position.toArray();
  await until(() => Math.max(...page.it.chase.errors) < 1e-3, 'both arms to be there');
  expect([...page.it.chase.target]).toEqual(place);
  await addressed(page, (query) => query.includes('held='));
  choose(page, 'course', 'circle');
  await until(() => page.it.chase.target[0] !== place[0], 'the target to go on');
  expect(page.messages).toEqual([]);
});

test('in a pause both arms follow what is dragged, and time stands still', async () => {
  const page = await openPaused('tracking', '', { width: 1000 });
  const { chase, stage } = page.it;
  const { time } = chase;
  await mouseDragBy(page, stage!.target.element, 40, 60);
  expect(page.it.picks.held).toEqual(stage!.target.position.toArray());
  expect(Math.max(...chase.errors)).toBeLessThan(1e-6);
  const before = chase.followers[0].stands[0]!.position;
  await mouseDragBy(page, stage!.stand.element, 40, 0);
  expect(chase.followers[0].stands[0]!.position).not.toEqual(before);
  expect(Math.max(...chase.errors)).toBeLessThan(1e-6);
  expect(chase.time).toBe(time);
});

test('the base is pushed by the mouse, and the arms stay at the target', async () => {
  const page = await open('', { width: 1000 });
  await until(() => page.it.chase.time > 0.2, 'some frames');
  const { stage, chase } = page.it;
  const before = stage!.stand.position.clone();
  await mouseDragBy(page, stage!.stand.element, 60, -10);
  expect(stage!.stand.position.distanceTo(before)).toBeGreaterThan(0.05);
  expect(stage!.stand.position.y).toBe(0);
  const base = () => chase.followers[0].stands[0]!.position;
  await until(() => Math.abs(base()[0] - stage!.stand.position.x) < 1e-9, 'the base to be there');
  // If frames are rare, the hand's motion is one jump.
  await until(() => chase.errors[0] < 1e-3, 'the arm to be there again');
  await addressed(page, (query) => query.includes('base='));
});

test('target and base are moved by the arrow keys', async () => {
  const page = await open('?course=hand');
  page.frame.focus();
  const { target, stand } = page.it.stage!;
  for (const handle of [target, stand]) {
    const before = handle.position.clone();
    handle.element.focus();
    for (let i = 0; i < 3; i += 1) await press('ArrowLeft');
    await press('PageUp');
    expect(handle.position.distanceTo(before)).toBeGreaterThan(0.04);
  }
  await until(() => Math.max(...page.it.chase.errors) < 1e-3, 'both arms to be there');
});

test('the loop of frames is drawn, with names, when it is asked for', async () => {
  const page = await open();
  const names = () =>
    [...page.document.querySelectorAll<HTMLElement>('.place-name')].filter(({ hidden }) => !hidden);
  expect(names()).toEqual([]);
  toggle(page, 'frames');
  await until(() => names().length > 0, 'the names');
  const words = ['world', 'base', 'effector', 'target', 'Xu', 'q', 'Xf', 'Xu'];
  expect(names().map(({ textContent }) => textContent)).toEqual(words);
  expect(page.it.stage!.loop.visible).toBe(true);
  const { loop } = page.it.stage!;
  const target = page.it.stage!.target.position;
  await until(() => loop.target.position.distanceTo(target) < 1e-9, 'the frames to follow');
  await addressed(page, (query) => query.includes('frames=on'));
});
