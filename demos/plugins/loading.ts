/**
 * What a built page loads first: its styles are in its HTML, and a view at its top needs few scripts, with nothing that
 * can be loaded later. Where the line is slow, the view waits for its poster, and the fonts wait for the view.
 */
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { inlined } from './inlined.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Pages whose script imports the view at their top, and loads the rest once it is drawn. */
const pages = ['home', 'article'];
const entries = pages.map((name) => here(`../${name}/main.ts`));

/** Files of the first scripts. */
export const firstScript = new RegExp(`(^|/)(core|view|${pages.join('|')}|rolldown-runtime)-[\\w-]+\\.js$`);

/** The script that starts the core. */
const starter = here('../shell/start-core.ts');

/** Modules that an entry imports and a bundler does not drop. */
function modulesOf(entry: string, output: Rolldown.RolldownOutput['output']): Set<string> {
  const chunks = output.filter((file) => file.type === 'chunk');
  const files = new Set([chunks.find(({ facadeModuleId }) => facadeModuleId === entry)!.fileName]);
  const modules = new Set<string>();
  for (const file of files) {
    const chunk = chunks.find(({ fileName }) => fileName === file)!;
    for (const each of chunk.imports) files.add(each);
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) if (renderedLength) modules.add(id);
  }
  return modules;
}

/** Bundles the first views alone, to see what is in them. */
async function firstModules(config: UserConfig): Promise<Set<string>[]> {
  const alone = { write: false, minify: false, rolldownOptions: { input: [starter, ...entries] } };
  const made = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, ...alone },
  });
  return [starter, ...entries].map((entry) => modulesOf(entry, (made as Rolldown.RolldownOutput).output));
}

/** A script for the core, one for what first views share, one for the rest of each; `config`: of a build with new plugins. */
export const firstScripts = (config: () => UserConfig): Plugin => ({
  name: 'limber:first-scripts',
  apply: 'build',
  async config() {
    const [core, ...first] = await firstModules(config());
    const groups = [
      // A style sheet of an entry and of what it loads later: no script may import the entry, which is written into the page.
      { name: 'figure-styles', priority: 3, test: /docs\/figures\/figures\.css/ },
      // Dynamic imports need Vite's helper.
      { name: 'core', priority: 2, test: (id: string) => core!.has(id) || helpers.test(id) },
      { name: 'view', priority: 1, test: (id: string) => first.every((modules) => modules.has(id)) },
      // An entry stays by itself: other pages import modules beside it.
      ...entries.map((entry, i) => ({
        name: pages[i]!,
        test: (id: string) => id !== entry && first[i]!.has(id),
      })),
    ];
    const codeSplitting = { includeDependenciesRecursively: false, groups };
    return { build: { rolldownOptions: { output: { codeSplitting } } } };
  },
});

/** A page's style sheets as one: the site's, which Vite puts last, and its own; `from`: the page's folder. */
function stylesOf(html: string, from: string, bundle: Rolldown.OutputBundle): string {
  const names = [...html.matchAll(links)].map(([, href]) => posix.join(from, href!));
  const isSite = (name: string): boolean => posix.basename(name).startsWith('site-');
  return [...names.filter(isSite), ...names.filter((name) => !isSite(name))]
    .map((name) => {
      const way = posix.relative(from, dirname(name));
      return String((bundle[name] as Rolldown.OutputAsset).source).replace(
        /url\((?:\.\/)?([\w-]+\.)/g,
        `url(./${way}/$1`,
      );
    })
    .join('');
}

const helpers = /preload-helper|rolldown.runtime/;
const links = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/g;
const modules =
  /\s*<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)">(?:<\/script>)?/g;
const faceRules = /@font-face\s*\{[^}]*\}/g;

/** The arguments of `FontFace` for a rule. */
function faceOf(rule: string): readonly unknown[] {
  const field = (name: string) => new RegExp(`[{;]${name}:\\s*([^;}]+)`).exec(rule)?.[1];
  const descriptors = { weight: 'font-weight', stretch: 'font-stretch', display: 'font-display' };
  const given = Object.entries(descriptors).map(([name, long]) => [name, field(long)]);
  return [field('font-family'), field('src'), Object.fromEntries(given)];
}

/** Writes styles into the pages, and a script that brings their fonts and their first views. */
export const early = (): Plugin => ({
  name: 'limber:early',
  apply: 'build',
  generateBundle: {
    // Once imports have their last addresses.
    order: 'post',
    async handler(_, bundle) {
      const early = await inlined(here('../shell/early.ts'));
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('index.html'))
          file.source = withFirst(String(file.source), dirname(file.fileName), bundle, early);
    },
  },
});

function withFirst(html: string, from: string, bundle: Rolldown.OutputBundle, early: string): string {
  const styles = stylesOf(html, from, bundle);
  if (!styles) return html;
  const rules = styles.match(faceRules)!;
  const { text, scripts } = withoutScripts(html, from, bundle);
  const values = `faces=${JSON.stringify(rules.map(faceOf))},scripts=${JSON.stringify(scripts)}`;
  const head = [
    `<script>{const ${values.replaceAll('</', '<\\/')};${early}}</script>`,
    `<style>${styles.replace(faceRules, '')}</style>`,
    `<noscript><style>${rules.join('')}</style></noscript>`,
  ];
  return text.replace(links, '').replace('</head>', () => `${head.join('')}</head>`);
}

/** The page with the core's script alone, if it has that; the others by address, its own as text. */
function withoutScripts(html: string, from: string, bundle: Rolldown.OutputBundle) {
  const [own, ...others] = [...html.matchAll(modules)].map(([, src]) => src!);
  const core = others.find((src) => src.includes('/core-'));
  if (!core) return { text: html, scripts: [] };
  const name = posix.join(from, own!);
  const { code } = bundle[name] as Rolldown.OutputChunk;
  delete bundle[name];
  const way = dirname(own!);
  const script = `<script type="module" crossorigin src="${core}"></script>`;
  return {
    text: html.replace(modules, '').replace('</head>', `${script}</head>`),
    scripts: [
      ...others.filter((src) => src !== core).map((src) => ({ src })),
      { text: code.replace(/(["'`])\.\/([\w-]+\.(?:js|css))\1/g, `$1${way}/$2$1`) },
    ],
  };
}
