/** The page Robot in a reader's hands: dragging, sliders, saving, tracks, and a robot that stays through its panels. */
import {
  init,
  Model,
  Problem,
  solverNames,
  Trajectory,
  type ModelDescription,
  type SolverName,
} from 'limber';
import { arms, fromURDF, hand, Run, tracks } from 'limber/robots';
import { Quaternion } from 'three';
import { violations } from './axe.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { allRobots } from '../../demos/robot-files/robots.ts';
import { descents } from '../web/support/models.ts';
import rover from '../fixtures/urdf/rover.urdf?raw';
import { addressed, atRest, button, choose, closePage, pause, play, shown, toggle } from './demo-support.ts';
import { middleOf, mouseDragBy, until } from './page-support.ts';
import {
  cubeOf,
  excess,
  find,
  gap,
  give,
  loadRobot,
  openRobot,
  pick,
  press,
  rest,
  slide,
  slider,
  type RobotInPage,
} from './robots-support.ts';
import { laidOut, mouse, press as key } from './three-support.ts';

let page: RobotInPage;

beforeAll(() => init());
afterEach(() => {
  vi.restoreAllMocks();
  expect(page.messages).toEqual([]);
});
afterAll(closePage);

const problem = () => page.it.bench.problem;

test('every robot can be dragged, and keeps its limits', async () => {
  page = await openRobot();
  // The tips of these two cannot follow the mouse: one moves in a plane, the other on a sphere.
  for (const { name } of allRobots.filter((each) => !['planar', 'wrist'].includes(each.name))) {
    await pick(page, name);
    expect(gap(page), name).toBeLessThan(1e-3 * problem().model.reach);
    await mouseDragBy(page, cubeOf(page), -16, 10);
    await rest(page);
    expect(gap(page), name).toBeLessThan(0.01 * problem().model.reach);
    expect(excess(page), name).toBeLessThan(1e-9);
    if (problem().goals.length === 1) expect(shown(page, 'words'), name).toContain('eached');
    expect(page.it.shell.address.search).toContain('to=');
  }
});

