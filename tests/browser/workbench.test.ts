/** The page Workbench: files, solutions, reach, programs, and a program of the reader's. */
import { afterEach, expect, test } from 'vitest';
import type { WorkbenchPage } from '../../demos/workbench/page.ts';
import urdf from '../fixtures/urdf/ur5.urdf?raw';
import {
  addressed,
  atRest,
  button,
  closePage,
  complaint,
  demoIn,
  openPage,
  shown,
  until,
} from './page-support.ts';

afterEach(closePage);

async function open(query = '') {
  const page = await openPage({
    url: `/demos/workbench/index.html${query}`,
    ready: (d) => d.querySelector('.own') !== null,
  });
  await atRest(page);
  const code = page.document.querySelector<HTMLTextAreaElement>('.own textarea')!;
  const type = (text: string) => {
    code.value = text;
    code.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const said = () => page.document.querySelector('.own [role=status]')!.textContent;
  return { page, demo: demoIn<WorkbenchPage>(page)!, type, said };
}

test('goes to a solution, and the program follows; what it shows is in the address', async () => {
  const { page, demo } = await open('?robot=ur5');
  const poses = [...page.document.querySelectorAll<HTMLElement>('.pose')];
  expect(poses.length).toBeGreaterThan(4);
  expect(shown(page, 'count')).toBe(String(poses.length));
  const before = demo.program;
  poses.find((pose) => pose.ariaPressed === 'false')!.click();
  await until(() => demo.program !== before, 'another pose in the program');
  await atRest(page);
  page.document.querySelector<HTMLInputElement>('input[value=cpp]')!.click();
  await addressed(page, (query) => query.includes('program=cpp') && query.includes('&q='));
  expect(page.document.querySelector('.program pre')!.textContent).toContain('limber::solve');
  expect(page.messages).toEqual([]);
});

test('takes a pasted URDF, whose program reads it from a file', async () => {
  const { page, demo } = await open();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', urdf);
  page.document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  await until(() => demo.rig.source.own !== undefined, 'the robot');
  await atRest(page);
  expect(demo.program).toContain("fetch('robot.urdf')");
  expect(button(page, 'save').hidden).toBe(false);
  expect(complaint(page)).not.toContain('pasted.urdf:');
});

test('runs what the reader types, says calmly what is wrong with it, and stops', async () => {
  const { page, demo, type, said } = await open();
  const { target } = demo.rig.goal;
  const before = target[0]!;
  type('goal.target[0] = start[0] + 0.1; problem.solve()');
  await until(() => Math.abs(target[0]! - before - 0.1) < 1e-9, 'the goal to move');
  expect(demo.code.running).toBe(true);
  type('goal.target[0] = start[0] +');
  await until(() => said().includes('SyntaxError'), 'what is wrong');
  expect(demo.code.running).toBe(true);
  type('nothing.here = 1');
  await until(() => said().includes('nothing is not defined'), 'what is wrong');
  expect(demo.code.running).toBe(false);
  type('problem.state.q[0] = 0.3 * Math.sin(t); problem.state.update()');
  await until(() => demo.code.running && said() === '', 'it to run');
  button(page, 'run').click();
  await atRest(page);
  button(page, 'reset').click();
  await atRest(page);
  expect(target[0]).toBeCloseTo(before, 9);
  expect(page.messages).toEqual([]);
});
