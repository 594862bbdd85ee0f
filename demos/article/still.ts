/** The article's tables as its page is built: they are there before any script, and take their room at once. */
import { lend, makeHost } from '../../docs/figures/paper.ts';
import { fillTable } from './table.ts';

/** From the short table to the words about the long one. */
const tables = /<div class="scroll table brief".*data-measure="source" hidden><\/p>/s;

export const filled = (html: string): string =>
  html.replace(tables, (written) => {
    const back = lend();
    try {
      const host = makeHost(written);
      fillTable(host);
      return host.innerHTML;
    } finally {
      back();
    }
  });
