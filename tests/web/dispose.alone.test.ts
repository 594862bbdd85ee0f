/** Disposed objects: every member raises a named error, and no memory is lost, whatever is done, nor by what is forgotten. tests/soak/core.test.ts goes on for longer. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LimberError, Loop, Model, Problem, type Goal, type SolveResult, type Vec3 } from 'limber';
import { beforeEach, describe, expect, it } from 'vitest';
import { heapSize, lostBytes, usedMemory } from './support/heap.ts';
import { crankRocker, fourBar, nearlyClosed, pinOf } from './support/linkage-models.ts';
import { expectDisposed, usesOf, type Use } from './support/members.ts';
import { expectError, zigzag } from './support/models.ts';
import './support/silence.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Collects what is forgotten, so many times; finalisers run in tasks of their own. */
async function collected(times: number, between = (): unknown => undefined): Promise<void> {
  for (let i = 0; i < times; ++i) {
    collect();
    await nextTask();
    between();
  }
}

let model: Model;
let problem: Problem;
let goal: Goal;
let loop: Loop;

beforeEach(() => {
  model = Model.from(fourBar());
  problem = new Problem(model);
  problem.state.q.set(nearlyClosed);
  goal = problem.addGoal({ type: 'joint', link: 'crank', target: [1] });
  loop = problem.loops[0]!;
  return () => {
    problem.dispose();
    model.dispose();
  };
});

const second = { name: 'second', a: { link: 'rocker' }, b: { position: [0.8, 0, 0] }, free: 'ball' } as const;
/** What no state takes, whether disposed or not. */
const refused = ['q ='];
const disposing = ['dispose', String(Symbol.dispose)];
/** A loop's plain data, available without the core. */
const known = ['name', 'description', 'closed'];

const usesOfModel = (): Use[] => usesOf(model, Model.prototype, { named: ['crank', 'link'] });
const usesOfProblem = (): Use[] =>
  usesOf(problem, Problem.prototype, {
    addGoal: [{ type: 'distance', link: 'crank' }],
    removeGoal: [goal],
    addLoop: [pinOf(crankRocker)],
    removeLoop: [loop],
    addObstacle: [{ type: 'sphere', radius: 0.1, position: [9, 9, 9] }],
    nearestPairs: [3],
    pose: ['crank'],
    jacobian: ['crank'],
    setJoints: [{ crank: 0.5 }],
    collisionPairs: [[]],
    solveAll: [new Float64Array(4)],
    supports: ['lm'],
    step: [0.1],
  });
const usesOfGoal = (): Use[] =>
  usesOf(goal, Object.getPrototypeOf(goal) as object, { offset: [{}], numbers: [0], writeNumbers: [0, [1]] });
const usesOfLoop = (): Use[] => [
  ...usesOf(loop, Loop.prototype, { route: [{ free: 'ball' }] }).filter(({ name }) => name !== 'closed ='),
  { name: 'closed =', use: () => (loop.closed = false) },
];

const expectAlive = (each: Problem): void => expect(each.solve().status).toBe('converged');

it('before that every member works', () => {
  const { state } = problem;
  const all = [usesOfModel(), usesOfGoal(), usesOfLoop(), usesOf(state, state, {}), usesOfProblem()].flat();
  for (const { name, use } of all.filter(({ name }) => ![...disposing, ...refused].includes(name)))
    expect(use, name).not.toThrow();
  expect(problem.loops).toHaveLength(1);
});

describe('a disposed model', () => {
  it('is an error in every member that needs the core', () => {
    problem.dispose();
    model.dispose();
    // Links and loops are plain data, which other problems go on using.
    expectDisposed(usesOfModel(), ['findLink', 'named', ...disposing], 'model', 'make a new one');
    expectError(() => new Problem(model), 'disposed', 'model', 'make a new one');
    expect([model.links.length, model.findLink('rocker'), model.loops.length]).toEqual([3, 2, 1]);
  });

  it('leaves its problems alive, old and young, with their loops', () => {
    using young = new Problem(model);
    model.dispose();
    expect(problem.solve({ tolerance: 1e-9 }).status).toBe('converged');
    loop.route({ free: 'ball' });
    expect(problem.addLoop(pinOf(crankRocker)).closed).toBe(true);
    expectAlive(problem);
    young.state.q.set(nearlyClosed);
    young.addGoal({ type: 'joint', link: 'crank', target: [0.9] });
    expectAlive(young);
    expect(young.linksAtLimit()).toEqual([]);
  });
});

describe('a disposed problem', () => {
  it('is an error in every member, and in those of its state, results, goals and loops', () => {
    const { state } = problem;
    const [solved, stepped] = [problem.solve(), problem.step(0.1)];
    problem.dispose();
    expectDisposed(usesOfProblem(), disposing, 'problem', 'make a new one');
    for (const each of [state, solved, stepped]) expectDisposed(usesOf(each, each, {}), [], 'problem');
    expectDisposed(usesOfGoal(), [], 'problem');
    expectDisposed(usesOfLoop(), known, 'problem');
  });

  it('leaves its model and other problems alive, with their loops', () => {
    using other = new Problem(model);
    problem.dispose();
    other.state.q.set(nearlyClosed);
    expectAlive(other);
    using third = new Problem(model);
    expect([third.state.q.length, third.loops.length]).toEqual([model.nq, 1]);
  });
});

describe('a removed goal', () => {
  it('is an error in every member, and that its problem is gone counts more', () => {
    for (let i = 0; i < 2; ++i) problem.removeGoal(goal);
    expectDisposed(usesOfGoal(), [], 'joint goal is removed', 'add it again');
    expectAlive(problem);
    problem.dispose();
    expectError(() => goal.target, 'disposed', 'problem');
  });

  it('is one of its own problem: another’s is left alone', () => {
    using other = new Problem(model);
    const theirs = other.addGoal({ type: 'joint', link: 'crank' });
    problem.removeGoal(theirs);
    expect(other.goals).toEqual([theirs]);
    expect(theirs.weight).toBe(1);
  });
});

