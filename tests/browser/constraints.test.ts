/** Constraints in a reader's hands: combined, dragged, weighted. */

import { init } from 'limber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kinds } from '../../demos/constraints/kinds.ts';
import { addressed, choose, closePage, loadDemo, openDemo, shown, toggle } from './demo-support.ts';
import { mouseDragBy, until } from './page-support.ts';
import { press } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

const open = (query = '', size = {}) => openDemo('constraints', query, size);
type Opened = Awaited<ReturnType<typeof open>>;

const indexOf = (name: string) => kinds.findIndex((kind) => kind.name === name);
const rest = ({ it }: Opened) => until(() => it.resting, 'the robot to rest');
const residual = ({ document }: Opened, name: string) =>
  document.querySelector(`[data-kind=${name}] .residual`)!.textContent;

test.each(kinds.map(({ name }) => name))('%s alone is met', async (name) => {
  const page = await open(`?on=${name}`);
  await rest(page);
  const goal = page.it.rig.goals[indexOf(name)]!;
  for (const part of kinds[indexOf(name)]!.residuals) expect(goal[part]).toBeLessThan(1e-3);
  expect(residual(page, name)).not.toBe('');
  expect(page.it.stage!.shown.map(({ handle }) => handle.visible)).toEqual(
    kinds.map((kind) => kind.name === name),
  );
  expect(page.messages).toEqual([]);
});

test('the base is pushed, and the tool stays where it is', async () => {
  const page = await open('?on=pose', { width: 1000 });
  await rest(page);
  const before = page.it.rig.tool.slice(0, 3);
  await mouseDragBy(page, page.it.stage!.stand.element, -40, 12);
  await rest(page);
  expect(Math.hypot(...page.it.picks.stand)).toBeGreaterThan(0.05);
  page.it.rig.tool.slice(0, 3).forEach((value, i) => expect(value).toBeCloseTo(before[i]!, 3));
  await addressed(page, (query) => query.includes('base='));
});

test('an arrow is turned by keys, and the tool with it', async () => {
  const page = await open('?on=pose');
  await rest(page);
  const arrow = page.it.stage!.shown[0]!.arrow!;
  const before = arrow.direction.clone();
  page.frame.focus();
  arrow.element.focus();
  for (let i = 0; i < 3; i += 1) await press('ArrowDown');
  await rest(page);
  expect(arrow.direction.angleTo(before)).toBeGreaterThan(0.1);
  expect(page.it.rig.goals[0]!.angle).toBeLessThan(1e-3);
});

test('the tool does not leave the sphere, nor enter it, nor leave its surface', async () => {
  const page = await open('?on=distance', { width: 1000 });
  const index = indexOf('distance');
  const away = () => {
    const { place } = page.it.settings[index]!;
    return Math.hypot(...place.map((value, i) => value - page.it.rig.tool[i]!));
  };
  await rest(page);
  expect(away()).toBeLessThan(0.351);
  choose(page, 'distance-side', 'outside');
  await mouseDragBy(page, page.it.stage!.shown[index]!.handle.element, 30, -10);
  await rest(page);
  expect(away()).toBeGreaterThan(0.349);
  choose(page, 'distance-side', 'exact');
  choose(page, 'distance-distance', '0.25');
  await rest(page);
  expect(away()).toBeCloseTo(0.25, 3);
});

test('constraints are switched on and off, and the address has them', async () => {
  const page = await open();
  toggle(page, 'line');
  toggle(page, 'look');
  await rest(page);
  await addressed(page, (query) => query.includes('on=distance,line'));
  expect(residual(page, 'look')).toBe('');
  expect(shown(page, 'state')).toBe('at rest');
  const q = page.it.rig.joints.slice();
  const again = await loadDemo('constraints', page.window.location.search);
  expect(again.it.settings.map(({ on }) => on)).toEqual([false, true, false, false, true]);
  await rest(again);
  q.forEach((value, i) => expect(Math.abs(value - again.it.rig.joints[i]!)).toBeLessThan(1e-2));
  expect(again.messages).toEqual([]);
});
