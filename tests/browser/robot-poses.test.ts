/** The panel Every pose in a reader's hands: hovered, picked, dragged, at limits, at a singularity, out of reach. */
import { init } from 'limber';
import { Vector2, Vector3 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import rover from '../fixtures/urdf/rover.urdf?raw';
import ur5 from '../fixtures/urdf/ur5.urdf?raw';
import { violations } from './axe.ts';
import { addressed, button, choose, closePage, shown, toggle } from './demo-support.ts';
import { inTest, mouseDragBy, until } from './page-support.ts';
import { cubeOf, error, give, openRobot, rest, type RobotInPage } from './robots-support.ts';
import { hover, mouse, press } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

const open = (robot: string) => openRobot(`?panel=poses&robot=${robot}`, { width: 1000, height: 700 });
const rows = ({ document }: RobotInPage) => [...document.querySelectorAll<HTMLButtonElement>('.pose')];
const isPressed = (row: HTMLElement) => row.ariaPressed === 'true';
const isAllowed = (row: HTMLElement) => row.ariaDisabled === 'false';
const pressed = (page: RobotInPage) =>
  rows(page)
    .filter(isPressed)
    .map(({ dataset }) => dataset.pose);
const ghosts = ({ it }: RobotInPage) =>
  it.bench.view.scene.children.filter(({ name, visible }) => name === 'arm' && visible).slice(1);

/** The most opaque ghost. */
const opacity = (page: RobotInPage): number => {
  let most = 0;
  for (const ghost of ghosts(page))
    ghost.traverse((part) => {
      if ('material' in part) most = Math.max(most, (part.material as { opacity: number }).opacity);
    });
  return most;
};

test.each([...['puma560', 'article', 'three', 'planar', 'wrist', 'iiwa14', 'panda']])(
  'every pose of the %s that can be picked is moved to, and meets the goal',
  async (robot) => {
    // Ghosts are slow in software.
    const page = await open(`${robot}&ghosts=off`);
    const names = rows(page).map(({ dataset }) => dataset.pose!);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      expect(rows(page).map(({ dataset }) => dataset.pose)).toContain(name);
      const row = rows(page).find(({ dataset }) => dataset.pose === name)!;
      if (!isAllowed(row)) continue;
      row.click();
      await rest(page);
      expect(pressed(page)).toEqual([name]);
      expect(error(page)).toBeLessThan(1e-6);
    }
    await addressed(page, (query) => query.includes('q='));
    expect(page.messages).toEqual([]);
  },
);

test('a row that has the focus shows its ghost; keys go through the list and pick', async () => {
  const page = await open('puma560');
  const index = rows(page).findIndex((row) => !isPressed(row) && isAllowed(row));
  const { pose } = rows(page)[index]!.dataset;
  const usual = opacity(page);
  page.frame.focus();
  rows(page)[0]!.focus();
  for (let i = 0; i < index; i += 1) await press('ArrowDown');
  expect(page.document.activeElement).toBe(rows(page)[index]);
  await until(() => opacity(page) > 2 * usual, 'the ghost to stand out');
  await userEvent.keyboard('{Enter}');
  await rest(page);
  expect(pressed(page)).toEqual([pose]);
  expect(page.document.activeElement!.getAttribute('data-pose')).toBe(pose);
});

test('a ghost that is clicked is taken', async () => {
  const page = await open('three');
  const { model } = page.it.bench.problem;
  const own = pressed(page);
  // In the middle of the part beyond the elbow.
  const [elbow, tip] = [model.links.at(-1)!.parent, model.links.length - 1].map((link) =>
    new Vector3().setFromMatrixPosition(ghosts(page)[0]!.children[link]!.matrixWorld),
  ) as [Vector3, Vector3];
  const place = new Vector2();
  page.it.bench.view.project(elbow.lerp(tip, 0.5), place);
  const { left, top } = page.it.bench.view.canvas.getBoundingClientRect();
  const { x, y } = inTest(page, { x: left + place.x, y: top + place.y });
  await hover(x, y);
  const lit = () => rows(page).find(({ classList }) => classList.contains('lit'));
  await until(() => lit() !== undefined, 'the row to be marked');
  const name = lit()!.dataset.pose;
  await mouse('mousePressed', x, y);
  await mouse('mouseReleased', x, y);
  await rest(page);
  expect(pressed(page)).toEqual([name]);
  expect(pressed(page)).not.toEqual(own);
});

