/** What is given back is gone, with its loops, and leaves no memory behind: made and disposed, or forgotten. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { init, Loop, Model, Problem, type Goal } from 'limber';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heapSize, lostBytes, usedMemory } from './heap.ts';
import { fourBar, nearlyClosed, pinOf, crankRocker } from './linkage-models.ts';
import { expectDisposed, usesOf } from './members.ts';
import { expectError } from './models.ts';
import './silence.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let model: Model;
let problem: Problem;
let goal: Goal;
let loop: Loop;

beforeAll(() => init());

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

const disposing = ['dispose', String(Symbol.dispose)];
const usesOfProblem = () =>
  usesOf(problem, Problem.prototype, {
    addGoal: [{ type: 'distance', link: 'crank' }],
    removeGoal: [goal],
    addLoop: [pinOf(crankRocker)],
    removeLoop: [loop],
    supports: ['lm'],
    step: [0.1],
  });
const usesOfLoop = (each: Loop) => [
  ...usesOf(each, Loop.prototype, { route: [{ free: 'ball' }] }).filter(({ name }) => name !== 'closed ='),
  { name: 'closed =', use: () => (each.closed = false) },
];
/** Plain data that is known without the core. */
const known = ['name', 'description', 'closed'];

describe('before that', () => {
  it('every member works', () => {
    const all = [...usesOfLoop(loop), ...usesOf(problem.state, problem.state, {}), ...usesOfProblem()];
    for (const { name, use } of all.filter(({ name }) => !disposing.includes(name)))
      expect(use, name).not.toThrow();
    expect(problem.loops).toHaveLength(1);
  });
});

describe('a disposed problem', () => {
  it('is an error in every member, its state’s, its results’ and its loops’', () => {
    const { state } = problem;
    const solved = problem.solve();
    const stepped = problem.step(0.1);
    problem.dispose();
    expectDisposed(usesOfProblem(), disposing, 'problem', 'make a new one');
    expectDisposed(usesOf(state, state, {}), [], 'problem');
    expectDisposed(usesOf(solved, solved, {}), [], 'problem');
    expectDisposed(usesOf(stepped, stepped, {}), [], 'problem');
    expectDisposed(usesOfLoop(loop), known, 'problem');
  });

  it('leaves its model and other problems their loops', () => {
    using other = new Problem(model);
    problem.dispose();
    other.state.q.set(nearlyClosed);
    expect(other.solve().status).toBe('converged');
    using third = new Problem(model);
    expect(third.loops).toHaveLength(1);
  });
});

describe('a disposed model', () => {
  it('leaves its problems their loops, and makes no new ones', () => {
    model.dispose();
    expect(problem.solve({ tolerance: 1e-9 }).status).toBe('converged');
    loop.route({ free: 'ball' });
    expect(problem.addLoop(pinOf(crankRocker)).closed).toBe(true);
    expect(problem.solve().status).toBe('converged');
    expect(model.loops).toHaveLength(1);
    expectError(() => new Problem(model), 'disposed', 'model', 'make a new one');
  });
});

describe('a removed loop', () => {
  it('is an error where it would need its problem, which goes on', () => {
    const second = problem.addLoop({
      name: 'second',
      a: { link: 'rocker' },
      b: { position: [0.8, 0, 0] },
      free: 'ball',
    });
    problem.removeLoop(loop);
    expectDisposed(usesOfLoop(loop), known, "'pin' is removed", 'add it again');
    expect([loop.name, loop.description, problem.loops]).toEqual(['pin', pinOf(crankRocker), [second]]);
    expect(problem.solve().status).toBe('converged');
    expect(second.distance).toBeLessThan(1e-12);
    problem.removeLoop(second);
    expect(problem.solve({ solver: 'lm' }).status).toBe('converged');
  });

  it('can be added again by its description', () => {
    problem.removeLoop(loop);
    const again = problem.addLoop(loop.description);
    expect(problem.solve().status).toBe('converged');
    expect(again.distance).toBeLessThan(1e-12);
  });
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('memory', () => {
  const wrong = { ...pinOf(crankRocker), b: { link: 'y'.repeat(500) } };

  function refused(make: () => void): void {
    try {
      make();
    } catch {
      return;
    }
    expect.fail('must be refused');
  }

  // First, while there is little of it: every look at it makes it grow.
  it('is reclaimed from models, problems and loops that are forgotten', async () => {
    const make = (): void => {
      const each = new Problem(Model.from(fourBar()));
      each.addLoop({ a: { link: 'rocker' }, b: { position: [0.8, 0, 0] }, free: 'ball' });
    };
    const batch = 500;
    const forget = async (): Promise<void> => {
      for (let i = 0; i < batch; ++i) make();
      collect();
      // What is registered for cleaning up is cleaned up in tasks of its own.
      for (let i = 0; i < 3; ++i) await nextTask();
    };
    const before = usedMemory();
    for (let i = 0; i < batch; ++i) make();
    const each = (usedMemory() - before) / batch;
    for (let i = 0; i < 5; ++i) await forget();
    const size = heapSize();
    // More than fits, if it were kept.
    const rounds = Math.ceil((1.5 * size) / (each * batch));
    say(`${each.toFixed(0)} bytes each, ${rounds * batch} forgotten in ${size} bytes`);
    for (let i = 0; i < rounds; ++i) await forget();
    expect(heapSize()).toBe(size);
  });

  const makers: Record<string, () => void> = {
    'models and problems, solved, stepped, or refused': () => {
      using made = Model.from(fourBar());
      using each = new Problem(made);
      each.addGoal({ type: 'distance', link: 'coupler', targetLink: 'rocker', side: 'inside' });
      each.solve({ maxIterations: 1 });
      each.step(0.01, { substeps: 1 });
      refused(() => Model.from({ ...fourBar(), loops: [wrong] }));
    },
    'loops and goals, removed, routed, opened, or refused': () => {
      problem.removeLoop(problem.addLoop(pinOf(crankRocker)));
      problem.removeGoal(problem.addGoal({ type: 'chain', link: 'crank', rows: [0] }));
      loop.route({ name: 'x'.repeat(100) });
      loop.closed = false;
      loop.closed = true;
      refused(() => loop.route(wrong));
      refused(() => problem.addLoop(wrong));
      refused(() => problem.addGoal({ type: 'pose', link: 'crank', targetLink: 'x'.repeat(500) }));
    },
    'solves, steps and questions': () => {
      goal.target[0] = 1.5 - goal.target[0]!;
      for (const solver of ['lm', 'dls', 'maximal', 'itasc'] as const)
        problem.solve({ solver, maxIterations: 2 });
      problem.step(0.02);
      problem.mobility();
      void goal.targetVelocity;
    },
  };

  it.each(Object.keys(makers))('is not lost by %s', (name) => {
    // Two blocks of 64 kB, which is how finely that is seen, are less than 8 bytes a call.
    expect(lostBytes(makers[name]!, 20_000)).toBeLessThan(8);
  });
});
