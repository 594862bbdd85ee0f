/** The API reference: one module an entry of package.json's exports, former names apart, from the sources. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const sources = Object.values(exports).flatMap(({ default: file }) => {
  const name = file?.match(/^\.\/web\/dist\/(?!former\/)(.+)\.js$/)?.[1];
  return name ? [join(root, `web/src/${name}.ts`)] : [];
});

/** A module bears the name by which it is imported, and not that of its file. */
function nameByEntry(app) {
  app.converter.on('resolveBegin', ({ project }) => {
    for (const child of project.children ?? []) {
      child.name = child.name === 'index' ? 'limber' : `limber/${child.name}`;
    }
  });
}

/** Parts of public types that nobody needs a name for. */
const parts = [
  'Follower',
  'all',
  'AnyModel',
  'layerNames',
  'Listeners',
  'LiveGoals',
  'Own',
  'Rings',
  'Middle',
  'ObstacleSolids',
  'Sided',
  'StageView',
  'Arrow',
  'GoalMesh',
  'Plinth',
  'Floor',
  'DragControlOptions',
  'Moved',
  'PathLine',
  'HandleProps',
  'Key',
  'sides',
  'sided',
];

export default {
  entryPoints: sources.filter((file) => existsSync(file)),
  tsconfig: join(root, 'tsconfig.build.json'),
  plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme', nameByEntry],
  out: join(root, 'docs/site/reference'),
  docsRoot: join(root, 'docs/site'),
  readme: 'none',
  name: 'Reference',
  intentionallyNotExported: parts,
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
