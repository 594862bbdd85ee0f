/** The options of `limber batch`. */
import {
  by,
  flag,
  number,
  readTable,
  refuse,
  word,
  type Option,
  type Table,
  type ValuesOf,
} from './options.ts';
import { numberIn, UsageError } from './reading.ts';
import { nearestStart, oneRobot, room, start } from './robot-options.ts';

/** File formats for rows. */
export const rowFormats = ['csv', 'ndjson', 'parquet'] as const;
export type RowFormat = (typeof rowFormats)[number];

/** A file, or '-': standard input or output. */
export interface RowFile {
  readonly path: string;
  readonly format: RowFormat;
}

/** Value of `--start` for starts in columns of the targets. */
export const ownStarts = 'columns';

const mostShards = 1_000_000;

/** Every `count`-th row, starting at the `index`-th, counted from 1. */
const shard: Option<{ readonly index: number; readonly count: number }> = {
  value: 'I/N',
  example: '1/8',
  says: 'of every N rows the I-th, from 1: N machines share a file',
  read(text, option) {
    const [index, count, more] = text.split('/').map(numberIn) as [number, number?, number?];
    const areWhole = [index, count].every(Number.isInteger) && more === undefined;
    if (areWhole && index >= 1 && index <= count! && count! <= mostShards) return { index, count: count! };
    return refuse(option, text, `I/N with I from 1 to N, as in ${option} 1/8`);
  },
};

/** `maxRestarts=20`: a number, true, false, or a word. The core checks it. */
const setting: Option<readonly [name: string, value: unknown]> = {
  value: 'NAME=VALUE',
  example: 'maxRestarts=20',
  says: 'any other option of a solve, as maxRestarts=20; may be given again',
  read(text, option) {
    const [, name, value] = /^(\w+)=(.+)$/.exec(text) ?? [];
    if (name === undefined || value === undefined)
      return refuse(option, text, `NAME=VALUE, as in ${option} maxRestarts=20`);
    const given = value === 'Infinity' ? Infinity : numberIn(value);
    if (!Number.isNaN(given)) return [name, given];
    return [name, value === 'true' || (value === 'false' ? false : value)];
  },
};

const format = word('FORMAT');

const options = {
  tip: word('LINK')('the link that is to be there', 'tool0'),
  targets: word('FILE')(
    "rows with x y z (metres) and qx qy qz qw, or x y z alone, in the root's frame; - reads standard input",
    'targets.csv',
  ),
  out: word('FILE')('where answers go; - writes standard output', 'solved.csv'),
  from: format(`format of the targets: ${rowFormats.join(', ')}; default: by their ending, csv for -`, 'csv'),
  to: format('format of the answers; default: by their ending, csv for -', 'csv'),
  rejects: word('FILE')('a CSV of the rows that cannot be read: number, reason, text', 'rejects.csv'),
  id: word('COLUMN')('a column of the targets that is copied to the answers', 'name'),
  workers: number('N', { least: 1, most: 1024, isWhole: true })('default: one for each core', '2'),
  shard: by({ index: 1, count: 1 }, shard),
  resume: flag('goes on after a kill, with the same command line: no row is lost or doubled'),
  force: flag('overwrites answers and rejects that are there'),
  prove: flag(
    'a column pose: found, or, where a row is not reached, whether a pose exists: exists, beyond limits, none (proven), unknown',
  ),
  mode: by('find', word('MODE')('find or track; default find', 'track')),
  start: start(
    `a value for each joint, where each row starts, or ${ownStarts}: each row has its own, in columns named as those of the answers, or in NDJSON a list q as there; ${nearestStart}`,
    ownStarts,
  ),
  ...room,
  solver: word('NAME')('default: in closed form where there is one; limber --list shows all', 'analytic'),
  set: { ...setting, isMany: true },
} as const;

export const batchTable: Table<typeof options> = {
  name: 'limber batch',
  usage: 'ROBOT.urdf --tip LINK --targets FILE --out FILE',
  purpose:
    'Solves a target per row, on all cores, and writes joint values, status and what is left, in the same order.',
  words: oneRobot('limber batch robot.urdf --tip tool0 --targets … --out …'),
  options,
  after:
    'Exit code: 0; 3 where rows were rejected and all others done; 1 where it broke off; 2 for a wrong command line; 130 or 143 after Ctrl-C or SIGTERM. A target that no pose reaches is an answer.',
};

export interface BatchCommand extends Omit<
  ValuesOf<typeof options>,
  'targets' | 'out' | 'from' | 'to' | 'set' | 'mode' | 'solver'
> {
  /** A URDF. */
  readonly robot: string;
  readonly targets: RowFile;
  readonly out: RowFile;
  /** As typed; the core checks them. */
  readonly options: Readonly<Record<string, unknown>>;
}

function formatOf(option: string, name: string | undefined, path: string): RowFormat {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();
  const wanted = name ?? (path === '-' ? 'csv' : ending === 'jsonl' ? 'ndjson' : ending);
  const found = rowFormats.find((each) => each === wanted);
  if (found) return found;
  const known = rowFormats.join(', ');
  return name === undefined
    ? refuse('the file', path, `an ending that is known, or ${option} one of ${known}`)
    : refuse(option, name, `one of ${known}`);
}

/** Reads the arguments after `batch`. @throws UsageError */
export function readBatch(args: readonly string[]): BatchCommand {
  const { words, values } = readTable(batchTable, args);
  const { from, to, mode, solver, set, ...rest } = values;
  const fileOf = (name: 'targets' | 'out', option: string, given: string | undefined): RowFile => {
    const path = values[name];
    if (!path) throw new UsageError(`--${name} is missing, as in --${name} FILE`);
    return { path, format: formatOf(option, given, path) };
  };
  const targets = fileOf('targets', '--from', from);
  const out = fileOf('out', '--to', to);
  if (targets.path === '-' && targets.format === 'parquet')
    throw new UsageError('Parquet is read from its end, so not from standard input; give a file');
  if (rest.resume && out.path === '-')
    throw new UsageError('--resume reads what was written, so it needs a file; give --out FILE');
  const all = { ...Object.fromEntries(set), mode, ...(solver !== undefined && { solver }) };
  return { ...rest, robot: words[0]!, targets, out, options: all };
}
