/// <reference types="node" />
/** Reads the targets of `limber batch`, row by row. */
import { createReadStream } from 'node:fs';
import process from 'node:process';
import { parseCsv } from '../moves/csv.ts';
import { show } from '../describe/errors.ts';
import { numberIn, reasonOf, UsageError } from './reading.ts';
import type { BatchCommand, RowFile } from './batch-arguments.ts';
import { isPointRow, namePoints, targetColumns } from './target-columns.ts';

/** A row of the file, numbered from 1, without headers and empty lines. */
export interface Row {
  readonly row: number;
  /** Value of the column --id; '' without one. */
  readonly id: string;
  readonly target: readonly number[];
  /** Joint values; empty if the row has no start of its own. */
  readonly start: readonly number[];
  /** Why it cannot be solved; '' if it can. */
  readonly fault: string;
  /** Text as in the file, for reports. */
  readonly text: string;
}

/** Batches of rows; none may be skipped. */
export type Rows = AsyncIterable<readonly Row[]>;

/** Request for rows. */
export interface Asked extends Pick<BatchCommand, 'shard' | 'id'> {
  /** Rows have no rotation: see `arePoints`. */
  readonly arePoints: boolean;
  /** Names of a row's own start values; empty if rows have none. */
  readonly starts: readonly string[];
  /** Rows up to this one are done and skipped. */
  readonly after: number;
  /** Called with the number of bytes read. */
  readonly onBytes: (bytes: number) => void;
}

export const isAsked = ({ shard, after }: Pick<Asked, 'shard' | 'after'>, row: number): boolean =>
  row > after && (row - shard.index) % shard.count === 0;

/** Most characters per line. */
const longest = 1_000_000;

async function* linesOf({ path }: RowFile, onBytes: Asked['onBytes']): AsyncGenerator<string[]> {
  const stream = path === '-' ? process.stdin : createReadStream(path);
  stream.setEncoding('utf8');
  let rest = '';
  let bytes = 0;
  try {
    for await (const chunk of path === '-' ? whole(stream) : (stream as AsyncIterable<string>)) {
      bytes += Buffer.byteLength(chunk);
      onBytes(bytes);
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      if (rest.length > longest)
        throw new UsageError(`${path}: a line has more than ${longest} characters; give a row a line`);
      yield lines;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
  yield [rest];
}

/** What was read of standard input to see its columns. */
let begun = '';

/** Standard input from its beginning, of which a part may have been read. */
async function* whole(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield begun;
  yield* stream as AsyncIterable<string>;
}

/** The text of a file up to the end of its first row, at least. */
async function beginningOf({ path }: RowFile): Promise<string> {
  const stream = path === '-' ? process.stdin : createReadStream(path, { end: longest });
  stream.setEncoding('utf8');
  let text = '';
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: path !== '-' }) as AsyncIterable<string>) {
      text += chunk;
      if (/\S.*\n/.test(text) || text.length > longest) break;
    }
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
  if (path === '-') begun = text;
  return text;
}

