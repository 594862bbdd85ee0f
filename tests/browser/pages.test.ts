/** Every page of the site: nothing sticks out or jumps, axe finds nothing, and what is missing is said. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demos, navigation } from '../../demos/shell/pages.ts';
import { violations } from './axe.ts';
import { isDrawn } from './page-facts.ts';
import { atRest, closePage, inTest, openPage, type Page, type PageOptions, until } from './page-support.ts';
import { changedShare, picture } from './pixels.ts';
import { centre, frames, mouse } from './three-support.ts';

const widths = [320, 390, 480, 768, 1024, 1280, 1440, 1920, 2560];

/** The addresses at which pages show most. */
const busiest: Readonly<Record<string, string>> = {
  'race/': '?arm=tree4&goal=direction',
  'solutions/': '?robot=sixteen',
  'tracks/': '?arm=4&track=2&solver=dls&speed=4',
  'robots/': '?robot=humanoid&orientation=on',
  'obstacles/': '?scene=shelf&shapes=on',
  'reach/': '?scene=shelf&spacing=0.2',
  'moves/': '?scene=upright',
  'constraints/': '?on=pose,distance,look,plane,line',
  'tracking/': '?arm=seven&course=eight&frames=on',
  'two-arms/': '?mode=carry&forward=off',
  'linkages/': '?linkage=misfit',
};

const paths = [...navigation, ...demos].map(({ path }) => path).filter((path) => path !== 'docs/');
const urlOf = (path: string): string => `/demos/${path}index.html${busiest[path] ?? ''}`;

async function load(options: PageOptions): Promise<Page> {
  const page = await openPage({ height: 800, ready: () => true, ...options });
  await until(() => isDrawn(page), `${options.url} to be drawn`);
  await frames(5, page.window);
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

function pause({ document }: Page): void {
  const play = document.querySelector<HTMLButtonElement>('.run button[name=play]');
  if (play?.textContent === 'Pause') play.click();
}

/** The first that can be dragged, and the view that it is in. */
function handleOf({ document }: Page): [handle: Element, view: Element] {
  const roots = [...document.querySelectorAll('limber-arm')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const handle = [document, ...roots]
    .flatMap((root) => [...root.querySelectorAll('.stage [role=application]')])
    .find((each) => each.checkVisibility())!;
  return [handle, handle.closest('.stage')!];
}

/** The part of a view that another look gives while one of its handles is held, 0 to 1. */
async function changedByHolding(page: Page, handle: Element, view: Element): Promise<number> {
  view.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  await until(() => isDrawn(page), 'the view to be drawn');
  await frames(2, page.window);
  const { x: left, y: top, width, height } = view.getBoundingClientRect();
  const look = () => picture({ ...inTest(page, { x: left, y: top }), width, height });
  const before = await look();
  const { x, y } = inTest(page, centre(handle));
  await mouse('mousePressed', x, y);
  await mouse('mouseMoved', x + 3, y + 3);
  await frames(2, page.window);
  const share = changedShare(before, await look());
  await mouse('mouseReleased', x + 3, y + 3);
  return share;
}

/** Where the parts of a demo are. */
const placesOf = ({ document }: Page): number[][] =>
  [...document.querySelectorAll('main > *, .run > *, .run button, .run .control, .facts > *, footer')].map(
    (element) => {
      const { x, y, height } = element.getBoundingClientRect();
      return [x, y, height].map(Math.round);
    },
  );

describe.each(paths)('the page /%s', (path) => {
  let page: Page;
  beforeAll(async () => {
    page = await load({ url: urlOf(path), width: 390 });
  });
  afterAll(closePage);

  test('does not jump while it runs', async () => {
    for (const width of [390, 1280]) {
      await resize(page, width);
      await frames(5, page.window);
      const before = placesOf(page);
      await frames(30, page.window);
      expect(placesOf(page)).toEqual(before);
    }
  });

  test.runIf(demos.some((demo) => demo.path === path))('draws nothing in a pause', async () => {
    pause(page);
    await atRest(page);
  });

  test.skipIf(path === 'gallery/')(
    'is drawn as before, but for what moves, while it is dragged',
    async () => {
      await resize(page, 390);
      pause(page);
      const [handle, view] = handleOf(page);
      expect(await changedByHolding(page, handle, view)).toBeLessThan(0.2);
    },
  );

  test.each([390, 1280])('axe finds nothing at %i px in either theme', async (width) => {
    await resize(page, width);
    expect(await violations(page)).toEqual([]);
  });

  test('fits every width, also where a solve ends by the longest of its words', async () => {
    for (const width of widths) {
      await resize(page, width);
      for (const status of page.document.querySelectorAll('[data-show=status]')) {
        status.textContent = 'maxIterations';
        expect(status.scrollWidth).toBeLessThanOrEqual(status.clientWidth);
      }
    }
  });

  test('says nothing on the console, and has one WebGL context at most', () => {
    expect(page.messages).toEqual([]);
    expect(page.contexts.length).toBeLessThanOrEqual(1);
  });
});

describe.each(demos)('without what it needs, the page /$path', ({ path }) => {
  afterEach(closePage);

  test('says that there is no WebGL', async () => {
    const page = await openPage({ url: urlOf(path), webgl: false, ready: () => true });
    const note = () => page.document.querySelector('.hero .note')?.textContent ?? '';
    await until(() => note() !== '', 'the reason');
    expect(note()).toContain('WebGL');
    await until(() => page.document.querySelector('.run:empty') === null, 'the page');
    expect(page.messages).toEqual([]);
  });

  test('says that there is no JavaScript', async () => {
    const page = await openPage({ url: urlOf(path), scripts: false });
    expect(page.document.querySelector<HTMLElement>('noscript .note')!.offsetHeight).toBeGreaterThan(0);
    for (const { disabled } of page.document.querySelectorAll('fieldset')) expect(disabled).toBe(true);
  });
});

test('charts are drawn where the browser has a language that Intl does not know', async () => {
  const { document, window } = await load({
    url: urlOf('tracks/'),
    width: 1024,
    before: ({ navigator }) =>
      Object.defineProperty(navigator, 'language', { value: 'C', configurable: true }),
  });
  await until(() => document.querySelector('.uplot') !== null, 'the chart');
  expect(window.navigator.language).toBe('en');
  closePage();
});

test('a frame without WebGL says so, and not that JavaScript is off; axe finds nothing', async () => {
  const page = await openPage({ url: '/demos/embed.html', width: 390, webgl: false, ready: () => true });
  const arm = page.document.querySelector('limber-arm')!;
  const note = () => arm.shadowRoot?.querySelector('.note')?.textContent ?? '';
  await until(() => note() !== '', 'the reason');
  expect(note()).toContain('WebGL');
  expect(page.document.body.innerText).not.toContain('JavaScript');
  expect(await violations(page)).toEqual([]);
  closePage();
});
