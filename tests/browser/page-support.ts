/** Shared by the tests of pages: the real page in a frame of this origin, observed from before its first script. */

import {
  busyParts,
  type Figure,
  figureOf,
  isResting,
  type PageWindow,
  watchContexts,
  watchMessages,
} from './page-facts.ts';
import { centre, drawViews, laidOut, mouse, touch, touchAt, until } from './three-support.ts';

export { apart, excess, type Figure, figureOf, gap, goalOf, handleOf, problemOf } from './page-facts.ts';
export { until };

const article = '/demos/article/index.html';

export interface PageOptions {
  /** Default: the article. */
  url?: string;
  width?: number;
  height?: number;
  /** Whether WebGL is available; false acts like a browser without it. */
  webgl?: boolean;
  /** Whether JavaScript runs. */
  scripts?: boolean;
  /** Changes the window before the page's scripts run. */
  before?: (window: Page['window']) => void;
  /** Whether the page's script has created its content. Default: its panels exist. */
  ready?: (document: Document) => boolean;
}

/** The page in its frame, with its observations. */
export interface Page {
  readonly frame: HTMLIFrameElement;
  readonly window: PageWindow;
  readonly document: Document;
  readonly contexts: unknown[];
  readonly messages: string[];
  /** Number of animation frames requested so far. */
  readonly requests: () => number;
}

/** The demo of a page; undefined until it exists. */
export const demoIn = <T>({ document }: Page): T | undefined =>
  document.querySelector('main')!.limberDemo as T | undefined;

let open: HTMLIFrameElement | null = null;

export function closePage(): void {
  open?.remove();
  open = null;
}

/** Opens the page and waits until its text and its first scripts are ready. */
export async function openPage(options: PageOptions = {}): Promise<Page> {
  closePage();
  // However busy the machine is, the first paint waits for the fonts: see demos/shell/early.ts.
  localStorage.setItem('limber-fonts', '60000');
  const { width = 760, height = 620, scripts = true } = options;
  const { ready = (document) => document.querySelector('fieldset') !== null } = options;
  const frame = document.createElement('iframe');
  frame.style.cssText = `position: fixed; inset: 0 auto auto 0; width: ${width}px; height: ${height}px; border: 0`;
  if (!scripts) frame.setAttribute('sandbox', 'allow-same-origin');
  frame.src = options.url ?? article;
  document.body.append(frame);
  open = frame;
  const seen = await watch(frame, options);
  await until(() => frame.contentDocument?.readyState === 'complete', 'the page to load');
  const page = {
    frame,
    window: frame.contentWindow as Page['window'],
    document: frame.contentDocument!,
    ...seen,
  };
  if (scripts) await until(() => ready(page.document), 'what the page makes by its script');
  return page;
}

/** Installs the observers in the frame's new window, before the page's own modules run. */
async function watch(
  frame: HTMLIFrameElement,
  { url = article, webgl = true, scripts = true, before }: PageOptions,
) {
  while (frame.contentDocument?.URL !== new URL(url, location.href).href)
    await new Promise((resolve) => setTimeout(resolve));
  const inside = frame.contentWindow as Page['window'];
  const contexts: WebGL2RenderingContext[] = [];
  const messages: string[] = [];
  let count = 0;
  if (scripts) {
    // Vitest's server rewrites dynamic imports to call this function of its own page.
    Object.assign(inside, {
      __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() },
    });
    drawViews(false, inside);
    watchContexts(contexts, inside, webgl);
    before?.(inside);
    watchMessages(messages, inside);
    const request = inside.requestAnimationFrame.bind(inside);
    inside.requestAnimationFrame = (callback) => {
      count += 1;
      return request(callback);
    };
  }
  return { contexts, messages, requests: () => count };
}

/** Waits until the page says that it rests. */
export async function atRest(page: Page): Promise<void> {
  await laidOut(page.window);
  await until(
    () => isResting(page),
    () => `${page.document.URL} to rest, ${doing(page)}`,
  );
}

const doing = (page: Page): string =>
  busyParts(page)
    .map(({ className, dataset, localName }) => `${localName}.${className} is ${dataset.state}`)
    .join(', ');

