/** The answers in this Node equal the stored ones bit for bit. `npm run long -- digest` checks all engines. */
import { expect, it } from 'vitest';
import { core } from '../../web/src/loader.ts';
import { groups } from '../digest/cases.ts';
import { digest } from '../digest/digest.ts';
import kept from '../digest/digest.json' with { type: 'json' };
import './support/silence.ts';

const stale = 'answers have changed: if that is meant, npm run long -- digest --write node22 keeps them anew';

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
