/** What the benchmark `methods` measured: the same rows as the article's table. */
import { read, table } from './files.ts';

/** Shares are 0 to 1; see demos/article/table.ts. */
export interface Row {
  readonly case: string;
  readonly solver: string;
  /** Why the solver does not take the article's arm, the straight chain, the long chains. */
  readonly why?: string;
  readonly whyNotStraight?: string;
  readonly whyNoChain?: string;
  readonly [measure: string]: unknown;
}

const { rows } = JSON.parse(read('demos/data/methods.json')) as { rows: Row[] };
const methods = rows.filter((row) => row.case === 'methods');

export const measured = (solver: string): Row | undefined => methods.find((row) => row.solver === solver);

const number = (row: Row, name: string): number => row[name] as number;
export const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;
export const microseconds = (value: number): string =>
  `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} µs`;
const degrees = (radians: number): string => `${((radians * 180) / Math.PI).toFixed(0)}°`;

function onArm(row: Row): string[][] {
  if (row.why)
    return [[`the article’s arm, ${number(row, 'n')} targets that it can reach`, `not taken: ${row.why}`]];
  return [
    [
      `arrives at one of ${number(row, 'n')} targets that the arm can reach, ${row.isDirected ? 'with the tool’s direction, ' : ''}from the upright pose`,
      percent(number(row, 'solved')),
    ],
    ['the same without limits', percent(number(row, 'solvedWithoutLimits'))],
    ["the same with `mode: 'find'`", percent(number(row, 'solvedByFind'))],
    ['limits kept', percent(number(row, 'limitsKept'))],
    ['median of a solve', microseconds(number(row, 'medianUs'))],
    ['median of iterations', String(row.iterations)],
    ['part of the distance that an iteration leaves, near the target', number(row, 'rate').toPrecision(2)],
  ];
}

function onStraight(row: Row): string[][] {
  const balls = `${number(row, 'straightBalls')} balls in a straight line, target half way out on that line`;
  if (row.whyNotStraight) return [[balls, `not taken: ${row.whyNotStraight}`]];
  const count = number(row, 'axisIterations');
  const iterations = `${count} iteration${count === 1 ? '' : 's'}`;
  return [
    [balls, row.arrivesFromAxis ? `arrives in ${iterations}` : `stops short after ${iterations}`],
    [
      `farthest turn of a joint in one iteration, ${number(row, 'nudge')} rad beside straight`,
      degrees(number(row, 'greatestStep')),
    ],
  ];
}

function onChains(row: Row): string[][] {
  const sizes = Object.keys(row).flatMap((name) => /^solved(\d+)$/.exec(name)?.[1] ?? []);
  if (row.whyNoChain) return [['long chains of balls', `not taken: ${row.whyNoChain}`]];
  return [
    ...sizes.map((size) => [
      `${size} balls, ${number(row, 'chainTargets')} targets: arrives`,
      percent(number(row, `solved${size}`)),
    ]),
    ['time of an iteration', `∝ joints<sup>${number(row, 'exponent').toFixed(2)}</sup>`],
  ];
}

export function measuredTable(solver: string): string {
  const row = measured(solver);
  if (!row) throw new Error(`demos/data/methods.json has no row for ${solver}; run the benchmark "methods"`);
  const terms =
    `In WebAssembly, at most ${number(row, 'maxIterations')} iterations, to within ${percent(number(row, 'tolerance'))} ` +
    'of the reach, on two cores of a shared machine. Times compare solvers; yours will differ.';
  return `${terms}\n\n${table(['measure', solver], [...onArm(row), ...onStraight(row), ...onChains(row)], [1])}`;
}
