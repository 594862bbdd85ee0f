/** The page “Draw a line” in a reader's hands: a line is drawn, bent and followed; an arm that gets stuck says where. */
import { Vector3 } from 'three';
import { afterAll, expect, test } from 'vitest';
import type { Drawing } from '../../demos/line/drawing.ts';
import { addressed, button, choose, closePage, openDemo, shown, toggle } from './demo-support.ts';
import { inTest, mouseDragBy, touchDragBy, until } from './page-support.ts';
import { laidOut, mouse, press } from './three-support.ts';

afterAll(closePage);

type Opened = Awaited<ReturnType<typeof openDemo<'line'>>>;
const drawingOf = ({ it }: Opened): Drawing => it.scenery as Drawing;

/** Opens the page, paused, with its path planned. */
async function open(query = ''): Promise<Opened> {
  const page = await openDemo('line', query, { width: 1000, height: 700 });
  page.it.shell.setPlaying(false);
  await planned(page);
  return page;
}

async function planned(page: Opened): Promise<void> {
  await laidOut(page.window);
  const drawing = drawingOf(page);
  await until(() => drawing.plan !== null && !drawing.isStale, 'the way');
  await laidOut(page.window);
}

function tipOf({ it }: Opened): Vector3 {
  it.draw();
  const { state, model } = it.bench.problem;
  return new Vector3().fromArray(state.poses, 7 * model.findLink('effector'));
}

/** Metres from the drawn pen's tip to the nearest spot of the line, which are a millimetre or two apart. */
function away(page: Opened): number {
  const { surface, spots } = drawingOf(page).line;
  const tip = tipOf(page);
  return Math.min(...spots.map((spot) => tip.distanceTo(new Vector3().fromArray(surface.places([spot])))));
}

/** A point of the surface in this window's coordinates. */
function placeOf(page: Opened, u: number, v: number): { x: number; y: number } {
  const { bench } = page.it;
  const { line } = drawingOf(page);
  const { left, top, width, height } = bench.view.canvas.getBoundingClientRect();
  const { x, y } = new Vector3().fromArray(line.surface.places([[u, v]])).project(bench.view.camera);
  return inTest(page, { x: left + ((x + 1) / 2) * width, y: top + ((1 - y) / 2) * height });
}

test('the robot follows its line, and the slider goes through it', async () => {
  const page = await open('?scene=corners&arm=ur5');
  expect(shown(page, 'part')).toBe('100 %');
  expect(drawingOf(page).chart.duration).toBeGreaterThan(1);
  for (const value of ['0', '300', '650', '1000']) {
    choose(page, 'time', value);
    expect(drawingOf(page).time).toBeCloseTo((Number(value) / 1000) * drawingOf(page).chart.duration, 6);
    // Half of the distance of two spots.
    expect(away(page)).toBeLessThan(6e-3);
  }
  const before = tipOf(page);
  for (let i = 0; i < 120; i += 1) page.it.step();
  expect(tipOf(page).distanceTo(before)).toBeGreaterThan(0.01);
  expect(page.messages).toEqual([]);
});

test('a line is drawn with the mouse, and followed', async () => {
  const page = await open('?scene=upright&arm=ur5');
  const before = drawingOf(page).plan;
  const plot = page.document.querySelector('.chart .uplot');
  const wave = (i: number) => placeOf(page, -0.15 + i / 80, 0.08 * Math.sin(i / 4));
  await mouse('mousePressed', wave(0).x, wave(0).y);
  for (let i = 1; i <= 24; i += 1) await mouse('mouseMoved', wave(i).x, wave(i).y);
  await mouse('mouseReleased', wave(24).x, wave(24).y);
  await planned(page);
  expect(drawingOf(page).plan).not.toBe(before);
  // Same plot, new curves: a new plot would have to be compiled with every drag.
  expect(plot).not.toBeNull();
  expect(page.document.querySelector('.chart .uplot')).toBe(plot);
  expect(page.it.picks.line.name).toBe('hand');
  expect(page.it.picks.points[0]).toBeCloseTo(-0.15, 2);
  expect(shown(page, 'part')).toBe('100 %');
  choose(page, 'time', '500');
  expect(away(page)).toBeLessThan(2e-3);
  await addressed(page, (query) => query.includes('line=hand') && query.includes('points='));
  expect(page.messages).toEqual([]);
});

