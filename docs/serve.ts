import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const built = fileURLToPath(new URL('../build/pages/docs', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

const notBuilt =
  '<!doctype html><html lang="en"><title>Docs</title><meta name="color-scheme" content="light dark">' +
  '<p>The docs are not built yet: run <code>npm run build docs</code>, then load this page again.';

/** While the pages are served from their sources, docs/ is what was built last. */
export function serveDocs(): Plugin {
  return {
    name: 'limber:docs',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use('/docs', (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url!, 'http://x').pathname));
        const file = join(built, path.endsWith('/') ? `${path}index.html` : path);
        const found = existsSync(file) && statSync(file).isFile();
        const type = (found && types[extname(file)]) || types['.html']!;
        response.writeHead(found || !existsSync(built) ? 200 : 404, { 'content-type': type });
        response.end(found ? readFileSync(file) : notBuilt);
      });
    },
  };
}
