/** The list of solvers, what each supports, and switching between them. */
import { describe, expect, it } from 'vitest';
import { Model, Problem, solverNames, type GoalDescription, type SolverName } from 'limber';
import { chain, descents, zigzag } from './support/models.ts';
import './support/silence.ts';

const balls = chain(4, () => ({ type: 'ball' }));
const place = { type: 'position', link: 'tool', target: [1, 2, 1] } as const;

it('solverNames lists every solver once, in a list of its own', () => {
  const names = solverNames();
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining<SolverName>(['fabrik', 'curl', 'dls', 'lm', 'autodiff']));
  names.length = 0;
  expect(solverNames()).not.toEqual(names);
});

it('solve uses the default solver if none is named, and takes undefined for a missing option', () => {
  using model = Model.from(balls);
  using problem = new Problem(model);
  problem.addGoal(place);
  const solved = [{}, { solver: problem.defaultSolver }, { tolerance: undefined, limits: undefined }].map(
    (options) => {
      problem.state.reset();
      problem.solve({ ...options, maxIterations: 2 } as object);
      return [...problem.state.q];
    },
  );
  expect(solved[1]).toEqual(solved[0]);
  expect(solved[2]).toEqual(solved[0]);
});

it('every solver finds the same bits, whatever solved before', () => {
  using model = Model.from(balls);
  using problem = new Problem(model);
  const goal = problem.addGoal(place);
  for (const solver of solverNames()) {
    const run = () => {
      problem.state.reset();
      goal.target.set(place.target);
      const { status, iterations } = problem.solve({ solver });
      return [status, iterations, ...problem.state.q];
    };
    const first = run();
    for (const other of solverNames()) {
      goal.target.set([-2, 1, 0.5]);
      problem.solve({ solver: other });
      expect(run(), `${solver} after ${other}`).toEqual(first);
    }
  }
});

describe('supports', () => {
  const limited = chain(3, () => ({ type: 'ball', twist: [-1, 1] }));
  const second = { type: 'position', link: 'link2', priority: 1 } as const;
  const tied = { ...place, target: [0, 1, 0], targetLink: 'link1' } as const;

  it.each<[SolverName, string, typeof balls, GoalDescription[], RegExp]>([
    ['fabrik', 'direction', balls, [{ type: 'direction', link: 'tool' }], /^fabrik .*use position goals$/],
    ['fabrik', 'orientation', balls, [{ type: 'orientation', link: 'tool' }], /use position goals$/],
    ['fabrik', 'pose', balls, [{ type: 'pose', link: 'tool' }], /use position goals$/],
    ['curl', 'hinge', zigzag(3), [place], /^curl .*without limits.*use lm$/],
    ['curl', 'limit', limited, [place], /^curl .*without limits.*use lm$/],
    ['curl', 'second goal', balls, [place, place], /single position goal/],
    ['curl', 'direction', balls, [{ type: 'direction', link: 'tool' }], /use lm/],
    ['ccd', 'second priority', balls, [place, second], /priorities; use lm, or give all the same/],
    ['ccd', 'target on a link', balls, [tied], /targetLink/],
  ])('%s takes no %s, and a solve agrees', (solver, _, description, goals, words) => {
    using model = Model.from(description);
    using problem = new Problem(model);
    for (const goal of goals) problem.addGoal(goal);
    const reason = problem.supports(solver);
    expect(reason).toMatch(words);
    const before = [...problem.state.q];
    expect(problem.solve({ solver })).toMatchObject({ status: 'unsupported', reason, iterations: 0 });
    expect([...problem.state.q]).toEqual(before);
    while (problem.goals.length > 0) problem.removeGoal(problem.goals[0]!);
    if (description !== balls) return;
    problem.addGoal(place);
    expect(problem.supports(solver)).toBe(true);
  });

  it('is true of every descent for a chain of balls with one priority', () => {
    using model = Model.from(balls);
    using problem = new Problem(model);
    problem.addGoal({ ...place, priority: 3 });
    for (const solver of descents()) expect(problem.supports(solver), solver).toBe(true);
  });
});
