/**
 * The documentation site: built without warnings, without dead links, and usable under any path. Neither its
 * pages nor the demos shift while they load.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demos } from '../../demos/plugins/site.ts';
import { navigation } from '../../demos/shell/pages.ts';
import { entries, isFormer } from './folders.ts';
import { serve, type Server } from './server.ts';
import { buildSite, linksOf, pagesOf, site, type PageLinks, type Said } from './site.ts';
import { closeBrowser, newPage } from './visit.ts';

let said: Said;
let server: Server;

beforeAll(async () => {
  said = await buildSite();
  server = await serve(dirname(dirname(site)));
}, 600_000);

afterAll(async () => {
  await closeBrowser();
  await server?.close();
});

describe('the build', () => {
  it('describes every entry of the package, without a warning', () => {
    expect(said.reference).not.toMatch(/warning|error/i);
    for (const entry of entries) {
      const page = join(site, 'reference', entry, 'index.html');
      expect(existsSync(page), `a page for ${entry}`).toBe(!isFormer(entry));
    }
  });

  it('leaves no trace of the path that it was told', () => {
    const traces = pagesOf(site).filter((path) =>
      readFileSync(join(site, path), 'utf8').includes('/limber-docs-base/'),
    );
    expect(traces).toEqual([]);
  });
});

describe('links', () => {
  const seen = new Map<string, PageLinks>();
  const read = (file: string): PageLinks => {
    const known = seen.get(file) ?? linksOf(file);
    seen.set(file, known);
    return known;
  };

  /** Why a link of a page is dead; undefined if it is not. */
  function whyDead(page: string, link: string): string | undefined {
    if (/^(data|mailto):/.test(link)) return undefined;
    if (/^\w+:/.test(link)) return /^https?:/.test(link) ? undefined : 'no address of the web';
    if (link.startsWith('/')) return 'counts from the root of the server';
    const [path = '', id = ''] = decodeURIComponent(link).split('#');
    const target = normalize(join(dirname(join(site, page)), path.split('?')[0]!));
    const file = path === '' ? join(site, page) : /\.\w+$/.test(target) ? target : join(target, 'index.html');
    if (!existsSync(file)) return 'no such file';
    return id === '' || !file.endsWith('.html') || read(file).ids.has(id) ? undefined : 'no such place there';
  }

  it('lead somewhere, on every page', { timeout: 120_000 }, () => {
    const pages = pagesOf(site).filter((page) => page !== '404.html');
    expect(pages.length).toBeGreaterThan(100);
    const dead = pages.flatMap((page) =>
      read(join(site, page)).links.flatMap((link) => {
        const why = whyDead(page, link);
        return why ? [`${page}: ${link}: ${why}`] : [];
      }),
    );
    expect([...new Set(dead)]).toEqual([]);
  });

  it('are found dead', () => {
    expect(whyDead('index.html', 'start/nothing.html')).toBe('no such file');
    expect(whyDead('index.html', 'start/page.html#nothing')).toBe('no such place there');
    expect(whyDead('start/page.html', '../../nothing/')).toBe('no such file');
    expect(whyDead('index.html', '/start/page.html')).toContain('root');
    expect(whyDead('start/page.html', '../../race/')).toBeUndefined();
  });
});

it('is there as plain Markdown, too, which llms.txt lists', () => {
  const list = readFileSync(join(dirname(site), 'llms.txt'), 'utf8');
  const files = [...list.matchAll(/\]\((\S+\.md)\)/g)].map(([, file]) => file!);
  expect(files).toEqual(
    expect.arrayContaining(['docs/index.md', 'docs/start/page.md', 'docs/solvers/lm.md']),
  );
  for (const file of files) {
    const text = readFileSync(join(dirname(site), file), 'utf8');
    expect(text, file).toMatch(/^# /);
    expect(text, file).not.toContain('<!--');
  }
});

interface Opened {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Opens a page by its path from docs/, below a path unknown to the build, and waits until all in view is drawn. */
async function open(path: string, width = 1280): Promise<Opened> {
  const { page, complaints } = await newPage(width, 800);
  // The docs must not load anything of the demos.
  const home = `${server.url}/pages/${path.startsWith('../') ? '' : 'docs/'}`;
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(home) && !/^(data|blob):/.test(url)) complaints.push(url);
  });
  await page.goto(`${server.url}/pages/docs/${path}`);
  await page.waitForFunction(isDrawn, null, { timeout: 60_000 });
  return { page, complaints };
}

