/** Results of all consumers, as a table for the docs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { compatibility, writeCompatibility, type Row } from '../compatibility.ts';
import { root } from './folders.ts';

const rows: Row[] = [];

export function record(row: Row): void {
  rows.push(row);
}

/** The table's claims: all columns except bytes, which change with every line of code. */
const claims = (list: readonly Row[]): unknown => list.map(({ bytes: _, ...row }) => row);

/** Compares with the table in the docs, or writes it. */
export function settle(): void {
  const json = `${JSON.stringify(rows, null, 2)}\n`;
  const docs = (ending: string): string => join(root, `docs/compatibility.${ending}`);
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(join(root, 'build/compatibility.json'), json);
  if (process.env.LIMBER_UPDATE) {
    writeFileSync(docs('json'), json);
    writeCompatibility();
  }
  const written = JSON.parse(readFileSync(docs('json'), 'utf8')) as Row[];
  expect(claims(rows), 'stale: LIMBER_UPDATE=1 npm test -- package').toEqual(claims(written));
  expect(readFileSync(docs('md'), 'utf8')).toBe(compatibility());
}
