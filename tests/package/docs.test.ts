/** The site's pages followed literally: files saved, commands typed, in an empty folder with the packed package. */
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchOptions } from '../chromium.ts';
import { isProgram, isShell } from '../web/support/blocks.ts';
import { blocksIn, commandsOf, documents, isOfSite, nameOf } from '../web/support/readme.ts';
import { consumers, root, runIn } from './folders.ts';
import { person } from './person.ts';
import { serve } from './server.ts';

const packed = inject('packed');
const pages = documents().filter((path) => blocksIn(path).some((block) => isOfSite(block) && isShell(block)));

/** An empty folder for a page, with the files that its reader provides. */
async function folderFor(path: string): Promise<string> {
  const folder = join(consumers, 'docs', path.replace(/\W+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'public'), { recursive: true });
  if (path.endsWith('character.md')) writeFileSync(join(folder, 'public/person.glb'), await person());
  cpSync(packed.tarball, join(folder, packed.name));
  if (path.endsWith('cpp.md')) cloneInto(join(folder, 'limber'));
  return folder;
}

/** Copies the sources like a clone. Build results are kept between runs beside the pages' folders. */
function cloneInto(folder: string): void {
  mkdirSync(folder);
  for (const name of [
    'CMakeLists.txt',
    'CMakePresets.json',
    'cmake',
    'cpp',
    'tests/cpp',
    'LICENSE',
    'README.md',
  ]) {
    if (existsSync(join(root, name)))
      cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  for (const build of ['limber/build/native', 'fetched/build']) {
    const kept = join(consumers, 'docs-built', build);
    const place = join(dirname(folder), build);
    for (const each of [kept, dirname(place)]) mkdirSync(each, { recursive: true });
    symlinkSync(kept, place);
  }
}

function typed(command: string): string {
  // Compiles the library a second time; one build with release flags suffices.
  if (command.startsWith('cmake -S fetched ')) return command.replace('=Release', '=Debug');
  return command;
}

async function follow(path: string): Promise<{ folder: string; said: string[] }> {
  const folder = await folderFor(path);
  const blocks = blocksIn(path);
  for (const block of blocks.filter(nameOf)) {
    const file = join(folder, nameOf(block)!);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, block.code);
  }
  const said: string[] = [];
  for (const command of blocks.filter(isShell).flatMap(commandsOf)) {
    said.push(await runIn(folder, 'bash', '-c', typed(command)));
  }
  return { folder, said };
}

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(launchOptions);
});
afterAll(() => browser?.close());

/** Complaints of a page until it has drawn. */
async function open(url: string): Promise<string[]> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await page.goto(url);
    await page.locator('[data-drawn], [data-alive]').first().waitFor({ timeout: 60_000 });
    return complaints;
  } finally {
    await page.close();
  }
}

async function openServed(folder: string, page = 'index.html'): Promise<string[]> {
  const server = await serve(folder);
  return open(`${server.url}/${page}`).finally(() => server.close());
}

describe('as written', () => {
  it('has pages to follow', () => expect(pages.length).toBeGreaterThan(3));

  it.for(pages)('%s', { timeout: 1_800_000 }, async (path) => {
    const { folder, said } = await follow(path);
    const blocks = blocksIn(path);
    const programs = blocks.filter((block) => isProgram(block) && nameOf(block)?.endsWith('.mjs'));
    // tests/web/docs/readme.test.ts checks printed output against the comments.
    if (programs.length > 0) expect(said.at(-1)).toContain('converged');
    if (path.endsWith('cpp.md')) expect(said.at(-1)).toMatch(/^converged, /);
    if (existsSync(join(folder, 'index.html'))) expect(await openServed(join(folder, 'dist'))).toEqual([]);
    if (path.endsWith('page.md')) expect(await openServed(folder, 'arm.html')).toEqual([]);
  });
});
