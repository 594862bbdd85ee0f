/** Gives the browser's tests the documents' blocks that are for a browser, as `virtual:document-blocks`. */
import type { Plugin } from 'vitest/config';
import { isForBrowser, isPage, isProgram } from '../web/blocks.ts';
import { blocksIn, documents, isSaved, writePrograms } from '../web/readme.ts';

const name = 'virtual:document-blocks';

export function documentBlocks(): Plugin {
  const blocks = documents().flatMap(blocksIn);
  const programs = blocks.filter((block) => isProgram(block) && isForBrowser(block));
  // A page that is saved has its script beside it: tests/package/docs.test.ts builds and opens it.
  const pages = blocks
    .filter((block) => isPage(block) && !isSaved(block))
    .map(({ place, code }) => ({ place, code }));
  const { runs } = writePrograms(programs, 'readme-browser');
  const loaders = programs.map(({ place }, i) => {
    const load = `() => import(${JSON.stringify(runs[i])})`;
    return `{ place: ${JSON.stringify(place)}, load: ${load} }`;
  });
  return {
    name: 'limber:document-blocks',
    // What they import is found before the first test, so that no page reloads in the middle of one.
    config: () => ({ optimizeDeps: { entries: runs } }),
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? `export const programs = [${loaders.join(',\n')}];\nexport const pages = ${JSON.stringify(pages)};`
        : undefined,
  };
}
