/** The solve: its statuses, and what its options and numbers do, and its result. */
import { beforeEach, describe, expect, it } from 'vitest';
import { inspect } from 'node:util';
import { Model, Problem, type Goal, type SolveOptions } from 'limber';
import { robots } from 'limber/presets';
import { chain, expectError, link, zigzag } from './support/models.ts';
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
const restart = () => problem.state.reset();

describe('the status', () => {
  it('is converged where all goals are within their tolerance', () => {
    const { status, iterations, reason } = problem.solve();
    expect([status, reason]).toEqual(['converged', '']);
    expect(iterations).toBeGreaterThan(0);
    expect(goal.distance).toBeLessThanOrEqual(1e-4 * model.reach);
  });

  it('is converged at once where there is nothing to do, or nothing wanted', () => {
    problem.solve();
    const before = q();
    expect(problem.solve().iterations).toBe(0);
    expect(q()).toEqual(before);
    problem.removeGoal(goal);
    expect([problem.solve().status, problem.solve().iterations]).toEqual(['converged', 0]);
  });

  it('is maxIterations where steps are used up while all still moves', () => {
    const { status, iterations } = problem.solve({ maxIterations: 1 });
    expect([status, iterations]).toEqual(['maxIterations', 1]);
    expect(q()).not.toEqual([0, 0, 0, 0]);
  });

  it('is maxTime where time is used up: after the first iteration where there is none', () => {
    const { status, iterations } = problem.solve({ maxTime: 0, mode: 'find' });
    expect([status, iterations]).toEqual(['maxTime', 1]);
    expect(q()).not.toEqual([0, 0, 0, 0]);
    expect(() => problem.solve({ maxTime: -1 })).toThrow('maxTime is -1');
  });

  it('is unreachable where nothing moves on and the target is farther than the arm is long', () => {
    goal.target.set([9, 0, 0]);
    expect(problem.solve().status).toBe('unreachable');
    expect(goal.distance).toBeCloseTo(5, 6);
  });

  it('is stalled where nothing can move on, straight or held, though the target is near enough', () => {
    goal.target.set([2, 0, 0]);
    expect(problem.solve({ solver: 'ccd' }).status).toBe('stalled');

    goal.target.set([1, 2, 1]);
    problem.jointWeights.fill(0);
    expect(problem.solve().status).toBe('stalled');
    expect(q().every((each) => each === 0)).toBe(true);
  });

  it('is unsupported, with the reason, where a solver does not take the problem', () => {
    problem.addGoal({ type: 'direction', link: 'tool', target: [0, 1, 0] });
    problem.state.q.set([0.1, 0.2, 0.3, 0.4]);
    problem.state.update();
    const { status, iterations, reason } = problem.solve({ solver: 'fabrik' });
    expect([status, iterations]).toEqual(['unsupported', 0]);
    expect(reason).toBe(problem.supports('fabrik'));
    expect(reason).toContain('use position goals');
    expect(q()).toEqual([0.1, 0.2, 0.3, 0.4]);
    expect(problem.supports('ccd')).toBe(true);
  });
});

describe('a result', () => {
  it('shows itself by its values, to a console and as JSON', () => {
    const result = problem.solve({ maxIterations: 0 });
    const values = { status: 'maxIterations', iterations: 0, restarts: 0, reason: '' };
    expect(JSON.parse(JSON.stringify(result))).toEqual(values);
    expect(inspect(result)).toBe(inspect(values));
  });

  it('has the distance from singularities, of the state as it is, and is an error after dispose', () => {
    using planar = Model.from(chain(2));
    const each = new Problem(planar);
    const result = each.solve({ maxIterations: 0 });
    const numbers = () => [result.smallestSingularValue, result.manipulability];
    expect(numbers()).toEqual([0, 0]);
    const wanted = each.addGoal({ type: 'position', link: 'tool', weight: 7 });
    expect(numbers()).toEqual([expect.closeTo(0, 15), expect.closeTo(0, 15)]);
    each.state.q[1] = Math.PI / 2;
    each.state.update();
    // l₁ l₂ |sin θ₂| over the square of the reach.
    expect(result.manipulability).toBeCloseTo(1 / 4, 12);
    wanted.weight = 0;
    expect(numbers()).toEqual([0, 0]);
    each.dispose();
    expectError(() => result.smallestSingularValue, 'disposed', 'problem', 'make a new one');
    expectError(() => result.manipulability, 'disposed', 'problem');
  });

  it('has no such numbers where they would take seconds', () => {
    using long = Model.from(chain(300));
    using each = new Problem(long);
    for (const { name } of long.links) each.addGoal({ type: 'pose', link: name });
    const { smallestSingularValue, manipulability } = each.solve({ maxIterations: 0 });
    expect([smallestSingularValue, manipulability]).toEqual([NaN, NaN]);
  });
});

