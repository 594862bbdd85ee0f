import measured from '../data/methods.json';
import { make } from '../shell/dom.ts';
import { degrees, times } from '../shell/units.ts';

/**
 * A row as `npm run bench -- --only methods --json demos/data/methods.json` writes it; shares are 0 to 1.
 * Where a reason is given, the numbers are missing.
 */
interface Row {
  readonly case: string;
  readonly solver: string;
  /** Why the solver does not support the article's arm, the straight chain, the long chains. */
  readonly why?: string;
  readonly whyNotStraight?: string;
  readonly whyNoChain?: string;
  /** The goal includes the tool's direction. */
  readonly isDirected?: boolean;
  readonly solved: number;
  readonly limitsKept: number;
  readonly solvedWithoutLimits: number;
  readonly solvedByFind: number;
  readonly iterations: number;
  readonly rate: number;
  readonly medianUs: number;
  readonly arrivesFromAxis: boolean;
  readonly axisIterations: number;
  /** Radians. */
  readonly greatestStep: number;
  readonly exponent: number;
  /** Conditions of the measurement: the same in every row. */
  readonly n: number;
  readonly chainTargets: number;
  readonly maxIterations: number;
  readonly tolerance: number;
  readonly window: number;
  readonly straightBalls: number;
  readonly nudge: number;
  /** solved10, solved30, …: by number of balls. */
  readonly [solved: string]: unknown;
}

/** The article's names for our solvers, in its order; the others follow under their own titles. */
const families: Readonly<Record<string, string>> = {
  analytic: 'Analytic',
  autodiff: 'Automatic differentiation',
  transpose: 'Jacobian transpose',
  fabrik: 'FABRIK',
  ccd: 'Quaternion CCD',
};

const titles = import.meta.glob<string>('../../docs/solvers/*.md', {
  query: '?title',
  import: 'default',
  eager: true,
});
const titleOf = (name: string): string => titles[`../../docs/solvers/${name}.md`] ?? name;

/** A solver’s name that leads to its page. */
const linkTo = (solver: string): HTMLElement =>
  make('a', { href: `../docs/solvers/${solver}.html` }, families[solver] ?? titleOf(solver));

/** How hard each is to write, in our judgement; the columns of the short table. */
const complexity: Readonly<Record<string, string>> = {
  analytic: 'very high',
  autodiff: 'hard',
  transpose: 'medium',
  fabrik: 'easy',
  ccd: 'easy',
};

/** Rows of the short table: one number or word per method. */
const brief: Readonly<Record<string, (row: Row) => string>> = {
  'Effort to write': ({ solver }) => complexity[solver]!,
  'Time per solve': ({ medianUs }) => `${times(medianUs)} µs`,
  'Error left per iteration': ({ rate }) => part(rate),
  'Arrives, hinges': ({ solvedWithoutLimits }) => percent(solvedWithoutLimits),
  'Arrives, hinges and limits': ({ solved }) => percent(solved),
  'From a singular pose': ({ whyNotStraight, arrivesFromAxis }) =>
    whyNotStraight ? 'not affected' : arrivesFromAxis ? 'arrives' : 'stops',
  'Arrives, 100 ball joints': (row) =>
    row.whyNoChain ? 'no' : percent(row[`solved${sizesOf(row).at(-1)!}`] as number),
};

const percent = (share: number) => `${Number((100 * share).toFixed(1))} %`;
const arrive = (share: number) => `${percent(share)} arrive`;
/** Two significant digits, also for small shares. */
const part = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Lines of a cell: the main number first, then secondary ones; `^` starts an exponent. */
type Words = readonly [main: string | Node, ...besides: string[]];

const armWords = (row: Row): Words[] => [
  [`${times(row.medianUs)} µs`, counted(row.iterations, 'iteration')],
  [`${part(row.rate)} left`, 'by an iteration'],
  [arrive(row.solvedWithoutLimits), 'without limits'],
  [
    arrive(row.solved),
    row.limitsKept === 1 ? 'always kept' : `kept by ${percent(row.limitsKept)}`,
    `find: ${percent(row.solvedByFind)}`,
  ],
];

function straightWords({ arrivesFromAxis, axisIterations, greatestStep }: Row): Words {
  const count = counted(axisIterations, 'iteration');
  const beside = `beside it, up to ${degrees(greatestStep)}`;
  return arrivesFromAxis ? ['Arrives', `in ${count}`, beside] : ['Stops short', `after ${count}`, beside];
}

/** Numbers of balls, ascending. */
const sizesOf = (row: Row): number[] =>
  Object.keys(row)
    .flatMap((name) => /^solved(\d+)$/.exec(name)?.slice(1).map(Number) ?? [])
    .sort((a, b) => a - b);