/** Whether the first row, or the header, has a point alone. @throws UsageError if it has other angles. */
export async function arePoints(file: RowFile): Promise<boolean> {
  if (file.format === 'parquet') return namePoints(await (await import('./parquet.ts')).columnsIn(file.path));
  const line = (await beginningOf(file)).split('\n').find((each) => each.trim() !== '') ?? '';
  if (file.format === 'csv') return isPointRow(parseCsv(line.replace(/^\uFEFF/, '').trim())?.[0] ?? []);
  const first = parsed(line);
  if (Array.isArray(first)) return first.length === 3;
  return typeof first === 'object' && first !== null && namePoints(Object.keys(first));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Columns of a row's target, and of all its numbers, in order. */
const ofTarget = ({ arePoints }: Asked): readonly string[] =>
  arePoints ? targetColumns.slice(0, 3) : targetColumns;
const columnsOf = (asked: Asked): readonly string[] => [...ofTarget(asked), ...asked.starts];

/** A row with text but without numbers. */
const unread = (row: number, fault: string, text: string): Row => ({
  row,
  id: '',
  target: [],
  start: [],
  fault,
  text,
});

/** Contents of a row: its column --id, and a value for each of `columns`. */
interface Given {
  readonly row: number;
  readonly id: string;
  readonly values: readonly unknown[];
  readonly text: string;
}

/** A target and its start, or the fault in them. */
function read({ row, id, values, text }: Given, asked: Asked): Row {
  const columns = columnsOf(asked);
  const numbers = columns.map((_, i) => numberOf(values[i]));
  const width = ofTarget(asked).length;
  return {
    row,
    id: id.replace(/[\r\n]+/g, ' '),
    target: asked.arePoints ? [...numbers.slice(0, width), 0, 0, 0, 1] : numbers.slice(0, width),
    start: numbers.slice(width),
    fault: faultOf(values, numbers, columns) || (asked.arePoints ? '' : turnFault(numbers)),
    text,
  };
}

function numberOf(value: unknown): number {
  if (typeof value === 'string') return numberIn(value.trim());
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
}

function faultOf(values: readonly unknown[], numbers: readonly number[], columns: readonly string[]): string {
  const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';
  for (const [i, name] of columns.entries()) {
    if (isMissing(values[i])) return `${name} is missing`;
    if (!Number.isFinite(numbers[i])) return `${name} is ${show(values[i])}, which is not a number`;
  }
  return '';
}

const turnFault = (numbers: readonly number[]): string =>
  Math.hypot(...numbers.slice(3, 7)) > 0 ? '' : 'the quaternion is zero';

/** Converts a line to a row. */
type Take = (row: number, text: string) => Row;

/** CSV with or without a header: the first line decides, by containing names or numbers. */
function csvRows(first: string, asked: Asked): { readonly take: Take; readonly isHeader: boolean } {
  const columns = columnsOf(asked);
  const names = (parseCsv(first.replace(/^\uFEFF/, ''))?.[0] ?? []).map((name) => name.trim());
  const isHeader = !names.slice(0, ofTarget(asked).length).every((name) => !Number.isNaN(numberIn(name)));
  const placeOf = (name: string): number => {
    const place = names.indexOf(name);
    if (place >= 0) return place;
    throw new UsageError(
      isHeader
        ? `the targets have no column ${show(name)}; their first line names ${names.map(show).join(', ')}`
        : `the targets have no header, so no column ${show(name)}; give them a first line with names`,
    );
  };
  const places = columns.map((name, i) => (isHeader ? placeOf(name) : i));
  const idPlace = asked.id === undefined ? -1 : placeOf(asked.id);
  const take: Take = (row, text) => {
    const cells = parseCsv(text)?.[0];
    if (!cells) return unread(row, 'a quote is not closed or out of place', text);
    return read({ row, id: cells[idPlace] ?? '', values: places.map((place) => cells[place]), text }, asked);
  };
  return { take, isHeader };
}

/** An object with the target's columns as keys and the start as a list q, or all numbers in an array. */
function takeJson(asked: Asked): Take {
  return (row, text) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return unread(row, 'it is no JSON', text);
    }
    if (Array.isArray(value)) return read({ row, id: '', values: value, text }, asked);
    if (typeof value !== 'object' || value === null)
      return unread(row, 'it is neither an object nor an array', text);
    const given = value as Readonly<Record<string, unknown>>;
    const own = asked.id === undefined ? '' : given[asked.id];
    const id = typeof own === 'string' ? own : JSON.stringify(own ?? '');
    const target = ofTarget(asked).map((column) => given[column]);
    const start: unknown = asked.starts.length === 0 ? [] : given.q;
    if (!Array.isArray(start) || start.length !== asked.starts.length)
      return unread(row, `q is ${show(start)}; give a list of ${asked.starts.length} numbers`, text);
    return read({ row, id, values: [...target, ...(start as unknown[])], text }, asked);
  };
}

async function* textRows(file: RowFile, asked: Asked): Rows & AsyncGenerator<readonly Row[]> {
  let take = file.format === 'csv' ? undefined : takeJson(asked);
  let row = 0;
  for await (const lines of linesOf(file, asked.onBytes)) {
    const rows: Row[] = [];
    for (const line of lines) {
      const text = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (text.trim() === '') continue;
      if (!take) {
        const csv = csvRows(text, asked);
        take = csv.take;
        if (csv.isHeader) continue;
      }
      row += 1;
      if (isAsked(asked, row)) rows.push(take(row, text));
    }
    if (rows.length > 0) yield rows;
  }
}

/** A cell of a Parquet as text. */
function textOf(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  return cell === undefined || cell === null ? '' : show(cell);
}

async function* parquetRows(file: RowFile, asked: Asked): Rows & AsyncGenerator<readonly Row[]> {
  const { readParquet } = await import('./parquet.ts');
  const columns = columnsOf(asked);
  const wanted = asked.id === undefined ? columns : [...columns, asked.id];
  for await (const { first, count, values, bytes } of readParquet(file.path, wanted)) {
    asked.onBytes(bytes);
    const rows: Row[] = [];
    for (let i = 0; i < count; ++i) {
      const row = first + i + 1;
      if (!isAsked(asked, row)) continue;
      const cells = values.map((column) => column[i]);
      const text = cells.map((cell) => textOf(cell)).join(',');
      rows.push(read({ row, id: textOf(cells[columns.length]), values: cells, text }, asked));
    }
    if (rows.length > 0) yield rows;
  }
}

/** @throws UsageError at the first row if the file cannot be read or lacks a column. */
export const rowsOf = (file: RowFile, asked: Asked): Rows =>
  file.format === 'parquet' ? parquetRows(file, asked) : textRows(file, asked);
