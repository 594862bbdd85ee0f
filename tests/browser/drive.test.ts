/** "Drive it" in a reader's hands: led by mouse and by keys alone; a block is carried; Reset. */
import { Vector3 } from 'three';
import { afterAll, expect, test } from 'vitest';
import { scenes } from '../../demos/drive/scenes.ts';
import { first, mat } from '../../demos/drive/scenes/arm.ts';
import { first as box, mat as boxMat } from '../../demos/drive/scenes/box.ts';
import type { DriveScene } from '../../demos/drive/scene.ts';
import { addressed, atRest, button, choose, closePage, openDemo, shown, toggle } from './demo-support.ts';
import { middleOf, until } from './page-support.ts';
import { mouse, touch } from './three-support.ts';

afterAll(closePage);

type Opened = Awaited<ReturnType<typeof openDemo<'drive'>>>;
const open = (query = ''): Promise<Opened> => openDemo('drive', query, { width: 1000, height: 800 });
const sceneOf = ({ it }: Opened): DriveScene => it.scenery as DriveScene;
const toolOf = (page: Opened): Vector3 => sceneOf(page).driver.chosen.tool(new Vector3());

/** Presses a key until something is so. */
async function hold(page: Opened, code: string, isThere: () => boolean, what: string): Promise<void> {
  const send = (type: string): boolean =>
    page.window.dispatchEvent(new page.window.KeyboardEvent(type, { code, bubbles: true, cancelable: true }));
  send('keydown');
  await until(isThere, what);
  send('keyup');
}

/** Leads the tool by keys alone, to a height, along the table, and down. */
async function leadTo(page: Opened, [x, , z]: readonly number[], low: number): Promise<void> {
  const tool = (): Vector3 => toolOf(page);
  const go = async (axis: 'x' | 'y' | 'z', to: number, plus: string, minus: string): Promise<void> => {
    const sign = Math.sign(to - tool()[axis]);
    if (Math.abs(to - tool()[axis]) < 0.006) return;
    await hold(page, sign > 0 ? plus : minus, () => sign * (to - tool()[axis]) < 0.004, `${axis} ${to}`);
  };
  await go('y', 0.08, 'KeyE', 'KeyQ');
  await go('x', x!, 'KeyW', 'KeyS');
  await go('z', z!, 'KeyD', 'KeyA');
  await go('x', x!, 'KeyW', 'KeyS');
  await go('y', low, 'KeyE', 'KeyQ');
}

test('by keys alone a block is picked up and carried to the mat, and the page says so; Reset brings all back', async () => {
  const page = await open('?along=robot');
  const start = toolOf(page);
  await leadTo(page, first[0]!, 0.016);
  await hold(page, 'KeyG', () => shown(page, 'scene') === 'holds the orange block', 'the grip');
  expect(button(page, 'grip').textContent).toBe('Let go');
  await leadTo(page, mat.at, 0.02);
  await hold(page, 'KeyH', () => shown(page, 'scene') === 'orange block on the mat', 'the block to stand');
  await addressed(page, (query) => query.includes('q='));
  button(page, 'reset').click();
  await atRest(page);
  expect(shown(page, 'scene')).toBe('the mat is empty');
  expect(toolOf(page).distanceTo(start)).toBeLessThan(1e-6);
  await addressed(page, '?along=robot');
  expect(page.messages).toEqual([]);
});

test('by mouse: it goes with the handle, slower by a lower bound, says why it is behind, and rests when let go', async () => {
  const page = await open('?velocity=0.25');
  const before = toolOf(page);
  const { x, y } = middleOf(page, sceneOf(page).handles[0]!.element);
  await mouse('mousePressed', x, y);
  await mouse('mouseMoved', x + 100, y);
  await until(() => shown(page, 'state') === 'is behind', 'it to be behind');
  await until(() => shown(page, 'words').includes('mm behind'), 'the reason');
  const fastest = Math.max(...sceneOf(page).driver.speeds);
  expect(fastest).toBeLessThan(0.25 + 1e-9);
  await mouse('mouseReleased', x + 100, y);
  await atRest(page);
  expect(shown(page, 'state')).toBe('at rest');
  expect(toolOf(page).distanceTo(before)).toBeGreaterThan(1e-3);
  const [handle] = sceneOf(page).handles;
  expect(handle!.position.distanceTo(toolOf(page))).toBeLessThan(1e-6);
});

