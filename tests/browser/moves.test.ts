/** The page Moves in a reader's hands: a line is drawn, bent and followed; an arm that cannot follow says where. */
import { Vector3 } from 'three';
import { afterAll, expect, test } from 'vitest';
import { addressed, button, choose, closePage, openDemo, shown, toggle } from './demo-support.ts';
import { inTest, mouseDragBy, touchDragBy, until } from './page-support.ts';
import { laidOut, mouse, press } from './three-support.ts';

afterAll(closePage);

type Opened = Awaited<ReturnType<typeof openDemo<'moves'>>>;

/** Opens the page, paused, with its path planned. */
async function open(query = ''): Promise<Opened> {
  const page = await openDemo('moves', query, { width: 1000, height: 700 });
  page.it.shell.setPlaying(false);
  await planned(page);
  return page;
}

/** Waits until the shown arm's path is planned, whatever the other arms do. */
async function planned({ it, window }: Opened): Promise<void> {
  await laidOut(window);
  await until(() => it.plan !== null && !it.isStale, 'the way');
  await laidOut(window);
}

/** Metres from the drawn pen's tip to the line. */
function away({ it }: Opened): number {
  it.draw();
  const { state, model } = it.drawer.problem;
  const tip = new Vector3().fromArray(state.poses, 7 * model.findLink('effector'));
  const places = it.line.places(2001);
  let least = Infinity;
  for (let i = 0; i < places.length; i += 3)
    least = Math.min(least, tip.distanceTo(new Vector3().fromArray(places, i)));
  return least;
}

/** A point of the surface in this window's coordinates. */
function placeOf(page: Opened, u: number, v: number): { x: number; y: number } {
  const { stage, line } = page.it;
  const pose = new Float64Array(7);
  line.surface.write([u, v], pose);
  const { left, top, width, height } = stage!.view.canvas.getBoundingClientRect();
  const { x, y } = new Vector3().fromArray(pose).project(stage!.view.camera);
  return inTest(page, { x: left + ((x + 1) / 2) * width, y: top + ((1 - y) / 2) * height });
}

test('the arm follows its line, and the slider goes through it', async () => {
  const page = await open('?scene=corners&arm=ur5');
  expect(shown(page, 'part')).toBe('100 %');
  expect(page.it.course.duration).toBeGreaterThan(1);
  for (const value of ['0', '300', '650', '1000']) {
    choose(page, 'time', value);
    expect(page.it.time).toBeCloseTo((Number(value) / 1000) * page.it.course.duration, 6);
    expect(away(page)).toBeLessThan(1e-3);
  }
  button(page, 'play').click();
  const before = page.it.drawer.problem.state.q.slice();
  page.it.time = 0;
  for (let i = 0; i < 120; i += 1) page.it.step();
  page.it.draw();
  expect([...page.it.drawer.problem.state.q]).not.toEqual([...before]);
  expect(page.messages).toEqual([]);
});

test('a line is drawn with the mouse, and followed', async () => {
  const page = await open('?scene=upright&arm=ur5');
  const before = page.it.plan;
  const plot = page.document.querySelector('.course .uplot');
  const from = placeOf(page, -0.15, 0);
  await mouse('mousePressed', from.x, from.y);
  for (let i = 1; i <= 24; i += 1) {
    const { x, y } = placeOf(page, -0.15 + i / 80, 0.08 * Math.sin(i / 4));
    await mouse('mouseMoved', x, y);
  }
  const to = placeOf(page, 0.15, 0.08 * Math.sin(6));
  await mouse('mouseReleased', to.x, to.y);
  await planned(page);
  expect(page.it.plan).not.toBe(before);
  // Same plot, new curves: a new plot would have to be compiled with every drag.
  expect(plot).not.toBeNull();
  expect(page.document.querySelector('.course .uplot')).toBe(plot);
  expect(page.it.picks.line.name).toBe('hand');
  const [u] = page.it.picks.points;
  expect(u).toBeCloseTo(-0.15, 2);
  expect(page.it.line.length).toBeGreaterThan(0.3);
  expect(shown(page, 'part')).toBe('100 %');
  choose(page, 'time', '500');
  expect(away(page)).toBeLessThan(1e-3);
  await addressed(page, (query) => query.includes('line=hand') && query.includes('points='));
  expect(page.messages).toEqual([]);
});

