/** Numbers cross the boundary as views of the core's memory. When that grows, every view is recreated. */
import { beforeEach, expect, it } from 'vitest';
import { Model, Problem, solverNames, type Goal } from 'limber';
import { core } from '../../web/src/core/loader.ts';
import { growMemory } from './support/heap.ts';
import { zigzag } from './support/models.ts';
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

const views: Record<string, () => Float64Array> = {
  'state.q': () => problem.state.q,
  'state.poses': () => problem.state.poses,
  'goal.target': () => goal.target,
  jointWeights: () => problem.jointWeights,
  rest: () => problem.rest,
  activeLimits: () => problem.activeLimits,
};

it.each(Object.keys(views))('%s is a view of the core’s memory, one object while that stays', (name) => {
  const get = views[name]!;
  const view = get();
  expect(view).toBeInstanceOf(Float64Array);
  expect(view.buffer).toBe(core().module.HEAPF64.buffer);
  expect(get()).toBe(view);
  problem.solve();
  expect(get()).toBe(view);
});

it('shows through a view kept from before what a solve has done', () => {
  const { q, poses } = problem.state;
  const { target } = goal;
  expect([...q]).toEqual([0, 0, 0, 0]);
  target.set([0, 3, 1]);
  expect(problem.solve().status).toBe('converged');
  expect(q.some((value) => value !== 0)).toBe(true);
  const tool = poses.subarray(7 * model.findLink('tool'));
  expect(Math.hypot(tool[0]! - 0, tool[1]! - 3, tool[2]! - 1)).toBeLessThan(1e-4 * model.reach);
});

it('hands out one live result for all solves, and copies that stay', () => {
  const first = problem.solve();
  expect(problem.solve({ maxIterations: 0 })).toBe(first);
  expect(first.iterations).toBe(0);
  goal.target.set([0, 3, 1]);
  const kept = problem.solve({ maxIterations: 0 }).copy();
  problem.solve();
  expect(first.iterations).toBeGreaterThan(0);
  expect(kept).toEqual({ status: 'maxIterations', iterations: 0, restarts: 0, priority: 0, reason: '' });
});

/** All readable values of the problem after a few steps of each solver. */
function readAll() {
  return solverNames().map((solver) => {
    problem.state.reset();
    const result = problem.solve({ solver, annealing: 1, maxIterations: 5 });
    const { smallestSingularValue, manipulability } = result;
    const numbers = [goal.weight, goal.distance, goal.angle, smallestSingularValue, manipulability];
    return [
      solver,
      result.copy(),
      problem.linksAtLimit(),
      numbers,
      ...Object.values(views).map((get) => [...get()]),
    ];
  });
}

it('reads and solves the same before and after the memory has grown', () => {
  const before = readAll();
  const old = Object.values(views).map((get) => get());
  growMemory();
  // An old view is detached, which is why none is kept.
  for (const view of old) expect(view).toHaveLength(0);
  expect(readAll()).toEqual(before);
  for (const get of Object.values(views)) expect(get().buffer).toBe(core().module.HEAPF64.buffer);
});

it('takes goals, and loses them, after the memory has grown', () => {
  growMemory();
  const second = problem.addGoal({ type: 'direction', link: 'tool', target: [0, 0, 1] });
  expect([...goal.target]).toEqual([1, 2, 1]);
  expect([...second.target]).toEqual([0, 0, 1]);
  growMemory();
  problem.removeGoal(goal);
  expect([...second.target]).toEqual([0, 0, 1]);
  problem.solve();
  expect(second.angle).toBeLessThan(1e-3);
});

it('keeps the views of one problem apart from those of another', () => {
  using other = new Problem(model);
  const theirs = other.addGoal({ type: 'position', link: 'tool', target: [-1, -2, -1] });
  problem.solve();
  expect([...other.state.q, ...theirs.target]).toEqual([0, 0, 0, 0, -1, -2, -1]);
});

it('lets nobody else have the memory of a view that outlives its problem or goal', () => {
  for (const count of [1 << 22, 0]) core().module.room(count); // or it would grow, and empty the views
  const old = [...Object.values(views).map((get) => get()), problem.velocities, goal.targetVelocity];
  const removed = problem.addGoal({ type: 'pose', link: 'tool' });
  old.push(removed.target);
  problem.removeGoal(removed);
  problem.dispose();
  const young = Array.from({ length: 50 }, () => {
    const each = new Problem(model);
    each.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
    return each;
  });
  const before = young.map(({ state }) => [...state.q, ...state.poses]);
  for (const view of old) view.fill(7e77);
  // The allocator keeps no data there either.
  const last = new Problem(model);
  expect(young.map(({ state }) => [...state.q, ...state.poses])).toEqual(before);
  for (const each of [...young.slice(1), last]) {
    expect(each.solve().status).toBe(young[0]!.solve().status);
    each.dispose();
  }
  for (const view of old) expect(view.every((value) => value === 7e77)).toBe(true);
});

it('has empty views of a model in which nothing moves', () => {
  using still = Model.from({ links: [{ name: 'rock' }] });
  using problemOfStill = new Problem(still);
  expect(problemOfStill.state.q).toHaveLength(0);
  expect(problemOfStill.jointWeights).toHaveLength(0);
  expect([...problemOfStill.state.poses]).toEqual([0, 0, 0, 0, 0, 0, 1]);
  problemOfStill.addGoal({ type: 'position', link: 'rock', target: [1, 0, 0] });
  expect(problemOfStill.solve().status).toBe('stalled');
});
