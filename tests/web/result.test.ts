import { inspect } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { init, Model, Problem } from 'limber';
import { chain } from './support/models.ts';

beforeAll(() => init());

it('shows a result by its values, to a console and as JSON', () => {
  using model = Model.from(chain(2));
  using problem = new Problem(model);
  const result = problem.solve();
  const values = { status: 'converged', iterations: 0, restarts: 0, reason: '' };
  expect(JSON.parse(JSON.stringify(result))).toEqual(values);
  expect(inspect(result)).toBe(inspect(values));
});
