/** Rows in, answers out, in order, with a limited number in progress. */
import {
  checkHooks,
  checkRows,
  countRows,
  keepLengths,
  partOf,
  type BatchResult,
  type BatchRows,
  type Widths,
} from '../core/batch.ts';
import { LimberError, show } from '../describe/errors.ts';
import { bad } from '../describe/flatten.ts';
import type { SolveOptions } from '../core/options.ts';

/**
 * Some rows of a stream: their targets, or also their starts, nq numbers for all of these rows or nq per row.
 */
export type StreamRows = Float64Array | { readonly targets: Float64Array; readonly starts?: Float64Array };

/** The answers to some rows of a stream. */
export interface BatchSlice extends BatchResult {
  /** Number of its first row in the stream, from 0. */
  readonly first: number;
}

/** The used part of an `AbortSignal`. */
export interface StreamSignal {
  /** True to stop. */
  readonly aborted: boolean;
  /** Thrown when it stops. */
  readonly reason: unknown;
  /** Reports an abort while waiting. */
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Options of the solve for every row, and a signal to stop. */
export interface StreamOptions extends SolveOptions {
  /** Stops at once and throws its reason. */
  readonly signal?: StreamSignal;
}

/** Access to the solvers of a stream's slices. */
export interface Solvers {
  readonly widths: Widths;
  /** Start of rows without starts. */
  readonly start: Float64Array;
  /** Most rows per slice. */
  readonly most: number;
  /** Most slices read before the first of them is taken. */
  readonly room: number;
  readonly solve: (rows: BatchRows) => Promise<BatchResult>;
}

type Source = Iterable<StreamRows> | AsyncIterable<StreamRows>;

function iteratorOf(source: Source): Iterator<StreamRows> | AsyncIterator<StreamRows> {
  if (source instanceof Object && Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
  if (source instanceof Object && Symbol.iterator in source) return source[Symbol.iterator]();
  throw new LimberError('badDescription', `the rows are ${show(source)}; give an iterable of Float64Arrays`);
}

interface Slice extends BatchRows {
  readonly first: number;
}

/** The next event: an answer, or rows. */
type Come = { readonly answer: BatchSlice } | { readonly read: IteratorResult<Slice, void> };

/** Slices of the source's rows, numbered and checked. */
async function* slicesOf(
  source: Source,
  { widths, start, most }: Solvers,
): AsyncGenerator<Slice, void, undefined> {
  const iterator = iteratorOf(source);
  let first = 0;
  let isOver = false;
  try {
    for (;;) {
      const next = await iterator.next();
      isOver = next.done === true;
      if (next.done) return;
      const { targets, starts = start } = rowsOf(next.value);
      if (targets instanceof Float64Array && targets.length === 0) continue;
      const count = countRows(targets, widths, starts);
      checkRows('targets', targets, widths.targets, first);
      checkRows('starts', starts, widths.nq, starts.length === widths.nq ? 0 : first);
      const checkLengths = keepLengths({ targets, starts });
      for (let at = 0; at < count; at += most) {
        checkLengths();
        const part = partOf({ targets, starts }, widths, at, Math.min(at + most, count));
        yield { ...part, first: first + at };
      }
      first += count;
    }
  } finally {
    // Closes a file. Not awaited: a source that is itself waiting would never answer.
    if (!isOver) void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

const rowsOf = (rows: StreamRows) =>
  rows instanceof Object && !(rows instanceof Float64Array) ? rows : { targets: rows, starts: undefined };

/**
 * @throws LimberError `badDescription` if `signal` has no events. @param path prefix of its name, for
 * messages.
 */
export function checkSignal(signal: unknown, path = ''): void {
  checkHooks({ signal }, path);
  if (signal !== undefined && typeof (signal as StreamSignal).addEventListener !== 'function')
    bad(`${path}signal`, 'an AbortSignal', signal);
}

/** Waits for promises, or for the signal. */
function watch(signal: StreamSignal | undefined) {
  let stop = (): void => {};
  const onAbort = (): void => stop();
  signal?.addEventListener('abort', onAbort);
  return {
    /** Not Promise.race with a single promise of the signal: it would keep every answer it was raced with. */
    first: <T>(promises: readonly Promise<T>[]): Promise<T> =>
      new Promise((resolve, reject) => {
        // A signal's reason is thrown unchanged.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        stop = () => reject(signal!.reason);
        if (signal?.aborted) stop();
        for (const each of promises) each.then(resolve, reject);
      }),
    end: () => signal?.removeEventListener('abort', onAbort),
  };
}

/**
 * Solves the source's rows. Reads ahead while there is room, but yields an answer rather than wait for more
 * rows.
 */
export async function* solveStream(
  source: Source,
  solvers: Solvers,
  signal: StreamSignal | undefined,
): AsyncGenerator<BatchSlice, void, undefined> {
  checkSignal(signal);
  const slices = slicesOf(source, solvers);
  const waiting: Promise<{ readonly answer: BatchSlice }>[] = [];
  const next = () => {
    const read = slices.next().then((read) => ({ read }));
    // Its error is thrown in order, possibly after the consumer has taken an answer.
    read.catch(() => {});
    return read;
  };
  const watching = watch(signal);
  let reading: ReturnType<typeof next> | undefined = next();
  try {
    while (reading || waiting.length > 0) {
      const first = waiting.slice(0, 1);
      const more = reading && waiting.length < solvers.room ? [reading] : [];
      const come = await watching.first<Come>([...first, ...more]);
      if ('answer' in come) {
        void waiting.shift();
        yield come.answer;
      } else if (come.read.done) {
        reading = undefined;
      } else {
        const { first, ...rows } = come.read.value;
        const answer = solvers.solve(rows).then((found) => ({ answer: { ...found, first } }));
        // Its error is thrown in order.
        answer.catch(() => {});
        waiting.push(answer);
        reading = next();
      }
    }
  } finally {
    watching.end();
    void slices.return(undefined).catch(() => {});
  }
}
