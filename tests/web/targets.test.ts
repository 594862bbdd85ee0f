/** Extreme targets, coordinates and weights are refused completely or solved, never half of each. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  init,
  Model,
  Problem,
  type Goal,
  type GoalType,
  type ModelDescription,
  type SolverName,
} from 'limber';
import { expectInside } from './support/limits.ts';
import { chain, descents, zigzag } from './support/models.ts';
import './support/silence.ts';

const huge = Number.MAX_VALUE;
const tiny = Number.MIN_VALUE;

const good = {
  position: [1, 2, 1],
  orientation: [0, 0.6, 0, 0.8],
  pose: [1, 2, 1, 0, 0.6, 0, 0.8],
  direction: [0, 1, 0],
} satisfies Partial<Record<GoalType, number[]>>;
type Taken = keyof typeof good;
const types = Object.keys(good) as Taken[];

let model: Model;
let problem: Problem;

// Before the tests are listed: one per solver.
await init();

// Balls, so that all goals can be met.
const limited = chain(4, () => ({ type: 'ball', swing: { x: [-2, 2], y: [-2, 2] } }));
const free = chain(4, () => ({ type: 'ball' }));

function takes(description: ModelDescription, solver: SolverName, ...goals: GoalType[]): boolean {
  using arm = Model.from(description);
  using each = new Problem(arm);
  for (const type of goals) each.addGoal({ type, link: 'tool' });
  return each.supports(solver) === true;
}
const armFor = (solver: SolverName) => [limited, free].find((each) => takes(each, solver, 'position'));

describe.each(descents())('%s', (solver) => {
  const description = armFor(solver)!;
  const takenTypes = types.filter((type) => takes(description, solver, type));

  beforeEach(() => {
    model = Model.from(description);
    problem = new Problem(model);
    problem.state.q.set([0.1, 0.2, 0.3, 0.9, -0.1, 0.2, 0.1, 0.9, 0, 0, 0.3, 0.9, 0.2, 0, 0, 0.9]);
    problem.state.update();
    return () => {
      problem.dispose();
      model.dispose();
    };
  });

  const snapshot = () => ({
    q: [...problem.state.q],
    poses: [...problem.state.poses],
    activeLimits: [...problem.activeLimits],
    jointWeights: [...problem.jointWeights],
  });

  /**
   * Expects the solve to be refused with a reason and without changes. The next solve gives the same bits as
   * on a fresh problem.
   */
  function expectRefused(goal: Goal, ...words: string[]): void {
    const before = snapshot();
    for (const annealing of [0, 3]) {
      const { status, iterations, restarts, reason } = problem.solve({ solver, annealing });
      expect([status, iterations, restarts]).toEqual(['notFinite', 0, 0]);
      for (const word of words) expect(reason).toContain(word);
      expect(snapshot()).toEqual(before);
    }
    using twin = new Problem(model);
    twin.state.q.set(before.q);
    twin.addGoal({ type: goal.type, link: 'tool', target: good[goal.type as Taken] });
    goal.target.set(good[goal.type as Taken]);
    const [result, expected] = [problem, twin].map((each) => each.solve({ solver, annealing: 1 }));
    // All of them are within reach.
    expect(['converged', 'stalled', 'maxIterations']).toContain(expected!.status);
    expect(result!.status).toBe(expected!.status);
    expect(result!.reason).toBe('');
    expect(result!.iterations).toBeGreaterThan(0);
    expect([...problem.state.q]).toEqual([...twin.state.q]);
  }

  describe.each(takenTypes)('a %s target', (type) => {
    const places = good[type].map((_, i) => i);
    const bad = places.flatMap((i) => [NaN, Infinity, -Infinity].map((value) => [value, i] as const));

    it.each(bad)('of %d at place %d is refused', (value, i) => {
      const goal = problem.addGoal({ type, link: 'tool', target: good[type] });
      goal.target[i] = value;
      expectRefused(goal, 'target', 'finite');
    });

    it.each([NaN, Infinity])('of %d may be given to addGoal, and is refused by solve', (value) => {
      const goal = problem.addGoal({ type, link: 'tool', target: good[type].map(() => value) });
      expectRefused(goal, 'target');
    });

    if (takes(description, solver, 'position', type))
      it('that is bad refuses the whole solve, however good the others are', () => {
        problem.addGoal({ type: 'position', link: 'link1', target: [0.6, 0.8, 0] });
        const goal = problem.addGoal({ type, link: 'tool' });
        goal.target[0] = NaN;
        const before = snapshot();
        expect(problem.solve({ solver }).status).toBe('notFinite');
        expect(snapshot()).toEqual(before);
      });

    it('of −0 is that of 0', () => {
      const goal = problem.addGoal({ type, link: 'tool', target: good[type] });
      const start = [...problem.state.q];
      const solved = [0, -0].map((zero) => {
        problem.state.q.set(start);
        problem.state.update();
        goal.target.set(good[type].map((each) => each || zero));
        problem.solve({ solver });
        return [...problem.state.q].map((each) => each + 0);
      });
      expect(solved[0]).toEqual(solved[1]);
    });
  });

  const zeros = [
    ['direction', [0, 0, 0], 'direction is zero'],
    ['direction', [-0, 0, -0], 'direction is zero'],
    ['orientation', [0, 0, 0, 0], 'quaternion is zero'],
    ['pose', [1, 2, 1, 0, 0, -0, 0], 'quaternion is zero'],
  ] as const;
  it.each(zeros.filter(([type]) => takenTypes.includes(type)))(
    'a %s target of %j is refused',
    (type, target, words) => {
      expectRefused(problem.addGoal({ type, link: 'tool', target }), words);
    },
  );

  describe('extreme targets', () => {
    const directions = [
      [1, 0, 0],
      [0, -1, 0],
      [1, 1, -1],
    ];
    const sizes = [tiny, 1e-310, 1e-160, 1e30, 1e150, 1e154, 1e160, 1e300, 1e307, huge];
    const cases = sizes.flatMap((size) => directions.map((direction) => [size, direction] as const));

    it.each(cases)('a place %d along %j leaves finite numbers inside the limits', (size, direction) => {
      const goal = problem.addGoal({
        type: 'position',
        link: 'tool',
        target: direction.map((each) => each * size),
      });
      const before = snapshot();
      const { status } = problem.solve({ solver, annealing: 1 });
      const { q, poses } = problem.state;
      if (status === 'notFinite') expect(snapshot()).toEqual(before);
      else
        expect([...(size < 1 ? ['converged', 'stalled'] : ['unreachable']), 'maxIterations']).toContain(
          status,
        );
      expect([...q, ...poses, ...problem.activeLimits].every(Number.isFinite)).toBe(true);
      for (let i = 0; i < model.nq; i += 4) {
        expect(Math.hypot(q[i]!, q[i + 1]!, q[i + 2]!, q[i + 3]!)).toBeCloseTo(1, 12);
      }
      if (status !== 'notFinite') expectInside(model.links, q);

      // Whatever the result, the next solve is unaffected.
      problem.state.reset();
      problem.state.q.set([0.1, 0, 0.1, 1], 4);
      problem.state.update();
      goal.target.set(good.position);
      expect(problem.solve({ solver, maxIterations: 300 }).status).toBe('converged');
    });

    const height = () => problem.state.poses[7 * model.findLink('tool') + 1];

    it.each([5, 1e3, 1e6, 1e9, 1e12])('a place %d away is unreachable, and pointed at', (size) => {
      problem.addGoal({ type: 'position', link: 'tool', target: [0, size, 0] });
      expect(problem.solve({ solver, maxIterations: 1000 }).status).toBe('unreachable');
      expect(height()).toBeGreaterThan(3.99);
    });

    /** From there doubles cannot distinguish the arm's places. */
    const endless = [...sizes.slice(3), 1e308];
    const away = (size: number) => problem.addGoal({ type: 'position', link: 'tool', target: [0, size, 0] });

    it.each(endless)('a place %d away is not reached, whatever is said of it', (size) => {
      const goal = away(size);
      const before = snapshot();
      const { status } = problem.solve({ solver, maxIterations: 500 });
      if (status === 'notFinite') return expect(snapshot()).toEqual(before);
      expect(status).not.toBe('converged');
      expect(goal.distance).toBeGreaterThan(size / 2);
    });

    // Known limitation: sdls does not come to rest within these steps.
    const restless: SolverName[] = ['sdls'];
    const mayFail = restless.includes(solver) ? it.fails : it;

    mayFail.each([1e30, 1e150])('a place %d away is unreachable', (size) => {
      away(size);
      expect(problem.solve({ solver, maxIterations: 500 }).status).toBe('unreachable');
    });

    // The others judge by the distance alone, which does not change, so they stay.
    const pointing: SolverName[] = ['ccd', 'fabrik', 'autodiff'];
    it.each(pointing.includes(solver) ? [1e30, 1e150] : [])('a place %d away is pointed at', (size) => {
      away(size);
      problem.solve({ solver, maxIterations: 500 });
      expect(height()).toBeGreaterThan(3.9);
    });

    type Turn = readonly [type: 'direction' | 'orientation', target: readonly number[]];

    /**
     * Expects the direction of the target, normalised, to be met within the tolerance, or the target to be
     * refused.
     */
    function expectTurned([type, target]: Turn): void {
      const goal = problem.addGoal({ type, link: 'tool', target });
      const before = snapshot();
      const { status } = problem.solve({ solver, maxIterations: 500, annealing: 10 });
      if (status === 'notFinite') return expect(snapshot()).toEqual(before);
      const most = Math.max(...target.map(Math.abs));
      goal.target.set(target.map((each) => each / most));
      problem.state.update();
      expect(goal.angle).toBeLessThanOrEqual(1e-3);
      expect(status).toBe('converged');
    }

    const turns: readonly Turn[] = [
      ['direction', [0, -huge, 0]],
      ['direction', [1e308, 1, 1e308]],
      ['direction', [tiny, -tiny, tiny]],
      ['orientation', [huge, 0, 0, 0]],
      ['orientation', [5e307, -5e307, 5e307, 5e307]],
      ['orientation', [tiny, tiny, 0, 0]],
      // Their lengths exceed the largest double.
      ['direction', [huge, huge, huge]],
      ['orientation', [huge, huge, huge, huge]],
    ];
    it.each(turns.filter(([type]) => takenTypes.includes(type)))(
      'a %s of %j is turned to, or refused',
      (...turn) => expectTurned(turn),
    );
  });

  describe('coordinates', () => {
    it.each([NaN, Infinity, -Infinity])('of %d are refused by solve, which leaves them', (value) => {
      problem.addGoal({ type: 'position', link: 'tool', target: good.position });
      problem.state.q[5] = value;
      const before = snapshot();
      const { status, reason } = problem.solve({ solver });
      expect(status).toBe('notFinite');
      expect(reason).toContain('q');
      expect(snapshot()).toEqual(before);
      problem.state.reset();
      problem.state.q.set([0.1, 0, 0.1, 1], 4);
      expect(problem.solve({ solver, maxIterations: 300 }).status).toBe('converged');
    });

    it('that are no unit quaternions are made so', () => {
      problem.state.q.set([0, 0, 3, 4, 0, 0, 0, 0, 1e308, 0, 0, 1e308, tiny, 0, 0, 0]);
      problem.state.update();
      const q = [...problem.state.q];
      const half = Math.SQRT1_2;
      const expected = [0, 0, 0.6, 0.8, 0, 0, 0, 1, half, 0, 0, half, 1, 0, 0, 0];
      for (const [i, value] of expected.entries()) expect(q[i]).toBeCloseTo(value, 12);
    });

    if (takes(zigzag(3), solver, 'position'))
      it('of a hinge may be any number of turns', () => {
        using arm = Model.from(zigzag(3));
        using each = new Problem(arm);
        const goal = each.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
        each.state.q.set([1e6, -1e9, 0.5]);
        expect(each.solve({ solver, maxIterations: 300, annealing: 5 }).status).toBe('converged');
        expect(goal.distance).toBeLessThanOrEqual(1e-4 * arm.reach);
      });
  });

  describe('joint weights', () => {
    it.each([-0.1, 1.5])('of %d are refused', (value) => {
      problem.addGoal({ type: 'position', link: 'tool', target: good.position });
      problem.jointWeights[2] = value;
      const before = snapshot();
      const { status, reason } = problem.solve({ solver });
      expect(status).toBe('unsupported');
      expect(reason).toContain('joint weight');
      expect(snapshot()).toEqual(before);
    });

    it.each([NaN, Infinity, -Infinity])('of %d are refused', (value) => {
      problem.addGoal({ type: 'position', link: 'tool', target: good.position });
      problem.jointWeights[2] = value;
      const before = snapshot();
      const { status, reason } = problem.solve({ solver });
      expect(status).toBe('notFinite');
      expect(reason).toContain('joint weight');
      expect(snapshot()).toEqual(before);
      problem.jointWeights[2] = 1;
      expect(problem.solve({ solver, maxIterations: 300 }).status).toBe('converged');
    });
  });
});
