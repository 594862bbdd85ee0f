/** The solve: every status and number of its result, limits by name, and input that is refused or extreme. tests/cpp/solve proves the laws. */
import { beforeEach, describe, expect, it } from 'vitest';
import { inspect } from 'node:util';
import { Model, Problem, type Goal, type SolveOptions, type Vec3 } from 'limber';
import { chain, descents, expectError, link, zigzag } from './support/models.ts';
import './support/silence.ts';

let model: Model;
let problem: Problem;
let goal: Goal;

beforeEach(() => {
  model = Model.from(zigzag(4));
  problem = new Problem(model);
  goal = problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
  return () => {
    problem.dispose();
    model.dispose();
  };
});

const q = () => [...problem.state.q];

it('says so where there is no goal', () => {
  problem.removeGoal(goal);
  const { status, reason } = problem.solve();
  expect([status, reason]).toEqual(['converged', 'there is no goal; add one by addGoal()']);
});

it('says how to write joint values to those who replace them', () => {
  const write = (): unknown => ((problem.state as { q: unknown }).q = [0, 0, 0, 0]);
  expectError(write, 'badDescription', 'state.q.set(values)');
});

describe('the status', () => {
  it('is converged where all goals are within their tolerance, at once where there is nothing to do', () => {
    const { status, iterations, restarts, reason } = problem.solve();
    expect([status, restarts, reason]).toEqual(['converged', 0, '']);
    expect(iterations).toBeGreaterThan(0);
    expect(goal.distance).toBeLessThanOrEqual(1e-4 * model.reach);
    const before = q();
    expect(problem.solve().iterations).toBe(0);
    expect(q()).toEqual(before);
  });

  it.each<[string, SolveOptions, iterations: number, change?: () => void]>([
    ['maxIterations', { maxIterations: 0 }, 0],
    ['maxIterations', { maxIterations: 1 }, 1],
    ['maxTime', { maxTime: 0, mode: 'find' }, 1],
    ['stalled', {}, 1, () => problem.jointWeights.fill(0)],
    ['stalled', { solver: 'ccd' }, 1, () => goal.target.set([2, 0, 0])],
    ['unreachable', { solver: 'ccd' }, 1, () => goal.target.set([9, 0, 0])],
  ])('is %s: options %j, %d iterations', (status, options, iterations, change) => {
    change?.();
    expect(problem.solve(options)).toMatchObject({ status, iterations, reason: '' });
  });
});

describe('a result', () => {
  it('shows itself by its values, to a console and as JSON', () => {
    const result = problem.solve({ maxIterations: 0 });
    const values = { status: 'maxIterations', iterations: 0, restarts: 0, priority: 0, reason: '' };
    expect(JSON.parse(JSON.stringify(result))).toEqual(values);
    expect(inspect(result)).toBe(inspect(values));
  });

  it('has the distance from singularities, of the state as it is, and is an error after dispose', () => {
    using planar = Model.from(chain(2));
    const each = new Problem(planar);
    const result = each.solve({ maxIterations: 0 });
    each.addGoal({ type: 'position', link: 'tool' });
    expect(result.smallestSingularValue).toBeCloseTo(0, 15);
    each.state.q[1] = Math.PI / 2;
    each.state.update();
    // l₁ l₂ |sin θ₂| over the square of the reach.
    expect(result.manipulability).toBeCloseTo(1 / 4, 12);
    expect(result.smallestSingularValue).toBeGreaterThan(0.1);
    each.dispose();
    expectError(() => result.smallestSingularValue, 'disposed', 'problem', 'make a new one');
    expectError(() => result.manipulability, 'disposed', 'problem');
  });

  it('counts the restarts of annealing and find, which free what is stuck, the same for the same seed', () => {
    // Straight ahead of a straight arm: every joint points at the target, and nothing turns.
    goal.target.set([1.5, 0, 0]);
    const solve = (options: SolveOptions) => {
      problem.state.reset();
      return { ...problem.solve({ solver: 'ccd', ...options }).copy(), q: q() };
    };
    for (const way of [{ annealing: 50 }, { mode: 'find' }] as const) {
      const freed = solve({ ...way, seed: 7 });
      expect(freed.status).toBe('converged');
      expect(freed.restarts).toBeGreaterThan(0);
      expect(solve({ ...way, seed: 7 })).toEqual(freed);
      expect(solve({ ...way, seed: 8 }).q).not.toEqual(freed.q);
    }
  });
});

// lm adapts its damping within a solve; CCD keeps only half turns, so not the same bits.
it('iterations one by one come to the same as all at once', () => {
  const options = { solver: 'ccd', tolerance: 0, stallTolerance: 0 } as const;
  problem.solve({ ...options, maxIterations: 6 });
  const together = q();
  problem.state.reset();
  for (let i = 0; i < 6; ++i) problem.solve({ ...options, maxIterations: 1 });
  expect(q()).toEqual(together.map((each) => expect.closeTo(each, 12) as number));
});

it('the stall tolerance ends what hardly moves', () => {
  goal.target.set([0, 3.9999, 0]);
  const [few, many] = [0.1, 1e-9].map((stallTolerance) => {
    problem.state.reset();
    return problem.solve({ stallTolerance, tolerance: 0, maxIterations: 1000 }).iterations;
  });
  expect(few).toBeLessThan(many!);
});

