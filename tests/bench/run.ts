// Runs benchmarks: run.ts [--json FILE] [--robots FILE] [--targets N] NAME… (npm run bench builds the
// programs first).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { init } from 'limber';
import { printTable, type Line } from './table.ts';

/** One measured case; benchmarks add their own columns. */
export interface Row {
  bench: string;
  case: string;
  solver: string;
  /** native, wasm, or the name of a peer package. */
  build: string;
  [extra: string]: string | number | boolean;
}

/** limber_bench, and that of KDL, if its library is installed. */
export type Program = 'limber_bench' | 'limber_bench_kdl';

export interface Context {
  /** A CSV file of joint frames, whose arms replace the built-in ones. */
  readonly robots?: string;
  /** Number of targets, where a benchmark has them; each has its own default. */
  readonly targets?: number;
  has(program: Program): boolean;
  /** Runs the program with the text as its standard input and parses its JSON output. */
  runNative(program: Program, args: readonly string[], input: string): unknown;
}

/** Exports of tests/bench/NAME.bench.ts. */
export interface Bench {
  readonly name: string;
  run(context: Context): Promise<Row[]>;
  /** Lines for people; if missing, the rows themselves. */
  table?(rows: readonly Row[]): Line[];
  /** Explanation of the numbers. */
  readonly note?: string;
}

/** Folder of native programs, by default that of `npm run build native`. */
const folder = process.env.LIMBER_NATIVE ?? fileURLToPath(new URL('../../build/native', import.meta.url));

function runProgram(program: Program, args: readonly string[], input: string): string {
  const result = spawnSync(`${folder}/${program}`, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.status === 0) return result.stdout;
  throw new Error(`${program} ${args.join(' ')}: ${result.error?.message ?? result.stderr}`);
}

function version(packageName: string): string {
  const file = new URL(`../../node_modules/${packageName}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function header() {
  const hasKdl = context.has('limber_bench_kdl');
  const kdl = hasKdl ? runProgram('limber_bench_kdl', ['version'], '').trim() : 'missing';
  return {
    date: new Date().toISOString(),
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    peers: { three: version('three'), kdl },
  };
}

const { values, positionals: names } = parseArgs({
  options: { json: { type: 'string' }, robots: { type: 'string' }, targets: { type: 'string' } },
  allowPositionals: true,
});

const context: Context = {
  ...(values.robots ? { robots: values.robots } : {}),
  ...(values.targets ? { targets: Number(values.targets) } : {}),
  has: (program) => existsSync(`${folder}/${program}`),
  runNative: (program, args, input) => JSON.parse(runProgram(program, args, input)) as unknown,
};

// Input of native programs depends on the core's own tables.
await init();
const rows: Row[] = [];
for (const name of names) {
  const bench = (await import(`./${name}.bench.ts`)) as Bench;
  console.log(`\n${bench.name}`);
  const measured = await bench.run(context);
  printTable(bench.table?.(measured) ?? measured);
  if (bench.note) console.log(`\n${bench.note}`);
  rows.push(...measured);
}
if (values.json) writeFileSync(values.json, `${JSON.stringify({ ...header(), rows }, null, 2)}\n`);
