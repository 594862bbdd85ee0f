/** The list of solvers, what each supports, switching between them, and the default step of each. */
import { describe, expect, it } from 'vitest';
import { Model, Problem, solverNames, type SolveOptions, type SolverName, type Vec3 } from 'limber';
import { chain, descents, zigzag } from './support/models.ts';
import './support/silence.ts';

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

it.each([
  ['transpose', 30],
  ['pseudoinverse', 5],
] as const)('a step of %s without maxStep turns no joint by more than %d degrees', (solver, cap) => {
  // Unshortened errors, so that only the cap limits the step.
  const options: SolveOptions = { solver, maxError: Infinity, stepSize: 10, maxIterations: 1 };
  const after = (more: SolveOptions): number[] => {
    using model = Model.from(zigzag(3));
    using problem = new Problem(model);
    problem.addGoal({ type: 'position', link: 'tool', target: [-1.5, -1, 1] });
    problem.state.q.set([0.4, -0.6, 0.8]);
    problem.solve({ ...options, ...more });
    return [...problem.state.q];
  };
  expect(after({})).toEqual(after({ maxStep: (cap * Math.PI) / 180 }));
  expect(after({})).not.toEqual(after({ maxStep: Infinity }));
});

it('takes undefined for a missing option', () => {
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
