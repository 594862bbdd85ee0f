/**
 * The contract of every page with something to drag, checked as a reader sees it: nothing sticks out or
 * jumps; mouse, finger and keys move it; shared addresses restore it; missing features are reported.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { navigation } from '../../demos/shell/pages.ts';
import { violations } from './axe.ts';
import { isDrawn, isResting } from './page-facts.ts';
import {
  atRest,
  button,
  closePage,
  drawPixels,
  inTest,
  middleOf,
  openPage,
  type Page,
  type PageOptions,
  touchDragBy,
  until,
} from './page-support.ts';
import { changedShare, picture } from './pixels.ts';
import { laidOut, mouse, press, staysStill } from './three-support.ts';

interface Exhibit {
  /** Query that shows as much as possible. */
  readonly query?: string;
  /** Parameter for an address with an unknown name. */
  readonly bad?: string;
}

/** By path; a demo without an entry is opened as it is. */
export const exhibits: Readonly<Record<string, Exhibit>> = {
  // Few iterations: every drag runs the race anew.
  'race/': { query: '?arm=tree2&goal=direction&maxIterations=20', bad: 'arm' },
  'robot/': { query: '?robot=humanoid&orientation=on', bad: 'robot' },
  'line/': { query: '?scene=upright', bad: 'line' },
  'tie/': { query: '?scene=carry&forward=off', bad: 'scene' },
  'body/': { query: '?act=reach&ground=slope&copy=on', bad: 'act' },
  'linkages/': { query: '?linkage=misfit', bad: 'linkage' },
};

export const demos = Object.keys(import.meta.glob('../../demos/*/page.ts')).map((file) => ({
  path: `${file.split('/').at(-2)}/`,
}));
const others = navigation.map(({ path }) => path).filter((path) => path !== 'docs/');
export const urlOf = (path: string): string => `/demos/${path}index.html${exhibits[path]?.query ?? ''}`;
export const pages = [
  ...[...others, ...demos.map(({ path }) => path)].map(urlOf),
  '/demos/embed.html?preset=panda',
];

const widths = [320, 390, 480, 768, 1024, 1280, 1440, 1920, 2560];

export async function load(options: PageOptions): Promise<Page> {
  const page = await openPage({ width: 390, height: 700, ready: () => true, ...options });
  await until(() => isDrawn(page), `${options.url} to be drawn`);
  await laidOut(page.window);
  return page;
}

async function resize({ frame, document }: Page, width: number): Promise<void> {
  frame.style.width = `${width}px`;
  const { documentElement: root } = document;
  // Charts follow the window a moment later.
  await until(
    () => root.clientWidth === width && root.scrollWidth <= width,
    () => `${frame.src} to fit ${width} px, and not to be ${root.scrollWidth} px wide`,
  );
}

function pause(page: Page): void {
  const play = button(page, 'play');
  if (play?.textContent === 'Pause') play.click();
}

/** All draggable controls, also inside elements. */
function handlesOf({ document }: Page): HTMLElement[] {
  const roots = [...document.querySelectorAll('limber-arm')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return [document, ...roots]
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>('.stage [aria-roledescription^=draggable]')])
    .filter((each) => each.checkVisibility());
}

const viewOf = (handle: Element): HTMLElement => handle.closest<HTMLElement>('.stage')!;

/** Place of a handle in its view, in CSS pixels. */
function placeOf(handle: Element): readonly [x: number, y: number] {
  const [inner, outer] = [handle, viewOf(handle)].map((each) => each.getBoundingClientRect());
  return [inner!.x - outer!.x + inner!.width / 2, inner!.y - outer!.y + inner!.height / 2];
}

const apart = (a: readonly [number, number], b: readonly [number, number]) =>
  Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Picture shown by a view. */
function drawingOf(view: Element): string {
  return view.querySelector('canvas')!.toDataURL();
}

/** Address that the page shares. */
function shared({ document }: Page): string {
  const share = document.querySelector<HTMLButtonElement>('button[name=share]')!;
  share.click();
  const { href } = new URL(share.closest('details')!.querySelector('textarea')!.value);
  return href;
}

