/** The linkages moved by the mouse, a finger, the keys, and their own drives. */
import { init } from 'limber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mechanism } from '../../demos/linkages/mechanism.ts';
import type { LinkageScene } from '../../demos/linkages/scene.ts';
import { linkages } from '../../demos/linkages/scenes/index.ts';
import {
  addressed,
  atRest,
  button,
  choose,
  closePage,
  openPaused as opened,
  shown,
  type Opened,
} from './demo-support.ts';
import { inTest, mouseDragBy, touchDragBy, until } from './page-support.ts';
import { laidOut, mouse, press } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

type Page = Opened<'linkages'>;
const sceneOf = ({ scenery }: Page['it']) => scenery as LinkageScene;

/** Opens a linkage, paused. */
const openPaused = (name: string, size = {}): Promise<Page> => opened('linkages', `?linkage=${name}`, size);
const rigOf = ({ it }: Page): Mechanism => sceneOf(it).rig;
const qOf = ({ it }: Page): readonly number[] => [...it.bench.problem.state.q];
const turned = (page: Page, from: readonly number[]): number =>
  Math.max(...qOf(page).map((each, i) => Math.abs(each - from[i]!)));

/** Calls `look` after every step from now on, also in a pause; the count of steps is the length of what it returned. */
function watch<T>({ it }: Page, look: () => T): T[] {
  const seen: T[] = [];
  const scene = sceneOf(it);
  const step = scene.step.bind(scene);
  scene.step = (dt) => {
    step(dt);
    seen.push(look());
  };
  return seen;
}
const residualsOf = (page: Page): number[] => watch(page, () => rigOf(page).residual);

async function stepsOn(page: Page, count: number): Promise<void> {
  const steps = residualsOf(page);
  await until(() => steps.length >= count, `${count} steps`);
}

/** A place of the page (CSS pixels of its window) where a wanted link is visible and uncovered. */
function placeOnLink({ document, it }: Page, wanted: (link: number) => boolean) {
  const { view } = it.bench;
  const { grip } = sceneOf(it);
  const box = view.host.getBoundingClientRect();
  const at = (clientX: number, clientY: number) => grip.find({ clientX, clientY });
  for (let y = box.top + 6; y < Math.min(box.bottom, document.documentElement.clientHeight); y += 6) {
    for (let x = box.left + 6; x < box.right; x += 6) {
      if (document.elementFromPoint(x, y) !== view.canvas) continue;
      const link = at(x, y);
      if (link === null || !wanted(link)) continue;
      // Away from its edge, where no hand would aim.
      if ([at(x - 4, y), at(x + 4, y), at(x, y - 4), at(x, y + 4)].every((each) => each === link))
        return { x, y, link };
    }
  }
  throw new Error('no such link is to be seen');
}

/** Drags from a place of the page along an arc (radius in pixels), with a step of the linkage after each move. */
async function stir(page: Page, from: { x: number; y: number }, radius: number): Promise<void> {
  const { x, y } = inTest(page, from);
  const steps = residualsOf(page);
  await mouse('mousePressed', x, y);
  const place = (i: number): [number, number] => {
    const angle = (1.5 * Math.PI * i) / 8;
    return [x + radius * (Math.cos(angle) - 1), y + radius * Math.sin(angle)];
  };
  for (let i = 1; i <= 8; i += 1) {
    const before = steps.length;
    await mouse('mouseMoved', ...place(i));
    await until(() => steps.length > before, 'a step');
  }
  await mouse('mouseReleased', ...place(8));
  await laidOut(page.window);
}

test.each(linkages)('any link of $name can be dragged; its loops stay closed', async ({ name, misfits }) => {
  const page = await openPaused(name);
  const rig = rigOf(page);
  const found = new Set<number>();
  // Three visible links, each grabbed at a separate point.
  for (let i = 0; i < Math.min(3, rig.model.links.length - 1); i += 1) {
    const place = placeOnLink(page, (link) => !found.has(link));
    found.add(place.link);
    const before = [...rig.problem.state.poses];
    const moved = () => rig.problem.state.poses.some((each, k) => Math.abs(each - before[k]!) > 0.005);
    const moves = watch(page, moved);
    const residuals = residualsOf(page);
    await stir(page, place, 30);
    expect(residuals.length).toBeGreaterThanOrEqual(8);
    expect(moves, rig.model.links[place.link]!.name).toContain(true);
    if (!misfits) expect(Math.max(...residuals)).toBeLessThan(1e-6);
    expect(rig.pull).toBe(null);
  }
  expect(page.messages).toEqual([]);
});

test('a linkage that is thrown about is put together again, as its joints tell', async () => {
  const page = await openPaused('stewart');
  const rig = rigOf(page);
  button(page, 'explode').click();
  expect([rig.assembling > 0, shown(page, 'status')]).toEqual([true, 'assembling']);
  const dots = [...page.document.querySelectorAll('.fits .dot')];
  const colours = dots.map((dot) => page.window.getComputedStyle(dot).backgroundColor);
  expect(new Set(colours).size).toBeGreaterThan(1);
  await until(() => rig.assembling === 0, 'the links to be together');
  expect(rig.residual).toBeLessThan(1e-6);
  for (const { textContent } of page.document.querySelectorAll('.fits td')) expect(textContent).toBe('fits');
  expect(page.messages).toEqual([]);
});

