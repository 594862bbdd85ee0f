/** The article's table holds this core's numbers, except for times. */
import { expect, it } from 'vitest';
import { solverNames } from 'limber';
import committed from '../../../demos/data/methods.json' with { type: 'json' };
import { factsOf } from '../../bench/methods.ts';
import '../support/silence.ts';

type Row = Readonly<Record<string, unknown>>;

const command = 'npm run bench -- --only methods --json demos/data/methods.json';
const stale = (what: string) => `demos/data/methods.json is stale: ${what}; remake it with: ${command}`;
const rows = (committed.rows as Row[]).filter((row) => row.case === 'methods');
/** Excludes columns that identify the row, and times. */
const isFact = (name: string) => !/^(bench|case|solver|build|exponent)$|Us$/.test(name);

/** Equal on every machine, up to the last digits of a sine in the judge's kinematics. */
const equal = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
    : a === b;

it('has a row for every solver', () => {
  expect(
    rows.map((row) => row.solver),
    stale('it has other solvers'),
  ).toEqual(solverNames());
});

it.each(rows.map((row) => row.solver as string))('what it says of %s is so', (solver) => {
  const row = rows.find((each) => each.solver === solver)!;
  const known = solverNames().find((name) => name === solver);
  if (!known) expect.fail(stale(`there is no solver ${solver}`));
  const facts: Row = factsOf(known);
  const names = new Set([...Object.keys(facts), ...Object.keys(row).filter(isFact)]);
  const different = [...names].filter((name) => !equal(row[name], facts[name]));
  const says = (name: string) => `${name} is ${String(facts[name])}, and it says ${String(row[name])}`;
  expect(different.map(says), stale(solver)).toEqual([]);
});
