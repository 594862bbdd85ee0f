/** Shared by the tests of the pages Tracking, Constraints and Two arms, and what holds for all three. */

import axe from 'axe-core';
import { expect, test } from 'vitest';
import { openPage, type Page, type PageOptions, until } from './page-support.ts';
import { wait } from './three-support.ts';

type Global = 'limberTracking' | 'limberConstraints' | 'limberTwoArms';

export type Opened<G extends Global> = Page & { readonly it: NonNullable<HTMLElement[G]> };

/** Opens one of the pages and waits until its view is drawn, or what there is without one. */
export async function openItasc<G extends Global>(
  folder: string,
  name: G,
  query = '',
  options: PageOptions = {},
): Promise<Opened<G>> {
  const page = await openPage({ height: 740, ...options, url: `/demos/${folder}/index.html${query}` });
  const main = page.document.querySelector('main')!;
  const note = () => page.document.querySelector('.hero > .note')?.textContent;
  await until(() => main[name] !== undefined || Boolean(note()?.includes('loaded')), 'the page');
  if (!main[name]) throw new Error(`not there: ${note()}`);
  if (options.webgl !== false) {
    const stage = page.document.querySelector<HTMLElement>('.run .stage')!;
    await until(() => stage.dataset.drawn !== undefined, 'the view to be drawn');
  }
  return { ...page, it: main[name] };
}

export const button = ({ document }: Page, name: string): HTMLButtonElement =>
  document.querySelector<HTMLButtonElement>(`.run button[name=${name}]`)!;

/** Sets a slider or a select, as a reader does. */
export function choose({ document }: Page, name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement | HTMLSelectElement>(`.run [name=${name}]`)!;
  input.value = value;
  const type = input.tagName === 'SELECT' ? 'change' : 'input';
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
export async function addressOf({ window }: Page): Promise<string> {
  await wait(400);
  return window.location.search;
}

/** Until nothing has been drawn for a while. */
export async function atRest(page: Page): Promise<void> {
  let before = -1;
  while (before !== page.requests()) {
    before = page.requests();
    await wait(400);
  }
}

/** What axe finds wrong with a page, in words. */
export async function violationsOf({ document, window }: Page): Promise<string[]> {
  const script = document.createElement('script');
  script.textContent = axe.source;
  document.head.append(script);
  const inside = (window as unknown as { axe: typeof axe }).axe;
  const { violations } = await inside.run(document, { resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Widths, themes, screen readers, one WebGL context, no JavaScript: for each of the pages with all that it can show. */
export function testShell(folder: string, name: Global, busiest: string): void {
  const open = (options: PageOptions = {}) => openItasc(folder, name, busiest, options);

  test('nothing is said on the console, in one WebGL context', async () => {
    const page = await open();
    await wait(600);
    expect(page.contexts).toHaveLength(1);
    expect(page.messages).toEqual([]);
  });

  test.each([320, 390, 768, 1200])('nothing sticks out sideways at %i px', async (width) => {
    const page = await open({ width });
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  test.each([390, 1200])('nothing jumps while it runs at %i px', async (width) => {
    const page = await open({ width });
    const places = () =>
      [...page.document.querySelectorAll('.run > *, .run button, .facts > *, main > section')].map(
        (element) => {
          const { x, y, height } = element.getBoundingClientRect();
          return [x, y, height].map(Math.round);
        },
      );
    const before = places();
    await wait(1500);
    expect(places()).toEqual(before);
  });

  test.each([
    [390, 'light'],
    [390, 'dark'],
    [1200, 'light'],
    [1200, 'dark'],
  ])('axe finds nothing at %i px in the %s theme', async (width, theme) => {
    const page = await open({ width });
    page.document.documentElement.dataset.theme = theme;
    await wait(800);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('without WebGL it says so, and the numbers are there', async () => {
    const page = await open({ webgl: false });
    expect(page.document.querySelector('.hero > .note')!.textContent).toContain('WebGL');
    expect(page.messages).toEqual([]);
  });

  test('without JavaScript it says so', async () => {
    const page = await openPage({ scripts: false, url: `/demos/${folder}/index.html` });
    expect(page.document.querySelector<HTMLElement>('noscript .note')!.offsetHeight).toBeGreaterThan(0);
    expect([...page.document.querySelectorAll('fieldset')].every(({ disabled }) => disabled)).toBe(true);
  });

  test('there is room for the editor beside the view', async () => {
    const page = await open();
    expect(page.document.querySelectorAll('.run .editor')).toHaveLength(1);
  });
}
