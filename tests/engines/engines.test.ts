/**
 * The core of the browser suite in every engine, as one list of checks. LIMBER_ENGINES selects some of them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moved } from '../../demos/shell/moved.ts';
import kept from '../digest/digest.json' with { type: 'json' };
import { bundle, page as digestPage } from '../digest/bundle.ts';
import { root } from '../package/folders.ts';
import { serve, type Server } from '../package/server.ts';
import { pagesOf } from '../package/site.ts';
import { engines } from './engines.ts';
import type { Inside } from './inside.ts';
import { record, settle } from './table.ts';
import type { Opened, Source } from './tab.ts';

const folder = join(root, 'build/pages');
/** A thousandth of the reach of the article's arm, in its units. */
const near = 0.1;
/** Key codes of the WebDriver standard. */
const keys = { up: '\uE013', pageDown: '\uE00F' } as const;

/** Pages with live content, and the front pages; not the embed code, nor former addresses, which are no pages. */
const pages = pagesOf(folder).filter(
  (path) =>
    !/^limber\/|^docs\/(?!(index|concepts\/.*)\.html)/.test(path) &&
    !(path.replace('index.html', '') in moved),
);

let server: Server;

beforeAll(async () => {
  expect(existsSync(join(folder, 'index.html')), 'node scripts/build.mjs pages').toBe(true);
  const scripts = {
    '/inside.js': await bundle('tests/engines/inside.ts', 'iife'),
    '/digest.js': await bundle('tests/digest/all.ts', 'es'),
  };
  const head = '<script src="/inside.js"></script>';
  const digest = digestPage.replace('<head>', `<head>${head}`);
  server = await serve(folder, { scripts, head, pages: { '/digest.html': digest } });
});
afterAll(() => server.close());

const chosen = (process.env.LIMBER_ENGINES ?? Object.keys(engines).join(' ')).split(' ');

type Answer<K extends keyof Inside> = Awaited<ReturnType<Inside[K]>>;

describe.each(chosen)('%s', (name) => {
  const { title, open, cannot = {} } = engines[name]!;
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  /**
   * A test, which goes on in a new browser if the first dies under it, as WebKitGTK at times does in its own JavaScript
   * engine. A page that kills two fails.
   */
  const check = (title: string, body: () => Promise<void>, isFor = true): void =>
    it.runIf(isFor)(title, async () => {
      try {
        await body();
      } catch (error) {
        if (await opened.tab.run('return true').catch(() => false)) throw error;
        await opened.close();
        opened = await open();
        await body();
      }
    });

  /**
   * Navigates. A driver may return too early: Firefox does if the previous page writes its address at that
   * moment.
   */
  async function go(path: string): Promise<void> {
    await opened.tab.run('return window.inside?.settled()');
    // Marks the previous page, which may be the same one.
    await opened.tab.run('window.isLeft = true');
    await opened.tab.go(`${server.url}/${path}`);
    const facts = `return { path: location.pathname, state: document.readyState,
      isLeft: window.isLeft === true, inside: typeof window.inside }`;
    // Between two documents a script cannot run.
    const look = (): Promise<unknown> => opened.tab.run(facts).catch(String);
    const there = { path: `/${path}`, state: 'complete', isLeft: false, inside: 'object' };
    await expect.poll(look, { timeout: 120_000 }).toEqual(there);
  }
  const ask = async <K extends keyof Inside>(what: K, ...args: Parameters<Inside[K]>): Promise<Answer<K>> =>
    (await opened.tab.run(`return inside.${what}(...${JSON.stringify(args)})`)) as Answer<K>;

  /** Presses on a figure's goal, moves away in eight steps, and releases. */
  async function drag(scene: string, pointerType: 'mouse' | 'touch', dx: number, dy: number) {
    const before = await ask('show', scene);
    const { x, y } = before.at;
    const at = (part: number) => ({ x: Math.round(x + dx * part), y: Math.round(y + dy * part) });
    const move = (part: number) => ({ type: 'pointerMove', duration: 30, ...at(part) });
    const away = Array.from({ length: 8 }, (_, i) => move((i + 1) / 8));
    const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    const actions = [{ ...move(0), duration: 0 }, down!, ...away, up!];
    await opened.tab.act([{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions }]);
    return { before, after: await ask('state', scene) };
  }

  const moved = (a: readonly number[], b: readonly number[]): number =>
    Math.sqrt(a.reduce((sum, each, i) => sum + (each - b[i]!) ** 2, 0));

  function expectFollowed({ before, after }: Awaited<ReturnType<typeof drag>>, least: number): void {
    expect(moved(before.goal, after.goal)).toBeGreaterThan(least);
    expect(after.gap).toBeLessThan(near);
    expect(after.excess).toBe(0);
  }

  for (const path of pages)
    check(`/${path} is alive and says nothing`, async () => {
      await go(path);
      const { contexts, notes, messages } = await ask('alive');
      expect(notes).toEqual([]);
      expect(messages).toEqual([]);
      expect(contexts).toBeLessThanOrEqual(1);
    });

  check('an arm follows its goal that is dragged with the mouse', async () => {
    await go('article/index.html');
    expectFollowed(await drag('whole', 'mouse', -60, -40), 5);
  });

  check(
    'and with a finger, while the page stays where it is',
    async () => {
      await go('article/index.html');
      const seen = await drag('whole', 'touch', -60, -40);
      expectFollowed(seen, 5);
      expect(seen.after.scrollY).toBe(seen.before.scrollY);
    },
    cannot.touch === undefined,
  );

  check(
    'its driver has no finger',
    async () => {
      await go('article/index.html');
      await expect(drag('whole', 'touch', -60, -40)).rejects.toThrow();
    },
    cannot.touch !== undefined,
  );

  check('and by the keyboard', async () => {
    await go('article/index.html');
    const before = await ask('show', 'whole');
    await ask('focus', 'whole');
    const strokes = [keys.up, keys.up, keys.up, keys.up, keys.pageDown].flatMap((value) =>
      ['keyDown', 'keyUp'].map((type) => ({ type, value })),
    );
    await opened.tab.act([{ type: 'key', id: 'keys', actions: strokes } satisfies Source]);
    expectFollowed({ before, after: await ask('state', 'whole') }, 3);
  });

  check('draws charts', async () => {
    await go('tie/index.html');
    expect(await ask('chart')).toEqual([]);
  });

  check('gives the same answers, bit for bit', async () => {
    await go('digest.html');
    expect(await ask('results')).toEqual(kept);
  });

  it('logs nothing of its own', () => {
    expect(opened.tab.logged).toEqual([]);
    record({ engine: title, version: opened.version, pages: pages.length, ...cannot });
  });
});

it('is what the table in the docs says', () => {
  settle(
    chosen.map((name) => engines[name]!.title),
    chosen.length === Object.keys(engines).length,
  );
});