describe('iterations', () => {
  it('may be none: then the state is only brought inside its limits', () => {
    const { status, iterations } = problem.solve({ maxIterations: 0 });
    expect([status, iterations]).toEqual(['maxIterations', 0]);
    expect(q()).toEqual([0, 0, 0, 0]);
  });

  // lm adapts its damping within a solve; CCD keeps only half turns between sweeps.
  it('one by one come to the same as all at once', () => {
    problem.solve({ solver: 'ccd', maxIterations: 6, tolerance: 0, stallTolerance: 0 });
    const together = q();
    restart();
    for (let i = 0; i < 6; ++i)
      problem.solve({ solver: 'ccd', maxIterations: 1, tolerance: 0, stallTolerance: 0 });
    // Not the same bits: half turns are remembered within a solve.
    for (const [i, each] of together.entries()) expect(problem.state.q[i]).toBeCloseTo(each, 12);
  });
});

describe('tolerances', () => {
  it('say when it is near enough, in metres', () => {
    const used = [1, 1e-2, 1e-4, 1e-8].map((tolerance) => {
      restart();
      const { status, iterations } = problem.solve({ tolerance, stallTolerance: 0, maxIterations: 1000 });
      expect(status).toBe('converged');
      expect(goal.distance).toBeLessThanOrEqual(tolerance);
      return iterations;
    });
    expect(used).toEqual([...used].sort((a, b) => a - b));
    expect(used.at(-1)).toBeGreaterThan(used[0]!);
    restart();
    expect(problem.solve({ tolerance: Infinity }).iterations).toBe(0);
  });

  it('say when it is near enough, in radians', () => {
    problem.removeGoal(goal);
    const direction = problem.addGoal({ type: 'direction', link: 'tool', target: [0, 1, 1] });
    for (const angleTolerance of [0.5, 1e-2, 1e-6]) {
      restart();
      expect(problem.solve({ angleTolerance, maxIterations: 1000 }).status).toBe('converged');
      expect(direction.angle).toBeLessThanOrEqual(angleTolerance);
    }
  });

  it('of stalling end what hardly moves', () => {
    goal.target.set([0, 3.9999, 0]);
    const impatient = problem.solve({ stallTolerance: 0.1, tolerance: 0, maxIterations: 1000 });
    expect(impatient.status).toBe('stalled');
    const few = impatient.iterations;
    restart();
    problem.solve({ stallTolerance: 1e-9, tolerance: 0, maxIterations: 1000 });
    expect(impatient.iterations).toBeGreaterThan(few);
  });
});

