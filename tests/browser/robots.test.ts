/** The page Robots as a reader uses it: presets, files, hands, sliders, and what is taken home. */

import { init, Model, Problem, Trajectory, type ModelDescription } from 'limber';
import { fromURDF } from 'limber/urdf';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import ur5 from '../fixtures/urdf/ur5.urdf?raw';
import panda from '../fixtures/urdf/panda.urdf?raw';
import { catalogue } from '../../demos/robots/catalogue.ts';
import { closePage, mouseDragBy, until } from './page-support.ts';
import {
  choose,
  drop,
  excess,
  find,
  gap,
  give,
  openRobots,
  press,
  rest,
  shown,
  slide,
  slider,
  toggle,
  trouble,
} from './robots-support.ts';
import { press as key, wait } from './three-support.ts';

beforeAll(() => init());
afterEach(closePage);

test('every preset can be dragged, and keeps its limits', async () => {
  const page = await openRobots('', { width: 500, height: 560 });
  for (const name of Object.keys(catalogue)) {
    choose(page, 'robot', name);
    await rest(page);
    expect(gap(page), name).toBeLessThan(1e-3 * page.robots.rig.model.reach);
    await mouseDragBy(page, page.robots.stage!.goal!.element, -24, 16);
    await rest(page);
    const { reach } = page.robots.rig.model;
    expect(gap(page), name).toBeLessThan(0.01 * reach);
    expect(excess(page), name).toBeLessThan(1e-9);
    expect(shown(page, 'words'), name).toContain('eached');
    expect(page.window.location.search).toContain('at=');
  }
  expect(page.messages).toEqual([]);
}, 120_000);

test('a file that is dropped or picked becomes draggable, its tip guessed', async () => {
  const page = await openRobots();
  await drop(page, [['ur5.urdf', ur5]]);
  expect(trouble(page)).toBe('');
  expect(find<HTMLSelectElement>(page, 'select[name=robot]').selectedOptions[0]!.textContent).toBe(
    'ur5.urdf',
  );
  expect(find<HTMLSelectElement>(page, 'select[name=tip]').value).toBe('ee_link');
  // Away from where it is stretched.
  for (const [i, value] of [0.4, -1.2, 1.8, -0.8, 0.5, 0].entries()) slide(page, i, value);
  await mouseDragBy(page, page.robots.stage!.goal!.element, -16, 12);
  await rest(page);
  expect(gap(page)).toBeLessThan(1e-3);

  await give(page, [['panda.urdf', panda]]);
  expect(find<HTMLSelectElement>(page, 'select[name=tip]').value).toBe('panda_hand_tcp');
  const options = [...find<HTMLSelectElement>(page, 'select[name=tip]').options].map(({ value }) => value);
  expect(options.slice(0, 3)).toEqual(['panda_hand_tcp', 'panda_hand', 'panda_leftfinger']);
  expect(new Set(options).size).toBe(page.robots.rig.model.links.length);
  choose(page, 'tip', 'panda_link4');
  expect(page.robots.rig.goal.link).toBe('panda_link4');
  // No address names a file of the reader's.
  expect(page.window.location.search).toBe('');
  choose(page, 'robot', 'iiwa14');
  expect(page.window.location.search).toBe('?robot=iiwa14');
  expect(page.messages).toEqual([]);
});

