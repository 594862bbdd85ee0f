/** Provides the documents' code blocks for browsers to the browser tests, as `virtual:document-blocks`. */
import type { Plugin } from 'vitest/config';
import { isForBrowser, isPage, isProgram } from '../web/support/blocks.ts';
import { blocksIn, documents, isSaved, writePrograms } from '../web/support/readme.ts';

const name = 'virtual:document-blocks';

export function documentBlocks(): Plugin {
  const blocks = documents().flatMap(blocksIn);
  const programs = blocks.filter((block) => isProgram(block) && isForBrowser(block));
  // Saved pages have their scripts beside them; tests/package/docs.test.ts builds and opens those.
  const pages = blocks
    .filter((block) => isPage(block) && !isSaved(block))
    .map(({ place, code }) => ({ place, code }));
  const { runs } = writePrograms(programs, 'readme-browser');
  const loaders = programs.map(({ place, code }, i) => {
    const load = `() => import(${JSON.stringify(runs[i])})`;
    return `{ place: ${JSON.stringify(place)}, renders: ${code.includes('createRoot(')}, load: ${load} }`;
  });
  return {
    name: 'limber:document-blocks',
    // Pre-bundles the programs' imports before the first test, so that no page reloads during one.
    config: () => ({ optimizeDeps: { entries: runs } }),
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? `export const programs = [${loaders.join(',\n')}];\nexport const pages = ${JSON.stringify(pages)};`
        : undefined,
  };
}
