/** `problem.solutions` on real arms: every pose, its place in memory, and errors. */
import { beforeAll, describe, expect, it } from 'vitest';
import { init, Model, Problem, type SolutionOptions } from 'limber';
import { robots } from 'limber/presets';
import { expectError } from './support/models.ts';

beforeAll(() => init());

function posed(robot: keyof typeof robots, q: readonly number[]): Problem {
  const model = Model.from(robots[robot]);
  const problem = new Problem(model);
  const tip = model.links.at(-1)!.name;
  problem.state.q.set(q);
  problem.state.update();
  problem.addGoal({ type: 'pose', link: tip });
  return problem;
}

const ur5Pose = [0.4, -1.1, 1.3, -0.7, 0.9, 0.2];

describe.each([
  { robot: 'ur5', q: ur5Pose, count: 8, family: 'three parallel axes' },
  { robot: 'puma560', q: [0.3, -0.5, 0.4, 0.6, 0.7, 0.2], count: 8, family: 'three axes that meet' },
] as const)('the $robot', ({ robot, q, count, family }) => {
  it('has eight poses, each of which meets the goal, sorted by how far they are', () => {
    const problem = posed(robot, q);
    const { state } = problem;
    const [goal] = problem.goals;
    const found = problem.solutions({ limits: false });
    expect(found).toMatchObject({ count, complete: true, reason: '', family });
    const way = (i: number): number => Math.hypot(...found.at(i).map((value, k) => value - q[k]!));
    expect(way(0)).toBeLessThan(1e-6);
    for (let i = 1; i < count; ++i) expect(way(i)).toBeGreaterThanOrEqual(way(i - 1));
    expect([...state.q]).toEqual([...q]);
    for (let i = 0; i < count; ++i) {
      state.q.set(found.at(i));
      state.update();
      expect(goal!.distance).toBeLessThan(1e-9);
      expect(goal!.angle).toBeLessThan(1e-9);
    }
  });
});

it('counts every whole turn that the limits allow', () => {
  const problem = posed('ur5', ur5Pose);
  // Each of six hinges has a range of two turns, so each value occurs twice.
  const found = problem.solutions({ most: 10_000 });
  expect(found.count).toBe(8 * 2 ** 6);
  expect(found.complete).toBe(true);
  expect(problem.solutions()).toMatchObject({ count: 64, complete: false });
});

it('proves that nothing reaches a target', () => {
  const problem = posed('ur5', ur5Pose);
  problem.goals[0]!.target[0] = 5;
  expect(problem.solutions()).toMatchObject({ count: 0, complete: true, reason: '' });
});

it('says why it refuses, and goes on when it can', () => {
  const problem = posed('ur5', ur5Pose);
  const goal = problem.addGoal({ type: 'position', link: problem.model.links.at(-1)!.name });
  problem.goals[0]!.weight = 0;
  const found = problem.solutions();
  expect(found).toMatchObject({ count: 0, complete: false, family: '' });
  expect(found.reason).toContain('joint weights');
  goal.weight = 0;
  problem.goals[0]!.weight = 1;
  expect(problem.solutions()).toBe(found);
  expect(found.reason).toBe('');
  expect(found.count).toBeGreaterThan(0);
});

it('shows where a pose can move on', () => {
  const problem = posed('puma560', [0.3, -0.5, 0.4, 0.6, 0, 0.2]);
  const found = problem.solutions({ limits: false });
  const [, , , fourth, , sixth] = found.selfMotion;
  expect(Math.abs(fourth!)).toBeCloseTo(Math.SQRT1_2, 6);
  expect(Math.abs(sixth!)).toBeCloseTo(Math.SQRT1_2, 6);
});

it('outlives growth of the memory, and is refused after disposal', () => {
  const problem = posed('ur5', ur5Pose);
  const found = problem.solutions();
  const before = [...found.q];
  const others = Array.from({ length: 200 }, () => posed('panda', [0, 0, 0, -1, 0, 1, 0]));
  expect([...found.q]).toEqual(before);
  for (const other of others) other.dispose();
  problem.dispose();
  expect([...found.q]).toEqual(before);
  expectError(() => problem.solutions(), 'disposed');
  expectError(() => found.complete, 'disposed');
});

it('says what time did not suffice for', () => {
  const problem = posed('panda', [0, -0.4, 0, -2, 0, 1.7, 0.6]);
  const late = problem.solutions({ maxTime: 0 });
  expect(late.complete).toBe(false);
  expect(late.reason).toContain('maxTime');
  expect(problem.solutions({ maxTime: 1e9 })).toMatchObject({ reason: '' });
  problem.dispose();
});

it.each<[unknown, ...string[]]>([
  [null, 'object'],
  [{ most: 0 }, 'most', '0'],
  [{ most: 1.5 }, 'most', '1.5'],
  [{ most: NaN }, 'most', 'NaN'],
  [{ most: 1e9 }, 'most', '10000'],
  [{ limits: 1 }, 'limits', 'true or false'],
  [{ maxTime: -1 }, 'maxTime', '-1'],
  [{ redundancy: { joint: 'forearm', motion: 'length', value: 0 } }, 'motion', 'length'],
  [{ limit: true }, 'limit', 'known'],
])('refuses options %o', (options, ...words) => {
  const problem = posed('ur5', ur5Pose);
  expectError(() => problem.solutions(options as SolutionOptions), 'badOption', ...words);
  expect(problem.solutions({ limits: false }).count).toBe(8);
  expectError(() => problem.solutions().at(64), 'badOption', '64');
  problem.goals[0]!.target[3] = NaN;
  expect(problem.solutions().reason).toContain('not finite');
});
