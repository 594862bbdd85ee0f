/** The API reference: one module an entry of package.json's exports, from the sources. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export const sources = Object.values(exports)
  .map((entry) => entry.default?.match(/^\.\/web\/dist\/(.+)\.js$/)?.[1])
  .filter(Boolean)
  .map((name) => join(root, `web/src/${name}.ts`));

export default {
  entryPoints: sources.filter((file) => existsSync(file)),
  tsconfig: join(root, 'tsconfig.build.json'),
  plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme'],
  out: join(root, 'docs/site/reference'),
  docsRoot: join(root, 'docs/site'),
  readme: 'none',
  name: 'Reference',
  // Types are checked by `npm run check`.
  skipErrorChecking: true,
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  // What three.js's own classes hand down is in its own manual.
  excludeExternals: true,
  treatWarningsAsErrors: false,
  logLevel: 'Warn',
  hidePageHeader: true,
  hideBreadcrumbs: false,
  useCodeBlocks: true,
  sidebar: { pretty: true, collapsed: true },
};
