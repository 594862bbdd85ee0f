/** The list of solvers, what each supports, switching between them, and the largest step of each. */
import { describe, expect, it } from 'vitest';
import { init, Model, Problem, solverNames, type SolveOptions, type SolverName, type Vec3 } from 'limber';
import { chain, descents, expectError, link, zigzag } from './support/models.ts';
import './support/silence.ts';

// Before the tests are listed: one per solver.
await init();

const balls = chain(4, () => ({ type: 'ball' }));

describe('solverNames', () => {
  it('lists every solver once', () => {
    const names = solverNames();
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining<SolverName>(['fabrik', 'curl', 'dls', 'lm', 'autodiff']));
  });

  it('gives a list of its own at every call', () => {
    const names = solverNames();
    names.length = 0;
    expect(solverNames()).not.toEqual(names);
  });
});

describe('one problem', () => {
  const targets: readonly Vec3[] = [
    [1, 2, 1],
    [-2, 1, 0.5],
    [0.5, -3, 1],
  ];

  it('goes from solver to solver, each from where the last has left it', () => {
    using model = Model.from(balls);
    using problem = new Problem(model);
    const goal = problem.addGoal({ type: 'position', link: 'tool' });
    problem.state.q.set([0, 0, 0.6, 0.8], 4);
    problem.state.update();
    for (const target of targets) {
      for (const [i, solver] of descents().entries()) {
        goal.target.set(target.map((each) => each * (i % 2 ? 1 : 0.9)));
        problem.state.update();
        expect(goal.distance).toBeGreaterThan(1e-4 * model.reach);
        const { status, iterations } = problem.solve({ solver, maxIterations: 500 });
        expect([solver, status]).toEqual([solver, 'converged']);
        expect(iterations).toBeGreaterThan(0);
        expect(goal.distance).toBeLessThanOrEqual(1e-4 * model.reach);
      }
    }
  });

  it('tells the solver that solve() uses if none is named', () => {
    using model = Model.from(balls);
    const solvedBy = (named: boolean): number[] => {
      using problem = new Problem(model);
      const goal = problem.addGoal({ type: 'position', link: 'tool' });
      goal.target.set(targets[0]!);
      problem.solve(named ? { solver: problem.defaultSolver, maxIterations: 2 } : { maxIterations: 2 });
      return Array.from(problem.state.q);
    };
    expect(solvedBy(true)).toEqual(solvedBy(false));
  });

  it.each(solverNames())('is solved by %s to the same bits, whatever solved it before', (solver) => {
    using model = Model.from(balls);
    using problem = new Problem(model);
    const goal = problem.addGoal({ type: 'position', link: 'tool', target: targets[0]! });
    const run = () => {
      problem.state.reset();
      goal.target.set(targets[0]!);
      const { status, iterations } = problem.solve({ solver });
      return [status, iterations, ...problem.state.q];
    };
    const first = run();
    for (const other of solverNames()) {
      goal.target.set(targets[1]!);
      problem.solve({ solver: other });
      expect(run(), `after ${other}`).toEqual(first);
    }
  });

  it('is solved by each in a way of its own', () => {
    using model = Model.from(zigzag(4));
    const ways = (['ccd', 'transpose', 'pseudoinverse', 'dls', 'sdls', 'lm'] as const).map((solver) => {
      using problem = new Problem(model);
      problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
      problem.solve({ solver, maxIterations: 1 });
      return String(problem.state.q);
    });
    expect(new Set(ways).size).toBe(ways.length);
  });
});

describe('supports', () => {
  /** Returns the reason of `supports`, and checks that `solve` agrees. */
  function reasonOf(problem: Problem, solver: SolverName): string {
    const reason = problem.supports(solver);
    const before = [...problem.state.q];
    const result = problem.solve({ solver });
    if (reason === true) {
      expect(result.status).not.toBe('unsupported');
      return '';
    }
    expect([result.status, result.reason, result.iterations]).toEqual(['unsupported', reason, 0]);
    expect([...problem.state.q]).toEqual(before);
    return reason;
  }

  it.each(['direction', 'orientation', 'pose'] as const)('fabrik takes no %s goal', (type) => {
    using model = Model.from(balls);
    using problem = new Problem(model);
    const goal = problem.addGoal({ type, link: 'tool' });
    expect(reasonOf(problem, 'fabrik')).toMatch(/^fabrik .*use position goals$/);
    problem.removeGoal(goal);
    problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
    expect(reasonOf(problem, 'fabrik')).toBe('');
  });

  it('curl takes no hinges, no limits, no second goal and no direction', () => {
    const limited = chain(3, () => ({ type: 'ball', twist: [-1, 1] }));
    for (const description of [zigzag(3), limited]) {
      using model = Model.from(description);
      using problem = new Problem(model);
      problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
      expect(reasonOf(problem, 'curl')).toMatch(/^curl .*without limits.*use lm$/);
    }
    using model = Model.from(balls);
    using problem = new Problem(model);
    const goal = problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
    expect(reasonOf(problem, 'curl')).toBe('');
    const second = problem.addGoal({ type: 'position', link: 'link2' });
    expect(reasonOf(problem, 'curl')).toContain('single position goal');
    problem.removeGoal(second);
    expect(reasonOf(problem, 'curl')).toBe('');
    problem.removeGoal(goal);
    problem.addGoal({ type: 'direction', link: 'tool' });
    expect(reasonOf(problem, 'curl')).toContain('use lm');
  });

  it('only dls, lm and itasc take goals of different priorities, and all take one that is shared', () => {
    using model = Model.from(balls);
    using problem = new Problem(model);
    problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1], priority: 3 });
    for (const solver of descents()) expect(reasonOf(problem, solver), solver).toBe('');
    problem.addGoal({ type: 'position', link: 'link2', target: [0, 2, 0], priority: 1 });
    const takers = solverNames().filter((solver) => reasonOf(problem, solver) === '');
    expect(takers).toEqual(['dls', 'lm', 'itasc']);
    expect(reasonOf(problem, 'ccd')).toMatch(/priorities.*dls and lm.*give all the same/);
  });
});

