/** Reads the command line of `limber batch`. */
import { show } from '../errors.ts';
import type { PoseAxis } from '../goal.ts';
import { numberIn, parse, UsageError } from './reading.ts';
import { readFree, readNumbers } from './solve-arguments.ts';

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

export interface BatchCommand {
  /** A URDF. */
  readonly robot: string;
  /** Undefined: chosen from the robot. */
  readonly tip: string | undefined;
  readonly targets: RowFile;
  readonly out: RowFile;
  /** A CSV. */
  readonly rejects: string | undefined;
  /** Undefined: one per core. */
  readonly workers: number | undefined;
  /** Every `count`-th row, starting at the `index`-th, counted from 1. */
  readonly shard: { readonly index: number; readonly count: number };
  readonly resume: boolean;
  /** Overwrite the outputs. */
  readonly force: boolean;
  /** Say for each row that is not reached whether a pose exists. */
  readonly prove: boolean;
  /** Name of the column to copy. */
  readonly id: string | undefined;
  readonly free: readonly PoseAxis[];
  /** Joint values, or a column set per row; undefined: those of `state.reset()`. */
  readonly start: readonly number[] | typeof ownStarts | undefined;
  /** As typed; the core checks them. */
  readonly options: Readonly<Record<string, unknown>>;
}

const options = {
  tip: { type: 'string' },
  targets: { type: 'string' },
  from: { type: 'string' },
  out: { type: 'string' },
  to: { type: 'string' },
  rejects: { type: 'string' },
  workers: { type: 'string' },
  shard: { type: 'string' },
  resume: { type: 'boolean' },
  force: { type: 'boolean' },
  prove: { type: 'boolean' },
  id: { type: 'string' },
  free: { type: 'string' },
  start: { type: 'string' },
  mode: { type: 'string' },
  solver: { type: 'string' },
  set: { type: 'string', multiple: true },
} as const;

const examples = [
  '--tip tool0',
  '--targets targets.csv',
  '--from csv',
  '--out solved.csv',
  '--to csv',
  '--rejects rejects.csv',
  '--workers 2',
  '--shard 1/8',
  '--id name',
  '--free rz',
  '--start 0,-1,1,0,0,0',
  '--mode track',
  '--solver analytic',
  '--set maxRestarts=20',
];

export const batchHelp = `limber batch ROBOT.urdf --tip LINK --targets FILE --out FILE

Solves a target a row, on all cores, and writes joint values, status and what is left, in the same order.

  --tip LINK        the link that is to be there
  --targets FILE    rows with x y z (metres) and qx qy qz qw, in the root's frame; - reads standard input
  --out FILE        where answers go; - writes standard output
  --from, --to FMT  ${rowFormats.join(', ')}; default by the file's ending, csv for -
  --rejects FILE    a CSV of the rows that cannot be read: number, reason, text
  --id COLUMN       a column of the targets that is copied to the answers
  --workers N       default: one for each core
  --shard I/N       of every N rows the I-th, from 1: N machines share a file
  --resume          goes on after a kill, with the same command line: no row is lost or doubled
  --force           overwrites answers and rejects that are there
  --prove           a column pose: found, or, where a row is not reached, whether a pose exists: exists,
                    beyond limits, none (proven), unknown
  --mode MODE       find (default) or track
  --start NUMBERS   a value for each joint, where each row starts; default 0, or the nearest limit
  --start ${ownStarts}   each row has its own, in columns named as those of the answers, or in NDJSON a list q as there
  --free AXES       as of limber solve
  --solver NAME     as of limber; default: in closed form where there is one
  --set NAME=VALUE  any other option of a solve, as maxRestarts=20; may be given again

Exit code of a batch: 0; 3 where rows were rejected and all others done; 1 where it broke off; 2 for a wrong command line; 130
or 143 after Ctrl-C or SIGTERM. A target that no pose reaches is an answer.`;

function readFormat(option: string, name: string | undefined, path: string): RowFormat {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();
  const wanted = name ?? (path === '-' ? 'csv' : ending === 'jsonl' ? 'ndjson' : ending);
  const format = rowFormats.find((each) => each === wanted);
  if (format) return format;
  const what =
    name === undefined ? `${show(path)} has no ending that is known` : `${option} is ${show(name)}`;
  throw new UsageError(`${what}; give ${option} one of ${rowFormats.join(', ')}`);
}

function readShard(text: string): BatchCommand['shard'] {
  const [index, count, more] = text.split('/').map(numberIn) as [number, number?, number?];
  const areWhole = [index, count].every(Number.isInteger) && more === undefined;
  if (areWhole && index >= 1 && index <= count! && count! <= mostShards) return { index, count: count! };
  throw new UsageError(`--shard is ${show(text)}; give I/N with I from 1 to N, as in --shard 1/8`);
}
const mostShards = 1_000_000;

function readWorkers(text: string): number {
  const workers = numberIn(text);
  if (Number.isInteger(workers) && workers >= 1 && workers <= 1024) return workers;
  throw new UsageError(`--workers is ${show(text)}; give a whole number from 1 to 1024`);
}

/** Parses `maxRestarts=20`: a number, true, false, or a word. */
function readSetting(text: string): [name: string, value: unknown] {
  const [, name, value] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--set is ${show(text)}; give NAME=VALUE, as in --set maxRestarts=20`);
  const number = value === 'Infinity' ? Infinity : numberIn(value);
  if (!Number.isNaN(number)) return [name, number];
  return [name, value === 'true' || (value === 'false' ? false : value)];
}

function readStart(text: string | undefined): BatchCommand['start'] {
  if (text === undefined || text === ownStarts) return text;
  return readNumbers('--start', text, `a number for each joint, or the word ${ownStarts}`);
}

const needed = { targets: '--targets FILE', out: '--out FILE' } as const;

/** Reads the arguments after `batch`. @throws UsageError */
export function readBatch(args: readonly string[]): BatchCommand {
  const { values, positionals } = parse(args, options, examples);
  const [robot, unexpected] = positionals;
  if (robot === undefined)
    throw new UsageError('name a robot, as in: limber batch robot.urdf --tip tool0 --targets … --out …');
  if (unexpected !== undefined) throw new UsageError(`unexpected word ${show(unexpected)}; give one robot`);
  const pathOf = (name: keyof typeof needed): string => {
    const path = values[name];
    if (path !== undefined && path !== '') return path;
    throw new UsageError(`--${name} is missing, as in ${needed[name]}`);
  };
  const targets = { path: pathOf('targets'), format: readFormat('--from', values.from, pathOf('targets')) };
  const out = { path: pathOf('out'), format: readFormat('--to', values.to, pathOf('out')) };
  if (targets.path === '-' && targets.format === 'parquet')
    throw new UsageError('Parquet is read from its end, so not from standard input; give a file');
  if (values.resume && out.path === '-')
    throw new UsageError('--resume reads what was written, so it needs a file; give --out FILE');
  const { mode = 'find', solver } = values;
  return {
    robot,
    tip: values.tip,
    targets,
    out,
    rejects: values.rejects,
    workers: values.workers === undefined ? undefined : readWorkers(values.workers),
    shard: readShard(values.shard ?? '1/1'),
    resume: values.resume ?? false,
    force: values.force ?? false,
    prove: values.prove ?? false,
    id: values.id,
    free: readFree(values.free),
    start: readStart(values.start),
    options: {
      ...Object.fromEntries((values.set ?? []).map(readSetting)),
      mode,
      ...(solver === undefined ? {} : { solver }),
    },
  };
}
