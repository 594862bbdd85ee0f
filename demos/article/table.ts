import measured from '../data/methods.json';
import { titleOf } from '../solver-texts/texts.ts';
import { degrees, times } from '../shell/words.ts';

/** A row as `npm run bench -- --only methods --json demos/data/methods.json` writes it; shares are 0 to 1. */
interface Row {
  readonly case: string;
  readonly solver: string;
  readonly solved?: number;
  readonly medianUs?: number;
  /** Why the solver does not take the article's arm, the straight chain, the long chains. */
  readonly why?: string;
  /** The tool's direction was asked for, too. */
  readonly isDirected?: boolean;
  readonly whyNotStraight?: string;
  readonly whyNoChain?: string;
}

/** The row of a solver that takes the article's arm. */
interface OnArm {
  readonly solved: number;
  readonly limitsKept: number;
  readonly solvedWithoutLimits: number;
  readonly solvedByFind: number;
  readonly iterations: number;
  readonly rate: number;
  readonly medianUs: number;
}

interface OnStraight {
  readonly arrivesFromAxis: boolean;
  readonly axisIterations: number;
  /** Radians. */
  readonly greatestStep: number;
}

interface OnChains {
  readonly exponent: number;
  /** solved10, solved30, …: with so many balls. */
  readonly [solved: string]: unknown;
}

/** How it was measured: the same in every row. */
interface Terms {
  readonly n: number;
  readonly chainTargets: number;
  readonly maxIterations: number;
  readonly tolerance: number;
  readonly window: number;
  readonly straightBalls: number;
  readonly nudge: number;
}

/** What the article calls our solvers, in its order; the others come after them under their own titles. */
const families: Readonly<Record<string, string>> = {
  analytic: 'Analytic',
  autodiff: 'Automatic differentiation',
  transpose: 'Jacobian transpose',
  fabrik: 'FABRIK',
  ccd: 'Quaternion CCD',
};

/** A cell: what counts, and what is said besides. */
interface Words {
  readonly main: string;
  /** A line each; what follows ^ is an exponent. */
  readonly besides?: readonly string[];
}

const percent = (share: number) => `${Number((100 * share).toFixed(1))} %`;
const arrive = (share: number) => `${percent(share)} arrive`;
/** Small shares keep two digits. */
const part = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

function armWords(row: OnArm): Words[] {
  const kept = row.limitsKept === 1 ? 'always kept' : `kept by ${percent(row.limitsKept)}`;
  return [
    { main: `${times(row.medianUs)} µs`, besides: [counted(row.iterations, 'iteration')] },
    { main: `${part(row.rate)} left`, besides: ['by an iteration'] },
    { main: arrive(row.solvedWithoutLimits), besides: ['without limits'] },
    { main: arrive(row.solved), besides: [kept, `find: ${percent(row.solvedByFind)}`] },
  ];
}

function straightWords({ arrivesFromAxis, axisIterations, greatestStep }: OnStraight): Words {
  const count = counted(axisIterations, 'iteration');
  const beside = `beside it, up to ${degrees(greatestStep)}`;
  if (arrivesFromAxis) return { main: 'Arrives', besides: [`in ${count}`, beside] };
  return { main: 'Stops short', besides: [`after ${count}`, beside] };
}

/** Numbers of balls, ascending. */
function sizesOf(row: object): number[] {
  const sizes = Object.keys(row).map((name) => /^solved(\d+)$/.exec(name)?.[1]);
  return sizes.flatMap((size) => (size ? [Number(size)] : [])).sort((a, b) => a - b);
}

function chainWords(row: OnChains): Words {
  const most = sizesOf(row).at(-1)!;
  return {
    main: arrive(row[`solved${most}`] as number),
    besides: [`with ${most} balls`, `time ∝ joints^${row.exponent.toFixed(2)}`],
  };
}

