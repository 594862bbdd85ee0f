import { katex } from '@mdit/plugin-katex';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfigWithTheme, type DefaultTheme, type MarkdownEnv, type MarkdownRenderer } from 'vitepress';
import { drawings } from '../../../demos/plugins/drawings.ts';
import { fontFiles } from '../../../demos/plugins/fonts.ts';
import { repository } from '../../../demos/plugins/site.ts';
import { icon, themeScript } from '../../../demos/shell/header.ts';
import { shipsOnly } from '../../../scripts/licences/plugin.mjs';
import { alias } from '../../../vite.config.ts';
import { anywhere, inHtml, placeholder } from './anywhere.ts';
import { writePlain } from './llms.ts';
import { sidebar } from './sidebar.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Written before the site is built; without them the rest can still be read and written. */
function generated(path: string): DefaultTheme.SidebarItem[] {
  const file = here(`../${path}`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DefaultTheme.SidebarItem[]) : [];
}

// VitePress keeps the theme under a name of its own.
const theme = `${themeScript}
try { localStorage.setItem('vitepress-theme-appearance', document.documentElement.dataset.theme || 'auto') } catch {}`;

/** Parts of VitePress's theme that ours stand in for. */
const ours = (part: string, by: string) => ({
  find: new RegExp(`^.*/${part}\\.vue$`),
  replacement: here(`theme/${by}.vue`),
});

/**
 * What search finds. Of the reference the head of each page and the names of members: its hundreds of sections “Returns”
 * and “Parameters” would hide the rest.
 */
function searched(text: string, env: MarkdownEnv, md: MarkdownRenderer): string {
  if (!env.relativePath.startsWith('reference/')) return md.render(text, env);
  const [head = '', ...sections] = text.split(/^## /m);
  const members = sections.flatMap((section) => section.match(/^### .+$/gm) ?? []);
  return md.render([head, ...members.map((member) => member.slice(4))].join('\n\n'), env);
}

/** A block that is to be saved bears the name of its file instead of its language. */
function showFileNames(md: Pick<MarkdownRenderer, 'renderer'>): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const html = fence!(tokens, index, ...rest);
    const file = /^\w+ (\S+\.\w+)/.exec(tokens[index]!.info)?.[1];
    return file ? html.replace(/(<span class="lang">)[^<]*/, `$1${file}`) : html;
  };
}

const draw = drawings(alias);

export default defineConfigWithTheme<DefaultTheme.Config & { repository: string | undefined }>({
  title: 'Limber',
  description: 'Inverse kinematics for the web: how to start, what it means, what every solver does.',
  base: placeholder,
  outDir: here('../../../build/pages/docs'),
  cacheDir: here('../../../build/docs'),
  head: [
    ['link', { rel: 'icon', href: icon }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
    ['script', {}, theme],
  ],
  // A link to a demo page leaves this site; tests/package/docs-site.test.ts follows all of them.
  ignoreDeadLinks: [/^\/\.\.\//],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      // MathML needs no styles, and one font: demos/shell/css/fonts.css. VitePress brings its own types of markdown-it.
      katex(md as unknown as Parameters<typeof katex>[0], {
        output: 'mathml',
        // An equation wider than a phone is scrolled by keys, too.
        transformer: (html) => html.replace(/^<p /, '<p tabindex="0" role="group" aria-label="Equation" '),
      });
      showFileNames(md);
    },
  },
  // So early that the first paint has them; see `font-display` in demos/shell/css/fonts.css.
  transformHead: ({ assets, content }) =>
    assets
      .filter((path) => /\/(text|heading|math)\.[^/]*woff2$/.test(path))
      .filter((path) => content.includes('<math') || !path.includes('/math.'))
      .map((href) => ['link', { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: '' }]),
  transformHtml: async (html, file, context) => inHtml(await draw(html), file, context),
  buildEnd: writePlain,
  vite: {
    // Its types are those of another Vite.
    plugins: [anywhere(), fontFiles(), shipsOnly('pages') as Plugin],
    resolve: {
      alias: [
        ...alias,
        ours('VPNav', 'SiteHeader'),
        ours('VPSidebarItem', 'SidebarItem'),
        ours('VPNavBarSearchButton', 'SearchButton'),
      ],
    },
    build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
    experimental: { renderBuiltUrl: () => ({ relative: true }) },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('limber-') } } },
  themeConfig: {
    repository,
    sidebar: sidebar(generated('solvers/sidebar.json'), generated('reference/typedoc-sidebar.json')),
    search: {
      provider: 'local',
      options: { _render: (text, env, md) => searched(text, env, md as unknown as MarkdownRenderer) },
    },
    outline: [2, 3],
    externalLinkIcon: true,
    docFooter: { prev: 'Before', next: 'Next' },
    sidebarMenuLabel: 'Contents',
  },
});