/** From now on views are drawn, or not: those in sight at once, because they take the page's theme anew. */
export function drawPixels({ window, document }: Page, draws: boolean): void {
  drawViews(draws, window);
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = 'light';
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
}

/** Scrolls a figure's view to the middle of the window and waits until it is live, drawn and at rest. */
export async function live(page: Page, scene: string): Promise<Figure> {
  const figure = figureOf(page, scene);
  const stage = figure.querySelector<HTMLElement>('.stage')!;
  stage.scrollIntoView({ block: 'center', behavior: 'instant' });
  const note = () => figure.querySelector('.note')?.textContent;
  await until(() => figure.limberScene !== undefined || note() !== undefined, `${scene} to be live`);
  if (!figure.limberScene) throw new Error(`${scene} is not live: ${note()}`);
  await until(() => stage.dataset.drawn !== undefined, `${scene} to be drawn`);
  // Views above may change their height when they are first laid out.
  stage.scrollIntoView({ block: 'center', behavior: 'instant' });
  await settled(figure as Figure);
  return figure as Figure;
}

export async function settled(figure: Figure): Promise<void> {
  const stage = figure.querySelector<HTMLElement>('.stage')!;
  await laidOut(figure.ownerDocument.defaultView!);
  await until(() => stage.dataset.state === 'resting', 'the arm to rest');
}

/** A place of the page in this window's coordinates. */
export function inTest(page: Page, place: { x: number; y: number }): { x: number; y: number } {
  const box = page.frame.getBoundingClientRect();
  return { x: place.x + box.left, y: place.y + box.top };
}

/** Centre of an element of the page, in this window's coordinates. */
export const middleOf = (page: Page, element: Element) => inTest(page, centre(element));

/** Drags an element with the mouse by `dx`, `dy` pixels, in steps. Handles are hidden until their view is drawn. */
export async function mouseDragBy(page: Page, element: Element, dx: number, dy: number): Promise<void> {
  await until(() => element.checkVisibility({ visibilityProperty: true }), 'what is dragged to be visible');
  const { x, y } = middleOf(page, element);
  await mouse('mousePressed', x, y);
  for (let i = 1; i <= 8; i += 1) await mouse('mouseMoved', x + (dx * i) / 8, y + (dy * i) / 8);
  await mouse('mouseReleased', x + dx, y + dy);
}

/** Drags with one finger. */
export async function touchDragBy(
  page: Page,
  from: { x: number; y: number },
  dx: number,
  dy: number,
): Promise<void> {
  const { x, y } = inTest(page, from);
  const moveTo = (part: number) => touch('touchMove', { x: x + dx * part, y: y + dy * part, id: 1 });
  await touch('touchStart', { x, y, id: 1 });
  for (let i = 1; i <= 8; i += 1) await moveTo(i / 8);
  // A finger that stands still before it leaves does not fling the page.
  const later = Date.now() / 1000 + 1;
  await touchAt(later, 'touchMove', { x: x + dx, y: y + dy, id: 1 });
  await touchAt(later, 'touchEnd');
}

export const button = ({ document }: Page, name: string): HTMLButtonElement =>
  document.querySelector<HTMLButtonElement>(`:is(.run, .intro) button[name=${name}]`)!;

/** Sets a slider or a select like a reader. */
export function choose({ document }: Page, name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement | HTMLSelectElement>(`.run [name=${name}]`)!;
  input.value = value;
  const type = input.type === 'range' ? 'input' : 'change';
  input.dispatchEvent(new Event(type, { bubbles: true }));
}

export function toggle({ document }: Page, name: string): void {
  document.querySelector<HTMLInputElement>(`.run input[name=${name}]`)!.click();
}

/** Text of an output on the page. */
export const shown = ({ document }: Page, name: string): string =>
  document.querySelector(`[data-show="${name}"]`)!.textContent;

export const complaint = ({ document }: Page): string => document.querySelector('.complaint')!.textContent;

/** Waits for the address, which is written a moment after the last change. */
export const addressed = ({ window }: Page, wanted: string | ((query: string) => boolean)): Promise<void> =>
  until(
    () => (typeof wanted === 'string' ? window.location.search === wanted : wanted(window.location.search)),
    () => `the address ${String(wanted)}, not ${window.location.search}`,
  );
