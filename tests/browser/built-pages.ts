/** Serves the built pages to the browser tests, where their sources would be: a fifth of the requests. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import type { Plugin } from 'vitest/config';

const folder = fileURLToPath(new URL('../../build/pages', import.meta.url));

/** LIMBER_PAGES=dev leaves them to the development server, which builds each anew: for work by hand. */
export function builtPages(): Plugin[] {
  if (process.env.LIMBER_PAGES === 'dev') return [];
  return [
    {
      name: 'limber:built-pages',
      apply: 'serve',
      configureServer({ middlewares }) {
        if (!existsSync(folder))
          throw new Error('the pages are not built: run `npm run build pages`, or set LIMBER_PAGES=dev');
        middlewares.use('/demos', sirv(folder, { dev: true }));
      },
    },
  ];
}
