/** The docs as plain Markdown, one file beside each page, and `llms.txt`, which lists them: see llmstxt.org. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { included } from './included.ts';
import type { DefaultTheme, SiteConfig } from 'vitepress';

type Item = DefaultTheme.SidebarItem;

/** Without front matter and without blocks that readers of a page do not see. */
const plain = (file: string): string =>
  included(file)
    .replace(/^---\n[^]*?\n---\n+/, '')
    .replace(/<!--[^]*?-->\n*/g, '')
    .trimStart();

/** Path of a page's Markdown from the docs' folder. */
const fileOf = (link: string): string => `${link.replace(/^\//, '').replace(/\/$|^$/, '/index')}.md`;

function listOf({ text, link, items = [] }: Item): string {
  const own = link ? `- [${text}](docs/${fileOf(link)})\n` : '';
  return own + items.map(listOf).join('');
}

export function writePlain({ pages, srcDir, outDir, site }: SiteConfig<DefaultTheme.Config>): void {
  for (const page of pages) {
    const out = join(outDir, page);
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, plain(join(srcDir, page)));
  }
  const groups = (site.themeConfig.sidebar as Item[]).filter(({ text }) => text !== 'Reference');
  const list = groups.map((group) => `## ${group.text}\n\n${listOf(group)}`).join('\n');
  const head = `# ${site.title}\n\n> ${site.description}\n\n- [Overview](docs/index.md)\n- [Reference](docs/reference/index.md)\n`;
  writeFileSync(join(outDir, '../llms.txt'), `${head}\n${list}`);
}
