/** Shared by the tests of the demos on the shell: a real page in a frame, loaded once for all tests that can share it. */

import { readPicks, type Schema } from '../../demos/shell/picks.ts';
import type { Shell } from '../../demos/shell/shell.ts';
import { atRest, closePage, openPage, type Page, type PageOptions, until } from './page-support.ts';
import { frames } from './three-support.ts';

/** Where the pages put what they are made of, for tests to find. */
const folders = {
  limberTracks: 'tracks',
  limberLinkages: 'linkages',
  limberTracking: 'tracking',
  limberConstraints: 'constraints',
  limberTwoArms: 'two-arms',
  limberSolutions: 'solutions',
  limberObstacles: 'obstacles',
  limberReach: 'reach',
  limberMoves: 'moves',
} as const;

export type Global = keyof typeof folders;
export type Opened<G extends Global> = Page & { readonly it: NonNullable<HTMLElement[G]> };

const stageOf = ({ document }: Page) => document.querySelector<HTMLElement>('.run .stage')!;

let kept: { readonly name: Global; readonly page: Opened<Global> } | null = null;

/** Loads a page and waits until its view is drawn, or what there is without one. */
export async function loadDemo<G extends Global>(
  name: G,
  query = '',
  options: PageOptions = {},
): Promise<Opened<G>> {
  kept = null;
  const size = { width: 700, height: 700 };
  const page = await openPage({ ...size, ...options, url: `/demos/${folders[name]}/index.html${query}` });
  const main = page.document.querySelector('main')!;
  const note = () => page.document.querySelector('.hero > .note')?.textContent;
  await until(() => main[name] !== undefined || Boolean(note()?.includes('loaded')), 'the page');
  if (!main[name]) throw new Error(`not there: ${note()}`);
  if (options.webgl !== false) {
    const stage = stageOf(page);
    stage.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    await until(() => stage.dataset.drawn !== undefined, 'the view to be drawn');
  }
  return { ...page, it: main[name] };
}

/** The same; a page that is still there from the test before is brought to this address, from its start. */
export async function openDemo<G extends Global>(
  name: G,
  query = '',
  { width = 700, height = 700 } = {},
): Promise<Opened<G>> {
  if (kept?.name !== name || !kept.page.frame.isConnected) {
    const page = await loadDemo(name, query, { width, height });
    kept = { name, page };
    return page;
  }
  const page = kept.page as Opened<G>;
  const shell = page.it.shell as unknown as Shell<Schema>;
  page.messages.length = 0;
  // What the test before has put around it.
  Reflect.deleteProperty(page.it, 'step');
  Object.assign(page.frame.style, { width: `${width}px`, height: `${height}px` });
  stageOf(page).scrollIntoView({ block: 'nearest', behavior: 'instant' });
  (page.document.activeElement as HTMLElement | null)?.blur();
  shell.pick(readPicks(shell.schema, '').picks);
  button(page, 'reset').click();
  shell.pick(readPicks(shell.schema, query).picks);
  shell.setPlaying(true);
  // Handles and charts follow with the next frames.
  await frames(4);
  return page;
}

export { atRest, closePage };

export const button = ({ document }: Page, name: string): HTMLButtonElement =>
  document.querySelector<HTMLButtonElement>(`.run button[name=${name}]`)!;

export function pause(page: Opened<Global>): void {
  if (page.it.shell.clock.playing) button(page, 'play').click();
}

export function play(page: Opened<Global>): void {
  if (!page.it.shell.clock.playing) button(page, 'play').click();
}

/** Opens a page that stands still at its start. */
export async function openPaused<G extends Global>(name: G, query = '', size = {}): Promise<Opened<G>> {
  const page = await openDemo(name, query, size);
  pause(page);
  button(page, 'reset').click();
  await frames(4);
  return page;
}

/** Sets a slider or a select, as a reader does. */
export function choose({ document }: Page, name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement | HTMLSelectElement>(`.run [name=${name}]`)!;
  input.value = value;
  const type = input.type === 'range' ? 'input' : 'change';
  input.dispatchEvent(new Event(type, { bubbles: true }));
}

export function toggle({ document }: Page, name: string): void {
  document.querySelector<HTMLInputElement>(`.run input[name=${name}]`)!.click();
}

/** What stands at a place of the page. */
export const shown = ({ document }: Page, name: string): string =>
  document.querySelector(`[data-show="${name}"]`)!.textContent;

export const complaint = ({ document }: Page): string => document.querySelector('.complaint')!.textContent;

/** The address is written a moment after the last change. */
export const addressed = ({ window }: Page, wanted: string | ((query: string) => boolean)): Promise<void> =>
  until(
    () => (typeof wanted === 'string' ? window.location.search === wanted : wanted(window.location.search)),
    () => `the address ${String(wanted)}, not ${window.location.search}`,
  );
