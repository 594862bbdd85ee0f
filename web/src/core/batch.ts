/** Many targets for one problem: code shared by `problem.solveAll` and `SolverPool`. Needs no core. */
import { LimberError, show } from '../describe/errors.ts';
import { asObject, bad } from '../describe/flatten.ts';
import type { SolveOptions } from './options.ts';
import type { RawProblem } from './raw.ts';

/** Answers of a batch, one row per target row, in order. */
export interface BatchArrays {
  /** nq numbers per row, as in `state.q`: the pose at the end of the solve. */
  readonly q: Float64Array;
  /** One number per row: index of its status in `statuses`. */
  readonly status: Uint8Array;
  /** Two numbers per row and goal, in the goals' order: remaining error in metres and in radians. */
  readonly residuals: Float64Array;
  /** One number per row: steps over all descents. */
  readonly iterations: Uint32Array;
}

/** Answers of a batch. */
export interface BatchResult extends BatchArrays {
  /** Number of rows. */
  readonly count: number;
  /** Reason why the last row is notFinite or unsupported; otherwise ''. */
  readonly reason: string;
}

/** The used part of an `AbortSignal`. */
export interface BatchSignal {
  /** True to stop. */
  readonly aborted: boolean;
  /** Thrown by the batch when it stops. */
  readonly reason: unknown;
}

/** Options of the solve for every row, and callbacks during the batch. */
export interface BatchOptions extends SolveOptions {
  /**
   * Start of each solve: nq numbers for all rows, or nq per row; 'previous': each row starts where the row
   * before ended, the first one at the state. Default: all at the state.
   */
  readonly starts?: Float64Array | 'previous';
  /** Arrays to write to, of the right lengths. Default: new ones. */
  readonly out?: Partial<BatchArrays>;
  /** Called after each slice of up to 256 rows. */
  readonly onProgress?: (done: number, total: number) => void;
  /**
   * Checked after each slice, so `onProgress` may abort; its reason is then thrown. Finished rows are in
   * `out`.
   */
  readonly signal?: BatchSignal;
}

/** Numbers per row of each array. */
export interface Widths {
  /** Count of numbers in all goals' targets. */
  readonly targets: number;
  readonly nq: number;
  readonly goals: number;
}

/**
 * @throws LimberError `badDescription` if `onProgress` is not a function or `signal` is not an AbortSignal.
 */
export function checkHooks(
  { onProgress, signal }: { readonly onProgress?: unknown; readonly signal?: unknown },
  path = '',
): void {
  if (onProgress !== undefined && typeof onProgress !== 'function')
    bad(`${path}onProgress`, 'a function', onProgress);
  if (signal !== undefined && typeof (signal as BatchSignal | null)?.aborted !== 'boolean')
    bad(`${path}signal`, 'an AbortSignal', signal);
}

/**
 * Number of rows in `targets`. @throws LimberError `badGoal` without goals; `badDescription` for another
 * length.
 */