test('a finger draws after the button is pressed, and scrolls the page before', async () => {
  const page = await open('?scene=upright&arm=ur5');
  const canvas = page.it.stage!.view.canvas;
  expect(canvas.style.touchAction).toBe('pan-y');
  const finger = button(page, 'finger');
  finger.click();
  expect([finger.ariaPressed, canvas.style.touchAction]).toEqual(['true', 'none']);
  const { left, top } = page.frame.getBoundingClientRect();
  const { x, y } = placeOf(page, -0.1, 0.05);
  await touchDragBy(page, { x: x - left, y: y - top }, 60, 10);
  await planned(page);
  expect(page.it.picks.line.name).toBe('hand');
  expect([finger.ariaPressed, canvas.style.touchAction]).toEqual(['false', 'pan-y']);
  expect(page.messages).toEqual([]);
});

test('an arm that does not get past the box says where and why; one with seven joints does', async () => {
  const page = await open('?arm=ur5');
  const { stage } = page.it;
  expect(page.it.plan!.part).toBeLessThan(1);
  expect(shown(page, 'words')).toContain('would touch the box');
  expect(stage!.word.textContent).toContain('box');
  expect(stage!.mark.visible).toBe(true);
  expect(stage!.rest.count).toBeGreaterThan(0);
  // The mark is at the pen's final place.
  choose(page, 'time', '1000');
  page.it.draw();
  const { state, model } = page.it.drawer.problem;
  const tip = new Vector3().fromArray(state.poses, 7 * model.findLink('effector'));
  expect(tip.distanceTo(stage!.mark.position)).toBeLessThan(5e-3);

  page.document.querySelector<HTMLInputElement>('.run input[name=arm][value=panda]')!.click();
  await planned(page);
  expect(shown(page, 'words')).toBe('It draws the whole line.');
  expect(stage!.rest.count).toBe(0);
  expect(stage!.word.hidden).toBe(true);
  expect(page.messages).toEqual([]);
});

test('without the box the six joints get on', async () => {
  const page = await open('?arm=ur5');
  toggle(page, 'inTheWay');
  await planned(page);
  expect(shown(page, 'part')).toBe('100 %');
  expect(page.it.stage!.block).toBeNull();
  await addressed(page, '?arm=ur5&blocked=off');
});

test('points, surface and box are moved by hand and by key; Reset brings them back', async () => {
  const page = await open('?scene=box');
  const { stage } = page.it;
  page.frame.focus();
  const first = stage!.knots[1]!;
  const spot = first.spot;
  await mouseDragBy(page, first.element, 12, -8);
  await planned(page);
  expect(stage!.knots[1]!.spot).not.toEqual(spot);
  stage!.knots[2]!.element.focus();
  const before = page.it.picks.points;
  await press('ArrowUp');
  await planned(page);
  expect(page.it.picks.points).not.toEqual(before);
  stage!.block!.element.focus();
  await press('PageUp');
  await planned(page);
  stage!.grip.element.focus();
  await press('ArrowDown');
  await planned(page);
  await addressed(page, (query) => ['points=', 'box=', 'at='].every((each) => query.includes(each)));
  button(page, 'reset').click();
  await addressed(page, '');
  await planned(page);
  expect(stage!.knots[1]!.spot[0]).toBeCloseTo(spot[0], 9);
  expect(page.messages).toEqual([]);
});

test('what is slower takes longer, and the chart shows what is picked', async () => {
  const page = await open('?scene=corners&arm=ur5');
  const { duration } = page.it.course;
  choose(page, 'most', '1');
  await planned(page);
  expect(page.it.course.duration).toBeGreaterThan(duration);
  expect(page.it.course.curves[1].data).toHaveLength(1 + 6 + 1);
  choose(page, 'rates', 'jerk');
  expect(page.it.course.curves[1].data).toHaveLength(1 + 6);
  expect(page.messages).toEqual([]);
});

test('the table tells how far every arm comes', async () => {
  const page = await open('?scene=corners&arm=ur5');
  const cells = () =>
    [...page.document.querySelectorAll('.reaches tbody td:first-of-type')].map((each) => each.textContent);
  await until(() => cells().every((each) => each.endsWith('%')), 'all arms');
  expect(cells()[2]).toBe('100 %');
});
