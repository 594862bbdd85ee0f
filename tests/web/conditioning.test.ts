/** Distance of results from singularities, against the closed form of two hinges in a plane. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { init, Model, Problem, type SolveResult } from 'limber';
import { chain, expectError, link } from './support/models.ts';
import { number } from './support/random-models.ts';
import './support/silence.ts';

beforeAll(() => init());

const planar = (first: number, second: number) =>
  Model.from({
    links: [
      link('shoulder', null, { type: 'revolute' }),
      link('elbow', 'shoulder', { type: 'revolute' }, [first, 0, 0]),
      link('tool', 'elbow', { type: 'fixed' }, [second, 0, 0]),
    ],
  });

function at(problem: Problem, q: readonly number[]): SolveResult {
  problem.state.q.set(q);
  problem.state.update();
  return problem.solve({ maxIterations: 0 });
}

/** The smaller of two values with the given sum of squares and product. */
function smallest(sumOfSquares: number, product: number): number {
  const root = Math.sqrt(Math.max(0, sumOfSquares ** 2 - 4 * product ** 2));
  return product / Math.sqrt((sumOfSquares + root) / 2);
}

it('is that of a planar arm: the manipulability is l₁ l₂ |sin θ₂| over the square of the reach', () => {
  const length = number(0.1, 3);
  const angle = number(-Math.PI, Math.PI);
  const law = fc.property(length, length, angle, angle, (l1, l2, t1, t2) => {
    using model = planar(l1, l2);
    using problem = new Problem(model);
    problem.addGoal({ type: 'position', link: 'tool' });
    const result = at(problem, [t1, t2]);
    const square = (l1 + l2) ** 2;
    const product = (l1 * l2 * Math.abs(Math.sin(t2))) / square;
    expect(result.manipulability).toBeCloseTo(product, 12);
    // Columns of J: both links turn about the shoulder, and the second one about the elbow.
    const sumOfSquares = (l1 ** 2 + 2 * l1 * l2 * Math.cos(t2) + 2 * l2 ** 2) / square;
    expect(result.smallestSingularValue).toBeCloseTo(smallest(sumOfSquares, product), 10);
  });
  fc.assert(law, { numRuns: 200 });
});

it('is zero where the arm is straight, and follows the state without another solve', () => {
  using model = planar(1, 2);
  using problem = new Problem(model);
  problem.addGoal({ type: 'position', link: 'tool' });
  const result = at(problem, [0.7, 0]);
  expect(result.smallestSingularValue).toBeCloseTo(0, 15);
  expect(result.manipulability).toBeCloseTo(0, 15);
  problem.state.q[1] = Math.PI / 2;
  problem.state.update();
  expect(result.manipulability).toBeCloseTo(2 / 9, 12);
});

it('leaves weights out, and goals that are off, and is zero without any', () => {
  using model = planar(1, 2);
  using problem = new Problem(model);
  const goal = problem.addGoal({ type: 'position', link: 'tool', weight: 7 });
  const result = at(problem, [0.3, Math.PI / 2]);
  expect(result.manipulability).toBeCloseTo(2 / 9, 12);
  goal.weight = 0;
  expect([result.smallestSingularValue, result.manipulability]).toEqual([0, 0]);
  problem.removeGoal(goal);
  expect([result.smallestSingularValue, result.manipulability]).toEqual([0, 0]);
});

it('is NaN of a problem so large that it would take seconds', () => {
  using model = Model.from(chain(300, () => ({ type: 'revolute' })));
  using problem = new Problem(model);
  for (const { name } of model.links) problem.addGoal({ type: 'pose', link: name });
  const result = problem.solve({ maxIterations: 0 });
  expect([result.smallestSingularValue, result.manipulability]).toEqual([NaN, NaN]);
});

it('is an error after dispose', () => {
  using model = planar(1, 2);
  const problem = new Problem(model);
  problem.addGoal({ type: 'position', link: 'tool' });
  const result = at(problem, [0.3, 0.4]);
  problem.dispose();
  expectError(() => result.smallestSingularValue, 'disposed', 'problem', 'make a new one');
  expectError(() => result.manipulability, 'disposed', 'problem');
});
