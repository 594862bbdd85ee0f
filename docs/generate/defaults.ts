/** What the benchmark `default` measured: how solvers do on every kind of mechanism. */
import { read, table } from './files.ts';

interface Row {
  readonly case: string;
  readonly solver: string;
  readonly followSolved: number;
  readonly followUs: number;
  readonly jumpSolved: number;
  readonly findSolved: number;
  readonly findUs: number;
}

const { rows } = JSON.parse(read('demos/data/default.json')) as { rows: Row[] };

/** Those that take nearly all of it; the others are in the file. */
const shown = ['lm', 'dls', 'sdls', 'itasc', 'autodiff', 'ccd'];

const percent = (share: number): string => String(Number((100 * share).toFixed(1)));

function cell(name: string, solver: string): string {
  const row = rows.find((each) => each.case === name && each.solver === solver);
  if (!row) return 'not taken';
  const shares = [row.followSolved, row.jumpSolved, row.findSolved].map(percent).join(' / ');
  return `${shares} %; ${Math.round(row.followUs)} / ${Math.round(row.findUs)} µs`;
}

export function defaultsTable(): string {
  const cases = [...new Set(rows.map((row) => row.case))];
  return table(
    ['', ...shown.map((solver) => `\`${solver}\``)],
    cases.map((name) => [name, ...shown.map((solver) => cell(name, solver))]),
    shown.map((_, i) => i + 1),
  );
}
