/** Two arms in a reader's hands: the box dragged, carried, left out; bases moved. */

import { init } from 'limber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressed, button, choose, closePage, openDemo } from './demo-support.ts';
import { mouseDragBy, until } from './page-support.ts';
import { press } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

const open = (query = '', size = {}) => openDemo('two-arms', query, size);
type Opened = Awaited<ReturnType<typeof open>>;

const rest = ({ it }: Opened) => until(() => it.resting, 'the arms to rest');
const gaps = ({ it }: Opened) => it.pair.gaps.map(({ distance }) => distance);

test('the box is dragged by the mouse, and both hands stay on it all the way', async () => {
  const page = await open('?mode=drag&course=off', { width: 1000 });
  await rest(page);
  const boxHandle = page.it.stage!.handle;
  const before = boxHandle.position.clone();
  await mouseDragBy(page, boxHandle.element, 30, -25);
  expect(boxHandle.position.distanceTo(before)).toBeGreaterThan(0.04);
  const [, ...columns] = page.it.chart.curves.data;
  await rest(page);
  for (const column of columns) for (const value of column) expect(value).toBeLessThan(0.02);
  expect(Math.max(...gaps(page))).toBeLessThan(1e-4);
  await addressed(page, (query) => query.includes('cube='));
  expect(page.messages).toEqual([]);
});

test('a base is pushed, and both hands stay on the box', async () => {
  const page = await open('?mode=drag&course=off', { width: 1000 });
  await rest(page);
  const [left] = page.it.stage!.stands;
  await mouseDragBy(page, left!.element, 18, 10);
  await rest(page);
  expect(left!.position.x).toBeGreaterThan(-0.79);
  expect(Math.max(...gaps(page))).toBeLessThan(1e-4);
  await addressed(page, (query) => query.includes('left='));
});

test('the right hand follows the left one, moved by keys', async () => {
  const page = await open('?mode=follow&course=off');
  await rest(page);
  expect(page.it.stage!.handles.map(({ visible }) => visible)).toEqual([false, false, true]);
  const { element, position } = page.it.stage!.handle;
  const before = position.clone();
  page.frame.focus();
  element.focus();
  for (let i = 0; i < 3; i += 1) await press('ArrowUp');
  await rest(page);
  expect(position.distanceTo(before)).toBeGreaterThan(0.05);
  expect(Math.max(...gaps(page))).toBeLessThan(1e-4);
  expect(page.document.querySelectorAll('.board tbody th')[1]!.textContent).toBe('right hand from its place');
});

test('tasks are picked, and Reset brings the arms back', async () => {
  const page = await open('?mode=drag&course=off');
  for (const mode of ['carry', 'follow', 'drag']) {
    choose(page, 'mode', mode);
    await rest(page);
    expect(Math.max(...gaps(page))).toBeLessThan(1e-3);
  }
  page.it.shell.drag({ place: [0.1, 0.7, 0.1] });
  button(page, 'reset').click();
  expect(page.it.picks.place).toEqual([0, 0.62, 0.1]);
  await addressed(page, '?mode=drag&course=off');
  expect(page.messages).toEqual([]);
});