/** An address's words and numbers. Numbers are rounded, and an arm that opens still finishes its motion. */
const numbersOf = (address: string) => {
  const number = /-?\d+(\.\d+)?(e-\d+)?/g;
  return { words: address.replace(number, '0'), numbers: (address.match(number) ?? []).map(Number) };
};

/** Places of a demo's parts. */
const placesOf = ({ document }: Page): number[][] =>
  [...document.querySelectorAll('main > *, .run > *, .run button, .run .control, .facts > *, footer')].map(
    (element) => {
      const { x, y, height } = element.getBoundingClientRect();
      return [x, y, height].map(Math.round);
    },
  );

/** Scrolls a view into sight, and waits until it is drawn. */
async function show(page: Page, view: Element): Promise<void> {
  view.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  await laidOut(page.window);
  await until(() => isDrawn(page), 'the view to be drawn');
}

/** A place of a view without a handle, in CSS pixels of the page. */
function bare({ document }: Page, view: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = view.getBoundingClientRect();
  const canvas = view.querySelector('canvas')!;
  const root = canvas.getRootNode() as Document | ShadowRoot;
  for (let y = top + height - 12; y > top; y -= 12)
    for (let x = left + 12; x < left + width; x += 12)
      if (document.elementFromPoint(x, y) && root.elementFromPoint(x, y) === canvas) return { x, y };
  throw new Error('the view is full of handles');
}