function chainWords(row: Row): Words {
  const most = sizesOf(row).at(-1)!;
  const share = row[`solved${most}`] as number;
  return [arrive(share), `with ${most} balls`, `time ∝ joints^${row.exponent.toFixed(2)}`];
}

function makeCell(tag: 'td' | 'th', [main, ...besides]: Words): HTMLTableCellElement {
  const cell = make(tag, {}, main);
  for (const each of besides) {
    const [text, power] = each.split('^') as [string, string?];
    cell.append(' ', make('small', {}, text, ...(power ? [make('sup', {}, power)] : [])));
  }
  return cell;
}

/** Cells of these words, or one wide cell with the reason why there are none. */
function makeCells(why: string | undefined, count: number, words: () => Words[]): HTMLTableCellElement[] {
  if (!why) return words().map((each) => makeCell('td', each));
  return [make('td', { className: 'no', colSpan: count }, `No: ${why}.`)];
}

function makeLine(row: Row): HTMLTableRowElement {
  const besides = [row.solver, ...(row.isDirected ? ['and to the tool’s direction'] : [])];
  const head = makeCell('th', [linkTo(row.solver), ...besides]);
  head.scope = 'row';
  return make(
    'tr',
    { className: row.solver === 'ccd' ? 'ours' : '' },
    head,
    ...makeCells(row.why, 4, () => armWords(row)),
    ...makeCells(row.whyNotStraight, 1, () => [straightWords(row)]),
    ...makeCells(row.whyNoChain, 1, () => [chainWords(row)]),
  );
}

function inOrder(rows: readonly Row[]): Row[] {
  const names = Object.keys(families);
  const named = names.flatMap((name) => rows.filter((row) => row.solver === name));
  return [...named, ...rows.filter((row) => !names.includes(row.solver))];
}

/** The meaning of each column: its name, one sentence. */
function columnTexts(row: Row): Readonly<Record<string, string>> {
  const sizes = sizesOf(row);
  const [least, most] = [sizes[0], sizes.at(-1)];
  return {
    Measured:
      `in WebAssembly on ${row.n} targets that the arm can reach, each from the upright pose, at most ` +
      `${row.maxIterations} iterations, to within ${percent(row.tolerance)} of its reach. Each answer is judged by ` +
      `kinematics of the benchmark’s own.`,
    'Speed:': 'medians of a solve, whether it arrives or not.',
    'Convergence:':
      `the part of its distance to the target that an iteration leaves, over the ${row.window} after it has arrived; ` +
      `the median over the targets that it arrives at.`,
    'Hinges:': 'the same targets with the limits off.',
    'Limits:': 'with the limits on; find is the mode that restarts.',
    'Singularities:':
      `${row.straightBalls} balls in a straight line, the target half way out on that line; then, from ${row.nudge} rad ` +
      `beside straight, the farthest that a joint turns in one iteration.`,
    'Joints:': `${row.chainTargets} targets for ${most} balls; how the time of an iteration grows from ${least} to ${most}.`,
  };
}

/** Fills the short table: one column per method. */
function fillBrief(page: ParentNode, rows: readonly Row[]): void {
  const body = page.querySelector('[data-measure="brief"]')!;
  const shown = Object.keys(families).map((name) => rows.find((row) => row.solver === name)!);
  const line = (head: string, tag: 'td' | 'th', texts: readonly (string | Node)[]) => {
    const name = make('th', { scope: 'row' }, head);
    const cells = texts.map((text, i) =>
      Object.assign(
        make(tag, { className: shown[i]!.solver === 'ccd' ? 'ours' : '' }, text),
        tag === 'th' ? { scope: 'col' } : {},
      ),
    );
    return make('tr', {}, head ? name : make('td'), ...cells);
  };
  body.previousElementSibling!.replaceChildren(line('', 'th', Object.keys(families).map(linkTo)));
  body.replaceChildren(...Object.entries(brief).map(([head, cell]) => line(head, 'td', shown.map(cell))));
}

/** Fills the article's tables with the benchmark's results: one row per solver. */
export function fillTable(page: ParentNode): void {
  const all = measured.rows as unknown as Row[];
  const rows = all.filter((row) => row.case === 'methods');
  fillBrief(page, rows);
  page.querySelector('[data-measure="methods"]')!.replaceChildren(...inOrder(rows).map(makeLine));
  const source = page.querySelector<HTMLElement>('[data-measure="source"]')!;
  for (const [name, text] of Object.entries(columnTexts(rows[0]!))) {
    source.append(make('b', {}, name), ` ${text} `);
  }
  const peer = all.find((row) => row.case === 'peer')!;
  const beside = `takes ${times(peer.medianUs)} µs and ${percent(peer.solved)} arrive.`;
  source.append(`On the same targets three.js’s CCDIKSolver ${beside}`);
  source.hidden = false;
}
