/** All poses of an arm in a reader's hands: hovered, picked, dragged, at limits, at a singularity, out of reach. */

import { init } from 'limber';
import { Vector2, Vector3 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import rover from '../fixtures/urdf/rover.urdf?raw';
import ur5 from '../fixtures/urdf/ur5.urdf?raw';
import type { Pose } from '../../demos/solutions/arm.ts';
import { addressed, button, choose, closePage, complaint, openDemo, shown, toggle } from './demo-support.ts';
import { inTest, mouseDragBy, until } from './page-support.ts';
import { pickFiles } from './robots-support.ts';
import { userEvent } from 'vitest/browser';
import { laidOut, hover, mouse, press } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

type Opened = Awaited<ReturnType<typeof openDemo<'solutions'>>>;

async function open(query = '', size = { width: 1000, height: 700 }): Promise<Opened> {
  const page = await openDemo('solutions', query, size);
  await rest(page);
  return page;
}

async function rest({ it, window }: Opened): Promise<void> {
  // Without drawing, because ghosts are slow in software.
  while (!it.resting) it.step();
  it.shell.show();
  await laidOut(window);
}

const rows = ({ document }: Opened) => [...document.querySelectorAll<HTMLButtonElement>('.pose')];
const rowOf = (page: Opened, pose: Pose) => rows(page).find(({ dataset }) => dataset.pose === pose.name)!;
const pressed = (page: Opened) =>
  rows(page).flatMap((row) => (row.ariaPressed === 'true' ? [row.dataset.pose] : []));

/** Largest error of the drawn arm, in metres or radians. */
function error({ it }: Opened): number {
  void it.arm.drawn;
  return Math.max(...it.arm.problem.goals.map(({ distance, angle }) => Math.max(distance || 0, angle || 0)));
}

/** Opacity of a pose's ghost. */
function opacityOf({ it }: Opened, pose: Pose): number {
  const ghost = it.stage!.ghosts[it.stage!.drawn.indexOf(pose)]!;
  let found = 0;
  ghost.traverse((part) => {
    if ('material' in part) found = (part.material as { opacity: number }).opacity;
  });
  return found;
}

test.each([
  'puma560',
  'ur5',
  'sixteen',
  'article',
  'three',
  'orthogonal',
  'planar',
  'wrist',
  'iiwa14',
  'panda',
])('every pose of the %s that can be picked is moved to, and meets the goal', async (robot) => {
  const page = await open(`?robot=${robot}`);
  const names = page.it.arm.poses.map(({ name }) => name);
  expect(rows(page).map(({ dataset }) => dataset.pose)).toEqual(names);
  expect(shown(page, 'count')).toBe(String(names.length));
  for (const name of names) {
    const row = rows(page).find(({ dataset }) => dataset.pose === name)!;
    if (row.ariaDisabled === 'true') continue;
    row.click();
    await rest(page);
    expect(pressed(page)).toEqual([name]);
    expect(error(page)).toBeLessThan(1e-8);
  }
  await addressed(page, (query) => query.includes('q='));
  expect(page.messages).toEqual([]);
});

test('an arm goes to another pose on the way, not at once', async () => {
  const page = await open();
  const { arm } = page.it;
  const other = arm.allowed.find((each) => each !== arm.own)!;
  const from = arm.shown.slice();
  rowOf(page, other).click();
  expect(arm.moving).toBe(true);
  let most = 0;
  let before = from;
  while (arm.moving) {
    page.it.step();
    most = Math.max(most, ...arm.shown.map((each, i) => Math.abs(each - before[i]!)));
    before = arm.shown.slice();
  }
  expect(most).toBeLessThan(0.15);
  expect([...arm.shown]).toEqual([...other.q]);
});

test('a row that is pointed at, or has the focus, shows its ghost; keys go through the list and pick', async () => {
  const page = await open();
  const { arm } = page.it;
  const poses = [...arm.poses];
  const other = poses.find((each) => each !== arm.own && arm.allows(each))!;
  const outside = poses.find((each) => !arm.allows(each))!;
  await until(() => opacityOf(page, other) > opacityOf(page, outside), 'the ghosts');
  const usual = opacityOf(page, other);
  page.frame.focus();
  rows(page)[0]!.focus();
  const index = poses.indexOf(other);
  for (let i = 0; i < index; i += 1) await press('ArrowDown');
  expect(page.document.activeElement).toBe(rowOf(page, other));
  await until(() => opacityOf(page, other) > 2 * usual, 'the ghost to stand out');
  await userEvent.keyboard('{Enter}');
  await rest(page);
  expect(pressed(page)).toEqual([other.name]);
  expect(page.document.activeElement!.getAttribute('data-pose')).toBe(other.name);
  await press('Home');
  expect(page.document.activeElement).toBe(rows(page)[0]);
});

test('a ghost that is clicked is taken', async () => {
  const page = await open('?robot=three');
  const { arm, stage } = page.it;
  const other = arm.poses.find((each) => each !== arm.own)!;
  // In the middle of the part beyond the elbow.
  const [elbow, tip] = [arm.joints[2]!.link, arm.model.findLink('effector')].map((link) =>
    new Vector3().fromArray(other.poses, 7 * link),
  ) as [Vector3, Vector3];
  const place = new Vector2();
  stage!.view.project(elbow.lerp(tip, 0.5), place);
  const { left, top } = stage!.view.canvas.getBoundingClientRect();
  const { x, y } = inTest(page, { x: left + place.x, y: top + place.y });
  await hover(x, y);
  await until(() => rowOf(page, other).classList.contains('lit'), 'the row to be marked');
  await mouse('mousePressed', x, y);
  await mouse('mouseReleased', x, y);
  await rest(page);
  expect(pressed(page)).toEqual([other.name]);
});

test('poses outside the limits are grey and stay; without limits they can be picked', async () => {
  const page = await open();
  const { arm } = page.it;
  const outside = arm.poses.find((each) => each.outside.length > 0)!;
  const own = arm.own!.name;
  expect(rowOf(page, outside).ariaDisabled).toBe('true');
  expect(rowOf(page, outside).textContent).toContain(`outside: ${outside.outside.join(', ')}`);
  rowOf(page, outside).click();
  await rest(page);
  expect(pressed(page)).toEqual([own]);
  toggle(page, 'limits');
  expect(rowOf(page, outside).ariaDisabled).toBe('false');
  rowOf(page, outside).click();
  await rest(page);
  expect(pressed(page)).toEqual([outside.name]);
  // Back inside the limits.
  toggle(page, 'limits');
  await rest(page);
  expect(arm.own!.outside).toEqual([]);
  expect(error(page)).toBeLessThan(1e-8);
});

test.each(['puma560', 'ur5'])(
  'with a straight wrist the %s moves along, and its hand stays',
  async (robot) => {
    const page = await open(`?robot=${robot}`);
    const { arm } = page.it;
    const slider = page.document.querySelector<HTMLInputElement>('.run [name=along]')!;
    expect(slider.disabled).toBe(true);
    button(page, 'straight').click();
    await rest(page);
    expect(slider.disabled).toBe(false);
    expect(rowOf(page, arm.own!).textContent).toContain('can move on');
    expect(arm.own!.name).toContain('wrist straight');
    const before = arm.q.slice();
    page.frame.focus();
    slider.focus();
    for (let i = 0; i < 5; i += 1) await press('PageUp');
    await rest(page);
    expect(Math.hypot(...arm.q.map((each, i) => each - before[i]!))).toBeGreaterThan(0.5);
    expect(error(page)).toBeLessThan(1e-8);
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^\d+°$/);
    expect(page.messages).toEqual([]);
  },
);

