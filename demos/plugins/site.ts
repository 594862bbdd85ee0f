/**
 * Makes whole pages. An `index.html` begins with its own head elements: title, description, scripts. Then
 * comes the page. A demo has only text: the part before its first section introduces the demo, the sections
 * follow it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { tagCode } from '../home/tag.ts';
import { moved, newAddress, type Moved } from '../shell/moved.ts';
import { headerLinks, icon, themeButton, themeScript } from '../shell/header.ts';
import { inlined } from './inlined.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = here('..');

const manifest = JSON.parse(readFileSync(here('../../package.json'), 'utf8')) as {
  repository?: { url: string };
};

/** The address of the repository, once package.json has one. */
export const repository = manifest.repository?.url.replace(/^git\+|\.git$/g, '');

/** The page's path relative to the site's first page. */
const pathOf = (file: string): string =>
  relative(folder, file).replaceAll('\\', '/').replace('index.html', '');

/** Every index.html is a page. */
export function pageFiles(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|[/\\])index\.html$/.test(path))
    .map((path) => join(folder, path));
}

interface GalleryDemo {
  readonly path: string;
  /** Of a panel with a card of its own; else empty. */
  readonly query: string;
  readonly title: string;
  /** What to do in the demo. */
  readonly text: string;
  /** Its place in the gallery. */
  readonly place: number;
}

/** Every page that begins with its heading is a demo, and has a line for the gallery: "place: text". */
export const demos: readonly GalleryDemo[] = pageFiles()
  .flatMap((file): GalleryDemo[] => {
    const source = readFileSync(file, 'utf8');
    if (!/^<h1/m.test(source)) return [];
    const found = /name="gallery"\s+content="(\d+): (.+?)"/.exec(source);
    if (!found) throw new Error(`${file} has no <meta name="gallery" content="1: What to do here." />`);
    const path = pathOf(file);
    const place = Number(found[1]);
    const title = /<title>(.*?)<\/title>/s.exec(source)![1]!;
    const panels = source.matchAll(/name="card"\s+data-query="(.+?)"\s+content="(.+?): (.+?)"/g);
    return [
      { path, query: '', title, text: found[2]!, place },
      ...[...panels].map(([, query, title, text]) => ({
        path,
        place,
        query: query!,
        title: title!,
        text: text!,
      })),
    ];
  })
  .sort((a, b) => a.place - b.place);

/** The name of a card's pictures. */
export const posterOf = ({ path, query }: Pick<GalleryDemo, 'path' | 'query'>): string =>
  [path.replace('/', ''), ...new URLSearchParams(query).values()].join('-');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The complete head; `own`: the part from the source. */
function head(own: string, up: string, file: string): string {
  const title = /<title>(.*?)<\/title>/s.exec(own)![1]!;
  const description = /name="description"\s+content="([^"]*)"/.exec(own)![1]!;
  const style = existsSync(join(dirname(file), 'style.css'))
    ? '<link rel="stylesheet" href="style.css" />'
    : '';
  return `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#101318" media="(prefers-color-scheme: dark)" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <link rel="icon" href="${icon}" />
    <script>${themeScript}</script>
    <link rel="stylesheet" href="${up}shell/css/site.css" />${style}
    ${own.replace('</title>', ' · Limber</title>')}`;
}

/** The body of a demo page; `text` is its text. */
function demo(text: string, name: string): string {
  const [, intro, sections] = /^(.*?)(<section.*)?$/s.exec(text)!;
  return `<script type="module">
      import { open } from '../shell/open.ts';
      open(() => import('./page.ts'));
    </script>
    <main id="main" class="demo">
      <section class="hero">
        ${intro}
        <noscript>
          <p class="note">
            This demo is solved by your browser and needs JavaScript. <a href="../article/">The article</a> can be read
            without it.
          </p>
        </noscript>
      </section>
      <section class="run exhibition ${name}" id="run" aria-label="The demo">
        <div class="scene"><div class="stage">${poster(name, '../')}</div></div>
      </section>
      ${sections ?? ''}
    </main>`;
}

/** A demo's picture; `up`: from its page to the site's first page. */
function poster(name: string, up: string): string {
  const file = (theme: string): string => `${up}gallery/posters/${name}-${theme}.webp`;
  return `<picture class="poster"><source srcset="${file('dark')}" media="(prefers-color-scheme: dark)" />
    <img src="${file('light')}" width="480" height="360" alt="" /></picture>`;
}

const card = (demo: GalleryDemo, up: string): string =>
  `<li><a class="card" href="${up}${demo.path}${escaped(demo.query)}">${poster(posterOf(demo), up)}
    <strong>${demo.title}</strong><span>${demo.text}</span></a></li>`;

const gallery = (up: string): string =>
  `<section class="group" aria-label="Demos">
    <ul class="cards">${demos.map((demo) => card(demo, up)).join('')}</ul></section>`;

/** A program's listing, with comments dimmed. */
const listing = (path: string): string =>
  escaped(readFileSync(here(path), 'utf8').trim())
    .replaceAll('<', '&lt;')
    .replace(/\/\/.*$/gm, '<i class="c">$&</i>');

