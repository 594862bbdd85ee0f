/** Posts with an element in Chromium; every folder `limber` is served from web/dist/embed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { root } from './folders.ts';
import { newPage } from './visit.ts';

export const embed = join(root, 'web/dist/embed');

/** As written by `node scripts/build.mjs package`. */
export interface Pinned {
  readonly version: string;
  readonly entry: string;
  readonly integrity: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Address of the hosted folder, for a post elsewhere. */
const host = 'https://arms.example/limber/';

export const pinned = (): Pinned => JSON.parse(readFileSync(join(embed, 'integrity.json'), 'utf8')) as Pinned;

/** A fixture with the build's pinned values filled in. */
export function filled(name: string): string {
  const { entry, integrity } = pinned();
  const html = readFileSync(join(root, 'tests/fixtures/blogs', `${name}.html`), 'utf8');
  return html.replaceAll('{{address}}', host + entry).replaceAll('{{integrity}}', integrity);
}

interface Said {
  readonly type: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A page that is observed from its first script on. */
export class Post {
  /** Names of requested package files. */
  readonly asked: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly complaints: readonly string[],
  ) {}

  /** `tamper` changes a file in transit. */
  static async open(url: string, tamper?: (name: string, text: string) => string): Promise<Post> {
    const { context, page, complaints } = await newPage(480, 500);
    const post = new Post(context, page, complaints);
    await context.route(/\/limber\//, (route) => {
      const name = route.request().url().split('/limber/')[1]!;
      post.asked.push(name);
      if (!existsSync(join(embed, name))) return route.fulfill({ status: 404 });
      const bytes = readFileSync(join(embed, name));
      return route.fulfill({
        body: tamper?.(name, bytes.toString()) ?? bytes,
        contentType: name.endsWith('.js') ? 'text/javascript' : 'application/wasm',
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await page.addInitScript(() => {
      const said: Said[] = [];
      Object.assign(window, { said });
      for (const type of ['ready', 'solve', 'error']) {
        const hear = (event: Event): void => {
          const { detail } = event as CustomEvent<Said['detail'] | undefined>;
          if (detail) said.push({ type, detail });
        };
        document.addEventListener(type, hear, true);
      }
    });
    await page.goto(url);
    return post;
  }

  /** Last event of this type; waits for the first one. */
  async heard(type: string): Promise<Said['detail']> {
    await this.page.waitForFunction((wanted) => said.some((each) => each.type === wanted), type, {
      timeout: 60_000,
    });
    return this.page.evaluate((wanted) => said.filter((each) => each.type === wanted).at(-1)!.detail, type);
  }

  /** Waits until nothing moves, and the goal is farther than this from where it was; returns the final event. */
  async rested(way = 0, from?: unknown): Promise<Said['detail']> {
    const isAtRest = ([least, old]: readonly [number, unknown]): boolean => {
      const { resting, targets } = (said.at(-1)?.detail ?? {}) as { resting?: boolean; targets: number[] };
      const before = (old ?? targets) as number[];
      return resting === true && Math.hypot(...targets.map((each, i) => each - before[i]!)) >= least;
    };
    await this.page.waitForFunction(isAtRest, [way, from] as const, { timeout: 60_000 });
    return this.heard('solve');
  }

  /** Drags the goal with the mouse by this many pixels. */
  async drag(dx: number, dy: number): Promise<void> {
    const { page } = this;
    const box = await page.locator('limber-arm [aria-roledescription="draggable point"]').boundingBox();
    const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 6; i += 1) await page.mouse.move(x + (dx * i) / 6, y + (dy * i) / 6);
    await page.mouse.up();
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

declare global {
  /** Events of a post's elements. */
  var said: Said[];
}
