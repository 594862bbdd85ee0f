/** The page Robots in a reader's hands: presets, dragging, sliders, saving. One page, unless its address matters. */

import { init, Model, Problem, Trajectory, type ModelDescription } from 'limber';
import { fromURDF } from 'limber/urdf';
import { Quaternion } from 'three';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { catalogue } from '../../demos/robot-files/catalogue.ts';
import { atRest, closePage, middleOf, mouseDragBy, until } from './page-support.ts';
import {
  choose,
  excess,
  find,
  gap,
  give,
  goalOf,
  openRobots,
  press,
  rest,
  type RobotsInPage,
  shown,
  slide,
  slider,
  toggle,
} from './robots-support.ts';
import rover from '../fixtures/urdf/rover.urdf?raw';
import { centre, laidOut, mouse, press as key } from './three-support.ts';

let page: RobotsInPage;

beforeAll(async () => {
  await init();
  page = await openRobots('', { width: 1100, height: 700 });
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(page.messages).toEqual([]);
});
afterAll(closePage);

const cube = () => goalOf(page).element;

test('every preset can be dragged, and keeps its limits', async () => {
  for (const { name } of catalogue) {
    await choose(page, name);
    expect(gap(page), name).toBeLessThan(1e-3 * page.robots.rig.model.reach);
    await mouseDragBy(page, cube(), -16, 10);
    await rest(page);
    const { reach } = page.robots.rig.model;
    expect(gap(page), name).toBeLessThan(0.01 * reach);
    expect(excess(page), name).toBeLessThan(1e-9);
    expect(shown(page, 'words'), name).toContain('eached');
    expect(page.robots.shell.address.search).toContain('at=');
  }
});

test('a goal that is thrown away and brought back is reached again', async () => {
  for (const [dx, dy] of [
    [330, -60],
    [-330, 60],
    [40, 250],
  ] as const) {
    await choose(page, 'panda');
    const { x, y } = middleOf(page, cube());
    await mouse('mousePressed', x, y);
    for (const share of [0.2, 0.4, 0.6, 0.8, 1, 0.8, 0.6, 0.4, 0.2, 0]) {
      await mouse('mouseMoved', x + share * dx, y + share * dy);
      await rest(page);
    }
    await mouse('mouseReleased', x, y);
    await rest(page);
    expect(gap(page)).toBeLessThan(1e-3);
    expect(shown(page, 'words')).toContain('eached');
  }
});

test('sliders move the robot and its goal, and say which joint is at a limit', async () => {
  await choose(page, 'panda');
  const { rig } = page.robots;
  const before = goalOf(page).position.clone();
  slide(page, 3, -1);
  await atRest(page);
  expect(rig.problem.state.q[3]).toBeCloseTo(-1, 1);
  expect(goalOf(page).position.distanceTo(before)).toBeGreaterThan(0.1);
  expect(gap(page)).toBeLessThan(1e-12);
  expect(slider(page, 3).getAttribute('aria-valuetext')).toMatch(/^−5[67]\.\d°$/);

  const row = () => slider(page, 3).closest('.joint')!;
  const ends = row().querySelector('.ends')!.textContent;
  expect(ends).toContain('−176.0°');
  expect(ends).toContain('−4.0°');
  page.frame.focus();
  slider(page, 3).focus();
  await key('End');
  expect(rig.problem.state.q[3]).toBe(-0.0698);
  expect(slider(page, 3).getAttribute('aria-valuetext')).toBe('−4.0°, at its limit');
  expect(row().classList).toContain('at-limit');
  expect(shown(page, 'words')).toContain('joint 4 at its limit');
  await key('ArrowLeft');
  expect(row().classList).not.toContain('at-limit');
  press(page, 'reset');
  await rest(page);
  expect(rig.problem.state.q[3]).toBeCloseTo(-2.356, 6);
});

test('the goal is moved and turned by keys, with orientation on demand', async () => {
  await choose(page, 'panda');
  toggle(page, 'orientation');
  const { rig } = page.robots;
  expect(rig.goal.type).toBe('pose');
  const rings = '.stage [aria-roledescription="draggable orientation"]';
  const turn = () => new Quaternion().fromArray(rig.goal.target, 3);
  const before = turn();
  page.frame.focus();
  cube().focus();
  for (let i = 0; i < 4; i += 1) await key('ArrowUp');
  find(page, rings).focus();
  for (let i = 0; i < 3; i += 1) await key('ArrowLeft');
  await rest(page);
  expect(gap(page)).toBeLessThan(1e-3);
  expect(rig.goal.angle).toBeLessThan(0.005);
  // A key turns by five degrees, and the cube stays centred.
  expect(turn().angleTo(before)).toBeCloseTo(Math.PI / 12, 6);
  const [ring, point] = [centre(find(page, rings)), centre(cube())];
  expect(Math.hypot(ring.x - point.x, ring.y - point.y)).toBeLessThan(1);
  toggle(page, 'orientation');
  expect(rig.goal.type).toBe('position');
  expect(page.document.querySelector(rings)).toBeNull();
  await rest(page);
  expect(shown(page, 'angle')).toBe('–');
});

