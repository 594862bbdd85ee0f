/** The whole site, newly built, and its documentation. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, runIn } from './folders.ts';

/** Folder of the documentation; the demo pages are around it, as in build/pages. */
export const site = join(root, 'build/site/docs');

const tool = (script: string, ...args: string[]): Promise<string> =>
  runIn(root, process.execPath, join('node_modules', script), ...args);

export interface Said {
  readonly reference: string;
  readonly site: string;
}

/** Does the work of `node scripts/build.mjs pages` without the embed frame, into a folder of the tests. */
export async function buildSite(): Promise<Said> {
  const around = dirname(site);
  rmSync(around, { recursive: true, force: true });
  await tool('vite/bin/vite.js', 'build', '--outDir', around);
  const reference = await tool('typedoc/bin/typedoc', '--options', 'docs/typedoc.config.mjs');
  await tool('tsx/dist/cli.mjs', 'docs/generate/main.ts');
  const said = await tool('vitepress/bin/vitepress.js', 'build', 'docs/site', '--outDir', site);
  return { reference, site: said };
}

export function pagesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
}

export interface PageLinks {
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

const decoded = (value: string): string =>
  value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** Links of a page, and its possible link targets. */
export function linksOf(file: string): PageLinks {
  const all = [...readFileSync(file, 'utf8').matchAll(/\s(href|src|id)="([^"]*)"/g)];
  const [ids, links] = [true, false].map((isId) =>
    all.filter(([, name]) => (name === 'id') === isId).map(([, , value]) => decoded(value!)),
  );
  return { links: links!, ids: new Set(ids) };
}
