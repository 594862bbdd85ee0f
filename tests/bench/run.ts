// Runs benchmarks: run.ts JSON-FILE|- NAME… (npm run bench builds what they need first).
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One measured case. Times are per solve. */
export interface Row {
  bench: string;
  case: string;
  solver: string;
  /** native, wasm, or the package that it is compared with. */
  build: string;
  n: number;
  solved: number;
  meanUs: number;
  medianUs: number;
  p99Us: number;
  [extra: string]: string | number;
}

export interface Context {
  /** Runs `limber_bench NAME` with the text as its standard input and reads the JSON that it prints. */
  runNative(name: string, input: string): unknown;
}

/** What tests/bench/NAME.bench.ts exports. */
export interface Bench {
  name: string;
  run(context: Context): Promise<Row[]>;
}

const context: Context = {
  runNative(name, input) {
    const program = fileURLToPath(new URL('../../build/native/limber_bench', import.meta.url));
    const result = spawnSync(program, [name], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (result.status !== 0)
      throw new Error(`limber_bench ${name}: ${result.error?.message ?? result.stderr}`);
    return JSON.parse(result.stdout) as unknown;
  },
};

function show(value: string | number | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  return Number.isInteger(value) ? String(value) : value.toPrecision(4);
}

/** Text to the left, numbers to the right, every column as wide as its widest cell. */
function printTable(rows: Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => show(row[column])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  const textual = columns.map((column) => rows.some((row) => typeof row[column] === 'string'));
  for (const line of cells) {
    const padded = line.map((cell, i) =>
      textual[i] ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    );
    console.log(padded.join('  ').trimEnd());
  }
}

const [jsonFile, ...names] = process.argv.slice(2);
const all: Row[] = [];
for (const name of names) {
  const bench = (await import(`./${name}.bench.ts`)) as Bench;
  console.log(`\n${bench.name}`);
  const rows = await bench.run(context);
  printTable(rows);
  all.push(...rows);
}
if (jsonFile && jsonFile !== '-') writeFileSync(jsonFile, `${JSON.stringify(all, null, 2)}\n`);
