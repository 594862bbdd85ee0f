/** The site's pages followed literally. C++ has a test of its own. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { byFiber } from '../browser/fiber-notice.ts';
import { isProgram, isShell, promisesOf } from '../web/support/blocks.ts';
import { blocksIn, documents, isOfSite, nameOf } from '../web/support/readme.ts';
import { follow } from './follow.ts';
import { serve } from './server.ts';
import { closeBrowser, newPage } from './visit.ts';

const pages = documents().filter(
  (path) => !path.endsWith('cpp.md') && blocksIn(path).some((block) => isOfSite(block) && isShell(block)),
);

afterAll(closeBrowser);

/** Complaints of a page until it has drawn. */
async function open(url: string): Promise<string[]> {
  const { context, page, complaints } = await newPage();
  try {
    await page.goto(url);
    await page
      .locator('[data-drawn], [data-alive], canvas[data-engine]')
      .first()
      .waitFor({ timeout: 60_000 });
    return complaints.filter((text) => !byFiber.test(text));
  } finally {
    await context.close();
  }
}

async function openServed(folder: string, page = 'index.html'): Promise<string[]> {
  const server = await serve(folder);
  return open(`${server.url}/${page}`).finally(() => server.close());
}

describe('as written', () => {
  it('has pages to follow', () => expect(pages.length).toBeGreaterThan(3));

  it.for(pages)('%s', async (path) => {
    const { folder, said } = await follow(path);
    const blocks = blocksIn(path);
    const programs = blocks.filter((block) => isProgram(block) && nameOf(block)?.endsWith('.mjs'));
    const promised = programs.flatMap(({ code }) => promisesOf(code));
    if (promised.length > 0) expect(said.at(-1)!.split('\n')).toEqual(expect.arrayContaining(promised));
    if (existsSync(join(folder, 'index.html'))) expect(await openServed(join(folder, 'dist'))).toEqual([]);
    for (const page of blocks.map(nameOf).filter((name) => name?.endsWith('.html') && name !== 'index.html'))
      expect(await openServed(folder, page), page).toEqual([]);
  });
});