/** Texts that the page hands to the browser to save or copy. */
function watchTexts() {
  const saved: { name: string; content: Promise<string> }[] = [];
  const copied: string[] = [];
  const { HTMLAnchorElement, URL, navigator } = page.window;
  let last = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:nothing';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: last.text() });
  });
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  });
  return { saved, copied };
}

test('a recorded trajectory plays again elsewhere, pose for pose', async () => {
  await choose(page, 'iiwa14');
  const texts = watchTexts();
  const { rig, recorder } = page.robots;
  const seen: number[][] = [];
  const add = recorder.add.bind(recorder);
  vi.spyOn(recorder, 'add').mockImplementation((dt) => {
    add(dt);
    if (recorder.on) seen.push([...rig.problem.state.poses]);
  });
  press(page, 'record');
  await mouseDragBy(page, cube(), -30, 20);
  await until(() => seen.length > 20, 'some frames');
  press(page, 'record');
  expect(shown(page, 'recording')).toMatch(/^\d+\.\d s, \d+ frames$/);
  press(page, 'save-json');
  press(page, 'save-csv');
  expect(texts.saved.map(({ name }) => name)).toEqual(['iiwa-14.json', 'iiwa-14.csv']);
  const [json, csv] = await Promise.all(texts.saved.map(({ content }) => content));
  using model = Model.from(rig.source.upright);
  using problem = new Problem(model);
  for (const trajectory of [Trajectory.fromJSON(json!), Trajectory.fromCSV(csv!)]) {
    trajectory.checkFits(model);
    expect(trajectory.length).toBe(seen.length);
    let most = 0;
    for (const [i, poses] of seen.entries()) {
      problem.state.q.set(trajectory.row(i));
      problem.state.update();
      const played = problem.state.poses;
      poses.forEach((each, k) => (most = Math.max(most, Math.abs(each - played[k]!))));
    }
    expect(most).toBeLessThan(1e-5);
  }
});

test('what is copied makes the same robot', async () => {
  await choose(page, 'puma560');
  const { copied } = watchTexts();
  press(page, 'urdf');
  press(page, 'json');
  await until(() => /^Copied \d+ lines of JSON\.$/.test(shown(page, 'copied')), 'the copy');
  const made = [fromURDF(copied[0]!), JSON.parse(copied[1]!) as ModelDescription];
  const tips = [...made, page.robots.picks.robot.description].map((description) => {
    using model = Model.from(description);
    using problem = new Problem(model);
    problem.state.q.set([0.3, 0.8, -2.6, 0.1, 0.6, 0.2]);
    problem.state.update();
    const at = 7 * model.findLink('effector');
    return [...problem.state.poses.subarray(at, at + 3)];
  });
  for (const tip of tips) tip.forEach((each, i) => expect(each).toBeCloseTo(tips[2]![i]!, 12));
});

test.each([390, 1100])('nothing jumps while the robot moves and limits are named at %i px', async (width) => {
  page.frame.style.width = `${width}px`;
  await choose(page, 'ur5');
  // The layout follows the width a moment later.
  await atRest(page);
  const places = () =>
    [...page.document.querySelectorAll('.run > *, .run button, .run .control, .joint, footer')].map(
      (element) => {
        const { x, y, height } = element.getBoundingClientRect();
        return [x, y, height].map(Math.round);
      },
    );
  const before = places();
  const { scrollY } = page.window;
  slide(page, 1, -20);
  slide(page, 2, 20);
  await until(() => shown(page, 'words').includes('at their limits'), 'the limits to be named');
  await mouseDragBy(page, cube(), 10, -10);
  await rest(page);
  expect(page.window.scrollY).toBe(scrollY);
  expect(places()).toEqual(before);

  // The robot stays visible while its last joint is moved.
  slider(page, 5).scrollIntoView({ block: 'center', behavior: 'instant' });
  await laidOut(page.window);
  const stage = find(page, '.stage').getBoundingClientRect();
  expect(stage.top).toBeGreaterThanOrEqual(0);
  expect(stage.bottom).toBeLessThan(page.window.innerHeight);
  const { x, y } = centre(slider(page, 5));
  expect(page.document.elementFromPoint(x, y)).toBe(slider(page, 5));
  page.window.scrollTo({ top: 0, behavior: 'instant' });
});

test('without WebGL the sliders and numbers work', async () => {
  page = await openRobots('', { webgl: false });
  expect(page.document.querySelector('.hero .note')!.textContent).toContain('WebGL 2');
  slide(page, 0, 1);
  expect(page.robots.rig.problem.state.q[0]).toBeCloseTo(1, 1);
  await give(page, [['rover.urdf', rover]]);
  expect(shown(page, 'size')).toContain('11 /');
});
