/** The first live arm of home and article: few requests and bytes before it, and nothing moves when it comes. */
import { join } from 'node:path';
import type { Request } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './folders.ts';
import { serve, type Server } from './server.ts';
import { closeBrowser, newPage } from './visit.ts';

/** Fast 3G: milliseconds, bytes per second. */
const line = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_375 };

let server: Server;
beforeAll(async () => {
  server = await serve(join(root, 'build/pages'), { zips: true });
});
afterAll(async () => {
  await closeBrowser();
  await server.close();
});

/** Runs in the page: what was fetched before its first view was drawn, and how far it moved until now. */
function facts() {
  const time = Number(document.documentElement.dataset.firstDrawn);
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
  return {
    fetched: (entries as PerformanceResourceTiming[])
      .filter(({ name, startTime }) => startTime < time && !name.startsWith('data:'))
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
    moved: shifts.reduce((sum, { value }) => sum + value, 0),
  };
}

it.each(['', 'article/'])('/%s needs six requests and 430 kB on a slow line', async (path) => {
  const { context, page, complaints } = await newPage(1280, 720);
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', line);
  const under = new Set<Request>();
  page.on('request', (request) => under.add(request));
  for (const type of ['requestfinished', 'requestfailed'] as const)
    page.on(type as 'requestfinished', (request) => under.delete(request));
  await page.goto(`${server.url}/${path}`, { waitUntil: 'commit' });
  await page.locator('.stage[data-drawn]').first().waitFor();
  await page.locator('html[data-first-drawn]').waitFor();
  // Only a request that has ended is listed.
  await expect.poll(() => under.size, { timeout: 60_000 }).toBe(0);
  const { fetched, moved } = await page.evaluate(facts);
  const list = fetched.map(({ name, bytes }) => `${name} ${bytes}`).join('\n');
  expect(fetched.length, list).toBeLessThanOrEqual(6);
  expect(
    fetched.reduce((sum, { bytes }) => sum + bytes, 0),
    list,
  ).toBeLessThanOrEqual(430_000);
  expect(moved).toBeLessThan(0.001);
  expect(complaints).toEqual([]);
  await context.close();
});

it('fonts that do not come keep nobody waiting', async () => {
  const { context, page } = await newPage(1280, 720);
  await page.route('**/*.woff2', () => {});
  await page.goto(`${server.url}/gallery/`, { waitUntil: 'commit' });
  await page.locator('h1').waitFor({ state: 'visible' });
  await context.close();
});