test('Reset while the arm is behind its dragged handle begins anew, and the drag is over', async () => {
  const page = await open('?velocity=0.25');
  const before = toolOf(page);
  const { element } = sceneOf(page).handles[0]!;
  const { x, y } = middleOf(page, element);
  await mouse('mousePressed', x, y);
  element.focus();
  await mouse('mouseMoved', x + 100, y);
  await until(() => shown(page, 'state') === 'is behind', 'it to be behind');
  button(page, 'reset').click();
  await mouse('mouseMoved', x + 90, y);
  await mouse('mouseReleased', x + 90, y);
  await atRest(page);
  expect(toolOf(page).distanceTo(before)).toBeLessThan(1e-6);
  expect(page.messages).toEqual([]);
});

test('buttons lift the tool and grip, also in a pause; a recording is played back', async () => {
  const page = await open();
  button(page, 'play').click();
  button(page, 'record').click();
  const before = toolOf(page);
  const up = button(page, 'up');
  const send = (type: string): boolean => up.dispatchEvent(new page.window.PointerEvent(type));
  send('pointerdown');
  await until(() => toolOf(page).y > before.y + 0.02, 'the tool to rise');
  send('pointerup');
  button(page, 'grip').click();
  await atRest(page);
  expect(button(page, 'grip').textContent).toBe('Let go');
  const after = toolOf(page);
  button(page, 'record').click();
  button(page, 'playback').click();
  await until(() => toolOf(page).distanceTo(before) < 0.01, 'the tool to be where it began');
  await atRest(page);
  expect(toolOf(page).distanceTo(after)).toBeLessThan(1e-3);
});

test('two arms, by keys alone: pressed to the box by the grip, it is carried to the mat and let go', async () => {
  const page = await open('?scene=box');
  await hold(page, 'KeyG', () => shown(page, 'scene') === 'both arms hold the box', 'the box to be held');
  await hold(page, 'KeyE', () => toolOf(page).y > box[1] + 0.1, 'the box to rise');
  await hold(page, 'KeyS', () => toolOf(page).z > boxMat.at[2] - 0.02, 'the box to come');
  await hold(page, 'KeyH', () => shown(page, 'scene') === 'the box is on the mat', 'the box to stand');
  expect(page.messages).toEqual([]);
});

test('a humanoid, by keys alone: a handle with the focus is the one that keys lead; another scene has its own', async () => {
  const page = await open('?scene=humanoid');
  const { driver, handles } = sceneOf(page);
  handles[2]!.element.focus();
  await addressed(page, '?scene=humanoid&hand=head');
  expect(driver.chosen.led.title).toBe('Head');
  const before = page.it.bench.problem.pose('left_hand');
  await hold(
    page,
    'KeyQ',
    () => shown(page, 'scene') === 'looks ahead' && toolOf(page).y < 1.3,
    'the head to bow',
  );
  choose(page, 'hand', 'left');
  await hold(page, 'KeyE', () => page.it.bench.problem.pose('left_hand')[1]! > before[1]! + 0.05, 'the hand');
  page.it.shell.pick({ scene: scenes[1]! });
  await addressed(page, '?scene=box');
  expect(page.messages).toEqual([]);
});

test('by touch in a narrow window: two arms hold the box by a button, and the cube in it carries it', async () => {
  const page = await openDemo('drive', '?scene=box', { width: 390, height: 844 });
  button(page, 'grip').click();
  await until(() => shown(page, 'scene') === 'both arms hold the box', 'the box to be held');
  await atRest(page);
  const before = toolOf(page);
  const { x, y } = middleOf(page, sceneOf(page).handles[0]!.element);
  await touch('touchStart', { x, y, id: 1 });
  await touch('touchMove', { x, y: y - 40, id: 1 });
  await until(() => toolOf(page).y > before.y + 0.1, 'the box to rise');
  await touch('touchEnd');
  await atRest(page);
  expect(shown(page, 'scene')).toBe('both arms hold the box');
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('picks change the bounds while it runs', async () => {
  const page = await open();
  choose(page, 'velocity', '0');
  toggle(page, 'shaky');
  await addressed(page, '?velocity=0.25&shaky=on');
});
