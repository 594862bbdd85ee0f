/**
 * The answers in this Node equal the stored ones bit for bit; LIMBER_UPDATE=1 stores them anew. `npm run long --
 * engines` checks other engines.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { core } from '../../web/src/core/loader.ts';
import { groups } from '../digest/cases.ts';
import { digest, type Line } from '../digest/digest.ts';
import { root } from './support/readme.ts';
import './support/silence.ts';

const file = join(root, 'tests/digest/digest.json');
const stale = 'answers have changed: if that is meant, LIMBER_UPDATE=1 npm test -- node keeps them anew';
let kept: Record<string, Line>;

/** One line per group, so that a diff shows the changed groups. */
function written(lines: typeof kept): string {
  const rows = Object.entries(lines).map(
    ([group, { digest, solves }]) => `  "${group}": { "digest": "${digest}", "solves": ${solves} }`,
  );
  return `{\n${rows.join(',\n')}\n}\n`;
}

beforeAll(async () => {
  if (process.env.LIMBER_UPDATE) writeFileSync(file, written(await digest()));
  kept = JSON.parse(readFileSync(file, 'utf8')) as typeof kept;
}, 300_000);

it('has a group for every solver and for steps, with every type of goals', () => {
  const { solvers, goalTypes } = core().tables;
  const names = [...groups().keys()];
  for (const name of [...solvers, 'step'])
    for (const type of goalTypes) expect(names).toContain(`${name} ${type}`);
  expect(Object.keys(kept), stale).toEqual(names);
});

it('is of ten thousand solves', () => {
  expect(Object.values(kept).reduce((sum, { solves }) => sum + solves, 0)).toBeGreaterThanOrEqual(10_000);
});

// Half of the groups, because all take twice as long. tests/browser/digest.test.ts checks others.
it('finds in Node what is kept', async () => {
  const half = new Set(Object.keys(kept).filter((_, i) => i % 2 === 0));
  const expected = Object.entries(kept).filter(([group]) => half.has(group));
  expect(await digest((group) => half.has(group)), stale).toEqual(Object.fromEntries(expected));
});
