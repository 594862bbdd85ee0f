/** Shared by the tests of demos: a real page in a frame, loaded once for all tests that can share it. */

import type { Pull } from '../../demos/body/pull.ts';
import type { Schema as BodySchema } from '../../demos/body/scene.ts';
import type { Walk } from '../../demos/body/walk.ts';
import type { Schema as DriveSchema } from '../../demos/drive/picks.ts';
import type { Schema as LinkagesSchema } from '../../demos/linkages/page.ts';
import type { Schema as LineSchema } from '../../demos/line/scenes.ts';
import type { Schema as RobotSchema } from '../../demos/robot/exhibit.ts';
import type { page as tie } from '../../demos/tie/page.ts';
import type { Exhibition } from '../../demos/shell/exhibition.ts';
import { readPicks, type Schema } from '../../demos/shell/picks.ts';
import type { Shell } from '../../demos/shell/shell.ts';
import { atRest, button, openPage, type Page, type PageOptions, until } from './page-support.ts';

export { addressed, atRest, button, choose, closePage, complaint, shown, toggle } from './page-support.ts';
import { laidOut } from './three-support.ts';

/** The demo object of each page. */
interface Demos {
  body: Exhibition<BodySchema> & { readonly walk: Walk; readonly pull: Pull };
  robot: Exhibition<RobotSchema>;
  linkages: Exhibition<LinkagesSchema>;
  tie: Exhibition<(typeof tie)['picks']>;
  line: Exhibition<LineSchema>;
  drive: Exhibition<DriveSchema>;
}

export type DemoName = keyof Demos;
export type Opened<G extends DemoName> = Page & { readonly it: Demos[G] };

const stageOf = ({ document }: Page) => document.querySelector<HTMLElement>('.run .stage')!;

let kept: { readonly name: DemoName; readonly page: Opened<DemoName> } | null = null;

/** Loads a page and waits until its view is drawn, or until its page without a view is ready. */
export async function loadDemo<G extends DemoName>(
  name: G,
  query = '',
  options: PageOptions = {},
): Promise<Opened<G>> {
  kept = null;
  const size = { width: 700, height: 700 };
  const page = await openPage({ ...size, ...options, url: `/demos/${name}/index.html${query}` });
  const main = page.document.querySelector('main')!;
  const note = () => page.document.querySelector('.hero > .note')?.textContent;
  await until(() => main.limberDemo !== undefined || Boolean(note()?.includes('loaded')), 'the page');
  if (!main.limberDemo) throw new Error(`not there: ${note()}`);
  if (options.webgl !== false) {
    const stage = stageOf(page);
    stage.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    await until(() => stage.dataset.drawn !== undefined, 'the view to be drawn');
  }
  return { ...page, it: main.limberDemo as Demos[G] };
}

/**
 * Opens a page like `loadDemo`, but reuses the previous test's page if it is the same, reset and with these
 * picks.
 */
export async function openDemo<G extends DemoName>(
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
  // Undo a spy of the previous test.
  Reflect.deleteProperty(page.it, 'step');
  Object.assign(page.frame.style, { width: `${width}px`, height: `${height}px` });
  stageOf(page).scrollIntoView({ block: 'nearest', behavior: 'instant' });
  (page.document.activeElement as HTMLElement | null)?.blur();
  shell.pick(readPicks(shell.schema, '').picks);
  button(page, 'reset').click();
  shell.pick(readPicks(shell.schema, query).picks);
  shell.setPlaying(true);
  // Handles and charts follow in the next frame.
  await laidOut(page.window);
  return page;
}

export function pause(page: Opened<DemoName>): void {
  if (page.it.shell.clock.playing) button(page, 'play').click();
}

export function play(page: Opened<DemoName>): void {
  if (!page.it.shell.clock.playing) button(page, 'play').click();
}

/** Opens a page, paused at its start. */
export async function openPaused<G extends DemoName>(name: G, query = '', size = {}): Promise<Opened<G>> {
  const page = await openDemo(name, query, size);
  pause(page);
  button(page, 'reset').click();
  await atRest(page);
  return page;
}
