/** The straight arm on the page Tracks. */

import { init } from 'limber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Lab } from '../../demos/tracks/straight/lab.ts';
import { trials } from '../../demos/tracks/straight/trials.ts';
import { closePage } from './demo-support.ts';
import { openPaused, type TracksInPage } from './tracks-support.ts';

beforeAll(() => init());
afterAll(closePage);

function cellOf({ document }: TracksInPage, row: number, column: number): HTMLButtonElement | null {
  const rows = document.querySelectorAll<HTMLTableRowElement>('.trials tbody tr');
  return rows[row]!.cells[column + 1]!.querySelector('button');
}

test('the straight arm’s table is what solves give, and a cell shows its solve', async () => {
  const page = await openPaused('?arm=1');
  const { straight } = page.it;
  const { contenders } = straight;
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
  const { curve } = straight;
  expect(curve.map(({ iterations }) => iterations)).toEqual(Array.from(curve, (_, i) => i));
  expect(curve.at(-1)!.iterations).toBe(Number(cell.textContent));
  expect(curve[0]!.residual).toBeCloseTo(0.5, 5);
  expect(curve.at(-1)!.residual).toBeLessThan(1e-4);
});
