/**
 * What a built page loads first: its styles are in its HTML, its fonts wait where the line is slow, and a view at its
 * top needs few scripts, with nothing that can be loaded later.
 */
import { dirname, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { inlined } from './inlined.ts';

type Output = readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[];

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Scripts that import the view at the top of their page; they load the rest once it is drawn. */
const entries = ['home', 'article'].map((name) => here(`../${name}/main.ts`));

/** Modules that an entry imports and a bundler does not drop. */
function modulesOf(entry: string, output: Output): Set<string> {
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
  const alone = { write: false, minify: false, rolldownOptions: { input: entries } };
  const made = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, ...alone },
  });
  return entries.map((entry) => modulesOf(entry, (made as Rolldown.RolldownOutput).output));
}

/** One script for what first views share, one for the rest of each; `config`: of a build with new plugins. */
export const firstScripts = (config: () => UserConfig): Plugin => ({
  name: 'limber:first-scripts',
  apply: 'build',
  async config() {
    const first = await firstModules(config());
    // An entry stays by itself: other pages import modules beside it. Dynamic imports need Vite's helper.
    const isShared = (id: string): boolean => first.every((modules) => modules.has(id)) || helpers.test(id);
    const groups = [
      { name: 'view', priority: 1, test: isShared },
      ...entries.map((entry, i) => ({
        name: dirname(entry).split('/').at(-1)!,
        test: (id: string) => id !== entry && first[i]!.has(id),
      })),
    ];
    const codeSplitting = { includeDependenciesRecursively: false, groups };
    return { build: { rolldownOptions: { output: { codeSplitting } } } };
  },
});

/** A page's own style sheets, as one; `from`: the folder of the page in the build. */
function stylesOf(html: string, from: string, bundle: Record<string, Output[number]>): string {
  return [...html.matchAll(links)]
    .map(([, href]) => {
      const name = posix.join(from, href!);
      const file = bundle[name] as Rolldown.OutputAsset;
      const way = posix.relative(from, dirname(name));
      return String(file.source).replace(/url\((?:\.\/)?([\w-]+\.)/g, `url(./${way}/$1`);
    })
    .join('');
}

const helpers = /preload-helper|rolldown.runtime/;
const links = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/g;
const faceRules = /@font-face\s*\{[^}]*\}/g;

/** The arguments of `FontFace` for a rule. */
function faceOf(rule: string): readonly unknown[] {
  const field = (name: string) => new RegExp(`[{;]${name}:\\s*([^;}]+)`).exec(rule)?.[1];
  const descriptors = { weight: 'font-weight', stretch: 'font-stretch', display: 'font-display' };
  const given = Object.entries(descriptors).map(([name, long]) => [name, field(long)]);
  return [field('font-family'), field('src'), Object.fromEntries(given)];
}

/** Writes styles into the pages, and fonts into a script. */
export const pageStyles = (): Plugin => ({
  name: 'limber:page-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle, filename }) {
      const from = relative(here('..'), dirname(filename));
      const styles = stylesOf(html, from, bundle!);
      if (!styles) return html;
      const rules = styles.match(faceRules)!;
      const faces = JSON.stringify(rules.map(faceOf));
      const script = `{const faces=${faces};${await inlined(here('../shell/early-fonts.ts'))}}`;
      const head = `<script>${script}</script><style>${styles.replace(faceRules, '')}</style>`;
      const unscripted = `<noscript><style>${rules.join('')}</style></noscript>`;
      return html.replace(links, '').replace('</head>', () => `${head}${unscripted}</head>`);
    },
  },
});