test.each([
  ['iiwa14', 'the elbow’s swivel'],
  ['panda', 'joint 7'],
])('the %s moves over its poses by %s, within the intervals, and its hand stays', async (robot, title) => {
  const page = await open(`?robot=${robot}`);
  const { arm } = page.it;
  const slider = page.document.querySelector<HTMLInputElement>('.run [name=along]')!;
  expect(page.document.querySelector('.curve figcaption')!.textContent).toBe(`Poses over ${title}`);
  expect(page.document.querySelectorAll('.curve .marks i').length).toBeGreaterThan(0);
  const intervals = arm.intervals(arm.q);
  const isInside = (value: number) =>
    intervals.some((from, i) => i % 2 === 0 && value > from - 1e-6 && value < intervals[i + 1]! + 1e-6);
  expect(isInside(arm.slice)).toBe(true);
  const before = arm.q.slice();
  const elbow = () => arm.drawn.slice(7 * arm.joints[3]!.link, 7 * arm.joints[3]!.link + 3);
  const from = elbow();
  page.frame.focus();
  slider.focus();
  for (let i = 0; i < 6; i += 1) {
    await press('ArrowRight');
    expect(error(page)).toBeLessThan(1e-8);
    expect(isInside(arm.slice)).toBe(true);
  }
  await rest(page);
  expect([...arm.q]).not.toEqual([...before]);
  expect(Math.hypot(...elbow().map((each, i) => each - from[i]!))).toBeGreaterThan(0.01);
  expect(Number(slider.value)).toBe(Math.round((arm.slice * 180) / Math.PI));
  // Moved to either end, it stays within the limits and at the goal.
  for (const end of ['Home', 'End']) {
    await press(end);
    await rest(page);
    expect(isInside(arm.slice)).toBe(true);
    expect(arm.own!.outside).toEqual([]);
    expect(error(page)).toBeLessThan(1e-8);
  }
  // Dragging may change the slice.
  await mouseDragBy(page, page.it.stage!.goal!.element, 10, 20);
  await rest(page);
  expect(error(page)).toBeLessThan(1e-8);
  button(page, 'out').click();
  await rest(page);
  expect(shown(page, 'none')).toBe('No pose reaches this goal. That is proven.');
  expect(page.messages).toEqual([]);
});

test('a URDF of the reader’s shows its poses, or why there are none', async () => {
  const page = await open('', { width: 390, height: 700 });
  pickFiles(page, [['ur5.urdf', ur5]]);
  await until(() => page.it.picks.robot.own !== undefined, 'the robot');
  await rest(page);
  expect(complaint(page)).toBe('');
  expect(page.it.arm.found.family).toBe('three parallel axes');
  expect(rows(page).length).toBeGreaterThan(1);
  expect(error(page)).toBeLessThan(1e-8);
  pickFiles(page, [['rover.urdf', rover]]);
  await until(() => page.it.picks.robot.title === 'rover.urdf', 'the rover');
  await rest(page);
  expect(rows(page)).toEqual([]);
  expect(shown(page, 'none')).toMatch(/^Not for this arm: /);
  choose(page, 'robot', 'ur5');
  await rest(page);
  expect(rows(page)).toHaveLength(8);
  expect(page.messages).toEqual([]);
});
