import { katex } from '@mdit/plugin-katex';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme, type MarkdownEnv, type MarkdownRenderer } from 'vitepress';
import { icon } from '../../../demos/shell/header.ts';
import { navigation } from '../../../demos/shell/pages.ts';
import { alias } from '../../../vite.config.ts';
import { anywhere, inHtml, placeholder } from './anywhere.ts';
import { sidebar } from './sidebar.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The demo pages lie beside docs/; the docs themselves are what the reader sees. */
const nav: DefaultTheme.NavItem[] = navigation.map(({ title, path }) =>
  path === 'docs/'
    ? { text: title, link: '/', activeMatch: '.' }
    : { text: title, link: `/../${path}`, target: '_self' },
);

/** Written before the site is built; without them the rest can still be read and written. */
function generated(path: string): DefaultTheme.SidebarItem[] {
  const file = here(`../${path}`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DefaultTheme.SidebarItem[]) : [];
}


// Before the first paint: the choice of theme that the demo pages keep.
const theme = `try {
  const theme = localStorage.getItem('limber-theme');
  localStorage.setItem('vitepress-theme-appearance', theme || 'auto');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {}`;

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

export default defineConfig({
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
  // A link to a demo page leaves this site; tests/web/docs-links.test.ts follows all of them.
  ignoreDeadLinks: [/^\/\.\.\//],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      // MathML needs neither styles nor fonts. VitePress brings its own types of markdown-it.
      katex(md as unknown as Parameters<typeof katex>[0], { output: 'mathml' });
      showFileNames(md);
    },
  },
  transformHtml: inHtml,
  vite: {
    plugins: [anywhere()],
    resolve: { alias },
    build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
    experimental: { renderBuiltUrl: () => ({ relative: true }) },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('limber-') } } },
  themeConfig: {
    nav,
    sidebar: sidebar(generated('solvers/sidebar.json'), generated('reference/typedoc-sidebar.json')),
    search: {
      provider: 'local',
      options: {
        _render: (text, env, md) => searched(text, env, md as unknown as MarkdownRenderer),
      },
    },
    outline: [2, 3],
    externalLinkIcon: true,
    docFooter: { prev: 'Before', next: 'Next' },
    darkModeSwitchLabel: 'Theme',
    sidebarMenuLabel: 'Contents',
  },
});
