/** The linkages moved by the mouse, a finger, the keys, and their own drives. */

import { init } from 'limber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkages } from '../../demos/linkages/scenes/index.ts';
import { addressed, button, closePage, shown } from './demo-support.ts';
import {
  drawn,
  openLinkages,
  openPaused,
  pickOf,
  placeOnLink,
  stepsOn,
  stir,
  turnCamera,
  watchSteps,
} from './linkages-support.ts';
import { mouseDragBy, touchDragBy, until } from './page-support.ts';
import { press, laidOut } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

const names = linkages.map(({ name }) => name);

test.each(names)('any link of %s can be dragged, and its loops stay closed', async (name) => {
  const page = await openPaused(name);
  const { rig } = page.it;
  const isFitting = !rig.linkage.misfits;
  const found = new Set<number>();
  // Three visible links, each grabbed at a separate point.
  for (let i = 0; i < Math.min(3, rig.model.links.length - 1); i += 1) {
    const place = placeOnLink(page, (link) => !found.has(link));
    found.add(place.link);
    const before = [...rig.problem.state.poses];
    const residuals = watchSteps(page);
    let moved = 0;
    const step = page.it.step.bind(page.it);
    page.it.step = () => {
      step();
      rig.problem.state.poses.forEach((each, k) => (moved = Math.max(moved, Math.abs(each - before[k]!))));
    };
    await stir(page, place, 30);
    expect(residuals.length).toBeGreaterThanOrEqual(8);
    expect(moved, rig.model.links[place.link]!.name).toBeGreaterThan(0.005);
    if (isFitting) expect(Math.max(...residuals)).toBeLessThan(1e-6);
    expect(rig.pull).toBe(null);
  }
  expect(page.messages).toEqual([]);
});

test('a linkage that is thrown about is put together again, as its joints tell', async () => {
  const name = 'stewart';
  const page = await openPaused(name);
  const { rig } = page.it;
  button(page, 'explode').click();
  expect(rig.assembling).toBeGreaterThan(0);
  expect(shown(page, 'status')).toBe('assembling');
  const dots = () => [...page.document.querySelectorAll<HTMLElement>('.joints .dot')];
  expect(dots().some(({ style }) => style.background !== '')).toBe(true);
  await until(() => rig.assembling === 0, 'the links to be together');
  if (!rig.linkage.misfits) {
    expect(rig.residual).toBeLessThan(1e-6);
    for (const words of page.document.querySelectorAll('.joints b')) expect(words.textContent).toBe('fits');
  }
  expect(page.messages).toEqual([]);
});

test('a dragged link goes where the pointer is, as far as it can', async () => {
  const page = await openPaused('stewart');
  const { rig, stage } = page.it;
  const platform = rig.model.findLink('platform');
  const place = placeOnLink(page, (link) => link === platform);
  const { camera } = stage!.view;
  const before = camera.position.clone();
  const poses = () => rig.problem.state.poses.slice(7 * platform, 7 * platform + 3);
  const start = poses();
  let gap = Infinity;
  const step = page.it.step.bind(page.it);
  page.it.step = () => {
    step();
    if (rig.pull) gap = rig.pull.goal.distance;
  };
  await stir(page, place, 20);
  expect(gap).toBeLessThan(1e-3);
  expect(Math.hypot(...poses().map((each, i) => each - start[i]!))).toBeGreaterThan(1e-3);
  // The camera did not move.
  expect(camera.position.distanceTo(before)).toBe(0);
});

test('beside the links the pointer turns the camera', async () => {
  const page = await openPaused('four-bar');
  const { stage, rig } = page.it;
  const { host, camera } = stage!.view;
  const before = camera.position.clone();
  const q = [...rig.problem.state.q];
  const box = host.getBoundingClientRect();
  await turnCamera(page, { x: box.left + 60, y: box.top + 30 });
  await drawn(page);
  expect(camera.position.distanceTo(before)).toBeGreaterThan(0.01);
  expect([...rig.problem.state.q]).toEqual(q);
});

