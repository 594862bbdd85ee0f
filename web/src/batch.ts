/** Many targets for one problem: what `problem.solveAll` and `limber/pool` share, which needs no core. */
import { LimberError, show } from './errors.ts';
import { bad } from './flatten.ts';
import type { SolveOptions } from './options.ts';
import type { RawProblem } from './raw.ts';

/** The arrays of a batch's answers, row after row. */
export interface BatchArrays {
  /** nq numbers a row, as `state.q`: where it ended. */
  readonly q: Float64Array;
  /** One number a row: the place of its status in `statuses`. */
  readonly status: Uint8Array;
  /** Two numbers a goal, in their order: metres and radians that are left. */
  readonly residuals: Float64Array;
  /** One number a row: steps over all descents. */
  readonly iterations: Uint32Array;
}

/** The answers to a batch. */
export interface BatchResult extends BatchArrays {
  /** How many rows there are. */
  readonly count: number;
  /** Why the last row is notFinite or unsupported; otherwise ''. */
  readonly reason: string;
}

/** The part of an `AbortSignal` that is used. */
export interface BatchSignal {
  /** Whether to stop. */
  readonly aborted: boolean;
  /** What the batch then throws. */
  readonly reason: unknown;
}

/** What every row is solved with, and what is told meanwhile. */
export interface BatchOptions extends SolveOptions {
  /**
   * Where solves start: nq numbers for all rows, or nq a row; 'previous': each where the row before has ended, the first at
   * the state. Default: all at the state.
   */
  readonly starts?: Float64Array | 'previous';
  /** Arrays to write to, of the right lengths. Default: new ones. */
  readonly out?: Partial<BatchArrays>;
  /** Called after each slice of up to 256 rows. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Looked at after each slice, so that `onProgress` may abort; its reason is thrown then. Rows done are in `out`. */
  readonly signal?: BatchSignal;
}

/** Numbers in a row of each array. */
export interface Widths {
  /** The targets of all goals, in their order. */
  readonly targets: number;
  readonly nq: number;
  readonly goals: number;
}

/** How many rows `targets` has. @throws LimberError `badGoal` without goals; `badDescription` for another length. */
export function countRows(targets: unknown, { targets: width, nq, goals }: Widths, starts: unknown): number {
  if (goals === 0) throw new LimberError('badGoal', 'there is no goal to have targets; add one first');
  if (!(targets instanceof Float64Array)) bad('targets', 'a Float64Array', targets);
  const rows = targets.length / width;
  if (rows === 0 || !Number.isInteger(rows))
    bad('targets', `${width} numbers a row, the goals' targets in their order`, lengthOf(targets));
  if (starts === undefined || starts === 'previous') return rows;
  if (!(starts instanceof Float64Array)) bad('starts', "a Float64Array or 'previous'", starts);
  if (starts.length !== nq && starts.length !== rows * nq)
    bad('starts', `${nq} numbers, or ${rows * nq}: ${nq} a row`, lengthOf(starts));
  return rows;
}

const lengthOf = ({ length }: Float64Array): string => `of length ${length}`;

/** @param first the number of the first row. @throws LimberError `notFinite`, naming the row. */
export function checkRows(name: string, rows: Float64Array, width: number, first = 0): void {
  const at = rows.findIndex((value) => !Number.isFinite(value));
  if (at < 0) return;
  const row = first + Math.floor(at / width);
  const value = show(rows[at]);
  throw new LimberError(
    'notFinite',
    `${name}: number ${at % width} of row ${row} is ${value} (both from 0); give finite numbers`,
  );
}

/** Arrays for so many rows, those of `out` where it has them. @throws LimberError `badDescription`. */
export function arraysFor(rows: number, { nq, goals }: Widths, out: Partial<BatchArrays> = {}): BatchArrays {
  const wanted = {
    q: [Float64Array, nq],
    status: [Uint8Array, 1],
    residuals: [Float64Array, 2 * goals],
    iterations: [Uint32Array, 1],
  } as const;
  const arrays = Object.entries(wanted).map(([name, [Kind, width]]) => {
    const given = out[name as keyof BatchArrays] ?? new Kind(rows * width);
    if (!(given instanceof Kind) || given.length !== rows * width)
      bad(`out.${name}`, `a ${Kind.name} of length ${rows * width}`, given);
    return [name, given];
  });
  return Object.fromEntries(arrays) as unknown as BatchArrays;
}