describe('a step without maxStep', () => {
  const degrees = Math.PI / 180;
  const caps = { transpose: 30, pseudoinverse: 5, dls: 45 } as const;

  /** Largest turn of a joint in one iteration from a bent arm, in radians. */
  function farthest(options: SolveOptions): number {
    using model = Model.from({ links: [...zigzag(3).links, link('end', 'tool', { type: 'fixed' })] });
    using problem = new Problem(model);
    problem.addGoal({ type: 'position', link: 'end', target: [-1.5, -1, 1] });
    const start = [0.4, -0.6, 0.8];
    problem.state.q.set(start);
    problem.state.update();
    expect(problem.solve({ ...options, maxIterations: 1 }).iterations).toBe(1);
    return Math.max(...start.map((each, i) => Math.abs(problem.state.q[i]! - each)));
  }

  it.each(Object.entries(caps))('of %s turns no joint by more than %d degrees', (name, cap) => {
    // Unshortened errors and no damping, so that only the cap limits the step.
    const options: SolveOptions = {
      solver: name as SolverName,
      maxError: Infinity,
      damping: 0,
      stepSize: 10,
    };
    const turned = farthest(options);
    expect(turned).toBeGreaterThan(0);
    expect(turned).toBeLessThanOrEqual(cap * degrees * (1 + 1e-12));
    expect(turned).toBe(farthest({ ...options, maxStep: cap * degrees }));
    expect(farthest({ ...options, maxStep: Infinity })).not.toBe(turned);
  });
});

describe('a wrong option', () => {
  const wrong: readonly (readonly [name: keyof SolveOptions, value: unknown, ...words: string[]])[] = [
    ['mode', 'fast', 'mode is "fast"', 'known: track, find'],
    ['mode', 0, 'mode is 0', 'known: track, find'],
    ['mode', null, 'mode is null', 'known: track, find'],
    ['maxRestarts', -1, 'maxRestarts is -1', 'a whole number from 0'],
    ['maxRestarts', 1.5, 'maxRestarts is 1.5', 'a whole number from 0'],
    ['patience', 0, 'patience is 0', 'a whole number from 1'],
    ['damping', NaN, 'damping is NaN', 'a number from 0'],
    ['damping', -1, 'damping is -1', 'a number from 0'],
    ['maxError', -0.1, 'maxError is -0.1', 'a number from 0'],
    ['truncation', 2, 'truncation is 2', 'a number from 0 to 1'],
    ['stepSize', '1', 'stepSize is "1"', 'a number from 0'],
    ['meanOverGoals', 1, 'meanOverGoals is 1', 'true or false'],
    ['restGain', 2, 'restGain is 2', 'a number from 0 to 1'],
    ['restGain', -1, 'restGain is -1', 'a number from 0 to 1'],
  ];

  it.for(wrong)(
    '%s: %j is refused, named with its remedy, whichever the solver',
    ([name, value, ...words]) => {
      using model = Model.from(balls);
      using problem = new Problem(model);
      problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
      const before = [...problem.state.q];
      for (const solver of solverNames()) {
        expectError(() => problem.solve({ solver, [name]: value }), 'badOption', ...words);
        expect([...problem.state.q]).toEqual(before);
      }
      // No trace of it remains for the next solve.
      expect(problem.solve({ solver: 'lm' }).status).toBe('converged');
    },
  );

  it('takes undefined for what is missing', () => {
    using model = Model.from(balls);
    const solved = [{}, { maxIterations: undefined, tolerance: undefined, limits: undefined }].map(
      (options) => {
        using problem = new Problem(model);
        problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
        problem.solve(options as object);
        return [...problem.state.q];
      },
    );
    expect(solved[1]).toEqual(solved[0]);
  });
});
