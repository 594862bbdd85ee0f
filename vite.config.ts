import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { articleTables, figureDrawings } from './demos/plugins/drawings.ts';
import { fontFiles } from './demos/plugins/fonts.ts';
import { early, firstScript, firstScripts } from './demos/plugins/loading.ts';
import { movedPages, pageFiles, sitePages, titlesOfDocs } from './demos/plugins/site.ts';
import { serveDocs } from './docs/serve.ts';
import { lessOfThree } from './scripts/embed/three.mjs';
import { shipsOnly } from './scripts/licences/plugin.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Pages and tests import the package by its name, but from its sources: an edit shows at once. */
export const alias = [
  { find: /^limber$/, replacement: here('web/src/index.ts') },
  { find: /^limber\/(\w+)$/, replacement: here('web/src/$1/index.ts') },
];

/** Scripts need not ask again for the first ones, which the page brings: in Firefox that fails, with an event and nothing worse. */
const later = (_: string, needed: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'html' ? needed : needed.filter((file) => !firstScript.test(file));

const build = {
  target: 'es2022',
  chunkSizeWarningLimit: 1500,
  modulePreload: { polyfill: false, resolveDependencies: later },
};
/** Plugins for the modules of a build; `points` of the race have a shader of their own. */
const modules = () => [
  { ...lessOfThree({ keep: /points/, headsets: true }), apply: 'build' as const },
  titlesOfDocs(),
];

export default defineConfig(() => ({
  root: here('demos'),
  base: './',
  plugins: [
    ...modules(),
    firstScripts(() => ({ root: here('demos'), base: './', resolve: { alias }, plugins: modules(), build })),
    sitePages(),
    articleTables(alias),
    figureDrawings(alias),
    early(),
    movedPages(),
    fontFiles(),
    serveDocs(),
    shipsOnly('pages', { write: true }),
  ],
  resolve: { alias },
  // Found before the first request, so that no page reloads under a person or a test.
  optimizeDeps: { entries: ['**/*.html', '*/page.ts'] },
  server: { fs: { allow: [here('.')] } },
  build: {
    ...build,
    outDir: here('build/pages'),
    // `npm run build` empties it of all but the docs.
    emptyOutDir: false,
    rolldownOptions: {
      input: pageFiles(),
      // Plugins draw figures and cut fonts, which takes longer than bundling.
      checks: { pluginTimings: false },
    },
  },
}));