describe('limits', () => {
  const hinge = (limits: [number, number]) => ({ type: 'revolute' as const, limits });
  /** An arm of one hinge, with its tool a metre away. */
  const pointer = {
    links: [link('upper', null, hinge([-0.5, 0.5])), link('tool', 'upper', { type: 'fixed' }, [1, 0, 0])],
  };

  function solvePointer(options: SolveOptions, target: [number, number, number], start = 0) {
    using pointerModel = Model.from(pointer);
    using each = new Problem(pointerModel);
    each.addGoal({ type: 'position', link: 'tool', target });
    each.state.q[0] = start;
    const { status } = each.solve(options);
    return { status, angle: each.state.q[0], active: [...each.activeLimits], at: each.linksAtLimit() };
  }

  it('hold a joint exactly at its bound, and say so', () => {
    const upper = solvePointer({}, [0, 1, 0]);
    expect(upper).toEqual({ status: 'stalled', angle: 0.5, active: [1], at: ['upper'] });
    const lower = solvePointer({}, [0, -1, 0]);
    expect(lower).toEqual({ status: 'stalled', angle: -0.5, active: [-1], at: ['upper'] });
  });

  it('that leave a joint one value name it at once, by the model and by linksAtLimit', () => {
    using locked = Model.from({
      links: [
        link('base', null, hinge([0, 0])),
        link('upper', 'base', hinge([-0.5, 0.5])),
        link('tool', 'upper', { type: 'fixed' }, [1, 0, 0]),
      ],
    });
    using each = new Problem(locked);
    expect(locked.links.map(({ isLocked }) => isLocked)).toEqual([true, false, false]);
    expect(each.linksAtLimit()).toEqual(['base']);
    each.addGoal({ type: 'position', link: 'tool', target: [0, 1, 0] });
    each.solve();
    expect(each.linksAtLimit()).toEqual(['base', 'upper']);
  });

  it('are told by activeLimits after update, reset and projection too', () => {
    using pointerModel = Model.from(pointer);
    using each = new Problem(pointerModel);
    const sides = [0.5, 0.2, -0.5].map((value) => {
      each.state.q[0] = value;
      each.state.update();
      return each.activeLimits[0];
    });
    expect(sides).toEqual([1, 0, -1]);
    each.state.reset();
    expect(each.activeLimits[0]).toBe(0);
    each.state.q[0] = 7;
    each.state.projectOntoLimits();
    // Less a whole turn, 7 is 0.72.
    expect([each.state.q[0], each.activeLimits[0]]).toEqual([0.5, 1]);
  });

  it('of balls tell swing and twist apart', () => {
    using ball = Model.from({
      links: [
        {
          name: 'eye',
          joint: { type: 'ball', swing: { x: [-0.5, 0.5], y: [-0.5, 0.5] }, twist: [-0.1, 0.2] },
        },
      ],
    });
    using each = new Problem(ball);
    const pointing = each.addGoal({ type: 'direction', link: 'eye', axis: [0, 0, 1], target: [1, 0, 0] });
    each.solve();
    expect([...each.activeLimits]).toEqual([1, 0, 0]);
    expect(each.linksAtLimit()).toEqual(['eye']);
    expect(pointing.angle).toBeCloseTo(Math.PI / 2 - 0.5, 6);

    each.removeGoal(pointing);
    each.addGoal({ type: 'direction', link: 'eye', axis: [1, 0, 0], target: [0, 1, 0] });
    each.state.reset();
    each.solve();
    expect(each.activeLimits[2]).toBe(1);
  });
});

it('joint weights start at one, and stay as they are written', () => {
  expect([...problem.jointWeights]).toEqual([1, 1, 1, 1]);
  problem.jointWeights[2] = 0.25;
  problem.solve();
  problem.state.reset();
  expect([...problem.jointWeights]).toEqual([1, 1, 0.25, 1]);
});

it('annealing and find free what is stuck, by restarts that are counted, the same for the same seed', () => {
  // Straight ahead of a straight arm: every joint points at the target, and nothing turns.
  goal.target.set([1.5, 0, 0]);
  const solve = (options: SolveOptions) => {
    restart();
    const { status, restarts } = problem.solve({ solver: 'ccd', ...options });
    return { status, restarts, q: q() };
  };
  expect(solve({})).toMatchObject({ status: 'stalled', restarts: 0 });
  expect(solve({ mode: 'find', maxRestarts: 0 })).toMatchObject({ status: 'stalled', restarts: 0 });
  for (const way of [{ annealing: 50 }, { mode: 'find' }] as const) {
    const freed = solve({ ...way, seed: 7 });
    expect(freed.status).toBe('converged');
    expect(freed.restarts).toBeGreaterThan(0);
    expect(goal.distance).toBeLessThanOrEqual(1e-4 * model.reach);
    expect(solve({ ...way, seed: 7 })).toEqual(freed);
    expect(solve({ ...way, seed: 8 }).q).not.toEqual(freed.q);
  }
});

describe('the rest posture', () => {
  it('is that of reset at first', () => {
    using panda = Model.from(robots.panda);
    using each = new Problem(panda);
    expect([...each.rest]).toEqual([...each.state.q]);
    expect(each.rest[3]).toBe(-0.75 * Math.PI);
  });

  it('draws the arm to itself as far as the goal lets, by restGain alone, and must be finite', () => {
    const away = (restGain: number): number => {
      restart();
      problem.rest.set([0.5, 0.9, 0.4, -0.7]);
      const { status } = problem.solve({ solver: 'dls', restGain, maxIterations: 2000 });
      expect(status).toBe('converged');
      return Math.hypot(...problem.rest.map((each, i) => each - problem.state.q[i]!));
    };
    expect(away(0.5)).toBeLessThan(away(0) - 0.1);
    problem.rest[1] = NaN;
    const { status, reason } = problem.solve({ restGain: 0.5 });
    expect([status, reason]).toEqual(['notFinite', expect.stringContaining('rest posture')]);
  });
});