it('a removed loop is an error where it would need its problem, and may be added again', () => {
  problem.removeLoop(loop);
  expectDisposed(usesOfLoop(), known, "'pin' is removed", 'add it again');
  expect([loop.name, loop.description, problem.loops]).toEqual(['pin', pinOf(crankRocker), []]);
  const again = problem.addLoop(loop.description);
  expectAlive(problem);
  expect(again.distance).toBeLessThan(1e-12);
});

it('may be disposed twice, by either name, and in any order', () => {
  model[Symbol.dispose]();
  expectError(() => new Problem(model), 'disposed');
  problem[Symbol.dispose]();
  expectError(() => problem.solve(), 'disposed');
  model.dispose();
  problem.dispose();
});

describe('memory', () => {
  const wrong = { ...pinOf(crankRocker), b: { link: 'y'.repeat(500) } };

  const refused = (make: () => void): void => expect(make).toThrow(LimberError);

  it('is measured finely enough to miss one problem', () => {
    const kept: Problem[] = [];
    expect(lostBytes(() => kept.push(new Problem(model)))).toBeGreaterThan(8);
    for (const each of kept) each.dispose();
  });

  const makers: Record<string, () => void> = {
    'models and problems, solved, stepped, or refused': () => {
      using made = Model.from(fourBar());
      using each = new Problem(made);
      each.addGoal({ type: 'distance', link: 'coupler', targetLink: 'rocker', side: 'inside' });
      each.addGoal({ type: 'pose', link: 'coupler', free: ['x', 'rz'] });
      each.addGoal({ type: 'direction', link: 'rocker', axis: [1, 1, 0], target: [0, 1, 0] });
      each.solve({ maxIterations: 1 });
      each.step(0.01, { substeps: 1 });
      refused(() => Model.from({ ...fourBar(), loops: [wrong] }));
      refused(() => Model.from({ links: [...fourBar().links, { name: 'x', parent: 'y'.repeat(500) }] }));
    },
    'loops and goals, removed, routed, opened, or refused': () => {
      problem.removeLoop(problem.addLoop(pinOf(crankRocker)));
      problem.removeObstacle(problem.addObstacle({ type: 'box', size: [1, 1, 1] }));
      problem.removeGoal(problem.addGoal({ type: 'chain', link: 'crank', rows: [0] }));
      loop.route({ name: 'x'.repeat(100) });
      loop.closed = false;
      loop.closed = true;
      refused(() => loop.route(wrong));
      refused(() => problem.addLoop(wrong));
      refused(() => problem.addGoal({ type: 'pose', link: 'x'.repeat(500) }));
      refused(() => problem.addGoal({ type: 'pose', link: 'crank', targetLink: 'x'.repeat(500) }));
    },
    'solves, steps and questions': () => {
      goal.target[0] = 1.5 - goal.target[0]!;
      for (const solver of ['lm', 'dls', 'maximal', 'itasc'] as const)
        problem.solve({ solver, maxIterations: 2 });
      problem.solve({ maxIterations: 2, annealing: 1, tolerance: 0 });
      problem.step(0.02);
      problem.mobility();
      void goal.targetVelocity;
    },
  };

  it.each(Object.keys(makers))('is not lost by %s', (name) => {
    expect(lostBytes(makers[name]!)).toBeLessThanOrEqual(0);
  });
});

describe('forgotten ones', () => {
  it('are reclaimed', async () => {
    const batch = 200;
    const make = (): void => {
      const each = new Problem(Model.from(fourBar()));
      each.addLoop(second);
      each.addGoal({ type: 'pose', link: 'crank' });
    };
    const before = usedMemory();
    const forget = async (): Promise<number> => {
      for (let i = 0; i < batch; ++i) make();
      const bytes = usedMemory() - before;
      collect();
      // Finalisers run in tasks of their own.
      for (let i = 0; i < 1000 && usedMemory() > before; ++i) await nextTask();
      expect(usedMemory()).toBeLessThan(before + bytes / batch);
      return bytes;
    };
    let count = await forget();
    const size = heapSize();
    // As much again as fits, and more.
    while (count < 1.2 * size) count += await forget();
    expect(heapSize()).toBe(size);
  });

  it('live as long as a view of theirs, a goal, a state or a result', async () => {
    using model = Model.from(zigzag(4));
    const make = (...target: Vec3): Problem => {
      const problem = new Problem(model);
      problem.addGoal({ type: 'position', link: 'tool', target });
      problem.solve();
      return problem;
    };
    const expected = [...make(1, 2, 1).state.q];
    const [q, goal, state, result] = ((): [Float64Array, Goal, Problem['state'], SolveResult] => [
      make(1, 2, 1).state.q,
      make(1, 2, 1).goals[0]!,
      make(1, 2, 1).state,
      make(1, 2, 1).solve(),
    ])();
    // Reuses freed memory and overwrites it.
    await collected(20, () => make(7, 7, 7).state.q.fill(7));
    expect([...q]).toEqual(expected);
    expect([...goal.target]).toEqual([1, 2, 1]);
    expect([...state.q]).toEqual(expected);
    expect(result.status).toBe('converged');
  });

  it('are not freed twice, whether disposed before or collected after', async () => {
    using model = Model.from(zigzag(3));
    for (let i = 0; i < 200; ++i) {
      const problem = new Problem(model);
      if (i % 2) problem.dispose();
    }
    await collected(5);
    using problem = new Problem(model);
    problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
    expectAlive(problem);
  });
});
