/** docs/figures.csv: the weight of each entry and the benches' main figures, a row per version. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFormer, manifestOf, root } from './folders.ts';

type Row = Record<string, string | number>;

const file = join(root, 'docs/figures.csv');
const json = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
const manifest = manifestOf(root);

export const { version } = manifest;
export const peers = Object.keys(manifest.peerDependencies);
const entries = Object.keys(manifest.exports)
  .map((name) => name.replace('.', 'limber'))
  .filter((entry) => !isFormer(entry));

/** Column: in which file of demos/data, which rows, and which of their numbers. */
const benches: Record<string, [file: string, row: Row, number: string]> = {
  'lm track µs': ['default', { case: 'arms, pose', solver: 'lm' }, 'followUs'],
  'lm find µs': ['default', { case: 'arms, pose', solver: 'lm' }, 'findUs'],
  'lm one arm µs': ['methods', { case: 'methods', solver: 'lm' }, 'medianUs'],
  'ccd one arm µs': ['methods', { case: 'methods', solver: 'ccd' }, 'medianUs'],
};

function measured(name: string): number {
  const [from, wanted, number] = benches[name]!;
  const { rows } = json<{ rows: Row[] }>(`demos/data/${from}.json`);
  const row = rows.find((each) => Object.entries(wanted).every(([key, value]) => each[key] === value));
  if (!row?.[number]) throw new Error(`demos/data/${from}.json has no ${number} for ${name}`);
  return Number(Number(row[number]).toPrecision(3));
}

export const columns = ['version', 'date', ...entries, ...Object.keys(benches)];

export function readFigures(): { columns: string[]; rows: Row[] } {
  const [head = [], ...lines] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const rows = lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i] ?? ''])));
  return { columns: head, rows };
}

/** Writes the row of the present version anew; `bytes`: of an entry, compressed. */
export function writeFigures(bytes: (entry: string) => number): void {
  const row: Row = { version, date: new Date().toISOString().slice(0, 10) };
  for (const entry of entries) row[entry] = bytes(entry);
  for (const name of Object.keys(benches)) row[name] = measured(name);
  const rows = [...readFigures().rows.filter((each) => each.version !== version), row];
  const lines = [columns, ...rows.map((each) => columns.map((name) => each[name] ?? ''))];
  writeFileSync(file, lines.map((line) => `${line.join()}\n`).join(''));
}
