/// <reference types="node" />
/** Writes the answers of `limber batch`, one row per target, and finds where an earlier run stopped. */
import { createReadStream } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { csvLine, parseCsv, type Cell } from '../moves/csv.ts';
import { show } from '../describe/errors.ts';
import type { BatchSlice } from '../worker/stream.ts';
import { statuses } from '../describe/core-names.ts';
import type { RowFile, RowFormat } from './batch-arguments.ts';
import type { Row } from './batch-rows.ts';
import type { Column } from './parquet.ts';
import type { Prove, Witness } from './prover.ts';
import { numberIn, UsageError } from './reading.ts';
import { openSink, type Sink } from './sink.ts';

/** Columns of an answer file besides the fixed ones. */
interface Named {
  /** Names of the joint values, with their units. */
  readonly coordinates: readonly string[];
  /** Name of the copied column. */
  readonly id: string | undefined;
  /** Says whether a pose exists, for a column of its own. */
  readonly prove: Prove | undefined;
  /** Says where in the goal's room a row is: two columns for each number that has some. */
  readonly witness: Witness | undefined;
}

export interface Answers {
  write(rows: readonly Row[], slice: BatchSlice): Promise<void>;
  /** Call when all rows are written. */
  end(): Promise<void>;
  /** Call last, even after an error. */
  close(): Promise<void>;
}

/** Data of each row except its joint values. */
const factsOf = ({ row, id }: Row, { status, residuals, iterations }: BatchSlice, i: number) => ({
  row,
  id,
  status: statuses[status[i]!]!,
  distance: residuals[2 * i]!,
  angle: residuals[2 * i + 1]!,
  iterations: iterations[i]!,
});

function jointsOf({ q, count }: BatchSlice, i: number): number[] {
  const nq = q.length / count;
  return Array.from(q.subarray(i * nq, (i + 1) * nq));
}

const columnsOf = ({ coordinates, id, prove, witness }: Named): Column[] => [
  { name: 'row', type: 'INT64' },
  ...(id === undefined ? [] : [{ name: id, type: 'STRING' } as const]),
  { name: 'status', type: 'STRING' },
  ...coordinates.map((name) => ({ name, type: 'DOUBLE' }) as const),
  { name: 'distance [m]', type: 'DOUBLE' },
  { name: 'angle [rad]', type: 'DOUBLE' },
  { name: 'iterations', type: 'INT32' },
  ...(witness?.goal.edges ?? []).flatMap(({ name }): Column[] => [
    { name: `${name} edge`, type: 'STRING' },
    { name: `${name} inside [${'xyz'.includes(name) ? 'm' : 'rad'}]`, type: 'DOUBLE' },
  ]),
  ...(prove ? [{ name: 'pose', type: 'STRING' } as const] : []),
];

/** One row's cells, in the order of the columns. */
function cellsOf(given: Row, slice: BatchSlice, i: number, named: Named): Cell[] {
  const { row, id, status, distance, angle, iterations } = factsOf(given, slice, i);
  const copied = named.id === undefined ? [] : [id];
  const q = jointsOf(slice, i);
  const edges = named.witness?.edgesAt(given.target, q) ?? [];
  const pose = named.prove ? [named.prove(given.target, status)] : [];
  return [
    row,
    ...copied,
    status,
    ...q,
    distance,
    angle,
    iterations,
    ...edges.flatMap(({ side, inside }) => [side, inside]),
    ...pose,
  ];
}

function jsonOf(given: Row, slice: BatchSlice, i: number, named: Named): string {
  const { row, id, status, ...rest } = factsOf(given, slice, i);
  const copied = named.id === undefined ? {} : { [named.id]: id };
  const q = jointsOf(slice, i);
  const edges = named.witness?.edgesAt(given.target, q) ?? [];
  const pose = named.prove && { pose: named.prove(given.target, status) };
  return `${JSON.stringify({ row, ...copied, status, q, ...rest, ...(edges.length > 0 && { edges }), ...pose })}\n`;
}

const headerOf = (named: Named): string => csvLine(columnsOf(named).map(({ name }) => name));

/** A line format: its header, a row's line, and the row number in a line. */
interface Lines {
  readonly header: (named: Named) => string;
  readonly line: (row: Row, slice: BatchSlice, i: number, named: Named) => string;
  readonly rowOf: (line: string) => number;
}

const lines: Readonly<Record<Exclude<RowFormat, 'parquet'>, Lines>> = {
  csv: {
    header: headerOf,
    line: (row, slice, i, named) => csvLine(cellsOf(row, slice, i, named)),
    rowOf: (line) => numberIn(parseCsv(line)?.[0]?.[0] ?? ''),
  },
  ndjson: {
    header: () => '',
    line: jsonOf,
    rowOf(line) {
      try {
        return Number((JSON.parse(line) as { row?: unknown } | null)?.row);
      } catch {
        return NaN;
      }
    },
  },
};

/** Place at which an earlier run stopped. */
export interface Point {
  /** Number of the last row written; 0: none. */
  readonly after: number;
  /** Offset in bytes of its end. */
  readonly at: number;
  /** True if nothing remains to be done. */
  readonly isDone?: boolean;
}

const beginning: Point = { after: 0, at: 0 };
/** More bytes than any line of answers. */
const tail = 2 ** 22;

