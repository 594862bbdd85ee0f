/** Shared by the tests of the tracks: the real page in a frame, and what it shows. */

import type { TracksPage } from '../../demos/tracks/page.ts';
import type { StraightSection } from '../../demos/tracks/straight/section.ts';
import { openPage, type Page, type PageOptions, until } from './page-support.ts';
import { wait } from './three-support.ts';

export interface TracksInPage extends Page {
  readonly tracks: TracksPage;
  readonly straight: StraightSection;
}

const url = '/demos/tracks/index.html';

/** Opens the page at this address and waits until its view is drawn, or what there is without one. */
export async function openTracks(query = '', options: PageOptions = {}): Promise<TracksInPage> {
  const page = await openPage({ height: 740, ...options, url: url + query });
  const main = page.document.querySelector('main')!;
  const note = () => page.document.querySelector('.hero > .note')?.textContent;
  await until(() => main.limberStraight !== undefined || Boolean(note()?.includes('loaded')), 'the page');
  if (!main.limberTracks || !main.limberStraight) throw new Error(`not there: ${note()}`);
  const open = { ...page, tracks: main.limberTracks, straight: main.limberStraight };
  if (options.webgl !== false) {
    const stage = page.document.querySelector<HTMLElement>('.run .stage')!;
    await until(() => stage.dataset.drawn !== undefined, 'the arm to be drawn');
  }
  return open;
}

export const button = ({ document }: Page, name: string): HTMLButtonElement =>
  document.querySelector<HTMLButtonElement>(`.run button[name=${name}]`)!;

/** Stands still at frame 0. */
export async function openPaused(query: string, options: PageOptions = {}): Promise<TracksInPage> {
  const page = await openTracks(query, options);
  pause(page);
  button(page, 'reset').click();
  return page;
}

export function pause(page: TracksInPage): void {
  if (page.tracks.shell.clock.playing) button(page, 'play').click();
}

export function play(page: TracksInPage): void {
  if (!page.tracks.shell.clock.playing) button(page, 'play').click();
}

export function choose({ document }: TracksInPage, name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement | HTMLSelectElement>(`.run [name=${name}]`)!;
  input.value = value;
  const type = name === 'speed' ? 'input' : 'change';
  input.dispatchEvent(new Event(type, { bubbles: true }));
}

export function toggle({ document }: TracksInPage, name: string): void {
  document.querySelector<HTMLInputElement>(`.run input[name=${name}]`)!.click();
}

/** The address is written a moment after the last change. */
export const addressed = ({ window }: Page, query: string): Promise<void> =>
  until(() => window.location.search === query, `the address ${query}`);

/** What stands at a place of the page. */
export const shown = ({ document }: Page, name: string): string =>
  document.querySelector(`[data-show="${name}"]`)!.textContent;

export const complaint = ({ document }: Page): string => document.querySelector('.complaint')!.textContent;

/** What is picked, arm and track by their names: the page's own objects are of another world. */
export function picksOf({ tracks }: TracksInPage): Record<string, unknown> {
  const { arm, track } = tracks.picks;
  return { ...tracks.picks, arm: arm.name, track: track.name };
}

/** Texts of an effector's row. */
export function rowOf({ document }: Page, index: number): string[] {
  const rows = document.querySelectorAll<HTMLTableRowElement>('.effectors tbody tr');
  return [...rows[index]!.cells].map(({ textContent }) => textContent);
}

export function letGoOf({ document }: Page, index: number): HTMLButtonElement {
  return document.querySelectorAll<HTMLButtonElement>('.effectors tbody button')[index]!;
}

/** Until so many more frames of the run are done. */
export async function framesOn({ tracks }: TracksInPage, count: number): Promise<void> {
  const { run } = tracks.player;
  const end = run.frame + count;
  await until(() => run.frame >= end, `${count} frames of the run`);
}

/** Until nothing has been drawn for a while. */
export async function atRest(page: TracksInPage): Promise<void> {
  let before = -1;
  while (before !== page.requests()) {
    before = page.requests();
    await wait(400);
  }
}

export interface Csv {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A CSV without quotes. */
export function parseCsv(text: string): Csv {
  const [columns, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return { columns: columns!, rows };
}
