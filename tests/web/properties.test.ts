/** Laws for every mechanism: random trees of all joint types. fast-check prints the seed of a failure. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model, Problem, type ModelDescription } from 'limber';
import { matrixDifference, stateMatrix, worldMatrices } from './support/matrices.ts';
import { coordinates, randomModel } from './support/random-models.ts';
import './support/silence.ts';

/** Runs `law` on a problem of a random model in a random state. */
function check(
  description: fc.Arbitrary<ModelDescription>,
  law: (problem: Problem, numbers: number[]) => void,
  numRuns = 300,
): void {
  const property = fc.property(description, coordinates, (each, numbers) => {
    using model = Model.from(each);
    using problem = new Problem(model);
    problem.state.q.set(numbers.slice(0, model.nq));
    problem.state.update();
    law(problem, numbers);
  });
  fc.assert(property, { numRuns });
}

describe('forward kinematics', () => {
  it('is the product of 4×4 matrices', () => {
    check(randomModel(), ({ model, state }) => {
      const expected = worldMatrices(model, state.q);
      for (const { index } of model.links) {
        const scale = Math.max(1, model.reach);
        expect(matrixDifference(stateMatrix(state.poses, index), expected[index]!, scale)).toBeLessThan(
          1e-12,
        );
      }
    });
  });
});

it('lays out q and its tangent without gaps, link by link', () => {
  check(randomModel(), ({ model }) => {
    let [nq, nv] = [0, 0];
    for (const link of model.links) {
      expect(link.parent).toBeLessThan(link.index);
      if (link.nq === 0) continue;
      expect([link.qIndex, link.vIndex]).toEqual([nq, nv]);
      nq += link.nq;
      nv += link.nv;
    }
    expect([nq, nv]).toEqual([model.nq, model.nv]);
  });
});
