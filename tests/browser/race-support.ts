/** Shared by the tests of the race: the real page in a frame, and its contents. */

import type { RacePage } from '../../demos/race/page.ts';
import type { Racer } from '../../demos/race/racer.ts';
import { defaultsOf } from '../../demos/shell/picks.ts';
import { demoIn, openPage, type Page, type PageOptions, until } from './page-support.ts';
import { laidOut } from './three-support.ts';

export interface RaceInPage extends Page {
  readonly race: RacePage;
}

/** Opens the race with these picks in its address, and waits until everything is measured. */
export async function openRace(query = '', options: PageOptions = {}): Promise<RaceInPage> {
  const page = await openPage({ ...options, url: `/demos/race/index.html${query}` });
  await until(() => demoIn(page) !== undefined, 'the race to be there');
  const open = { ...page, race: demoIn<RacePage>(page)! };
  await finished(open);
  return open;
}

/**
 * Sets the race's default picks plus these, with few iterations, and waits until all curves are drawn. Times
 * may still be missing.
 */
export async function pick(page: RaceInPage, picks: Partial<RacePage['picks']> = {}): Promise<void> {
  const { shell } = page.race;
  shell.pick({ ...defaultsOf(shell.schema), maxIterations: 20, ...picks });
  await drawn(page);
}

/** Waits until every curve has all its points; times may be missing. */
export async function drawn({ race, window }: RaceInPage): Promise<void> {
  await until(
    () => race.race.racers.every((racer) => racer.isAt('curve') && racer.stage !== 'curve'),
    'the curves',
  );
  await laidOut(window);
}

/** Waits until nothing is left to solve, measure or draw. */
export async function finished({ race, window }: RaceInPage): Promise<void> {
  await until(() => race.resting && !race.race.isHeld, 'the race to be over');
  await laidOut(window);
}

export const racersOf = ({ race }: RaceInPage): readonly Racer[] => race.race.racers;

export function choose({ document }: RaceInPage, name: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`.form select[name=${name}]`)!;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Texts of a solver's row, starting with the residual. */
export function rowOf({ document }: RaceInPage, solver: string): string[] {
  const row = document.querySelector(`.board input[name=${solver}]`)!.closest('tr')!;
  return [...row.querySelectorAll('td')].map(({ textContent }) => textContent);
}

export const laneOf = ({ document }: RaceInPage, solver: string): HTMLElement =>
  document.querySelector<HTMLElement>(`.lane[data-solver=${solver}]`)!;

/** The draggable targets that the Tab key reaches. */
export function targetsInTabOrder({ document }: RaceInPage): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[aria-roledescription="draggable point"]')].filter(
    ({ tabIndex }) => tabIndex === 0,
  );
}

/** Rows of a CSV text as objects keyed by its header; supports quotes. */
export function parseCsv(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  const pattern = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/y;
  while (pattern.lastIndex < text.length) {
    const [, cell, end] = pattern.exec(text)!;
    lines.at(-1)!.push(cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!);
    if (end !== ',' && pattern.lastIndex < text.length) lines.push([]);
  }
  const [head, ...rest] = lines;
  return rest.map((line) => Object.fromEntries(head!.map((name, i) => [name, line[i]!])));
}
