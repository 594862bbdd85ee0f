/** The article at every width: its table of methods is whole, and its figures fit the text column. */
import { init, solverNames } from 'limber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import measured from '../../demos/data/methods.json';
import {
  closePage,
  drawPixels,
  handleOf,
  inTest,
  live,
  middleOf,
  openPage,
  until,
  type Page,
} from './page-support.ts';
import { picture } from './pixels.ts';
import { mouse } from './three-support.ts';

const widths = [320, 390, 480, 768, 1024, 1280, 1440, 1680, 1920, 2560];

let page: Page;
/** Rows of the table of methods. */
let lines: readonly HTMLTableRowElement[];

beforeAll(async () => {
  await init();
  page = await openPage({ width: 390, height: 700 });
  const found = () => page.document.querySelectorAll<HTMLTableRowElement>('.full tbody tr');
  await until(() => found().length > 1, 'the measured rows');
  lines = [...found()];
});
afterAll(closePage);

const wordsOf = (cell: Element | undefined) => cell?.textContent?.replaceAll(/\s+/g, ' ') ?? '';

test('the table has a row for every solver, the closed form first, each as wide as the head', () => {
  const names = lines.map((line) => line.querySelector('th small')!.textContent);
  expect(names[0]).toBe('analytic');
  expect(names.sort()).toEqual([...solverNames()].sort());
  for (const line of lines) {
    expect([...line.cells].reduce((sum, { colSpan }) => sum + colSpan, 0)).toBe(7);
    expect(wordsOf(line)).not.toMatch(/undefined|NaN|Infinity/);
  }
});

test('the table says of each solver what is in the file, or why it does not take the arm', () => {
  for (const row of measured.rows.filter((each) => each.case === 'methods')) {
    const line = lines.find((each) => each.querySelector('th small')!.textContent === row.solver)!;
    const [, speed, , , limits] = line.cells;
    if (row.why) {
      expect(wordsOf(speed)).toContain(row.why);
      continue;
    }
    expect(Number.parseFloat(wordsOf(speed))).toBeCloseTo(row.medianUs!, row.medianUs! < 9.95 ? 1 : 0);
    expect(Number.parseFloat(wordsOf(limits))).toBeCloseTo(100 * row.solved!, 1);
  }
});

test('the short table has seven rows of five methods, one number or word per cell', () => {
  const rows = [...page.document.querySelectorAll<HTMLTableRowElement>('.brief tbody tr')];
  expect(rows).toHaveLength(7);
  for (const row of rows) {
    const cells = [...row.cells].slice(1).map(wordsOf);
    expect(cells).toHaveLength(5);
    for (const cell of cells) expect(cell).toMatch(/^([a-z ]+|[\d.]+ (%|µs))$/);
  }
  expect(wordsOf(rows[4]!.cells[5])).toBe('96.3 %');
});

test('words light up a part of their figure, numbers turn it, and folds hold its source', async () => {
  const section = page.document.querySelector('#forward')!.closest('section')!;
  section.scrollIntoView();
  await until(() => section.querySelector('limber-figure:not([inert]) input') !== null, 'the figure');
  const part = section.querySelector('svg [data-part="first link"]')!;
  const word = section.querySelector<HTMLElement>('p [data-part="first link"]')!;
  await until(() => word.tabIndex === 0, 'the words');
  word.focus();
  expect(part.classList).toContain('lit');
  word.blur();
  expect(part.classList).not.toContain('lit');
  const number = section.querySelector<HTMLElement>('[data-number=first]')!;
  const before = part.getAttribute('points');
  number.dispatchEvent(new page.window.KeyboardEvent('keydown', { key: 'ArrowRight' }));
  expect(part.getAttribute('points')).not.toBe(before);
  expect([number.textContent, number.ariaValueNow]).toEqual(['53', '53']);
  const fold = section.querySelector<HTMLDetailsElement>('details.source')!;
  fold.open = true;
  await until(() => fold.querySelector('code') !== null, 'the source');
  expect(fold.textContent).toContain('class TwoLinks');
  fold.open = false;
});

test('on a phone the table scrolls inside its own region, the names staying in sight', () => {
  const [line] = lines;
  page.document.querySelector<HTMLDetailsElement>('.full')!.open = true;
  const region = page.document.querySelector<HTMLElement>('.full .table')!;
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(region.scrollWidth).toBeGreaterThan(region.clientWidth);
  const [name, last] = [line!.cells[0]!, line!.cells[6]!];
  const before = name.getBoundingClientRect().left;
  region.scrollLeft = region.scrollWidth;
  expect(name.getBoundingClientRect().left).toBeCloseTo(before, 0);
  expect(last.getBoundingClientRect().right).toBeLessThanOrEqual(390);
  expect(last.getBoundingClientRect().left).toBeGreaterThan(name.getBoundingClientRect().right);
});

test('its planar figures are as wide as the text, below it, with no hole before what follows', async () => {
  const { frame, document } = page;
  const sketches = [...document.querySelectorAll('.sketch:not(.wide)')];
  expect(sketches.length).toBeGreaterThan(1);
  for (const width of widths) {
    frame.style.width = `${width}px`;
    await until(() => document.documentElement.clientWidth === width, `${width} px`);
    for (const sketch of sketches) {
      const before = sketch.previousElementSibling!.lastElementChild!.getBoundingClientRect();
      const figure = sketch.querySelector('limber-figure')!.getBoundingClientRect();
      const caption = sketch.querySelector('figcaption')!.getBoundingClientRect();
      for (const { left, right } of [figure, caption]) {
        expect(left).toBeCloseTo(before.left, 0);
        expect(right).toBeCloseTo(before.right, 0);
      }
      expect(figure.top).toBeGreaterThanOrEqual(before.bottom);
      expect(figure.top - before.bottom).toBeLessThan(80);
      expect(caption.top - figure.bottom).toBeLessThan(40);
      const next = (sketch.nextElementSibling ?? sketch.parentElement!.nextElementSibling)!;
      expect(next.getBoundingClientRect().top - caption.bottom).toBeLessThan(160);
    }
  }
});

test('its goal keeps its colour up to the edge of the view', async () => {
  page.frame.style.width = '390px';
  const figure = await live(page, 'whole');
  const goal = handleOf(figure);
  const { x, y } = middleOf(page, goal);
  drawPixels(page, true);
  const edge = figure.limberScene.view.host.getBoundingClientRect();
  await mouse('mousePressed', x, y);
  const end = inTest(page, { x: edge.right - 3, y: edge.top + edge.height / 2 });
  await mouse('mouseMoved', end.x, end.y);
  await until(() => Math.abs(middleOf(page, goal).x - end.x) < 40, 'the goal to be at the edge');
  const { data } = await picture({ ...end, width: 1, height: 1 });
  await mouse('mouseReleased', end.x, end.y);
  expect(data[2]! - data[0]!).toBeGreaterThan(80);
});