/** The last complete line of the file, and its end. */
async function lastLine(path: string, size: number): Promise<{ line: string; first: number; end: number }> {
  const file = await open(path, 'r');
  try {
    const from = Math.max(0, size - tail);
    const bytes = Buffer.alloc(size - from);
    await file.read(bytes, 0, bytes.length, from);
    const end = bytes.lastIndexOf('\n');
    const first = end > 0 ? bytes.lastIndexOf('\n', end - 1) + 1 : 0;
    return {
      line: bytes.toString('utf8', first, Math.max(end, 0)),
      first: from + first,
      end: from + end + 1,
    };
  } finally {
    await file.close();
  }
}

async function beginsWith(path: string, text: string): Promise<boolean> {
  const wanted = Buffer.from(text);
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(wanted.length);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytesRead === wanted.length && bytes.equals(wanted);
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** @throws UsageError if the file was not written by the same command line. */
export async function pointOf({ path, format }: RowFile, named: Named): Promise<Point> {
  const size = await sizeOf(path);
  if (size === undefined) return beginning;
  // A Parquet gets its final name only when complete.
  if (format === 'parquet') return { ...beginning, isDone: true };
  const { header, rowOf } = lines[format];
  const { line, first, end } = await lastLine(path, size);
  if (end === 0) return beginning;
  const other = (): never => {
    throw new UsageError(
      `${path} was not written by this command line; resume with the same, or without --resume`,
    );
  };
  if (!(await beginsWith(path, header(named)))) other();
  const isHeader = format === 'csv' && first === 0;
  const after = isHeader ? 0 : rowOf(line);
  return Number.isInteger(after) && after >= 0 ? { after, at: end } : other();
}

/**
 * As `pointOf`, for rejected rows: rows up to `after` stay. Returns the offset in bytes of their end, and
 * their count.
 */
async function rejectsUpTo(path: string, after: number): Promise<{ at: number; count: number }> {
  if ((await sizeOf(path)) === undefined) return { at: 0, count: 0 };
  let [at, count, rest] = [0, 0, ''];
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const found = (rest + chunk).split('\n');
    rest = found.pop()!;
    for (const line of found) {
      const row = numberIn(line.split(',')[0]!);
      if (row > after) return { at, count };
      at += Buffer.byteLength(line) + 1;
      if (row > 0) count += 1;
    }
  }
  return { at, count };
}

async function lineAnswers({ path, format }: RowFile, named: Named, { at }: Point): Promise<Answers> {
  const { header, line } = lines[format as keyof typeof lines];
  const sink = await openSink(path, at);
  if (at === 0) await sink.write(header(named));
  return {
    // In one piece, so that a kill cuts at most one line.
    write: (rows, slice) => sink.write(rows.map((row, i) => line(row, slice, i, named)).join('')),
    end: () => Promise.resolve(),
    close: () => sink.close(),
  };
}

/** Rows per row group; they are kept in memory. */
const groupRows = 2 ** 16;

/** Path of an unfinished Parquet. */
export const partOf = (path: string): string => (path === '-' ? path : `${path}.part`);

async function parquetAnswers({ path }: RowFile, named: Named): Promise<Answers> {
  const { parquetWriter } = await import('./parquet.ts');
  const unfinished = partOf(path);
  const sink = await openSink(unfinished);
  const columns = columnsOf(named);
  const writer = await parquetWriter(columns, (bytes) => sink.write(bytes));
  let lists = columns.map((): unknown[] => []);
  const flush = async (): Promise<void> => {
    const full = lists;
    lists = columns.map(() => []);
    await writer.write(full);
  };
  return {
    async write(rows, slice) {
      rows.forEach((row, i) =>
        cellsOf(row, slice, i, named).forEach((cell, k) => lists[k]!.push(k === 0 ? BigInt(cell) : cell)),
      );
      if (lists[0]!.length >= groupRows) await flush();
    },
    async end() {
      await flush();
      await writer.end();
      if (path !== '-') await rename(unfinished, path);
    },
    close: () => sink.close(),
  };
}

/** @throws UsageError if the file cannot be opened. */
export const answersTo = (out: RowFile, named: Named, point: Point): Promise<Answers> =>
  out.format === 'parquet' ? parquetAnswers(out, named) : lineAnswers(out, named, point);

/** Rows that cannot be read: written to a file, or the first of them as lines on standard error. */
export interface Rejects {
  /** Count, including those of an earlier run if they have a file. */
  readonly count: number;
  write(rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}

/** Most rows shown without a file. */
const mostShown = 10;

export async function rejectsTo(
  path: string | undefined,
  { after }: Point,
  say: (line: string) => void,
): Promise<Rejects> {
  const kept = path === undefined ? { at: 0, count: 0 } : await rejectsUpTo(path, after);
  let { count } = kept;
  const sink: Sink | undefined = path === undefined ? undefined : await openSink(path, kept.at);
  if (kept.at === 0) await sink?.write(csvLine(['row', 'reason', 'text']));
  return {
    get count() {
      return count;
    },
    async write(rows) {
      if (rows.length === 0) return;
      const shown = sink ? [] : rows.slice(0, Math.max(0, mostShown - count));
      for (const { row, fault, text } of shown) say(`row ${row}: ${fault}: ${show(text)}`);
      count += rows.length;
      await sink?.write(rows.map(({ row, fault, text }) => csvLine([row, fault, text])).join(''));
    },
    close: async () => sink?.close(),
  };
}