/** Runs in the page: whether everything visible is drawn. */
function isDrawn(): boolean {
  // A demo is created by its script.
  if (document.fonts.status !== 'loaded' || document.querySelector('.run:not(:has(> .form))')) return false;
  // Bundlers may drop an import that only defines an element; those far below load theirs when they come near.
  const undefinedOnes = [...document.querySelectorAll(':not(:defined)')];
  if (undefinedOnes.some((element) => element.getBoundingClientRect().top < innerHeight)) return false;
  const stages = [...document.querySelectorAll<HTMLElement>('.stage, limber-arm')].filter((stage) => {
    const { top, bottom, left } = stage.getBoundingClientRect();
    return stage.checkVisibility() && bottom > top && top < innerHeight && left < innerWidth;
  });
  return stages.every((stage) =>
    [
      stage.closest('[data-drawn]'),
      ...[stage, stage.shadowRoot].map((at) => at?.querySelector('[data-drawn]')),
    ].some(Boolean),
  );
}

it('leads from page to page, below any path, and complains of nothing', async () => {
  const { page, complaints } = await open('solvers/dls.html');
  const path = () => new URL(page.url()).pathname.replace('/pages/', '');
  expect(await page.locator('.VPSidebar details[open] [aria-current=page]').allInnerTexts()).toEqual(['dls']);
  await page.locator('.SiteHeader .theme').click();
  await page.locator('.VPSidebar a', { hasText: 'Chains, links and joints' }).click();
  await page.locator('h1', { hasText: 'Chains, links and joints' }).waitFor();
  expect(path()).toBe('docs/concepts/chain.html');
  await page.locator('limber-arm [data-alive]').waitFor({ timeout: 60_000 });
  await page.locator('.VPNavBarSearch button').click();
  await page.locator('.VPLocalSearchBox input').fill('damping');
  await page.locator('.VPLocalSearchBox .result', { hasText: 'Singularities and damping' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/docs\/(concepts|solvers)\/(?!chain)/);
  // The links of the navigation, now that the address has changed without a new page.
  const demos = page.locator('.SiteHeader a', { hasText: 'Demos' });
  expect(await demos.evaluate((link: HTMLAnchorElement) => link.pathname)).toBe('/pages/gallery/');
  await page.locator('.SiteHeader a', { hasText: 'Docs' }).click();
  await page.locator('h1', { hasText: 'Limber' }).waitFor();
  expect(path()).toBe('docs/');
  await page.reload();
  await page.locator('html.dark[data-theme=dark]').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('limber-theme'))).toBe('dark');
  expect(complaints).toEqual([]);
  await page.context().close();
});

describe('figures', () => {
  const article = join(dirname(site), 'article/index.html');

  it('are in the page as it is built: frame 0 of each', () => {
    const files = [...pagesOf(site).map((path) => join(site, path)), article];
    const found = files.flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(
        /<limber-figure [^>]*?name="([\w-]+)"[^>]*>(.*?)<\/limber-figure>/gs,
      ),
    ]);
    expect(found.length).toBeGreaterThan(25);
    for (const [, name, inside] of found) expect(inside, name).not.toBe('');
  });

  /** Height of every figure, and where its drawing is in it. */
  const places = (page: Page): Promise<unknown> =>
    page.locator('limber-figure:has(> svg)').evaluateAll((all) =>
      all.map((figure) => {
        const [outer, inner] = [figure, figure.querySelector('svg')!].map((each) =>
          each.getBoundingClientRect(),
        );
        return [outer!.height, inner!.top - outer!.top, inner!.height].map(Math.round);
      }),
    );

  it.each([
    ['solvers/svd.html', 390],
    ['solvers/dls.html', 1280],
    ['concepts/singularities.html', 390],
    ['../article/', 390],
    ['../article/', 1280],
  ] as const)('of %s come alive at %d px where they are drawn', async (path, width) => {
    const { page, complaints } = await newPage(width, 800);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    let letIn = (): void => {};
    const scripts = new Promise<void>((resolve) => (letIn = resolve));
    await page.route('**/*.js', async (route) => {
      await scripts;
      await route.continue();
    });
    await page.goto(`${server.url}/pages/docs/${path}`, { waitUntil: 'commit' });
    await page.locator('limber-figure svg').first().waitFor();
    await page.locator('footer, .VPDocFooter').first().waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    const before = await places(page);
    letIn();
    for (const figure of await page.locator('limber-figure').all()) {
      await figure.scrollIntoViewIfNeeded();
      await figure.and(page.locator(':not([inert])')).waitFor();
    }
    expect(await places(page)).toEqual(before);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Once something is painted: whether all fonts were there. On a busy machine they may be late, which moves text. */
async function hadFonts(page: Page): Promise<boolean> {
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  return page.evaluate(
    (time) => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return resources.every(({ name, responseEnd }) => !name.endsWith('.woff2') || responseEnd < time);
    },
    (await painted.jsonValue())!,
  );
}

/** Expects that nothing has moved while the page was loaded, its fonts first. */
async function expectCalm(page: Page): Promise<void> {
  while (!(await hadFonts(page))) {
    await page.reload();
    await page.waitForFunction(isDrawn, null, { timeout: 60_000 });
  }
  const shifts = await page.evaluate(async () => {
    const nameOf = (node: Node | null): string =>
      node instanceof Element ? `<${node.localName} class="${node.className}">` : `${node?.textContent}`;
    // A frame's shifts are recorded at its end.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    return (observer.takeRecords() as Shift[]).map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node }) => nameOf(node)).join(', '),
    }));
  });
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  // The threshold for good: https://web.dev/articles/cls.
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.1);
}