test('a finger draws after the switch is on, and scrolls the page before', async () => {
  const page = await open('?scene=upright&arm=ur5');
  const state = () => [page.it.picks.finger, page.it.bench.view.canvas.style.touchAction];
  expect(state()).toEqual([false, 'pan-y']);
  toggle(page, 'finger');
  expect(state()).toEqual([true, 'none']);
  const { left, top } = page.frame.getBoundingClientRect();
  const { x, y } = placeOf(page, -0.1, 0.05);
  await touchDragBy(page, { x: x - left, y: y - top }, 60, 10);
  await planned(page);
  expect(page.it.picks.line.name).toBe('hand');
  expect(state()).toEqual([false, 'pan-y']);
  expect(page.messages).toEqual([]);
});

test('a robot that gets stuck at the box says where and why; one with seven joints does not', async () => {
  const page = await open('?scene=box&arm=ur5');
  const { stage } = drawingOf(page);
  expect(drawingOf(page).plan!.part).toBeLessThan(1);
  expect(shown(page, 'words')).toContain('would touch the box');
  expect(stage.word.textContent).toContain('box');
  expect([stage.mark.visible, stage.rest.visible]).toEqual([true, true]);
  // The mark is at the pen's final place.
  choose(page, 'time', '1000');
  expect(tipOf(page).distanceTo(stage.mark.position)).toBeLessThan(5e-3);
  toggle(page, 'inTheWay');
  await planned(page);
  expect([shown(page, 'part'), page.it.bench.problem.obstacles.length]).toEqual(['100 %', 0]);
  await addressed(page, '?arm=ur5&scene=box&blocked=off');
  toggle(page, 'inTheWay');
  choose(page, 'arm', 'panda');
  await planned(page);
  expect(shown(page, 'words')).toBe('It draws the whole line.');
  expect([stage.word.hidden, stage.rest.visible]).toEqual([true, false]);
  expect(page.messages).toEqual([]);
});

test('points, surface and box are moved by hand and by key; Reset brings them back', async () => {
  const page = await open('?scene=box');
  const { stage } = drawingOf(page);
  page.frame.focus();
  const [, first, second] = stage.knots;
  const { spot } = first!;
  await mouseDragBy(page, first!.element, 12, -8);
  await planned(page);
  expect(stage.knots[1]!.spot).not.toEqual(spot);
  const box = page.document.querySelector<HTMLElement>('.stage [aria-label^=Obstacle]')!;
  for (const [element, key] of [
    [second!.element, 'ArrowUp'],
    [box, 'PageUp'],
    [stage.grip.element, 'ArrowDown'],
  ] as const) {
    element.focus();
    await press(key);
    await planned(page);
  }
  await addressed(page, (query) => ['points=', 'box=', 'at='].every((each) => query.includes(each)));
  button(page, 'reset').click();
  await addressed(page, '?scene=box');
  await planned(page);
  expect(stage.knots[1]!.spot[0]).toBeCloseTo(spot[0], 9);
  expect(page.messages).toEqual([]);
});

test('what is faster takes less time; the chart shows what is picked, the fold how far every robot gets', async () => {
  const page = await open('?scene=corners&arm=ur5');
  const { duration } = drawingOf(page).chart;
  choose(page, 'most', '1');
  await planned(page);
  expect(drawingOf(page).chart.duration).toBeGreaterThan(duration);
  expect(drawingOf(page).chart.curves.data).toHaveLength(1 + 6 + 1);
  choose(page, 'rates', 'jerk');
  expect(drawingOf(page).chart.curves.data).toHaveLength(1 + 6);
  page.document.querySelector<HTMLElement>('.more summary')!.click();
  const cells = () => [...page.document.querySelectorAll('.more table:first-of-type tbody td:first-of-type')];
  await until(() => cells().every(({ textContent }) => textContent.endsWith('%')), 'all robots');
  expect(cells()[2]!.textContent).toBe('100 %');
  expect(page.messages).toEqual([]);
});
