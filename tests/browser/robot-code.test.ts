/** Robot's panel Code: programs for what is shown, and one of the reader's. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { violations } from './axe.ts';
import urdf from '../fixtures/urdf/ur5.urdf?raw';
import { addressed, atRest, button, choose, closePage, complaint, pause, play } from './demo-support.ts';
import { mouseDragBy, until } from './page-support.ts';
import { cubeOf, find, give, openRobot, press, rest, type RobotInPage } from './robots-support.ts';

let page: RobotInPage;

beforeEach(async () => {
  page = await openRobot('?panel=code&robot=ur5');
});
afterEach(() => expect(page.messages).toEqual([]));
afterAll(closePage);

const program = () => find(page, 'pre').textContent;
const target = () => page.it.bench.problem.goals[0]!.target;
const said = () => find(page, '[name=run] + [role=status]').textContent;
const isRunning = () => button(page, 'run').textContent === 'Stop';

function type(text: string): void {
  const code = find<HTMLTextAreaElement>(page, 'textarea.code');
  code.value = text;
  code.dispatchEvent(new Event('input', { bubbles: true }));
}

test('the program is of the robot as it stands; the robot stays, and the address has both', async () => {
  expect(program()).toContain('robots.ur5');
  expect(button(page, 'save').hidden).toBe(true);
  const before = program();
  await mouseDragBy(page, cubeOf(page), -20, 14);
  await rest(page);
  expect(program()).not.toBe(before);
  choose(page, 'program', 'cpp');
  expect(program()).toContain('limber::solve');
  await addressed(page, (query) => query.includes('program=cpp') && query.includes('&q='));
  const q = [...page.it.bench.problem.state.q];
  for (const panel of ['drag', 'code']) find<HTMLInputElement>(page, `input[value=${panel}]`).click();
  await rest(page);
  expect([...page.it.bench.problem.state.q]).toEqual(q);
  find<HTMLButtonElement>(page, 'button[name=embed]').click();
  const embed = find<HTMLTextAreaElement>(page, '.share textarea');
  await until(() => embed.value !== '', 'the code');
  expect(embed.value).toMatch(/preset="?ur5|preset=ur5/);
  expect(await violations(page)).toEqual([]);
});

test('a robot from a file is read from that file', async () => {
  await give(page, [['own.urdf', urdf]]);
  expect(program()).toContain("fetch('robot.urdf')");
  expect(button(page, 'save').hidden).toBe(false);
  expect(complaint(page)).toBe('');
});

test('what the reader types runs in every frame; what is wrong is said calmly; a hand stops it', async () => {
  choose(page, 'program', 'own');
  const before = target()[0]!;
  type('goal.target[0] = start[0] + 0.1; problem.solve()');
  await until(() => Math.abs(target()[0]! - before - 0.1) < 1e-9, 'the goal to move');
  expect(isRunning()).toBe(true);
  type('goal.target[0] = start[0] +');
  await until(() => said().includes('SyntaxError'), 'what is wrong');
  expect(isRunning()).toBe(true);
  type('nothing.here = 1');
  await until(() => said().includes('nothing is not defined'), 'what is wrong');
  await rest(page);
  type('const end = performance.now() + 1001; while (performance.now() < end);');
  await until(() => said().includes('longer than a second'), 'it to be stopped');
  expect(await violations(page)).toEqual([]);
  type('problem.state.q[0] = 0.3 * Math.sin(t); problem.state.update()');
  await until(() => isRunning() && said() === '', 'it to run');
  await mouseDragBy(page, cubeOf(page), -20, 14);
  await until(() => said().includes('the goal was moved'), 'the reason');
  await rest(page);
  press(page, 'run');
  await until(isRunning, 'it to run again');
  press(page, 'reset');
  await rest(page);
  expect(target()[0]).toBeCloseTo(before, 9);
});

test('in a pause it runs once per change, and goes on with the clock', async () => {
  pause(page);
  choose(page, 'program', 'own');
  type('globalThis.runs = (globalThis.runs ?? 0) + 1; goal.target[0] = start[0] + 0.01 * runs');
  const runs = () => (page.window as unknown as { runs?: number }).runs;
  await until(() => runs() !== undefined, 'it to run');
  await atRest(page);
  expect(runs()).toBe(1);
  press(page, 'step');
  expect(runs()).toBe(2);
  play(page);
  await until(() => runs()! > 4, 'it to go on');
  choose(page, 'program', 'three');
  await rest(page);
});
