/** The whole site, newly built, and its documentation. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'parse5';
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

interface Node {
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
  readonly content?: Node;
}

function* attributesOf(node: Node): Generator<{ name: string; value: string }> {
  yield* node.attrs ?? [];
  for (const child of [...(node.childNodes ?? []), ...(node.content ? [node.content] : [])]) {
    yield* attributesOf(child);
  }
}

export interface PageLinks {
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

/** Links of a page, and its possible link targets. */
export function linksOf(file: string): PageLinks {
  const all = [...attributesOf(parse(readFileSync(file, 'utf8')) as Node)];
  const values = (names: string[]): string[] =>
    all.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  return { links: values(['href', 'src']), ids: new Set(values(['id'])) };
}
