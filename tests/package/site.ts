/** The documentation, newly built beside the built pages. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, runIn } from './folders.ts';

/** Folder of the documentation; the demo pages are around it. */
export const site = join(root, 'build/pages/docs');

const tool = (script: string, ...args: string[]): Promise<string> =>
  runIn(root, process.execPath, join('node_modules', script), ...args);

export interface Said {
  readonly reference: string;
  readonly site: string;
}

/** Does the work of `npm run build docs`, and keeps what its tools say. */
export async function buildSite(): Promise<Said> {
  if (!existsSync(join(dirname(site), 'index.html')))
    throw new Error('not built: run npm run build pages first');
  rmSync(site, { recursive: true, force: true });
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