test('a dragged link goes where the pointer is; beside the links the pointer turns the camera', async () => {
  const page = await openPaused('stewart');
  const rig = rigOf(page);
  const { camera, host } = page.it.bench.view;
  // Its controls round the camera's place once more in the next frame.
  page.it.shell.show();
  await atRest(page);
  const platform = rig.model.findLink('platform');
  const [before, q] = [camera.position.clone(), qOf(page)];
  const gaps = watch(page, () => rig.pull?.goal.distance ?? NaN);
  await stir(
    page,
    placeOnLink(page, (link) => link === platform),
    20,
  );
  expect(gaps.filter((each) => !Number.isNaN(each)).at(-1)).toBeLessThan(1e-3);
  expect(turned(page, q)).toBeGreaterThan(1e-3);
  expect(camera.position.distanceTo(before)).toBe(0);
  const box = host.getBoundingClientRect();
  const now = qOf(page);
  const { x, y } = inTest(page, { x: box.left + 60, y: box.top + 30 });
  await mouse('mousePressed', x, y);
  for (let i = 1; i <= 8; i += 1) await mouse('mouseMoved', x + 5 * i, y + 2 * i);
  await mouse('mouseReleased', x + 40, y + 16);
  await until(() => camera.position.distanceTo(before) > 0.01, 'the camera to turn');
  expect(qOf(page)).toEqual(now);
});

test('one finger takes a link, and the page does not scroll', async () => {
  const page = await openPaused('peaucellier', { width: 390, height: 700 });
  const rig = rigOf(page);
  page.it.bench.view.host.scrollIntoView({ block: 'center', behavior: 'instant' });
  await laidOut(page.window);
  const { scrollY } = page.window;
  const place = placeOnLink(page, (link) => rig.model.links[link]!.name === 'upper outer');
  const q = qOf(page);
  await touchDragBy(page, place, 0, 60);
  await until(() => turned(page, q) > 0.05, 'the link to follow');
  expect(page.window.scrollY).toBe(scrollY);
  expect(rig.residual).toBeLessThan(1e-6);
});

test('a handle is pulled by the keys and comes back to its link; the loops stay closed', async () => {
  const page = await openPaused('four-bar');
  const { handles, rig } = sceneOf(page.it);
  const [handle] = handles;
  const q = qOf(page);
  const residuals = residualsOf(page);
  page.frame.focus();
  handle!.element.focus();
  for (let i = 0; i < 8; i += 1) await press('ArrowLeft');
  await until(() => turned(page, q) > 0.05, 'the crank to turn');
  await until(() => rig.pull === null, 'the handle to be let go');
  expect(Math.max(rig.residual, ...residuals)).toBeLessThan(1e-6);
  const { x, y } = handle!.position;
  const isAway = () => Math.hypot(handle!.position.x - x, handle!.position.y - y) > 0.02;
  await press('Home');
  await until(isAway, 'the handle to go to its start');
  await openPaused('peaucellier');
  const [corner] = sceneOf(page.it).handles;
  await mouseDragBy(page, corner!.element, 60, -30);
  // Back on its line.
  await until(() => Math.abs(corner!.position.x - corner!.home.x) < 1e-6, 'the handle to be back');
  expect(corner!.position.y).not.toBe(corner!.home.y);
});

test('every solver that is offered keeps the loops closed', async () => {
  const page = await openPaused('stewart');
  const rig = rigOf(page);
  const select = page.document.querySelector<HTMLSelectElement>('select[name=solver]')!;
  const solvers = [...select.options].map(({ value }) => value);
  expect(solvers).toEqual(expect.arrayContaining(['lm', 'dls', 'maximal']));
  expect(solvers).not.toContain('ccd');
  button(page, 'play').click();
  for (const solver of solvers) {
    choose(page, 'solver', solver);
    expect(rig.solver).toBe(solver);
    await stepsOn(page, 8);
    expect(rig.result!.status, solver).not.toBe('unsupported');
    if (solver !== 'maximal') expect(rig.residual, solver).toBeLessThan(1e-6);
  }
  expect(page.messages).toEqual([]);
});

test('every linkage has its text and its address, and says its mobility', async () => {
  const page = await openPaused('jansen');
  for (const { name, text } of linkages) {
    choose(page, 'linkage', name);
    expect(shown(page, 'linkage-text')).toBe(text);
    await addressed(page, `?linkage=${name}`);
    button(page, 'play').click();
    await stepsOn(page, 3);
    button(page, 'play').click();
  }
  choose(page, 'linkage', 'bennett');
  expect([shown(page, 'mobility'), shown(page, 'counted')]).toEqual(['1', '−2']);
  choose(page, 'linkage', 'misfit');
  expect(shown(page, 'mobility')).toBe('0');
  const words = [...page.document.querySelectorAll('.fits td')].map(({ textContent }) => textContent);
  expect(words.some((each) => / mm/.test(each))).toBe(true);
  expect(page.contexts).toHaveLength(1);
  expect(page.messages).toEqual([]);
});
