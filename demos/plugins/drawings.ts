/** Draws frame 0 of every `<limber-figure>` into a page that is built, so that it is seen before any script has come. */
import { fileURLToPath } from 'node:url';
import { runnerImport, type Alias, type Plugin } from 'vite';
import { titlesOfDocs } from './site.ts';

type Drawer = typeof import('../../docs/figures/still.ts');
type Filler = typeof import('../article/still.ts');

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const element = /<limber-figure\b([^>]*)><\/limber-figure>/g;

/** Styles come with the page. */
const unstyled = (): Plugin => ({
  name: 'limber:unstyled',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0unstyled' : undefined),
  load: (id) => (id === '\0unstyled' ? '' : undefined),
});

const configOf = (alias: readonly Alias[]) => ({
  resolve: { alias: [...alias] },
  plugins: [unstyled(), titlesOfDocs()],
  oxc: { target: 'es2022' as const },
});

/** A function that draws the figures of a page; `alias`: where the package's sources are. */
export function drawings(alias: readonly Alias[]): (html: string) => Promise<string> {
  const config = configOf(alias);
  let loading: ReturnType<typeof runnerImport<Drawer>> | undefined;
  return async (html) => {
    if (!html.includes('<limber-figure')) return html;
    const { module } = await (loading ??= runnerImport<Drawer>(here('../../docs/figures/still.ts'), config));
    return html.replace(element, (whole, written: string) => {
      const pairs = [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
      const drawn = module.draw(Object.fromEntries(pairs) as Record<string, string>);
      // Its buttons and points do nothing yet.
      return drawn ? `<limber-figure${written} inert>${drawn}</limber-figure>` : whole;
    });
  };
}

export const figureDrawings = (alias: readonly Alias[]): Plugin => ({
  name: 'limber:drawings',
  apply: 'build',
  transformIndexHtml: { order: 'pre', handler: drawings(alias) },
});

export const articleTables = (alias: readonly Alias[]): Plugin => ({
  name: 'limber:tables',
  transformIndexHtml: {
    order: 'pre',
    async handler(html, { filename }) {
      if (!/article[/\\]index\.html$/.test(filename)) return html;
      const { module } = await runnerImport<Filler>(here('../article/still.ts'), configOf(alias));
      return module.filled(html);
    },
  },
});
