/** Redundant arms: priorities of goals, and a rest posture. */
import { beforeEach, describe, expect, it } from 'vitest';
import { init, Model, Problem, type GoalDescription, type SolverName, type Vec3 } from 'limber';
import { robots } from 'limber/presets';
import { core } from '../../web/src/loader.ts';
import { growMemory } from './support/heap.ts';
import { chain, expectError } from './support/models.ts';
import './support/silence.ts';

// Before the tests are listed: one per solver.
await init();

let model: Model;
let problem: Problem;

function setUp(description = chain(3)) {
  model = Model.from(description);
  problem = new Problem(model);
}

beforeEach(() => {
  setUp();
  return () => {
    problem.dispose();
    model.dispose();
  };
});

describe('the priority of a goal', () => {
  it.each([-1, 0.5, NaN, Infinity, '1', 2 ** 40])('%j is refused, named with its remedy', (priority) => {
    const wanted = { type: 'position', link: 'tool', priority } as GoalDescription;
    const shown = typeof priority === 'string' ? `"${priority}"` : String(priority);
    const words = [`goal.priority is ${shown}`, 'a whole number from 0 to 2147483647'];
    expectError(() => problem.addGoal(wanted), 'badGoal', ...words);
    expect(problem.goals).toEqual([]);
    problem.addGoal({ ...wanted, priority: 2 ** 31 - 1 });
    expect(problem.solve({ solver: 'dls' }).status).toBe('converged');
  });

  const high: Vec3 = [1, 2, 0];
  const low: Vec3 = [-2, 1, 0];
  const apart = Math.hypot(3, 1);

  describe.each(['dls', 'lm'] as const)('with %s', (solver) => {
    it.each([
      ['first', 0, 1],
      ['last', 1, 0],
    ] as const)('keeps the goal of the smaller number, added %s', (_, first, second) => {
      const priorities = [first, second];
      const goals = priorities.map((priority) =>
        problem.addGoal({ type: 'position', link: 'tool', target: priority ? low : high, priority }),
      );
      problem.state.q.set([0.3, 0.4, 0.5]);
      problem.state.update();
      expect(problem.solve({ solver, maxIterations: 300 }).status).not.toBe('converged');
      const [kept, other] = [goals[priorities.indexOf(0)]!, goals[priorities.indexOf(1)]!];
      const tolerance = 1e-4 * model.reach;
      expect(kept.distance).toBeLessThanOrEqual(tolerance);
      expect(Math.abs(other.distance - apart)).toBeLessThanOrEqual(tolerance);
    });

    it('shares what it cannot reach where none goes first', () => {
      const goals = [high, low].map((target) => problem.addGoal({ type: 'position', link: 'tool', target }));
      problem.state.q.set([0.3, 0.4, 0.5]);
      problem.state.update();
      // Unshortened errors: shortened ones pull equally from anywhere between the two targets.
      problem.solve({ solver, maxIterations: 300, maxError: Infinity });
      for (const { distance } of goals) expect(distance).toBeCloseTo(apart / 2, 3);
    });
  });
});

describe('the rest posture', () => {
  it('is that of reset at first: zero, or what the limits allow next to it', () => {
    using panda = Model.from(robots.panda);
    using each = new Problem(panda);
    expect(each.rest).toHaveLength(panda.nq);
    expect([...each.rest]).toEqual([...each.state.q]);
    expect(each.rest[3]).toBe(-0.0698);
  });

  it('has nq numbers, in the core’s memory, which stay when that grows', () => {
    using balls = Model.from(chain(2, () => ({ type: 'ball' })));
    using each = new Problem(balls);
    const { rest } = each;
    expect([rest.length, balls.nq, balls.nv]).toEqual([8, 8, 6]);
    expect(rest.buffer).toBe(core().module.HEAPF64.buffer);
    expect(each.rest).toBe(rest);
    rest.set([0, 0, 0.6, 0.8, 0.6, 0, 0, 0.8]);
    growMemory();
    expect(rest).toHaveLength(0);
    expect([...each.rest]).toEqual([0, 0, 0.6, 0.8, 0.6, 0, 0, 0.8]);
    expect(each.rest.buffer).toBe(core().module.HEAPF64.buffer);
  });

  it.each([NaN, Infinity])('of %d is refused with a reason, and the state stays', (value) => {
    problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 0] });
    problem.state.q.set([0.1, 0.2, 0.3]);
    problem.state.update();
    problem.rest[1] = value;
    for (const solver of ['ccd', 'lm'] as const) {
      const { status, reason } = problem.solve({ solver, restGain: 0.5 });
      expect(status).toBe('notFinite');
      expect(reason).toContain('rest posture');
      expect([...problem.state.q]).toEqual([0.1, 0.2, 0.3]);
    }
    problem.rest[1] = 0;
    expect(problem.solve({ solver: 'lm' }).status).toBe('converged');
  });

  it('is an error after dispose', () => {
    problem.dispose();
    expectError(() => problem.rest, 'disposed', 'problem', 'make a new one');
  });

  const target = [1.2, 1.4] as const;
  const rest = [0.1, 1.2, 0.4] as const;

  /**
   * Smallest distance from rest (radians) of all poses in which three links of a metre reach the target, by
   * brute force.
   */
  function leastDistance(): number {
    let least = Infinity;
    for (let i = 0; i < 400_000; ++i) {
      const a = -Math.PI + (i / 400_000) * 2 * Math.PI;
      const [x, y] = [target[0] - Math.cos(a), target[1] - Math.sin(a)];
      const cosine = (x * x + y * y - 2) / 2;
      if (Math.abs(cosine) > 1) continue;
      for (const sign of [1, -1]) {
        const c = sign * Math.acos(cosine);
        const b = Math.atan2(y, x) - Math.atan2(Math.sin(c), 1 + Math.cos(c)) - a;
        const way = [a - rest[0], b - rest[1], c - rest[2]].map((each) =>
          Math.atan2(Math.sin(each), Math.cos(each)),
        );
        least = Math.min(least, Math.hypot(...way));
      }
    }
    return least;
  }
  const least = leastDistance();

  function solveWith(solver: SolverName, restGain: number) {
    const goal = problem.addGoal({ type: 'position', link: 'tool', target: [...target, 0] });
    problem.rest.set(rest);
    problem.state.q.set([1.4, -0.9, 0.2]);
    problem.state.update();
    const { status } = problem.solve({ solver, restGain, maxIterations: 2000 });
    const away = Math.hypot(...rest.map((each, i) => problem.state.q[i]! - each));
    return { status, away, distance: goal.distance };
  }

  it.each(['pseudoinverse', 'dls', 'svd', 'sdls', 'lm'] as const)(
    'draws %s to itself as far as the goal lets, which stays reached',
    (solver) => {
      const drawn = solveWith(solver, 0.5);
      expect(drawn.status).toBe('converged');
      expect(drawn.distance).toBeLessThanOrEqual(1e-4 * model.reach);
      expect(drawn.away).toBeCloseTo(least, 2);
    },
  );

  it('draws nothing without restGain', () => {
    const { status, away } = solveWith('dls', 0);
    expect(status).toBe('converged');
    expect(away).toBeGreaterThan(least + 0.1);
  });
});
