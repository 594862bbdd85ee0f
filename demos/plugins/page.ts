/** The frame of a demo page: its `index.html` has a title, a description and a text, and everything else is here. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cg fill='none' stroke='%238a94a3' stroke-width='5' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M7 28V15L16 7l5 5'/%3E%3C/g%3E%3Crect x='20' y='13' width='10' height='10' rx='1.5' fill='%232f7cf6'/%3E%3C/svg%3E";

/** The document of a page. Its first section and those after it follow the demo; what comes before introduces it. */
export function pageOf(text: string, hasStyle: boolean): string {
  const title = /<title>(.*?)<\/title>/s.exec(text)![1]!;
  const description = /<meta\s+name="description"\s+content="(.*?)"/s.exec(text)![1]!;
  const body = text.replace(/<title>.*?<\/title>|<meta[^>]*>|<!--.*?-->/gs, '').trim();
  const [, intro, sections] = /^(.*?)(<section.*)?$/s.exec(body)!;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Limber</title>
    <meta name="description" content="${description}" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#101318" media="(prefers-color-scheme: dark)" />
    <link rel="icon" href="${icon}" />
    <link rel="stylesheet" href="../shell/css/page.css" />
    ${hasStyle ? '<link rel="stylesheet" href="style.css" />' : ''}
    <script type="module">
      import { open } from '../shell/open.ts';
      open(() => import('./page.ts'));
    </script>
  </head>
  <body>
    <a class="skip" href="#run">Skip to the demo</a>
    <header class="bar"><a class="mark" href="../">Limber</a></header>
    <main>
      <section class="hero">
        ${intro}
        <noscript>
          <p class="note">
            This demo is solved by your browser and needs JavaScript. <a href="../">The article</a> can be read without
            it.
          </p>
        </noscript>
      </section>
      <section class="run" id="run" aria-label="The demo"></section>
      ${sections ?? ''}
    </main>
    <footer>
      <p>
        <b>Limber</b>: inverse kinematics for the web. Everything on this page is solved in your browser by its C++
        core. Free software under the MIT licence.
      </p>
    </footer>
  </body>
</html>
`;
}

export const demoPages = (): Plugin => ({
  name: 'limber:demo-pages',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { filename }) =>
      /^\s*<title>/.test(html) ? pageOf(html, existsSync(join(dirname(filename), 'style.css'))) : html,
  },
});