test('a goal that is thrown away and brought back is reached again', async () => {
  page = await openRobot();
  for (const [dx, dy] of [
    [330, -60],
    [-330, 60],
    [40, 250],
  ] as const) {
    await pick(page, 'panda');
    const { x, y } = middleOf(page, cubeOf(page));
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
  page = await openRobot();
  await pick(page, 'panda');
  const before = [...problem().goals[0]!.target];
  slide(page, 3, -1);
  await atRest(page);
  expect(problem().state.q[3]).toBeCloseTo(-1, 1);
  const { target } = problem().goals[0]!;
  expect(Math.hypot(...before.map((each, i) => each - target[i]!))).toBeGreaterThan(0.1);
  expect(gap(page)).toBeLessThan(1e-12);
  expect(slider(page, 3).getAttribute('aria-valuetext')).toMatch(/^−5[67]\.\d°$/);
  expect(slider(page, 3).title).toBe('−176.0° to −4.0°');
  page.frame.focus();
  slider(page, 3).focus();
  await key('End');
  await rest(page);
  expect(problem().state.q[3]).toBe(-0.0698);
  expect(slider(page, 3).getAttribute('aria-valuetext')).toBe('−4.0°, at its limit');
  expect(slider(page, 3).closest('.joint')!.classList).toContain('at-limit');
  expect(shown(page, 'words')).toContain('joint 4 at its limit');
  await key('ArrowLeft');
  expect(slider(page, 3).closest('.joint')!.classList).not.toContain('at-limit');
  press(page, 'reset');
  await rest(page);
  expect(problem().state.q[3]).toBeCloseTo(-2.356, 6);
});

test('the goal is moved and turned by keys, with orientation on demand', async () => {
  page = await openRobot();
  await pick(page, 'panda');
  toggle(page, 'orientation');
  await rest(page);
  const goal = problem().goals[0]!;
  expect(goal.type).toBe('pose');
  const turn = () => new Quaternion().fromArray(goal.target, 3);
  const before = turn();
  page.frame.focus();
  cubeOf(page).focus();
  for (let i = 0; i < 4; i += 1) await key('ArrowUp');
  const rings = '.stage [aria-roledescription="draggable orientation"]';
  find(page, rings).focus();
  for (let i = 0; i < 3; i += 1) await key('ArrowLeft');
  await rest(page);
  expect(gap(page)).toBeLessThan(1e-3);
  expect(goal.angle).toBeLessThan(0.005);
  // A key turns by five degrees.
  expect(turn().angleTo(before)).toBeCloseTo(Math.PI / 12, 6);
  toggle(page, 'orientation');
  expect(problem().goals[0]!.type).toBe('position');
  expect(page.document.querySelector(rings)).toBeNull();
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

test('a recorded trajectory plays again elsewhere, and what is copied makes the same robot', async () => {
  page = await openRobot();
  await pick(page, 'iiwa14');
  const { saved, copied } = watchTexts();
  press(page, 'record');
  await mouseDragBy(page, cubeOf(page), -30, 20);
  await until(() => Number(/(\d+) frames/.exec(shown(page, 'recording'))?.[1]) > 20, 'some frames');
  press(page, 'record');
  await rest(page);
  press(page, 'save-json');
  press(page, 'save-csv');
  expect(saved.map(({ name }) => name)).toEqual(['iiwa-14.json', 'iiwa-14.csv']);
  const [json, csv] = await Promise.all(saved.map(({ content }) => content));
  const both = [Trajectory.fromJSON(json!), Trajectory.fromCSV(csv!)];
  using model = Model.from(page.it.picks.robot.upright);
  for (const trajectory of both) {
    trajectory.checkFits(model);
    expect(trajectory.length).toBeGreaterThan(20);
    const last = trajectory.row(trajectory.length - 1);
    last.forEach((each, i) => expect(each).toBeCloseTo(problem().state.q[i]!, 4));
  }
  press(page, 'urdf');
  press(page, 'json');
  await until(() => /^Copied \d+ lines of JSON\.$/.test(shown(page, 'copied')), 'the copy');
  const made = [fromURDF(copied[0]!), JSON.parse(copied[1]!) as ModelDescription];
  const tips = [...made, page.it.picks.robot.description].map((description) => {
    using model = Model.from(description);
    using problem = new Problem(model);
    problem.state.q.set([0.3, 0.8, -2.6, 0.1, 0.6, 0.2, 0.4]);
    problem.state.update();
    return [...problem.state.poses.slice(-7, -4)];
  });
  for (const tip of tips) tip.forEach((each, i) => expect(each).toBeCloseTo(tips[2]![i]!, 12));
});

test.each([390, 1100])('nothing jumps while the robot moves and limits are named at %i px', async (width) => {
  page = await openRobot('?robot=ur5', { width, height: 700 });
  const places = () =>
    [...page.document.querySelectorAll('.run > *, .run button, .run .control, .joint, footer')].map(
      (element) => {
        const { x, y, height } = element.getBoundingClientRect();
        return [x, y, height].map(Math.round);
      },
    );
  const before = places();
  slide(page, 1, -20);
  slide(page, 2, 20);
  await rest(page);
  await until(() => shown(page, 'words').includes('limit'), 'the limits to be named');
  await mouseDragBy(page, cubeOf(page), 10, -10);
  await rest(page);
  expect(places()).toEqual(before);
});

test('the robot and its pose stay through a change of panel, and the address has all', async () => {
  page = await openRobot('?robot=ur5');
  await mouseDragBy(page, cubeOf(page), -20, 14);
  await rest(page);
  const q = () => [...problem().state.q];
  const before = q();
  for (const panel of ['poses', 'drag']) {
    find<HTMLInputElement>(page, `input[value=${panel}]`).click();
    await rest(page);
    q().forEach((each, i) => expect(each).toBeCloseTo(before[i]!, 6));
    await addressed(
      page,
      (query) => query.includes('robot=ur5') && query.includes('panel=poses') === (panel === 'poses'),
    );
  }
  const again = await loadRobot(page.window.location.search);
  page = again;
  await rest(page);
  q().forEach((each, i) => expect(each).toBeCloseTo(before[i]!, 3));
});

function isSupported(arm: number, solver: SolverName): boolean {
  using run = new Run(arms[arm - 1]!, hand);
  return run.problem.supports(solver) === true;
}

/** Every solver on a supported arm, with the tracks in turn; then every arm on every track. */
function agreedRuns(): [arm: number, track: number, solver: SolverName][] {
  const bySolver = solverNames().flatMap((solver, i): [number, number, SolverName][] => {
    const turn = arms.map((_, k) => ((i + k) % arms.length) + 1);
    const arm = turn.find((each) => isSupported(each, solver));
    return arm === undefined ? [] : [[arm, (i % tracks.length) + 1, solver]];
  });
  const byArm = arms.flatMap((_, arm) =>
    tracks.map((_, track): [number, number, SolverName] => [arm + 1, track + 1, 'ccd']),
  );
  return [...bySolver, ...byArm];
}

test('page, command line and library agree on a run', async () => {
  page = await openRobot();
  pause(page);
  const runs = agreedRuns();
  // The closed form supports none of these arms, which have balls or redundant hinges.
  expect(new Set(runs.map(([, , solver]) => solver))).toEqual(new Set(descents()));
  const frames = 20;
  const csvs = await commands.limberCsvs(
    runs.map(([arm, track, solver]) => [`${arm}`, `${track}`, '--solver', solver, '--frames', `${frames}`]),
  );
  for (const [i, [arm, track, solver]] of runs.entries()) {
    const what = `arm ${arm}, track ${track}, ${solver}`;
    const { name } = arms[arm - 1]!;
    page.it.shell.pick({
      ...page.it.picks,
      panel: 'track',
      robot: allOf(name),
      track: tracks[track - 1]!.name,
      solver,
    });
    button(page, 'reset').click();
    expect(find(page, '.panel:not([hidden]) code').textContent).toBe(
      `npx limber ${arm} ${track} --solver ${solver}`,
    );
    using run = new Run(arms[arm - 1]!, tracks[track - 1]!, { solver });
    const rows = csvs[i]!.trimEnd().split('\n').slice(1);
    for (const row of rows) {
      button(page, 'step').click();
      run.step();
      expect([...problem().state.q], what).toEqual([...run.q]);
      const numbers = row
        .split(',')
        .slice(1, 1 + run.model.nq)
        .map(Number);
      numbers.forEach((value, k) => expect(Math.abs(value - run.q[k]!), what).toBeLessThan(1e-9));
    }
    expect(rows).toHaveLength(frames);
  }
});

const allOf = (name: string) => page.it.page.picks.robot.read(name)!;

test('a target taken in a pause leaves its track, and goes back when time goes on', async () => {
  page = await openRobot();
  pause(page);
  page.it.shell.pick({ panel: 'track', robot: allOf('fork') });
  const target = () => problem().goals[0]!.target.slice();
  await mouseDragBy(page, cubeOf(page), -50, 40);
  const taken = target();
  expect(problem().goals[0]!.distance).toBeLessThan(1e-2);
  play(page);
  await until(() => target().some((each, i) => Math.abs(each - taken[i]!) > 1e-3), 'the target to go back');
  pause(page);
  await atRest(page);
  expect(await violations(page)).toEqual([]);
  // A solver that the arm does not support is not offered.
  const options = [...find<HTMLSelectElement>(page, 'select[name=solver]').options].map(({ value }) => value);
  expect(options).toEqual(solverNames().filter((solver) => problem().supports(solver) === true));
});

test('without WebGL the sliders and numbers work', async () => {
  page = await loadRobot('', { webgl: false });
  expect(page.document.querySelector('.hero .note')!.textContent).toContain('WebGL 2');
  slide(page, 0, 1);
  expect(problem().state.q[0]).toBeCloseTo(1, 1);
  await give(page, [['rover.urdf', rover]]);
  expect(shown(page, 'size')).toContain('11 /');
  choose(page, 'robot', 'ur5');
  await laidOut(page.window);
  expect(shown(page, 'size')).toContain('/ 6');
});