test('a broken file is refused with its line, and the robot before stays', async () => {
  const page = await openRobots('?robot=ur10');
  const { rig } = page.robots;
  const broken = panda.replace('<child link="panda_link3"/>', '<child link="panda_link33"/>');
  await give(page, [['broken.urdf', broken]]);
  const line = broken.split('\n').findIndex((each) => each.includes('name="panda_joint3"')) + 1;
  expect(trouble(page)).toContain(`broken.urdf: line ${line}, <joint name="panda_joint3">`);
  expect(trouble(page)).toContain('"panda_link33"');
  expect(find(page, '.trouble .quoted').textContent).toContain('<joint name="panda_joint3" type="revolute">');
  expect(find(page, '.trouble').getAttribute('role')).toBe('alert');
  expect(page.robots.rig).toBe(rig);
  for (const [name, text, words] of [
    ['half.urdf', panda.slice(0, 900), 'is the file whole?'],
    ['empty.urdf', '', 'the text is empty'],
    ['arm.xacro', '<robot name="a"><xacro:include filename="b"/></robot>', 'expand it first'],
    ['photo.jpg', 'no robot', 'drop a file that ends in .urdf'],
    ['robot.zip', 'PK', 'unpack it'],
  ] as const) {
    find(page, '.trouble').replaceChildren();
    await give(page, [[name, text]]);
    expect(trouble(page)).toContain(words);
    expect(trouble(page)).toContain(name);
    expect(page.robots.rig).toBe(rig);
  }
  await mouseDragBy(page, page.robots.stage!.goal!.element, -20, 10);
  await rest(page);
  expect(gap(page)).toBeLessThan(0.01);
  find<HTMLButtonElement>(page, '.trouble button').click();
  expect(trouble(page)).toBe('');
  await give(page, [['mended.urdf', panda]]);
  expect(page.robots.rig).not.toBe(rig);
});

test('sliders move the robot and its goal, and say which joint is at a limit', async () => {
  const page = await openRobots();
  const { rig, stage } = page.robots;
  const before = stage!.goal!.position.clone();
  slide(page, 3, -1);
  expect(rig.problem.state.q[3]).toBeCloseTo(-1, 1);
  expect(stage!.goal!.position.distanceTo(before)).toBeGreaterThan(0.1);
  expect(gap(page)).toBeLessThan(1e-12);
  expect(slider(page, 3).getAttribute('aria-valuetext')).toMatch(/^−5[67]\.\d°$/);

  const ends = find(page, '.joint:nth-child(4) .ends').textContent;
  expect(ends).toContain('−176.0°');
  expect(ends).toContain('−4.0°');
  page.frame.focus();
  slider(page, 3).focus();
  await key('End');
  expect(rig.problem.state.q[3]).toBe(-0.0698);
  expect(slider(page, 3).getAttribute('aria-valuetext')).toBe('−4.0°, at its limit');
  expect(find(page, '.joint:nth-child(4)').classList).toContain('at-limit');
  expect(shown(page, 'words')).toContain('joint 4 at its limit');
  await key('ArrowLeft');
  expect(find(page, '.joint:nth-child(4)').classList).not.toContain('at-limit');
  press(page, 'reset');
  await rest(page);
  expect(rig.problem.state.q[3]).toBeCloseTo(-2.356, 6);
});

test('the goal is moved and turned by keys, with orientation on demand', async () => {
  const page = await openRobots('?orientation=on');
  const { rig, stage } = page.robots;
  expect(rig.goal.type).toBe('pose');
  expect(stage!.arrows).toHaveLength(2);
  page.frame.focus();
  stage!.goal!.element.focus();
  for (let i = 0; i < 4; i += 1) await key('ArrowUp');
  stage!.arrows[0]!.element.focus();
  for (let i = 0; i < 3; i += 1) await key('ArrowLeft');
  await rest(page);
  expect(gap(page)).toBeLessThan(1e-3);
  expect(rig.goal.angle).toBeLessThan(0.005);
  // The arrows stay at a right angle, and where the tool's axes are.
  const [z, x] = stage!.arrows.map(({ direction }) => direction);
  expect(Math.abs(z!.dot(x!))).toBeLessThan(1e-9);
  toggle(page, 'orientation');
  expect(rig.goal.type).toBe('position');
  expect(stage!.arrows).toHaveLength(0);
  await rest(page);
  expect(shown(page, 'angle')).toBe('–');
});

