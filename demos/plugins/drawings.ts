/** Draws frame 0 of every `<limber-figure>` into a page that is built, so that it is seen before any script has come. */
import { fileURLToPath } from 'node:url';
import { runnerImport, type Alias, type Plugin } from 'vite';

type Drawer = typeof import('../../docs/figures/still.ts');

const file = fileURLToPath(new URL('../../docs/figures/still.ts', import.meta.url));
const element = /<limber-figure\b([^>]*)><\/limber-figure>/g;

/** Styles come with the page. */
const unstyled = (): Plugin => ({
  name: 'limber:unstyled',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0unstyled' : undefined),
  load: (id) => (id === '\0unstyled' ? '' : undefined),
});

/** `alias`: where the package's sources are. */
export function drawings(alias: readonly Alias[]) {
  const config = { resolve: { alias: [...alias] }, plugins: [unstyled()], oxc: { target: 'es2022' } };
  let loading: ReturnType<typeof runnerImport<Drawer>> | undefined;
  const load = () => (loading ??= runnerImport<Drawer>(file, config));
  /** The HTML with its figures drawn. */
  async function draw(html: string): Promise<string> {
    if (!html.includes('<limber-figure')) return html;
    const { module } = await load();
    return html.replace(element, (whole, written: string) => {
      const pairs = [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
      const drawn = module.draw(Object.fromEntries(pairs) as Record<string, string>);
      // Its buttons and points do nothing yet.
      return drawn ? `<limber-figure${written} inert>${drawn}</limber-figure>` : whole;
    });
  }
  return { load, draw };
}

export function figureDrawings(alias: readonly Alias[]): Plugin {
  const { load, draw } = drawings(alias);
  return {
    name: 'limber:drawings',
    apply: 'build',
    // Before the build, which counts the time of its plugins.
    config: async () => void (await load()),
    transformIndexHtml: { order: 'pre', handler: draw },
  };
}
