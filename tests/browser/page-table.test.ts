/** The table of methods: measurements of every solver, in a scrollable region. */

import { init, solverNames } from 'limber';
import { afterEach, expect, test } from 'vitest';
import measured from '../../demos/data/methods.json';
import { closePage, openPage, until, type Page } from './page-support.ts';

afterEach(closePage);

async function linesOf(page: Page): Promise<HTMLTableRowElement[]> {
  const lines = () => [...page.document.querySelectorAll<HTMLTableRowElement>('.table tbody tr')];
  await until(() => lines().length > 1, 'the measured rows');
  return lines();
}

const wordsOf = (cell: Element | undefined) => cell?.textContent?.replaceAll(/\s+/g, ' ') ?? '';

test('has a row for every solver, the closed form first, each as wide as the head', async () => {
  await init();
  const lines = await linesOf(await openPage());
  const names = lines.map((line) => line.querySelector('th small')!.textContent);
  expect(names[0]).toBe('analytic');
  expect(names.sort()).toEqual([...solverNames()].sort());
  for (const line of lines) {
    expect([...line.cells].reduce((sum, { colSpan }) => sum + colSpan, 0)).toBe(7);
    expect(wordsOf(line)).not.toMatch(/undefined|NaN|Infinity/);
  }
});

test('says of each solver what is in the file, or why it does not take the arm', async () => {
  const lines = await linesOf(await openPage());
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

test('on a phone it scrolls inside its own region, the names staying in sight', async () => {
  const page = await openPage({ width: 390, height: 740 });
  const [line] = await linesOf(page);
  const region = page.document.querySelector<HTMLElement>('.table')!;
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(region.scrollWidth).toBeGreaterThan(region.clientWidth);
  const [name, last] = [line!.cells[0]!, line!.cells[6]!];
  const before = name.getBoundingClientRect().left;
  region.scrollLeft = region.scrollWidth;
  expect(name.getBoundingClientRect().left).toBeCloseTo(before, 0);
  expect(last.getBoundingClientRect().right).toBeLessThanOrEqual(390);
  expect(last.getBoundingClientRect().left).toBeGreaterThan(name.getBoundingClientRect().right);
});
