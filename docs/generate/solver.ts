/** The page of one solver. */
import { fill } from './files.ts';
import { measuredTable } from './measured.ts';
import { ownOptions } from './options.ts';
import type { Solver } from './texts.ts';

export function solverPage({ name, title, body }: Solver): string {
  const ownNumbers = !body.includes('<!-- measured -->');
  const parts = { options: ownOptions(name), ...(!ownNumbers && { measured: measuredTable(name) }) };
  return `---\ntitle: ${title} (${name})\n---\n\n# ${title}\n\n${fill(body, parts)}`;
}