/** Whether the page has fetched the core. */
const hasCore = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const texts = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()));
    return texts.some((text) => /WebAssembly\.\w/.test(text));
  });

/** What axe finds once colours have faded to those of the theme. */
async function violationsIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe: inside } = window as unknown as { axe: typeof axe };
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
    const rules = { 'label-content-name-mismatch': { enabled: true } };
    const result = await inside.run(document, { resultTypes: ['violations'], rules });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** One page of each kind. */
const kinds = [
  '',
  'start/page.html',
  'solvers/sdls.html',
  'closed-forms/seven.html',
  'troubleshooting.html',
  'reference/limber/index.html',
  'concepts/jacobian.html',
  // The longest lines of programs.
  'recipes/moves.html',
];
const widths = [320, 390, 480, 768, 1024, 1280, 1440, 1920, 2560];

describe.each(kinds)('the page docs/%s', (path) => {
  let narrow: Opened;
  let wide: Opened;
  // One after the other: several at once may get the font of formulas late, which then moves the text.
  beforeAll(async () => {
    narrow = await open(path, 390);
    wide = await open(path, 1280);
  });
  afterAll(() => Promise.all([narrow, wide].map((opened) => opened?.page.context().close())));

  it('does not jump while it loads, and complains of nothing', async () => {
    for (const { page, complaints } of [narrow, wide]) {
      await expectCalm(page);
      expect(complaints).toEqual([]);
    }
  });

  it('fetches the core where something is drawn, and nowhere else', async () => {
    const isLive = (await wide.page.locator('limber-arm, limber-figure').count()) > 0;
    expect(await hasCore(wide.page)).toBe(isLive);
  });

  it.runIf(path === 'concepts/jacobian.html')(
    'has digits in its figure as small as text, whatever style the page has for a class',
    async () => {
      const heights = await wide.page
        .locator('limber-figure text')
        .evaluateAll((digits) => digits.map((digit) => digit.getBoundingClientRect().height));
      expect(heights).toHaveLength(3);
      expect(Math.max(...heights)).toBeLessThan(40);
    },
  );

  it('axe finds nothing at 390 px, nor at 1280 px in both themes', async () => {
    for (const { page } of [narrow, wide]) {
      await page.addScriptTag({ content: axe.source });
      expect(await violationsIn(page)).toEqual([]);
    }
    await wide.page.emulateMedia({ colorScheme: 'dark' });
    await wide.page.locator('html.dark').waitFor();
    expect(await violationsIn(wide.page)).toEqual([]);
  });

  it('fits every window, and cuts no line of a program at 1280 px', async () => {
    const programs = await wide.page
      .locator('.vp-doc pre')
      .evaluateAll((blocks) => blocks.map((each) => [each.scrollWidth, each.clientWidth]));
    for (const [needed, given] of programs) expect(needed).toBeLessThanOrEqual(given!);
    for (const width of widths) {
      await wide.page.setViewportSize({ width, height: 800 });
      const found = await wide.page.evaluate(() => document.documentElement.scrollWidth);
      expect(found, `at ${width} px`).toBeLessThanOrEqual(width);
    }
  });
});

// tests/browser/contract.ts has their other laws.
it.each([...navigation, ...demos].map(({ path }) => path).filter((path) => path !== 'docs/'))(
  'the page %s does not jump while it loads, and complains of nothing',
  async (path) => {
    const { page, complaints } = await open(`../${path}`, 390);
    await expectCalm(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);