describe('limits', () => {
  const hinge = (limits: [number, number]) => ({ type: 'revolute' as const, limits });
  /** A hinge that cannot turn, one that can, and a tool a metre away. */
  const pointer = {
    links: [
      link('base', null, hinge([0, 0])),
      link('upper', 'base', hinge([-0.5, 0.5])),
      link('tool', 'upper', { type: 'fixed' }, [1, 0, 0]),
    ],
  };

  it('hold a joint exactly at its bound, and are told by name, also after update, reset and projection', () => {
    using made = Model.from(pointer);
    using each = new Problem(made);
    expect(made.links.map(({ isLocked }) => isLocked)).toEqual([true, false, false]);
    const told = () => [each.state.q[1], each.activeLimits[1], ...each.linksAtLimit()];
    expect(told()).toEqual([0, 0, 'base']);
    const wanted = each.addGoal({ type: 'position', link: 'tool', target: [0, 1, 0] });
    expect(each.solve().status).toBe('stalled');
    expect(told()).toEqual([0.5, 1, 'base', 'upper']);
    wanted.target[1] = -1;
    each.solve();
    expect(told()).toEqual([-0.5, -1, 'base', 'upper']);
    each.state.q[1] = 0.2;
    each.state.update();
    expect(told()).toEqual([0.2, 0, 'base']);
    // Less a whole turn, 7 is 0.72.
    each.state.q[1] = 7;
    each.state.projectOntoLimits();
    expect(told()).toEqual([0.5, 1, 'base', 'upper']);
    each.state.reset();
    expect(told()).toEqual([0, 0, 'base']);
  });

  it('of balls tell swing and twist apart', () => {
    const limits = { swing: { x: [-0.5, 0.5], y: [-0.5, 0.5] }, twist: [-0.1, 0.2] } as const;
    using ball = Model.from({ links: [{ name: 'eye', joint: { type: 'ball', ...limits } }] });
    using each = new Problem(ball);
    each.state.q.set([0, 0.3, 0.1, 0.95]);
    each.state.projectOntoLimits();
    expect([...each.activeLimits]).toEqual([1, 0, 1]);
    expect(each.linksAtLimit()).toEqual(['eye']);
  });
});

describe.each(descents())('%s', (solver) => {
  // Balls, so that every solver takes them.
  const bent = [0.1, 0.2, 0.3, 0.9, -0.1, 0.2, 0.1, 0.9, 0, 0, 0.3, 0.9, 0.2, 0, 0, 0.9];
  const target: Vec3 = [1, 2, 1];

  beforeEach(() => {
    problem.dispose();
    model.dispose();
    model = Model.from(chain(4, () => ({ type: 'ball' })));
    problem = new Problem(model);
    goal = problem.addGoal({ type: 'position', link: 'tool', target });
    bend();
  });

  function bend(): void {
    problem.state.q.set(bent);
    problem.state.update();
  }
  const numbers = () => [problem.state.q, problem.state.poses, problem.activeLimits].map((each) => [...each]);

  it('refuses what is bad, changes nothing, and forgets it', () => {
    const refused: readonly (readonly [() => void, string, string])[] = [
      [() => void (goal.target[0] = NaN), 'notFinite', 'target'],
      [() => void (problem.state.q[5] = Infinity), 'notFinite', 'q'],
      [() => void (problem.jointWeights[2] = NaN), 'notFinite', 'joint weight'],
      [() => void (problem.jointWeights[2] = 1.5), 'unsupported', 'joint weight'],
    ];
    for (const [spoil, status, word] of refused) {
      bend();
      spoil();
      const before = numbers();
      const result = problem.solve({ solver, annealing: 3 });
      expect(result).toMatchObject({ status, iterations: 0, restarts: 0 });
      expect(result.reason).toContain(word);
      expect(numbers()).toEqual(before);
      goal.target.set(target);
      problem.jointWeights.fill(1);
    }
    // The same bits as on a fresh problem.
    using twin = new Problem(model);
    twin.addGoal({ type: 'position', link: 'tool', target });
    const [result, expected] = [problem, twin].map((each) => {
      each.state.q.set(bent);
      return [each.solve({ solver, annealing: 1 }).copy(), ...each.state.q];
    });
    expect(result).toEqual(expected);
  });

  it.each(['orientation', 'pose', 'direction'] as const)('takes −0 in a %s target for 0', (type) => {
    const zero = type === 'pose' ? [0, 1, 0, 0, 0, 0, 1] : type === 'direction' ? [0, 1, 0] : [0, 0, 0, 1];
    const solved = [0, -0].map((none) => {
      using fresh = new Problem(model);
      const goal = fresh.addGoal({ type, link: 'tool', target: zero.map((each) => each || none) as never });
      if (fresh.supports(solver) !== true) return [];
      fresh.state.q.set(bent);
      fresh.solve({ solver });
      expect(goal.target.some((each) => Object.is(each, none))).toBe(true);
      return [...fresh.state.q].map((each) => each + 0);
    });
    expect(solved[1]).toEqual(solved[0]);
  });

  it('takes −0 for 0, stays finite however near or far a place is, and solves the next', () => {
    const solved = [0, -0, 5e-324, 1e-160, 1e154, Number.MAX_VALUE].map((size) => {
      bend();
      goal.target.set([size, 0.5, size]);
      problem.solve({ solver });
      return q().map((each) => each + 0);
    });
    expect(solved[1]).toEqual(solved[0]);
    expect(solved.flat().every(Number.isFinite)).toBe(true);
    goal.target.set(target);
    expect(problem.solve({ solver, maxIterations: 300 }).status).toBe('converged');
  });
});