export function countRows(targets: unknown, { targets: width, nq, goals }: Widths, starts: unknown): number {
  if (goals === 0) throw new LimberError('badGoal', 'there is no goal to have targets; add one first');
  if (!(targets instanceof Float64Array)) bad('targets', 'a Float64Array', targets);
  const rows = targets.length / width;
  if (rows === 0 || !Number.isInteger(rows))
    bad('targets', `${width} numbers per row, the goals' targets in their order`, lengthOf(targets));
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

/** Arrays for `rows` rows; those given in `out` are reused. @throws LimberError `badDescription`. */
export function arraysFor(rows: number, { nq, goals }: Widths, out: Partial<BatchArrays> = {}): BatchArrays {
  asObject(out, 'out', ['q', 'status', 'residuals', 'iterations']);
  return {
    q: fitting('q', out.q, Float64Array, rows * nq),
    status: fitting('status', out.status, Uint8Array, rows),
    residuals: fitting('residuals', out.residuals, Float64Array, 2 * rows * goals),
    iterations: fitting('iterations', out.iterations, Uint32Array, rows),
  };
}

function fitting<T extends { readonly length: number }>(
  name: string,
  given: T | undefined,
  Kind: new (length: number) => T,
  length: number,
): T {
  if (given === undefined) return new Kind(length);
  if (given instanceof Kind && given.length === length) return given;
  return bad(`out.${name}`, `a ${Kind.name} of length ${length}`, given);
}

/** Most rows per call, and most numbers that they may take in the core's memory. */
const [mostRows, mostNumbers] = [256, 2 ** 16];

/** Access of a batch to its problem. */
export interface BatchCore {
  /** Throws after dispose. */
  readonly raw: () => RawProblem;
  readonly heap: () => Float64Array;
  /** Current widths. */
  readonly widths: () => Widths;
  /** Writes the options; returns the solver's index. @throws LimberError `badOption` or `unknownSolver`. */
  readonly prepare: (options: SolveOptions) => number;
}

/** Solves slice by slice, with one call into the core per slice. */
export function solveBatch(core: BatchCore, targets: Float64Array, options: BatchOptions): BatchResult {
  const { starts, out, onProgress, signal, ...solving } = options;
  core.prepare(solving);
  checkHooks(options);
  const widths = core.widths();
  const count = countRows(targets, widths, starts);
  const from = typeof starts === 'string' ? new Float64Array(0) : (starts ?? stateOf(core, widths));
  checkRows('targets', targets, widths.targets);
  checkRows('starts', from, widths.nq);
  const arrays = arraysFor(count, widths, out);
  const checkLengths = keepLengths({ targets, starts: from, ...arrays });
  const perRow = widths.targets + 2 * widths.nq + 2 * widths.goals;
  const most = Math.max(1, Math.min(mostRows, Math.floor(mostNumbers / perRow)));
  let reason = '';
  for (let first = 0; first < count; first += most) {
    if (signal?.aborted) throw signal.reason;
    const end = Math.min(first + most, count);
    checkLengths();
    const rows = partOf({ targets, starts: from }, widths, first, end);
    solveSlice(core, widths, rows, solving);
    reason = core.raw().reason();
    readSlice(core, widths, arrays, first, end - first);
    onProgress?.(end, count);
  }
  return { ...arrays, count, reason };
}

/**
 * Returns a check that throws `badDescription` if an array was transferred since, as to a worker, and is now
 * empty.
 */
export function keepLengths(arrays: Readonly<Record<string, ArrayLike<number>>>): () => void {
  const known = Object.entries(arrays).map(([name, array]) => [name, array, array.length] as const);
  return () => {
    for (const [name, array, length] of known)
      if (array.length !== length)
        throw new LimberError(
          'badDescription',
          `${name} had ${length} numbers and now has ${array.length}; leave it alone until all rows are done`,
        );
  };
}

function stateOf({ raw, heap }: BatchCore, { nq }: Widths): Float64Array {
  const at = raw().numbers('q') / 8;
  return heap().slice(at, at + nq);
}

/** Targets and starts of some rows. */
export interface BatchRows {
  readonly targets: Float64Array;
  /** As in `BatchOptions`; for 'previous' an empty array. */
  readonly starts: Float64Array;
}

/** The rows from `first` to `end`, as views. */
export function partOf(
  { targets, starts }: BatchRows,
  widths: Widths,
  first: number,
  end: number,
): BatchRows {
  const { nq } = widths;
  return {
    targets: targets.subarray(first * widths.targets, end * widths.targets),
    starts: starts.length === nq ? starts : starts.subarray(first * nq, end * nq),
  };
}

/** Copies rows into the core's memory and solves them there. */
function solveSlice(
  { raw, heap, widths, prepare }: BatchCore,
  { targets: width, nq, goals }: Widths,
  { targets, starts }: BatchRows,
  options: SolveOptions,
): void {
  const now = widths();
  if (now.targets !== width || now.goals !== goals)
    throw new LimberError(
      'badGoal',
      'onProgress added or removed a goal; leave goals until all rows are done',
    );
  const at = raw().batch(targets.length / width) / 8;
  // Only now: `batch` may have moved the memory.
  heap().set(targets, at);
  heap().set(starts, at + targets.length);
  // Before every slice, because onProgress may also solve.
  raw().solveAll(prepare(options), nq === 0 ? 0 : starts.length / nq);
}

/** Copies the answers in the core's memory to row `first` and the following rows. */
function readSlice(
  { raw, heap }: BatchCore,
  { targets: width, nq, goals }: Widths,
  { q, residuals, status, iterations }: BatchArrays,
  first: number,
  rows: number,
): void {
  // Same size as before, so the memory does not move.
  const at = raw().batch(rows) / 8 + rows * (width + nq);
  const numbers = heap().subarray(at, at + rows * (nq + 2 * goals));
  q.set(numbers.subarray(0, rows * nq), first * nq);
  residuals.set(numbers.subarray(rows * nq), first * 2 * goals);
  const results = new Int32Array(heap().buffer, raw().batchResults(), 4 * rows);
  for (let row = 0; row < rows; ++row) {
    status[first + row] = results[4 * row]!;
    iterations[first + row] = results[4 * row + 1]!;
  }
}
