/** What is given back is gone: a named error from every member, whichever way it was given back. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { init, Model, Problem, type Goal, type State } from 'limber';
import { lostBytes } from './heap.ts';
import { expectDisposed, usesOf } from './members.ts';
import { chain, expectError, zigzag } from './models.ts';
import './silence.ts';

let model: Model;
let problem: Problem;
let goal: Goal;

beforeAll(() => init());

beforeEach(() => {
  model = Model.from(zigzag(3));
  problem = new Problem(model);
  goal = problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
  return () => {
    problem.dispose();
    model.dispose();
  };
});

const disposing = ['dispose', String(Symbol.dispose)];
const usesOfState = (state: State) => usesOf(state, state, {});
const usesOfGoal = (each: Goal) =>
  usesOf(each, Object.getPrototypeOf(each) as object, {
    offset: [{}],
    readNumbers: [0],
    writeNumbers: [0, [1]],
  });

describe('before that', () => {
  it('every member works', () => {
    const members = [usesOf(model, Model.prototype, {}), usesOfState(problem.state), usesOfGoal(goal)].flat();
    for (const { name, use } of members.filter(({ name }) => !disposing.includes(name))) {
      expect(use, name).not.toThrow();
    }
  });
});

describe('a disposed model', () => {
  it('is an error in every member that needs the core', () => {
    problem.dispose();
    model.dispose();
    // Links and their numbers are plain data, which problems that live on go on using.
    expectDisposed(usesOf(model, Model.prototype, {}), ['findLink', ...disposing], 'model', 'make a new one');
    expectError(() => new Problem(model), 'disposed', 'model');
    expect(model.links).toHaveLength(4);
    expect(model.findLink('tool')).toBe(3);
  });

  it('leaves its problems alive, old and young', () => {
    using second = new Problem(model);
    model.dispose();
    expect(problem.solve().status).toBe('converged');
    second.addGoal({ type: 'position', link: 'tool', target: [0, 1, 1] });
    expect(second.solve().status).toBe('converged');
    expect(second.linksAtLimit()).toEqual([]);
  });
});

describe('a disposed problem', () => {
  it('is an error in its state, its result and its goals', () => {
    const { state } = problem;
    const result = problem.solve();
    problem.dispose();
    expectDisposed(usesOfState(state), [], 'problem');
    expectDisposed(usesOf(result, result, {}), [], 'problem');
    expectDisposed(usesOfGoal(goal), [], 'problem');
  });

  it('leaves its model and other problems alive', () => {
    using other = new Problem(model);
    problem.dispose();
    other.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
    expect(other.solve().status).toBe('converged');
    using third = new Problem(model);
    expect(third.state.q).toHaveLength(model.nq);
  });
});

describe('a removed goal', () => {
  it('is an error in every member, and its problem goes on with the others', () => {
    const second = problem.addGoal({ type: 'direction', link: 'tool', target: [0, 1, 0] });
    problem.removeGoal(goal);
    expectDisposed(usesOfGoal(goal), [], 'position goal is removed', 'add it again');
    expect(problem.goals).toEqual([second]);
    expect([...second.target]).toEqual([0, 1, 0]);
    expect(problem.solve().status).toBe('converged');
  });

  it('can be removed again, and another problem’s goal is left alone', () => {
    problem.removeGoal(goal);
    problem.removeGoal(goal);
    using other = new Problem(model);
    const theirs = other.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
    problem.removeGoal(theirs);
    expect(other.goals).toEqual([theirs]);
    expect(theirs.weight).toBe(1);
  });

  it('says that the problem is gone once that is', () => {
    problem.removeGoal(goal);
    problem.dispose();
    expectError(() => goal.target, 'disposed', 'problem');
  });
});

it('may be disposed twice, and in any order', () => {
  model.dispose();
  model.dispose();
  problem.dispose();
  model[Symbol.dispose]();
  problem[Symbol.dispose]();
  problem.dispose();
  expectError(() => problem.solve(), 'disposed');
});

it('is disposed at the end of a block that is using it, after an error too', () => {
  const kept: { problem?: Problem; model?: Model } = {};
  expect(() => {
    using inner = Model.from(chain(1));
    using innerProblem = new Problem(inner);
    kept.model = inner;
    kept.problem = innerProblem;
    throw new Error('in the middle');
  }).toThrow('in the middle');
  expectError(() => kept.problem!.solve(), 'disposed');
  expectError(() => new Problem(kept.model!), 'disposed');
});

describe('memory', () => {
  const expectNoLoss = (make: () => void) => expect(lostBytes(make)).toBeLessThan(8);

  function refused(make: () => void): void {
    try {
      make();
    } catch {
      return;
    }
    expect.fail('must be refused');
  }

  it('is measured finely enough to miss one problem', () => {
    const kept: Problem[] = [];
    expect(lostBytes(() => kept.push(new Problem(model)), 1000)).toBeGreaterThan(8);
    for (const each of kept) each.dispose();
  });

  it('is given back by models, also where they were wrong', () => {
    const description = zigzag(3);
    const wrong = { links: [...description.links, { name: 'x', parent: 'y'.repeat(500) }] };
    expectNoLoss(() => {
      Model.from(description).dispose();
      refused(() => Model.from(wrong));
    });
  });

  it('is given back by problems with goals', () => {
    expectNoLoss(() => {
      using each = new Problem(model);
      each.addGoal({ type: 'pose', link: 'tool', free: ['x', 'rz'] });
      each.addGoal({ type: 'direction', link: 'link1', axis: [1, 1, 0], target: [0, 1, 0] });
      each.solve({ maxIterations: 1 });
    });
  });

  it('is given back by goals, removed or refused', () => {
    expectNoLoss(() => {
      const each = problem.addGoal({ type: 'pose', link: 'tool' });
      refused(() => problem.addGoal({ type: 'pose', link: 'x'.repeat(500) }));
      problem.removeGoal(each);
    });
  });

  it('is not taken by solving', () => {
    expectNoLoss(() => {
      goal.target[0] = -goal.target[0]!;
      problem.solve({ maxIterations: 2, annealing: 1, tolerance: 0 });
    });
  });
});