test('one finger takes a link, and the page does not scroll', async () => {
  const page = await openPaused('peaucellier', { width: 390, height: 700 });
  const { rig, stage } = page.it;
  stage!.view.host.scrollIntoView({ block: 'center', behavior: 'instant' });
  await laidOut(page.window);
  const { scrollY } = page.window;
  const place = placeOnLink(page, (link) => rig.model.links[link]!.name === 'upper outer');
  const q = [...rig.problem.state.q];
  await touchDragBy(page, place, 0, 60);
  const most = () => Math.max(...q.map((each, i) => Math.abs(each - rig.problem.state.q[i]!)));
  await until(() => most() > 0.05, 'the link to follow');
  expect(page.window.scrollY).toBe(scrollY);
  expect(rig.residual).toBeLessThan(1e-6);
});

test('a handle is pulled by the keys, and the loops stay closed', async () => {
  const page = await openPaused('four-bar');
  const { rig, stage } = page.it;
  const [handle] = stage!.handles;
  const q = [...rig.problem.state.q];
  const residuals = watchSteps(page);
  page.frame.focus();
  handle!.element.focus();
  for (let i = 0; i < 8; i += 1) await press('ArrowLeft');
  await until(() => Math.abs(rig.problem.state.q[0]! - q[0]!) > 0.05, 'the crank to turn');
  await until(() => rig.pull === null, 'the handle to be let go');
  expect(Math.max(0, ...residuals)).toBeLessThan(1e-6);
  expect(rig.residual).toBeLessThan(1e-6);
  const { x, y } = handle!.position;
  await press('Home');
  await until(
    () => Math.hypot(handle!.position.x - x, handle!.position.y - y) > 0.02,
    'the handle to go to its start',
  );
});

test('keys alone pick a linkage, play it and pause it', async () => {
  const page = await openPaused('four-bar');
  page.frame.focus();
  pickOf(page, 'four-bar').focus();
  await press('ArrowRight');
  expect(page.it.picks.linkage.name).toBe('peaucellier');
  await addressed(page, '?linkage=peaucellier');
  expect(page.document.activeElement).toBe(pickOf(page, 'peaucellier'));
  const play = button(page, 'play');
  play.focus();
  expect(page.document.activeElement).toBe(play);
  play.click();
  await stepsOn(page, 5);
  expect(play.textContent).toBe('Pause');
});

test('a handle that is dragged over the link comes back to it when let go', async () => {
  const page = await openPaused('peaucellier');
  const { stage, rig } = page.it;
  const [handle] = stage!.handles;
  await mouseDragBy(page, handle!.element, 60, -30);
  await until(() => rig.pull === null, 'the handle to be let go');
  // Back on its line.
  await until(() => Math.abs(handle!.position.x - handle!.home.x) < 1e-6, 'the handle to be back');
  expect(handle!.position.y).not.toBe(handle!.home.y);
});

test('every solver that is offered keeps the loops closed', async () => {
  const page = await openPaused('stewart');
  const { rig } = page.it;
  const select = page.document.querySelector<HTMLSelectElement>('select[name=solver]')!;
  const solvers = [...select.options].map(({ value }) => value);
  expect(solvers).toEqual(expect.arrayContaining(['lm', 'dls', 'maximal']));
  expect(solvers).not.toContain('ccd');
  button(page, 'play').click();
  for (const solver of solvers) {
    select.value = solver;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    expect(rig.solver).toBe(solver);
    await stepsOn(page, 8);
    expect(rig.result!.status, solver).not.toBe('unsupported');
    if (solver !== 'maximal') expect(rig.residual, solver).toBeLessThan(1e-6);
  }
  expect(page.messages).toEqual([]);
});

test('mobility is said as it is and as it is counted', async () => {
  const page = await openPaused('bennett');
  expect([shown(page, 'mobility'), shown(page, 'counted')]).toEqual(['1', '−2']);
  pickOf(page, 'misfit').click();
  expect(shown(page, 'mobility')).toBe('0');
  expect(
    [...page.document.querySelectorAll('.joints b')].some(({ textContent }) => / mm/.test(textContent)),
  ).toBe(true);
});

test('every linkage has its title, its text and its address, in one WebGL context', async () => {
  const page = await openLinkages();
  for (const { name, title, text } of linkages) {
    pickOf(page, name).click();
    expect(pickOf(page, name).parentElement!.textContent).toBe(title);
    expect(shown(page, 'text')).toBe(text);
    await addressed(page, `?linkage=${name}`);
    await stepsOn(page, 3);
  }
  expect(page.contexts).toHaveLength(1);
  expect(page.messages).toEqual([]);
});
