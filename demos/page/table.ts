import measured from '../data/ccd.json';
import { times } from './words.ts';

/** A row as `npm run bench -- --only ccd --json demos/data/ccd.json` writes it. */
interface Row {
  bench: string;
  case: string;
  solver: string;
  build: string;
  n: number;
  /** 0 to 1. */
  solved: number;
  medianUs: number;
  meanIterations: number;
}

const percent = (share: number) => `${Number((100 * share).toFixed(1))} %`;

/** Puts what the benchmark measured into the column of the table that is ours; without rows the words stay. */
export function fillTable(page: ParentNode): void {
  const all = measured.rows as Row[];
  const find = (build: string, name: string) =>
    all.find((row) => row.bench === 'ccd' && row.build === build && row.case === name);
  const put = (name: string, text: string) => {
    const cell = page.querySelector<HTMLElement>(`[data-measure="${name}"]`);
    if (!cell) return;
    cell.textContent = text;
    cell.hidden = false;
  };

  const wasm = find('wasm', 'position');
  if (!wasm) return;
  const native = find('native', 'position');
  const inC = native ? `, ${times(native.medianUs)} µs natively` : '';
  put('speed', `${times(wasm.medianUs)} µs a solve in WebAssembly${inC}`);
  put(
    'convergence',
    `${times(wasm.meanIterations)} sweeps on average; arrives at ${percent(wasm.solved)} of the targets`,
  );

  const annealed = find('wasm', 'position, annealed');
  if (annealed) put('stuck', `Can get stuck; with annealing it arrives at ${percent(annealed.solved)}`);

  const three = find('three', 'position');
  const beside = three
    ? ` On the same targets three.js’s CCDIKSolver takes ${times(three.medianUs)} µs and arrives at ${percent(three.solved)}.`
    : '';
  put(
    'source',
    `Measured: ${wasm.n.toLocaleString('en')} targets that the arm can reach, each from the upright pose, at most 100 ` +
      `sweeps, to within 0.1 % of its reach; times are medians.${beside}`,
  );
}