/** Tests depend on the ones before them, because all share one page. */
export const contract = (urls: readonly string[]) =>
  describe.each(urls)('the page %s', (url) => {
    const isDemo = demos.some(({ path }) => url === urlOf(path));
    const hasHandles = url !== urlOf('gallery/');
    const resets = isDemo && hasHandles && !url.includes('race');
    const hasAddress = (isDemo && hasHandles) || url === urlOf('article/');
    let page: Page;
    /** The first draggable control, its view, and its initial place. */
    let handle: HTMLElement;
    let name: string | null = null;
    let view: HTMLElement;
    let start: readonly [number, number];
    /** The control's place after Reset; it differs if the control moves by itself. */
    let fresh: readonly [number, number];
    /** The page's address at the start, and after the drag. */
    let first = '';
    let last = '';
    /** Finds the control again, because Reset may recreate it. */
    const take = () => {
      const all = handlesOf(page);
      handle = all.find(({ ariaLabel }) => ariaLabel === name) ?? all[0]!;
      name = handle.ariaLabel;
    };
    afterAll(closePage);

    test('does not jump while it runs, and fits every width', async () => {
      page = await load({ url });
      for (const width of widths) {
        await resize(page, width);
        for (const status of page.document.querySelectorAll('[data-show=status]')) {
          status.textContent = 'maxIterations';
          expect(status.scrollWidth).toBeLessThanOrEqual(status.clientWidth);
        }
        if (width !== 390 && width !== 1280) continue;
        await laidOut(page.window);
        await staysStill(() => placesOf(page), 20, page.window);
      }
      await resize(page, 390);
    });

    test('draws nothing in a pause', async () => {
      pause(page);
      await atRest(page);
      await staysStill(page.requests, 30);
    });

    test.runIf(hasHandles)('is drawn as before, but for what moves, while the mouse drags it', async () => {
      drawPixels(page);
      take();
      view = viewOf(handle);
      await show(page, view);
      button(page, 'reset')?.click();
      await atRest(page);
      if (hasAddress) first = shared(page);
      await show(page, view);
      take();
      start = placeOf(handle);
      const { x: left, y: top, width, height } = view.getBoundingClientRect();
      const look = () => picture({ ...inTest(page, { x: left, y: top }), width, height });
      const before = await look();
      const drawing = drawingOf(view);
      const { x, y } = middleOf(page, handle);
      await mouse('mousePressed', x, y);
      await mouse('mouseMoved', x + 3, y + 3);
      await atRest(page);
      expect(changedShare(before, await look())).toBeLessThan(0.2);
      await mouse('mouseMoved', x - 24, y - 12);
      await until(() => apart(placeOf(handle), start) > 8, 'the handle to follow');
      await until(() => drawingOf(view) !== drawing, 'the picture to follow');
      await mouse('mouseReleased', x - 24, y - 12);
      // A run knows its state once it has begun.
      button(page, 'step')?.click();
      await atRest(page);
      if (hasAddress) expect(shared(page)).not.toBe(first);
      button(page, 'reset')?.click();
      await atRest(page);
      if (resets) first = shared(page);
      take();
      fresh = placeOf(handle);
    });

    test.runIf(hasHandles)('is moved by keys; Escape and Home bring it back', async () => {
      page.frame.focus();
      handle.blur();
      handle.focus();
      const before = placeOf(handle);
      for (let i = 0; i < 3; i += 1) await press('ArrowLeft');
      await until(() => apart(placeOf(handle), before) > 3, 'the handle to move');
      await press('Escape');
      await until(() => apart(placeOf(handle), before) < 3, 'the handle to come back');
      await press('Home');
      await until(() => apart(placeOf(handle), start) < 3, 'the handle to go to its start');
      await atRest(page);
    });

    test.runIf(hasHandles)('is dragged by a finger, which scrolls the page beside it', async () => {
      await show(page, view);
      const [before, { scrollY }] = [placeOf(handle), page.window];
      const { left, top } = view.getBoundingClientRect();
      const [x, y] = before;
      await touchDragBy(page, { x: left + x, y: top + y }, -30, -14);
      await until(() => apart(placeOf(handle), before) > 8, 'the handle to follow');
      expect(page.window.scrollY).toBe(scrollY);
      button(page, 'step')?.click();
      await atRest(page);
      if (hasAddress) {
        last = shared(page);
        expect(last).not.toBe(first);
      }
      let scrolls = true;
      // Scrolling goes on for a while after the finger has left.
      page.document.addEventListener('scrollend', () => (scrolls = false), { once: true });
      await touchDragBy(page, bare(page, view), 0, -120);
      const down = () => page.window.scrollY - scrollY;
      const most = page.document.documentElement.scrollHeight - page.window.innerHeight - scrollY;
      await until(() => down() > Math.min(40, most - 1), 'the page to scroll');
      await until(() => !scrolls || most < 1, 'the scrolling to end');
    });

    test.runIf(resets)('is as it was after Reset', async () => {
      button(page, 'reset').click();
      await show(page, view);
      await atRest(page);
      take();
      expect(apart(placeOf(handle), fresh)).toBeLessThan(3);
      expect(shared(page)).toBe(first);
    });

    test.runIf(hasHandles)('comes back when its context was lost', async () => {
      await show(page, view);
      await atRest(page);
      const canvas = view.querySelector('canvas')!;
      const before = canvas.toDataURL();
      const extension = (page.contexts[0] as WebGL2RenderingContext).getExtension('WEBGL_lose_context')!;
      extension.loseContext();
      await until(() => !isResting(page), 'the view to know');
      // The last picture stays until then. Clear it to see the new one.
      canvas.getContext('2d')!.clearRect(0, 0, canvas.width, canvas.height);
      expect(canvas.toDataURL()).not.toBe(before);
      extension.restoreContext();
      await until(() => canvas.toDataURL() === before, 'the picture');
    });

    // Colours depend only on the theme, and content only on the width.
    test.each([
      ['light', 390],
      ['dark', 1280],
    ] as const)('axe finds nothing in the %s theme at %i px', async (theme, width) => {
      await resize(page, width);
      expect(await violations(page, theme)).toEqual([]);
    });

    test('says nothing on the console, also when it is closed, and has one WebGL context at most', async () => {
      expect(page.contexts.length).toBeLessThanOrEqual(1);
      const play = button(page, 'play');
      if (play && !play.disabled) {
        await show(page, view);
        const before = page.requests();
        play.click();
        await until(() => page.requests() > before, 'it to play');
      }
      closePage();
      await staysStill(() => page.messages.length, 10);
      expect(page.messages).toEqual([]);
    });

    test.runIf(hasAddress)('what is shared comes back as it was', async () => {
      expect(last).not.toBe('');
      page = await load({ url: last.slice(location.origin.length) });
      pause(page);
      const [again] = handlesOf(page) as [HTMLElement];
      await show(page, viewOf(again));
      await atRest(page);
      const [now, then] = [shared(page), last].map(numbersOf);
      expect(now!.words).toEqual(then!.words);
      now!.numbers.forEach((each, i) => expect(each).toBeCloseTo(then!.numbers[i]!, 2));
      expect(page.messages).toEqual([]);
    });
  });
