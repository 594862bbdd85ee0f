/** Every page of the site: nothing sticks out at any width, and axe finds nothing. */
import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { demos, navigation } from '../../demos/shell/pages.ts';
import { until as untilWithin, watchContexts } from './three-support.ts';

// Several pages drawn in software on a busy machine take their time.
const patience = 60;
vi.setConfig({ testTimeout: 2000 * patience });

const widths = [320, 390, 480, 768, 1024, 1280, 1440, 1920, 2560];

const paths = [...navigation, ...demos].map(({ path }) => path).filter((path) => path !== 'docs/');

const until = (condition: () => boolean, what: string) => untilWithin(condition, what, patience);

interface Loaded {
  readonly frame: HTMLIFrameElement;
  readonly document: Document;
  readonly window: Window & typeof globalThis;
}

/** Whether everything of the page that is in sight is there. */
function isDrawn({ document, window }: Loaded): boolean {
  // Before its styles are there the page must not be measured: that alone would lay it out without them.
  if (document.readyState !== 'complete') return false;
  const stages = [...document.querySelectorAll<HTMLElement>('.stage, limber-arm')].filter((stage) => {
    const { top, bottom } = stage.getBoundingClientRect();
    return stage.checkVisibility() && bottom > top && top < window.innerHeight;
  });
  const isLive = (stage: HTMLElement): boolean =>
    Boolean(stage.shadowRoot?.querySelector('.note')?.textContent) ||
    stage.closest('[data-drawn]') !== null ||
    stage.querySelector('[data-drawn]') !== null ||
    Boolean(stage.shadowRoot?.querySelector('[data-drawn]'));
  // A demo is made by its script.
  if (document.querySelector('.run:empty')) return false;
  return document.fonts.status === 'loaded' && stages.every(isLive);
}

interface LoadOptions {
  /** A page besides `index.html`. */
  readonly file?: string;
  /** Changes the window before the page's scripts run. */
  readonly before?: (window: Loaded['window']) => void;
}

async function load(path: string, width: number, options: LoadOptions = {}): Promise<Loaded> {
  const frame = document.createElement('iframe');
  frame.style.cssText = `position: fixed; inset: 0 auto auto 0; width: ${width}px; height: 800px; border: 0`;
  frame.src = `/demos/${path}${options.file ?? 'index.html'}`;
  document.body.append(frame);
  await until(() => frame.contentDocument?.URL === new URL(frame.src, location.href).href, 'the document');
  const window = frame.contentWindow as Loaded['window'];
  // Vitest's server rewrites every dynamic import to go through this function of its own page.
  Object.assign(window, { __vitest_browser_runner__: { wrapDynamicImport: (get: () => unknown) => get() } });
  options.before?.(window);
  const loaded = { frame, window, document: frame.contentDocument! };
  await until(() => isDrawn(loaded), `${path} to be drawn at ${width} px`);
  await frames(window, 5);
  return loaded;
}

async function frames(window: Window, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => window.requestAnimationFrame(resolve));
}

async function violations({ document, window }: Loaded): Promise<string[]> {
  const script = document.createElement('script');
  script.textContent = axe.source;
  document.head.append(script);
  const inside = (window as unknown as { axe: typeof axe }).axe;
  const found: string[] = [];
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.theme = theme;
    await frames(window, 2);
    // Colours that fade are not yet those of the theme.
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
    const result = await inside.run(document, { resultTypes: ['violations'] });
    found.push(
      ...result.violations.map(
        ({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      ),
    );
  }
  return found;
}

/** Waits until the page fits; charts follow the window a moment later. */
async function fit({ frame, document }: Loaded): Promise<void> {
  const { documentElement: root } = document;
  for (const width of widths) {
    frame.style.width = `${width}px`;
    await until(
      () => root.clientWidth === width && root.scrollWidth <= width,
      `${frame.src} to fit ${width} px, and not to be ${root.scrollWidth} px wide`,
    );
  }
}

afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));

describe.each(paths)('the page /%s', (path) => {
  test('fits, and axe finds nothing', async () => {
    const narrow = await load(path, 390);
    expect(await violations(narrow)).toEqual([]);
    await fit(narrow);
  });
});

test('charts are drawn where the browser has a language that Intl does not know', async () => {
  const { document, window } = await load('tracks/', 1024, {
    before: ({ navigator }) =>
      Object.defineProperty(navigator, 'language', { value: 'C', configurable: true }),
  });
  await until(() => document.querySelector('.uplot') !== null, 'the chart');
  expect(window.navigator.language).toBe('en');
});

test('a frame without WebGL says so, and not that JavaScript is off; axe finds nothing', async () => {
  const page = await load('', 390, {
    file: 'embed.html',
    before: (window) => watchContexts([], window, false),
  });
  const arm = page.document.querySelector('limber-arm')!;
  const note = () => arm.shadowRoot?.querySelector('.note')?.textContent ?? '';
  await until(() => note() !== '', 'the reason');
  expect(note()).toContain('WebGL');
  expect(page.document.body.innerText).not.toContain('JavaScript');
  expect(await violations(page)).toEqual([]);
});
