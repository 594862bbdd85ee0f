import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import type { Plugin } from 'vite';

const built = fileURLToPath(new URL('../build/pages/docs', import.meta.url));

const notBuilt =
  '<!doctype html><html lang="en"><title>Docs</title><meta name="color-scheme" content="light dark">' +
  '<p>The docs are not built yet: run <code>npm run build docs</code>, then load this page again.';

/** While the pages are served from their sources, docs/ is what was built last. */
export function serveDocs(): Plugin {
  return {
    name: 'limber:docs',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use('/docs', sirv(built, { dev: true }));
      middlewares.use('/docs', (_, response) => {
        const isBuilt = existsSync(built);
        response.writeHead(isBuilt ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(isBuilt ? 'There is no such page.' : notBuilt);
      });
    },
  };
}