test('poses outside the limits stay; without limits they can be picked', async () => {
  const page = await open('puma560');
  const outside = rows(page).find((row) => !isAllowed(row))!;
  const own = pressed(page);
  expect(outside.textContent).toContain('outside: ');
  outside.click();
  await rest(page);
  expect(pressed(page)).toEqual(own);
  toggle(page, 'limits');
  await rest(page);
  expect(isAllowed(outside)).toBe(true);
  outside.click();
  await rest(page);
  expect(pressed(page)).toEqual([outside.dataset.pose]);
});

test.each(['puma560', 'ur5'])(
  'with a straight wrist the %s moves along, and its hand stays',
  async (robot) => {
    const page = await open(robot);
    const slider = page.document.querySelector<HTMLInputElement>('.run [name=along]')!;
    expect(slider.disabled).toBe(true);
    button(page, 'straight').click();
    await rest(page);
    expect(slider.disabled).toBe(false);
    expect(rows(page).find(isPressed)!.textContent).toContain('can move on');
    expect(pressed(page)[0]).toContain('wrist straight');
    const q = () => [...page.it.bench.problem.state.q];
    const before = q();
    page.frame.focus();
    slider.focus();
    for (let i = 0; i < 5; i += 1) await press('PageUp');
    await rest(page);
    expect(Math.hypot(...q().map((each, i) => each - before[i]!))).toBeGreaterThan(0.5);
    expect(error(page)).toBeLessThan(1e-6);
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^\d+°$/);
  },
);

test.each([
  ['iiwa14', 'the elbow’s swivel'],
  ['panda', 'joint 7'],
])(
  'the %s moves over its poses by %s, and its hand stays; out of reach there are none',
  async (robot, title) => {
    const page = await open(robot);
    const slider = page.document.querySelector<HTMLInputElement>('.run [name=along]')!;
    expect(page.document.querySelector('.curve figcaption')!.textContent).toBe(`Poses over ${title}`);
    expect(page.document.querySelectorAll('.curve .marks i').length).toBeGreaterThan(0);
    const q = () => [...page.it.bench.problem.state.q];
    const before = q();
    page.frame.focus();
    slider.focus();
    for (let i = 0; i < 6; i += 1) await press('ArrowRight');
    await rest(page);
    expect(Math.hypot(...q().map((each, i) => each - before[i]!))).toBeGreaterThan(0.05);
    for (const end of ['Home', 'End']) {
      await press(end);
      await rest(page);
      expect(rows(page).some((row) => isPressed(row) && isAllowed(row))).toBe(true);
      expect(error(page)).toBeLessThan(1e-6);
    }
    await mouseDragBy(page, cubeOf(page), 10, 20);
    await rest(page);
    button(page, 'out').click();
    await rest(page);
    expect(shown(page, 'none')).toBe('No pose reaches this goal. That is proven.');
    expect(page.messages).toEqual([]);
  },
);

test('a URDF of the reader’s shows its poses, or why there are none', async () => {
  const page = await open('puma560');
  await give(page, [['ur5.urdf', ur5]]);
  expect(rows(page).length).toBeGreaterThan(1);
  expect(error(page)).toBeLessThan(1e-6);
  expect(await violations(page)).toEqual([]);
  await give(page, [['rover.urdf', rover]]);
  expect(rows(page)).toEqual([]);
  expect(shown(page, 'none')).toMatch(/^Not for this arm: /);
  choose(page, 'robot', 'ur5');
  await rest(page);
  expect(rows(page)).toHaveLength(8);
  expect(page.messages).toEqual([]);
});
