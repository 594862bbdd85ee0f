/** The solvers side by side. */
import { defaultsTable } from './defaults.ts';
import { fill, read, table } from './files.ts';
import { measured, microseconds, percent } from './measured.ts';
import { solvers } from './texts.ts';

/** The default comes first. */
const ordered = [...solvers].sort((a, b) => Number(b.name === 'lm') - Number(a.name === 'lm'));

/** The README's table. */
export const choice = (): string =>
  table(
    ['solver', 'use it when'],
    ordered.map(({ name, use }) => [`\`${name}\``, use]),
  );

export function overview(): string {
  const rows = ordered.map(({ name, use }) => {
    const row = measured(name);
    const arm = typeof row?.solved === 'number' ? row : undefined;
    const none = row ? 'not taken' : '–';
    return [
      `[\`${name}\`](${name})`,
      use,
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
