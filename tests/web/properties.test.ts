/** Laws for every mechanism: random trees of all joint types. fast-check prints the seed of a failure. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  init,
  Model,
  Problem,
  solverNames,
  type GoalDescription,
  type ModelDescription,
  type SolveOptions,
} from 'limber';
import { expectInside } from './support/limits.ts';
import { matrixDifference, stateMatrix, worldMatrices } from './support/matrices.ts';
import { chain, descents } from './support/models.ts';
import { axis, coordinates, number, randomModel, unitQuat, vec3 } from './support/random-models.ts';
import './support/silence.ts';

// Before the tests are listed: one per solver.
await init();

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

const allFinite = (values: Float64Array): boolean => values.every((each) => Number.isFinite(each));

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

  it('is that of the joint followed, times and plus, for joints that mimic', () => {
    const mimics = fc.record({
      multiplier: number(-2, 2),
      offset: number(-1, 1),
      type: fc.constantFrom('revolute' as const, 'prismatic' as const, 'helical' as const),
      axis,
    });
    const description = fc
      .array(mimics, { minLength: 1, maxLength: 4 })
      .map((list): ModelDescription => ({
        links: [
          { name: 'm0', joint: { type: 'revolute' } },
          ...list.map(({ multiplier, offset, type, axis }, i) => ({
            name: `m${i + 1}`,
            parent: `m${i}`,
            origin: { position: [1, 0.5, 0] as const },
            joint: { type, axis, mimic: { link: `m${i}`, multiplier, offset } },
          })),
        ],
      }));
    check(description, ({ model, state }) => {
      expect(model.nq).toBe(1);
      const expected = worldMatrices(model, state.q);
      for (const { index } of model.links) {
        const scale = Math.max(1, model.reach, ...state.poses);
        expect(matrixDifference(stateMatrix(state.poses, index), expected[index]!, scale)).toBeLessThan(
          1e-11,
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

describe('limits', () => {
  it('hold after projection, which changes nothing the second time', () => {
    check(randomModel(), ({ model, state }) => {
      state.projectOntoLimits();
      expectInside(model.links, state.q);
      const once = [...state.q];
      state.projectOntoLimits();
      for (const [i, value] of once.entries()) expect(state.q[i]).toBeCloseTo(value, 9);
    });
  });

  it('hold in the state that a problem starts with, and after reset', () => {
    check(randomModel(), (problem) => {
      using fresh = new Problem(problem.model);
      expectInside(problem.model.links, fresh.state.q);
      problem.state.reset();
      expect(problem.state.q).toEqual(fresh.state.q);
    });
  });
});

describe.each(solverNames())('solving by %s', (solver) => {
  const numRuns = 60;
  const types = ['position', 'orientation', 'pose', 'direction'] as const;
  const goalOf = (...among: (typeof types)[number][]) =>
    fc.record({
      type: fc.constantFrom(...among),
      link: fc.nat(),
      weight: number(0, 3),
      target: fc.tuple(vec3(5), unitQuat),
      offset: fc.record({ position: vec3(1), rotation: unitQuat }),
    });
  type RandomGoal = ReturnType<typeof goalOf> extends fc.Arbitrary<infer G> ? G : never;
  const goals = fc.array(goalOf(...types), { minLength: 1, maxLength: 3 });
  const places = fc.array(goalOf('position'), { minLength: 1, maxLength: 3 });
  const place = goalOf('position').map((each) => [each]);
  const options = fc.record(
    {
      limits: fc.boolean(),
      maxIterations: fc.integer({ min: 0, max: 12 }),
      maxStep: number(0, 1),
      annealing: fc.integer({ min: 0, max: 2 }),
      seed: fc.nat(),
      mode: fc.constantFrom('track', 'find'),
      maxRestarts: fc.integer({ min: 0, max: 3 }),
      patience: fc.integer({ min: 1, max: 5 }),
      maxTime: fc.constantFrom(0, Infinity),
      restGain: number(0, 1),
    },
    { requiredKeys: ['maxRestarts'] },
  );

  function describeGoal(model: Model, each: RandomGoal): GoalDescription {
    const [position, rotation] = each.target;
    const targets = {
      position,
      direction: position,
      orientation: rotation,
      pose: [...position, ...rotation],
    };
    const target = targets[each.type];
    const link = model.links[each.link % model.links.length]!.name;
    return { ...each, link, target };
  }

  /** Guarantees of any solve, whatever its result. */
  function expectSound(problem: Problem, how: SolveOptions): void {
    const { model, state } = problem;
    const { q, poses } = state;
    expect(allFinite(q) && allFinite(poses)).toBe(true);
    if (how.limits !== false) expectInside(model.links, q);
    const expected = worldMatrices(model, q);
    const scale = Math.max(1, model.reach, ...poses.map(Math.abs));
    for (const { index } of model.links) {
      expect(matrixDifference(stateMatrix(poses, index), expected[index]!, scale)).toBeLessThan(1e-9);
    }
  }

  function expectRefused(problem: Problem, how: SolveOptions): void {
    const before = [...problem.state.q];
    const { status, reason } = problem.solve(how);
    expect([status, reason]).toEqual(['unsupported', problem.supports(solver)]);
    expect([...problem.state.q]).toEqual(before);
  }

  /** Whether every goal is within its tolerance. */
  const isReached = ({ model, goals }: Problem): boolean =>
    goals.every((each) => each.weight === 0 || (each.distance <= 1e-4 * model.size && each.angle <= 1e-3));

  /** Returns the number of problems that the solver supports. */
  function checkSolves(trees: fc.Arbitrary<ModelDescription>, wishes: fc.Arbitrary<RandomGoal[]>): number {
    let taken = 0;
    const property = fc.property(trees, wishes, options, coordinates, (tree, wanted, how, numbers) => {
      using model = Model.from(tree);
      using problem = new Problem(model);
      for (const each of wanted) problem.addGoal(describeGoal(model, each));
      problem.state.q.set(numbers.slice(0, model.nq));
      problem.state.update();
      if (problem.supports(solver) !== true) return expectRefused(problem, { ...how, solver });
      ++taken;
      const { status } = problem.solve({ ...how, solver });
      // A zero direction is the only unattainable target here.
      const isMet = wanted.every(
        ({ type, weight, target }) => type !== 'direction' || weight === 0 || target[0].some(Boolean),
      );
      if (!isMet) return expect(status).toBe('notFinite');
      expect(['converged', 'stalled', 'maxIterations', 'maxTime', 'unreachable']).toContain(status);
      expectSound(problem, how);
      expect(status === 'converged').toBe(isReached(problem));
    });
    fc.assert(property, { numRuns });
    return taken;
  }

  const balls = fc.integer({ min: 1, max: 6 }).map((count) => chain(count, () => ({ type: 'ball' })));

  it('a chain leaves finite numbers, poses that fit, limits kept and a true status', () => {
    checkSolves(randomModel({ chain: true }), goals);
  });

  it('a tree does, too', () => {
    checkSolves(randomModel(), goals);
  });

  it('so do places to reach on any tree', () => {
    checkSolves(randomModel(), places);
  });

  it.runIf(descents().includes(solver))('and one place on a chain of free balls, which all take', () => {
    expect(checkSolves(balls, place)).toBe(numRuns);
  });
});
