/** The frame of a demo page: its `index.html` has a title, a description and a text, and everything else is here. */

/** The document of a page. Its first section and those after it follow the demo; what comes before introduces it. */
export function pageOf(text: string, hasStyle: boolean): string {
  const title = /<title>(.*?)<\/title>/s.exec(text)![1]!;
  const description = /<meta\s+name="description"\s+content="(.*?)"/s.exec(text)![1]!;
  const body = text.replace(/<title>.*?<\/title>|<meta[^>]*>|<!--.*?-->/gs, '').trim();
  const [, intro, sections] = /^(.*?)(<section.*)?$/s.exec(body)!;
  return `<!doctype html>
<html lang="en">
  <head>
    <title>${title} · Limber</title>
    <meta name="description" content="${description}" />
    <link rel="stylesheet" href="../shell/css/page.css" />
    ${hasStyle ? '<link rel="stylesheet" href="style.css" />' : ''}
    <script type="module">
      import { open } from '../shell/open.ts';
      open(() => import('./page.ts'));
    </script>
  </head>
  <body>
    <main id="main">
      <section class="hero">
        ${intro}
        <noscript>
          <p class="note">
            This demo is solved by your browser and needs JavaScript. <a href="../article/">The article</a> can be read
            without it.
          </p>
        </noscript>
      </section>
      <section class="run" id="run" aria-label="The demo"></section>
      ${sections ?? ''}
    </main>
  </body>
</html>
`;
}
