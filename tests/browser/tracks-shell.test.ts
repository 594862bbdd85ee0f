/** The page around the tracks, and the straight arm on it. */

import axe from 'axe-core';
import { init } from 'limber';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Lab } from '../../demos/tracks/straight/lab.ts';
import { trials } from '../../demos/tracks/straight/trials.ts';
import { closePage, openPage, until } from './page-support.ts';
import { wait } from './three-support.ts';
import {
  button,
  framesOn,
  openPaused,
  openTracks,
  pause,
  rowOf,
  type TracksInPage,
} from './tracks-support.ts';

beforeAll(() => init());
afterEach(closePage);

function cellOf({ document }: TracksInPage, row: number, column: number): HTMLButtonElement | null {
  const rows = document.querySelectorAll<HTMLTableRowElement>('.trials tbody tr');
  return rows[row]!.cells[column + 1]!.querySelector('button');
}

test('the straight arm’s table is what solves give, and a cell shows its solve', async () => {
  const page = await openPaused('?arm=1');
  const { contenders } = page.straight;
  using lab = new Lab();
  for (const [row, contender] of contenders.entries()) {
    for (const [column, trial] of trials.entries()) {
      const outcome = lab.try(contender, trial);
      const cell = cellOf(page, row, column);
      const text = outcome?.status === 'converged' ? String(outcome.iterations) : 'not there';
      expect(cell?.textContent, `${contender.name}, ${trial.name}`).toBe(outcome ? text : undefined);
    }
  }
  const row = contenders.findIndex(({ name }) => name === 'transpose');
  const column = trials.findIndex(({ name }) => name === 'millimetre');
  const cell = cellOf(page, row, column)!;
  cell.click();
  expect(cell.getAttribute('aria-pressed')).toBe('true');
  expect(page.document.querySelectorAll('.trials [aria-pressed=true]')).toHaveLength(1);
  const said = page.document.querySelector('.said')!.textContent;
  expect(said).toBe(`transpose, 1 mm beside it: there after ${cell.textContent} iterations.`);
  const { curve } = page.straight;
  expect(curve.map(({ iterations }) => iterations)).toEqual(Array.from(curve, (_, i) => i));
  expect(curve.at(-1)!.iterations).toBe(Number(cell.textContent));
  expect(curve[0]!.residual).toBeCloseTo(0.5, 5);
  expect(curve.at(-1)!.residual).toBeLessThan(1e-4);
});

test('nothing is said on the console, in one WebGL context', async () => {
  const page = await openTracks('?arm=5&track=3');
  const stage = page.document.querySelector<HTMLElement>('.straight .stage')!;
  stage.scrollIntoView({ block: 'center', behavior: 'instant' });
  await until(() => stage.dataset.drawn !== undefined, 'the straight arm to be drawn');
  expect(page.contexts).toHaveLength(1);
  expect(page.messages).toEqual([]);
});

test.each([320, 390, 768, 1200])('nothing sticks out sideways at %i px', async (width) => {
  const page = await openTracks('?arm=4&track=1', { width });
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test.each([390, 1200])('nothing jumps while it runs at %i px', async (width) => {
  const page = await openTracks('?arm=4&track=3&speed=4', { width });
  const places = () =>
    [...page.document.querySelectorAll('.run > *, .run button, .facts > *, .straight')].map((element) => {
      const { x, y, height } = element.getBoundingClientRect();
      return [x, y, height].map(Math.round);
    });
  const before = places();
  await framesOn(page, 60);
  expect(places()).toEqual(before);
});

test('without WebGL it says so, and steps', async () => {
  const page = await openTracks('?arm=3&track=1', { webgl: false });
  expect(page.document.querySelector('.hero > .note')!.textContent).toContain('WebGL');
  expect(button(page, 'play').disabled).toBe(true);
  for (let i = 0; i < 3; i += 1) button(page, 'step').click();
  expect(page.tracks.player.run.frame).toBe(3);
  expect(rowOf(page, 0)[1]).toMatch(/ [cmµn]?m$/);
  expect(cellOf(page, 0, 0)!.textContent).not.toBe('');
  expect(page.messages).toEqual([]);
});

test('without JavaScript it says so', async () => {
  const page = await openPage({ scripts: false, url: '/demos/tracks/index.html' });
  expect(page.document.querySelector<HTMLElement>('noscript .note')!.offsetHeight).toBeGreaterThan(0);
  expect([...page.document.querySelectorAll('fieldset')].every(({ disabled }) => disabled)).toBe(true);
});

test.each([
  [390, 'light'],
  [390, 'dark'],
  [1200, 'light'],
  [1200, 'dark'],
])('axe finds nothing at %i px in the %s theme', async (width, theme) => {
  const page = await openTracks('?arm=3&track=2&solver=dls', { width });
  page.document.documentElement.dataset.theme = theme;
  await framesOn(page, 3);
  pause(page);
  await wait(400);
  const script = page.document.createElement('script');
  script.textContent = axe.source;
  page.document.head.append(script);
  const inside = (page.window as unknown as { axe: typeof axe }).axe;
  const { violations } = await inside.run(page.document, { resultTypes: ['violations'] });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found).toEqual([]);
});
