/** Results in each engine, for the docs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { writeCompatibility, type EngineRow } from '../compatibility.ts';
import { root } from '../package/folders.ts';

const rows: EngineRow[] = [];
const file = join(root, 'docs/engines.json');

export function record(row: EngineRow): void {
  rows.push(row);
}

/** Versions change with system updates, and page counts with new pages. */
const claims = (list: readonly EngineRow[]): unknown => list.map(({ version: _, pages: __, ...row }) => row);

/** Compares with the rows of these engines in the docs; or writes the table, if `isWhole`. */
export function settle(titles: readonly string[], isWhole: boolean): void {
  if (process.env.LIMBER_UPDATE && isWhole) {
    writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
    writeCompatibility();
  }
  const all = JSON.parse(readFileSync(file, 'utf8')) as EngineRow[];
  const written = all.filter(({ engine }) => titles.includes(engine));
  expect(claims(rows), 'stale: LIMBER_UPDATE=1 npm run long -- engines').toEqual(claims(written));
}