function add(
  line: HTMLTableRowElement,
  tag: 'td' | 'th',
  { main, besides = [] }: Words,
): HTMLTableCellElement {
  const cell = document.createElement(tag);
  cell.append(main);
  for (const each of besides) {
    const small = document.createElement('small');
    const [text, power] = each.split('^') as [string, string?];
    small.append(text);
    if (power) small.append(Object.assign(document.createElement('sup'), { textContent: power }));
    cell.append(' ', small);
  }
  line.append(cell);
  return cell;
}

/** The reason in place of `count` cells. */
function addReason(line: HTMLTableRowElement, reason: string, count: number): void {
  const cell = add(line, 'td', { main: `No: ${reason}.` });
  cell.className = 'no';
  cell.colSpan = count;
}

function makeLine(row: Row): HTMLTableRowElement {
  const line = document.createElement('tr');
  if (row.solver === 'ccd') line.className = 'ours';
  const besides = [row.solver, ...(row.isDirected ? ['and to the tool’s direction'] : [])];
  const head = add(line, 'th', { main: families[row.solver] ?? titleOf(row.solver), besides });
  head.scope = 'row';
  if (row.why) addReason(line, row.why, 4);
  else for (const words of armWords(row as Row & OnArm)) add(line, 'td', words);
  if (row.whyNotStraight) addReason(line, row.whyNotStraight, 1);
  else add(line, 'td', straightWords(row as Row & OnStraight));
  if (row.whyNoChain) addReason(line, row.whyNoChain, 1);
  else add(line, 'td', chainWords(row as Row & OnChains));
  return line;
}

function inOrder(rows: readonly Row[]): Row[] {
  const names = Object.keys(families);
  const named = names.flatMap((name) => rows.filter((row) => row.solver === name));
  return [...named, ...rows.filter((row) => !names.includes(row.solver))];
}

/** What each column means: its name, a sentence. */
function columnTexts(row: Row & Terms): [string, string][] {
  const sizes = sizesOf(row);
  const [least, most] = [sizes[0], sizes.at(-1)];
  return [
    [
      'Measured',
      `in WebAssembly on ${row.n} targets that the arm can reach, each from the upright pose, at most ` +
        `${row.maxIterations} iterations, to within ${percent(row.tolerance)} of its reach. Each answer is judged by ` +
        `kinematics of the benchmark’s own.`,
    ],
    ['Speed:', 'medians of a solve, whether it arrives or not.'],
    [
      'Convergence:',
      `the part of its distance to the target that an iteration leaves, over the ${row.window} after it has arrived; ` +
        `the median over the targets that it arrives at.`,
    ],
    ['Hinges:', 'the same targets with the limits off.'],
    ['Limits:', 'with the limits on; find is the mode that restarts.'],
    [
      'Singularities:',
      `${row.straightBalls} balls in a straight line, the target half way out on that line; then, from ${row.nudge} rad ` +
        `beside straight, the farthest that a joint turns in one iteration.`,
    ],
    [
      'Joints:',
      `${row.chainTargets} targets for ${most} balls; how the time of an iteration grows from ${least} to ${most}.`,
    ],
  ];
}

function addTexts(to: HTMLElement, row: Row & Terms, peer: Row | undefined): void {
  for (const [name, text] of columnTexts(row)) {
    to.append(Object.assign(document.createElement('b'), { textContent: name }), ` ${text} `);
  }
  if (!peer) return;
  const beside = `takes ${times(peer.medianUs!)} µs and ${percent(peer.solved!)} arrive.`;
  to.append(`On the same targets three.js’s CCDIKSolver ${beside}`);
}

/** Puts what the benchmark measured into the article's table: a row a solver. */
export function fillTable(page: ParentNode): void {
  const all = measured.rows as Row[];
  const rows = all.filter((row) => row.case === 'methods');
  const peer = all.find((row) => row.case === 'peer');
  page.querySelector('[data-measure="methods"]')!.replaceChildren(...inOrder(rows).map(makeLine));
  const source = page.querySelector<HTMLElement>('[data-measure="source"]')!;
  addTexts(source, rows[0] as Row & Terms, peer);
  source.hidden = false;
}