test('the address keeps what is picked, and where the hand left the robot', async () => {
  const page = await openRobots('?robot=ur5&solver=dls&orientation=on&arcs=off');
  await mouseDragBy(page, page.robots.stage!.goal!.element, 20, -20);
  await rest(page);
  const { search } = page.window.location;
  expect(search).toContain('robot=ur5&solver=dls&orientation=on&arcs=off&at=');
  const q = [...page.robots.rig.problem.state.q];
  const target = [...page.robots.rig.goal.target];
  const again = await openRobots(search);
  q.forEach((each, i) => expect(again.robots.rig.problem.state.q[i]).toBeCloseTo(each, 3));
  target.forEach((each, i) => expect(again.robots.rig.goal.target[i]).toBeCloseTo(each, 4));
  const lost = await openRobots('?robot=ur5&tip=nobody');
  expect(trouble(lost)).toContain('“nobody”');
  expect(lost.window.location.search).toBe('?robot=ur5');
  const strange = await openRobots('?robot=r2d2&solver=magic&q=1,x&at=1');
  expect(strange.robots.picks).toMatchObject({ robot: 'panda', solver: 'lm', q: [], at: [] });
  expect(trouble(strange)).toContain('“r2d2”');
});

/** What the page hands to the browser to save or to copy. */
function watchTexts(page: Awaited<ReturnType<typeof openRobots>>) {
  const saved: { name: string; content: Promise<string> }[] = [];
  const copied: string[] = [];
  const { HTMLAnchorElement, URL, navigator } = page.window;
  let last = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:nothing';
  });
  HTMLAnchorElement.prototype.click = function () {
    saved.push({ name: this.download, content: last.text() });
  };
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  });
  return { saved, copied };
}

test('a recorded trajectory plays again elsewhere, pose for pose', async () => {
  const page = await openRobots('?robot=iiwa14');
  const texts = watchTexts(page);
  const { rig, recorder } = page.robots;
  press(page, 'record');
  const seen: number[][] = [];
  const add = recorder.frame.bind(recorder);
  recorder.frame = (...args) => {
    add(...args);
    if (recorder.on) seen.push([...rig.problem.state.poses]);
  };
  await mouseDragBy(page, page.robots.stage!.goal!.element, -30, 20);
  await until(() => seen.length > 20, 'some frames');
  press(page, 'record');
  expect(shown(page, 'recording')).toBe(recorder.words);
  press(page, 'save-json');
  press(page, 'save-csv');
  expect(texts.saved.map(({ name }) => name)).toEqual(['iiwa-14.json', 'iiwa-14.csv']);
  const [json, csv] = await Promise.all(texts.saved.map(({ content }) => content));
  using model = Model.from(catalogue.iiwa14.upright);
  using problem = new Problem(model);
  for (const trajectory of [Trajectory.fromJSON(json!), Trajectory.fromCSV(csv!)]) {
    trajectory.checkFits(model);
    expect(trajectory.length).toBe(seen.length + 1);
    let most = 0;
    for (const [i, poses] of seen.entries()) {
      problem.state.q.set(trajectory.row(i + 1));
      problem.state.update();
      const played = problem.state.poses;
      poses.forEach((each, k) => (most = Math.max(most, Math.abs(each - played[k]!))));
    }
    expect(most).toBeLessThan(1e-5);
  }
});

test('what is copied makes the same robot', async () => {
  const page = await openRobots('?robot=puma560');
  const { copied } = watchTexts(page);
  press(page, 'urdf');
  press(page, 'json');
  await wait(20);
  expect(shown(page, 'copied')).toMatch(/^Copied \d+ lines of JSON\.$/);
  const made = [fromURDF(copied[0]!), JSON.parse(copied[1]!) as ModelDescription];
  const tips = [...made, catalogue.puma560.description].map((description) => {
    using model = Model.from(description);
    using problem = new Problem(model);
    problem.state.q.set([0.3, 0.8, -2.6, 0.1, 0.6, 0.2]);
    problem.state.update();
    const at = 7 * model.findLink('effector');
    return [...problem.state.poses.subarray(at, at + 3)];
  });
  for (const tip of tips) tip.forEach((each, i) => expect(each).toBeCloseTo(tips[2]![i]!, 12));
});