/** The most rows of a call, and the most numbers that they may take of the core's memory. */
const [mostRows, mostNumbers] = [256, 2 ** 16];

/** How a problem solves a slice. */
export interface BatchCore {
  /** Throws after dispose. */
  readonly raw: () => RawProblem;
  readonly heap: () => Float64Array;
  /** Now. */
  readonly widths: () => Widths;
  /** Writes the options and solves the slice from so many starts. */
  readonly solve: (starts: number) => void;
}

/** Solves slice after slice: one call into the core for each. */
export function solveBatch(core: BatchCore, targets: Float64Array, options: BatchOptions): BatchResult {
  const widths = core.widths();
  const { starts, out, onProgress, signal } = options;
  const count = countRows(targets, widths, starts);
  const from = typeof starts === 'string' ? new Float64Array(0) : (starts ?? stateOf(core, widths));
  checkRows('targets', targets, widths.targets);
  checkRows('starts', from, widths.nq);
  const arrays = arraysFor(count, widths, out);
  const perRow = widths.targets + 2 * widths.nq + 2 * widths.goals;
  const most = Math.max(1, Math.min(mostRows, Math.floor(mostNumbers / perRow)));
  let reason = '';
  for (let first = 0, end = 0; first < count; first = end) {
    if (signal?.aborted) throw signal.reason;
    end = Math.min(first + most, count);
    reason = solveSlice(core, widths, partOf({ targets, starts: from }, widths, first, end), arrays, first);
    onProgress?.(end, count);
  }
  return { ...arrays, count, reason };
}

function stateOf({ raw, heap }: BatchCore, { nq }: Widths): Float64Array {
  const at = raw().q() / 8;
  return heap().slice(at, at + nq);
}

/** What some rows are solved from. */
export interface BatchRows {
  readonly targets: Float64Array;
  /** As in `BatchOptions`; 'previous' is an empty array. */
  readonly starts: Float64Array;
}

/** The rows from `first` to `end`, as views. */
export function partOf({ targets, starts }: BatchRows, widths: Widths, first: number, end: number): BatchRows {
  const { nq } = widths;
  return {
    targets: targets.subarray(first * widths.targets, end * widths.targets),
    starts: starts.length === nq ? starts : starts.subarray(first * nq, end * nq),
  };
}

/** Copies rows into the core's memory, solves them, and copies their answers to row `first` and on. Says why it could not. */
function solveSlice(
  { raw, heap, widths, solve }: BatchCore,
  { targets: width, nq, goals }: Widths,
  { targets, starts }: BatchRows,
  arrays: BatchArrays,
  first: number,
): string {
  const now = widths();
  if (now.targets !== width || now.goals !== goals)
    throw new LimberError('badGoal', 'onProgress added or removed a goal; leave goals until all rows are done');
  const rows = targets.length / width;
  const at = raw().batch(rows) / 8;
  // Not before: that may have moved it. So may a solve.
  heap().set(targets, at);
  heap().set(starts, at + targets.length);
  solve(nq === 0 ? 0 : starts.length / nq);
  const q = at + targets.length + rows * nq;
  const residuals = q + rows * nq;
  arrays.q.set(heap().subarray(q, residuals), first * nq);
  arrays.residuals.set(heap().subarray(residuals, residuals + 2 * goals * rows), 2 * goals * first);
  const results = new Int32Array(heap().buffer, raw().batchResults(), 4 * rows);
  for (let row = 0; row < rows; ++row) {
    arrays.status[first + row] = results[4 * row]!;
    arrays.iterations[first + row] = results[4 * row + 1]!;
  }
  return raw().reason();
}
