/** "Drive it" in an emulated headset: entered, squeezed, moved, lost, by bare hands, and left. */
import type { XRDevice } from 'iwer';
import { Vector3 } from 'three';
import { afterAll, expect, test } from 'vitest';
import type { DriveScene } from '../../demos/drive/scene.ts';
import { entriesOf } from '../../demos/shell/picks.ts';
import { atRest, button, closePage, loadDemo, shown } from './demo-support.ts';
import { put, wearHeadset } from './headset.ts';
import { until } from './page-support.ts';

afterAll(closePage);

type Opened = Awaited<ReturnType<typeof loadDemo<'drive'>>>;
const sceneOf = ({ it }: Opened): DriveScene => it.scenery as DriveScene;
const start = new Vector3(0.2, 1.3, -0.4);

async function open(query = ''): Promise<{ page: Opened; device: XRDevice }> {
  let device: XRDevice | null = null;
  const before = (inside: Window): void => {
    device = wearHeadset(inside as Window & typeof globalThis);
  };
  const page = await loadDemo('drive', query, { width: 1000, height: 800, before });
  await until(() => !button(page, 'headset').hidden, 'the button');
  return { page, device: device! };
}

async function enter(page: Opened): Promise<void> {
  button(page, 'headset').click();
  await until(() => button(page, 'headset').textContent === 'Leave headset', 'the headset');
}

async function leave(page: Opened): Promise<void> {
  button(page, 'headset').click();
  await until(() => button(page, 'headset').textContent === 'Headset', 'the page');
  await atRest(page);
}

test('a controller and then a bare hand lead the tool and grip; what is lost is said; the page is as before', async () => {
  const { page, device } = await open();
  const { driver, handles } = sceneOf(page);
  const tool = (): Vector3 => driver.chosen.tool(new Vector3());
  const camera = page.it.bench.view.camera.position.clone();
  const controller = device.controllers.right!;
  const hand = device.hands.right!;
  for (const input of [controller, hand]) {
    device.primaryInputMode = input === controller ? 'controller' : 'hand';
    put(input, start);
    await enter(page);
    await until(() => shown(page, 'state') === 'at rest', 'the hand');
    if (input === controller) controller.updateButtonValue('squeeze', 1);
    else hand.poseId = 'point';
    await until(() => driver.hands[0]!.lead.isClosed, 'the clutch');
    const { x, y, z } = tool();
    await until(() => {
      // As fast as a hand; what a late frame tells of it is not followed.
      input.position.y += 0.003;
      return tool().y > y + 0.03;
    }, 'the tool to rise');
    expect(shown(page, 'state')).toMatch(/follows|is behind/);
    // Up is up: neither aside nor ahead.
    expect(Math.hypot(tool().x - x, tool().z - z)).toBeLessThan(0.02);
    expect(handles.every(({ visible }) => !visible)).toBe(true);
    input.connected = false;
    await until(() => shown(page, 'state') === 'hand lost', 'it to be lost');
    expect(shown(page, 'words')).toBe('There is no right hand.');
    input.connected = true;
    await until(() => shown(page, 'state') !== 'hand lost', 'it to be found');
    const open = driver.isGripping;
    if (input === controller) controller.updateButtonValue('trigger', 1);
    else hand.updatePinchValue(1);
    await until(() => driver.isGripping && !open, 'the grip');
    if (input === controller) controller.updateButtonValue('trigger', 0);
    else hand.updatePinchValue(0);
    await until(() => !driver.isGripping, 'the jaws to open');
    controller.updateButtonValue('squeeze', 0);
    hand.poseId = 'default';
    await until(() => !driver.hands[0]!.lead.isClosed, 'it to be let go');
    await leave(page);
    expect(page.it.bench.view.camera.position).toEqual(camera);
    expect(handles.every(({ visible }) => visible)).toBe(true);
  }
  expect([page.contexts.length, page.messages]).toEqual([1, []]);
});

test('two hands lead an arm each; another scene can be picked meanwhile', async () => {
  const { page, device } = await open('?scene=box');
  await enter(page);
  const sides = ['left', 'right'] as const;
  sides.forEach((side, i) => put(device.controllers[side]!, new Vector3(0.4 * i - 0.2, 1.3, -0.4)));
  await until(() => shown(page, 'state') === 'at rest', 'both hands');
  for (const side of sides) device.controllers[side]!.updateButtonValue('squeeze', 1);
  const { hands } = sceneOf(page).driver;
  await until(() => hands.every(({ lead }) => lead.isClosed), 'both clutches');
  const high = hands.map((hand) => hand.tool(new Vector3()).y);
  await until(() => {
    device.controllers.left!.position.y += 0.002;
    device.controllers.right!.position.y -= 0.002;
    const now = hands.map((hand) => hand.tool(new Vector3()).y);
    return now[0]! > high[0]! + 0.03 && now[1]! < high[1]! - 0.03;
  }, 'one arm to rise, and the other to sink');
  page.it.shell.pick({ scene: entriesOf(page.it.shell.schema.scene.entries, {})[0]! });
  await until(() => sceneOf(page).driver.inputs.isInRoom, 'the other scene');
  await leave(page);
});
