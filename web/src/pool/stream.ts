/** Rows in, answers out, in order, with no more of them under way than there is room for. */
import {
  checkHooks,
  checkRows,
  countRows,
  keepLengths,
  partOf,
  type BatchResult,
  type BatchRows,
  type Widths,
} from '../batch.ts';
import { LimberError, show } from '../errors.ts';
import { bad } from '../flatten.ts';
import type { SolveOptions } from '../options.ts';

/** Some rows of a stream: their targets, or also their starts, nq numbers for all of these rows or nq a row. */
export type StreamRows = Float64Array | { readonly targets: Float64Array; readonly starts?: Float64Array };

/** The answers to some rows of a stream. */
export interface BatchSlice extends BatchResult {
  /** Number of its first row in the stream, from 0. */
  readonly first: number;
}

/** The part of an `AbortSignal` that is used. */
export interface StreamSignal {
  /** Whether to stop. */
  readonly aborted: boolean;
  /** What is thrown then. */
  readonly reason: unknown;
  /** To hear of it while waiting. */
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What every row is solved with, and what stops it. */
export interface StreamOptions extends SolveOptions {
  /** Stops at once; its reason is thrown. */
  readonly signal?: StreamSignal;
}

/** Where a stream's slices are solved. */
export interface Solvers {
  readonly widths: Widths;
  /** Where rows without starts begin. */
  readonly start: Float64Array;
  /** The most rows of a slice. */
  readonly most: number;
  /** How many slices are read before the first of them is taken away. */
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

/** What comes next: an answer, or rows. */
type Come = { readonly answer: BatchSlice } | { readonly read: IteratorResult<Slice, void> };

/** The slices of what a source gives, numbered and checked. */
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
    // So that a file is closed. Not waited for: a source that is waiting itself would never answer.
    if (!isOver) void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

const rowsOf = (rows: StreamRows) =>
  rows instanceof Object && !(rows instanceof Float64Array) ? rows : { targets: rows, starts: undefined };

/** @throws LimberError `badDescription` for what cannot be heard. @param path before its name, for messages. */
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
    /** Not Promise.race with one promise of the signal's: that would keep all answers that it has ever raced with. */
    first: <T>(promises: readonly Promise<T>[]): Promise<T> =>
      new Promise((resolve, reject) => {
        // What a signal gives as its reason is thrown as it is.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        stop = () => reject(signal!.reason);
        if (signal?.aborted) stop();
        for (const each of promises) each.then(resolve, reject);
      }),
    end: () => signal?.removeEventListener('abort', onAbort),
  };
}

/** Solves what the source gives. Reads ahead while there is room, but hands out an answer rather than wait for more rows. */
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
    // Its error is thrown in its turn, which may be after whoever takes the answers has taken one.
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
        // Its error is thrown in its turn.
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
