/** The solvers side by side. */
import { defaultsTable } from './defaults.ts';
import { fill, read, table } from './files.ts';
import { measured, microseconds, percent } from './measured.ts';
import { solvers } from './texts.ts';

/** The README says in a line each when to take which. */
function advice(): Map<string, string> {
  const section = read('README.md').split('## Choosing a solver')[1] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)];
  return new Map(rows.map(([, name, when]) => [name!, when!]));
}

export function overview(): string {
  const when = advice();
  const missing = solvers.find(({ name }) => !when.has(name));
  if (missing) throw new Error(`README.md, "Choosing a solver", has no line for ${missing.name}`);
  // In the README's order: the usual ones first.
  const rows = [...when].map(([name, text]) => {
    const row = measured(name);
    const arm = typeof row?.solved === 'number' ? row : undefined;
    const none = row ? 'not taken' : '–';
    return [
      `[\`${name}\`](${name})`,
      text,
      arm ? percent(arm.solved as number) : none,
      arm ? percent(arm.solvedByFind as number) : '',
      arm ? microseconds(arm.medianUs as number) : '',
    ];
  });
  return fill(read('docs/solvers/index.md'), {
    table: table(['solver', 'use it when', 'arrives', 'with `find`', 'median'], rows, [2, 3, 4]),
    defaults: defaultsTable(),
  });
}
