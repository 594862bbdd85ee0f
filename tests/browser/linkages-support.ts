/** Shared by the tests of the linkages: the real page in a frame, and a hand for its links. */

import type { LinkagesPage } from '../../demos/linkages/page.ts';
import { inTest, openPage, type Page, type PageOptions, until } from './page-support.ts';
import { mouse, wait } from './three-support.ts';

export interface LinkagesInPage extends Page {
  readonly linkages: LinkagesPage;
}

const url = '/demos/linkages/index.html';

/** Opens the page at this address and waits until its view is drawn, or what there is without one. */
export async function openLinkages(query = '', options: PageOptions = {}): Promise<LinkagesInPage> {
  const page = await openPage({ width: 700, height: 700, ...options, url: url + query });
  const main = page.document.querySelector('main')!;
  const note = () => page.document.querySelector('.hero > .note')?.textContent;
  await until(() => main.limberLinkages !== undefined || Boolean(note()?.includes('loaded')), 'the page');
  if (!main.limberLinkages) throw new Error(`not there: ${note()}`);
  if (options.webgl !== false) {
    const stage = page.document.querySelector<HTMLElement>('.stage')!;
    stage.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    await until(() => stage.dataset.drawn !== undefined, 'the linkage to be drawn');
  }
  return { ...page, linkages: main.limberLinkages };
}

export const button = ({ document }: Page, name: string): HTMLButtonElement =>
  document.querySelector<HTMLButtonElement>(`.run button[name=${name}]`)!;

export const pickOf = ({ document }: Page, name: string): HTMLInputElement =>
  document.querySelector<HTMLInputElement>(`.picker input[value=${name}]`)!;

/** What stands at a place of the page. */
export const shown = ({ document }: Page, name: string): string =>
  document.querySelector(`[data-show="${name}"]`)!.textContent;

export const complaint = ({ document }: Page): string => document.querySelector('.complaint')!.textContent;

/** Opens a linkage, which stands still. */
export async function openPaused(name: string, options: PageOptions = {}): Promise<LinkagesInPage> {
  const page = await openLinkages(`?linkage=${name}`, options);
  pause(page);
  button(page, 'reset').click();
  return page;
}

export function pause(page: LinkagesInPage): void {
  if (page.linkages.rig.playing) button(page, 'play').click();
}

/** The address is written a moment after the last change. */
export const addressed = ({ window }: Page, query: string): Promise<void> =>
  until(() => window.location.search === query, `the address ${query}`);

/** Until the page has made so many more steps of its linkage. */
export async function stepsOn(page: LinkagesInPage, count: number): Promise<void> {
  const steps = watchSteps(page);
  await until(() => steps.length >= count, `${count} steps`);
}

/** What every step of the linkage from now on leaves: its worst loop (metres). */
export function watchSteps({ linkages }: LinkagesInPage): number[] {
  const residuals: number[] = [];
  const original = linkages.step.bind(linkages);
  linkages.step = () => {
    original();
    residuals.push(linkages.rig.residual);
  };
  return residuals;
}

/** A place of the page (CSS pixels of its window) at which a link that is asked for lies bare. */
export function placeOnLink(
  { document, linkages }: LinkagesInPage,
  wanted: (link: number) => boolean,
): { x: number; y: number; link: number } {
  const { view, grip } = linkages.stage!;
  const box = view.host.getBoundingClientRect();
  for (let y = box.top + 6; y < Math.min(box.bottom, document.documentElement.clientHeight); y += 6) {
    for (let x = box.left + 6; x < box.right; x += 6) {
      if (document.elementFromPoint(x, y) !== view.canvas) continue;
      const link = grip.find({ clientX: x, clientY: y });
      if (link === null || !wanted(link)) continue;
      // Not at its very edge: a hand does not aim there.
      const around = [-4, 4].flatMap((by) => [
        grip.find({ clientX: x + by, clientY: y }),
        grip.find({ clientX: x, clientY: y + by }),
      ]);
      if (around.every((each) => each === link)) return { x, y, link };
    }
  }
  throw new Error('no such link is to be seen');
}

/**
 * Takes what is at a place of the page with the mouse, takes it along an arc (pixels), a step of the linkage after each
 * move, and lets go away from where it began.
 */
export async function stir(
  page: LinkagesInPage,
  from: { x: number; y: number },
  radius: number,
  moves = 8,
): Promise<void> {
  const { x, y } = inTest(page, from);
  const steps = watchSteps(page);
  await mouse('mousePressed', x, y);
  let [toX, toY] = [x, y];
  for (let i = 1; i <= moves; i += 1) {
    const angle = (1.5 * Math.PI * i) / moves;
    [toX, toY] = [x + radius * (Math.cos(angle) - 1), y + radius * Math.sin(angle)];
    const before = steps.length;
    await mouse('mouseMoved', toX, toY);
    await until(() => steps.length > before, 'a step');
  }
  await mouse('mouseReleased', toX, toY);
  await drawn(page);
}

/** The same with the camera: what no link is under. */
export async function turnCamera(page: Page, from: { x: number; y: number }): Promise<void> {
  const { x, y } = inTest(page, from);
  await mouse('mousePressed', x, y);
  for (let i = 1; i <= 8; i += 1) {
    await mouse('mouseMoved', x + 5 * i, y + 2 * i);
    await wait(16);
  }
  await mouse('mouseReleased', x + 40, y + 16);
}

/** Until the view shows where everything is now, handles too. */
export async function drawn({ linkages }: LinkagesInPage): Promise<void> {
  const { view } = linkages.stage!;
  await new Promise<void>((resolve) => {
    const stop = view.onDrawn(() => {
      stop();
      resolve();
    });
    view.invalidate();
  });
}