/** Placeholder of a live view: the words are the scene's name, and a description of its picture. */
function stage(_up: string, words: string): string {
  const [, scene, alt] = /^(\w+) (.*)$/s.exec(words)!;
  const late = ['whole', 'hero'].includes(scene!) ? 'fetchpriority="high"' : 'loading="lazy"';
  return `<div class="stage"><picture class="poster">
    <source srcset="posters/${scene}-dark.webp" media="(prefers-color-scheme: dark)" />
    <img src="posters/${scene}-light.webp" ${late} alt="${alt}" /></picture></div>`;
}

/** The file behind a figure: at the repository, or else in a fold that `demos/article/words.ts` fills. */
function source(_up: string, file: string): string {
  const name = file.split('/').at(-1)!;
  return repository
    ? `<a class="source" href="${repository}/blob/main/${file}">View source: ${name}</a>`
    : `<details class="source" data-file="${file}"><summary>View source: ${name}</summary><pre class="code"></pre></details>`;
}

/** Words that one reads per minute, and minutes that one plays with a figure. */
const pace = 220;
const play = 0.5;

/** A section's length, for the contents: "id", or "id: who can skip it". */
function length(_up: string, words: string, page: string): string {
  const [id, hint] = words.split(': ') as [string, string?];
  const section = new RegExp(`<section[^>]* aria-labelledby="${id}".*?</section>`, 's').exec(page)?.[0];
  if (!section) throw new Error(`no section is labelled by "${id}"`);
  const read = section.replace(/<!--.*?-->|<[^>]+>/gs, ' ').match(/\S*\w\S*/g) ?? [];
  const figures = section.match(/<figure\b/g)?.length ?? 0;
  const drawn = figures > 0 ? `, ${figures} figure${figures > 1 ? 's' : ''}` : '';
  const skip = hint ? ` <em>${hint}</em>` : '';
  const minutes = Math.max(1, Math.round(read.length / pace + play * figures));
  return `<small>${minutes} min${drawn}${skip}</small>`;
}

/** Parts that a page includes by a comment such as `<!-- gallery -->`. */
const pieces: Readonly<Record<string, (up: string, words: string, page: string) => string>> = {
  gallery,
  program: () => listing('../home/program.ts'),
  tag: () => tagCode('limber/limber-arm.js').replaceAll('<', '&lt;'),
  stage,
  source,
  length,
};

/** The page as served; `file` is its source, `theme` the switch's script. */
export function wholePage(source: string, file: string, theme = ''): string {
  const path = pathOf(file);
  const up = '../'.repeat(path.split('/').length - 1) || './';
  const begins = source.search(/<(h1|main|div)\b/);
  const [own, text] = [source.slice(0, begins).trim(), source.slice(begins).trim()];
  const page = text.startsWith('<h1') ? demo(text, path.replace('/', '')) : text;
  return `<!doctype html>
<html lang="en">
  <head>
    ${head(own, up, file)}
  </head>
  <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="bar">${headerLinks(up, path, repository)}${themeButton}</header>
    ${page.replace(/<!-- (\w+) ?(.*?)-->/gs, (comment, name: string, words: string) => pieces[name]?.(up, words.trim(), page) ?? comment)}
    <footer><p><b>Limber</b>: inverse kinematics for the web. Everything on this page is solved in your browser. Free
      software under the MIT licence.</p></footer>
    <script>${theme}</script>
  </body>
</html>
`;
}

/** Indentation is not sent, but for code. */
const flush = (html: string): string =>
  html.replace(/<pre[\s\S]*?<\/pre>|\n\s+/g, (part) => (part.startsWith('<pre') ? part : '\n'));

export const sitePages = (): Plugin => ({
  name: 'limber:pages',
  transformIndexHtml: {
    order: 'pre',
    async handler(html, { filename }) {
      if (!/index\.html$/.test(filename)) return html;
      // So small that a request of its own would take longer.
      return flush(wholePage(html, filename, await inlined(here('../shell/theme.ts'))));
    },
  },
});

/** A page that leads from a former address to the present one; without scripts by a link. */
const movedPage = (entry: Moved): string => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" /><meta name="robots" content="noindex" /><title>Moved · Limber</title>
  <script>location.replace('../' + (${newAddress.toString()})(${JSON.stringify(entry)}, location.search) + location.hash);</script>
  <p>This page has moved: <a href="../${entry.to}">here</a>.</p>
</html>
`;

/** Former addresses. */
export const movedPages = (): Plugin => ({
  name: 'limber:moved',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const entry = moved[request.url!.replace(/^\/|(index\.html)?(\?.*)?$/g, '')];
      if (entry) response.setHeader('content-type', 'text/html').end(movedPage(entry));
      else next();
    });
  },
  generateBundle() {
    for (const [path, entry] of Object.entries(moved))
      this.emitFile({ type: 'asset', fileName: `${path}index.html`, source: movedPage(entry) });
  },
});

/** `x.md?title`: the title in the head of a page of the docs, where there is one. */
export const titlesOfDocs = (): Plugin => ({
  name: 'titles-of-docs',
  load(id) {
    const [file, query] = id.split('?') as [string, string?];
    if (query !== 'title') return null;
    return `export default ${JSON.stringify(/^title: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1])}`;
  },
});
