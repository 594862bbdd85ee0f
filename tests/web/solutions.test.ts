/** `problem.solutions`: what crosses over, its place in memory, slices of seven joints, and errors. tests/cpp/closed_form proves the poses. */
import { describe, expect, it } from 'vitest';
import { Model, Problem, type Redundancy, type SolutionOptions } from 'limber';
import { robots } from 'limber/robots';
import { growMemory } from './support/heap.ts';
import { expectError, zigzag } from './support/models.ts';

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

it('are all poses that meet the goal, nearest first, and leave the state as it is', () => {
  const problem = posed('ur5', ur5Pose);
  const { state } = problem;
  const [goal] = problem.goals;
  const found = problem.solutions({ limits: false });
  const count = 8;
  expect(found).toMatchObject({ count, complete: true, reason: '', family: 'three parallel axes' });
  expect([...state.q]).toEqual(ur5Pose);
  expect([...found.at(0)]).toEqual(ur5Pose.map((each) => expect.closeTo(each, 9) as number));
  for (let i = 0; i < count; ++i) {
    state.q.set(found.at(i));
    state.update();
    expect(Math.max(goal!.distance, goal!.angle)).toBeLessThan(1e-9);
  }
  expectError(() => found.at(count), 'badOption', '8');
  // Each of six hinges has a range of two turns, so each value occurs twice.
  expect(problem.solutions({ most: 10_000 })).toMatchObject({ count: 8 * 2 ** 6, complete: true });
  expect(problem.solutions()).toMatchObject({ count: 64, complete: false });
});

it('says why it refuses, and goes on when it can', () => {
  const problem = posed('ur5', ur5Pose);
  problem.goals[0]!.target[3] = NaN;
  const found = problem.solutions();
  expect(found).toMatchObject({ count: 0, complete: false, family: '' });
  expect(found.reason).toContain('not finite');
  problem.goals[0]!.target[3] = 0;
  expect(problem.solutions().reason).toBe('');
  expect(found.count).toBe(0);
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
  growMemory();
  problem.dispose();
  expect([...found.q]).toEqual(before);
  expectError(() => problem.solutions(), 'disposed');
  expect(found.family).not.toBe('');
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
});

describe('of seven joints', () => {
  const iiwaPose = [0.3, 0.6, -0.4, -1.2, 0.5, 0.9, -0.2];

  it('are the slice of a joint, or of the swivel of the elbow, that is asked for', () => {
    const problem = posed('iiwa14', iiwaPose);
    const { name } = problem.model.links.filter(({ nq }) => nq > 0)[2]!;
    const slice = problem.solutions({ redundancy: { joint: name, value: 0.1 } });
    expect(slice).toMatchObject({ parameter: name, reason: '' });
    expect(slice.count).toBeGreaterThan(0);
    for (let i = 0; i < slice.count; ++i) expect(slice.at(i)[2]).toBeCloseTo(0.1, 14);
    const swivel = problem.solutions({ limits: false, redundancy: { swivel: 0.4 } });
    expect(swivel).toMatchObject({ parameter: 'swivel', count: 8, complete: true, reason: '' });
    const refused = problem.solutions({ redundancy: { joint: name, value: 3 } });
    expect(refused.reason).toContain('limits');
    const panda = posed('panda', [0.1, 0.2, 0.3, -1.4, 0.5, 1.6, 0.7]);
    expect(panda.solutions({ redundancy: { swivel: 0 } }).reason).toContain('first three axes');
  });

  it('have intervals, inside which there are poses and outside which there are none', () => {
    const problem = posed('iiwa14', iiwaPose);
    const found = problem.solutions();
    expect(found.parameter).toBe('swivel');
    const all = [...found.intervals];
    expect(all.length).toBeGreaterThan(0);
    const at = (swivel: number): number => problem.solutions({ redundancy: { swivel } }).count;
    for (let i = 1; i < all.length; ++i) expect(at((all[i - 1]! + all[i]!) / 2) > 0).toBe(i % 2 === 1);
    // A result of its own at each call.
    expect([...found.intervals]).toEqual(all);
    const without = problem.solutions({ intervals: false });
    expect([without.parameter, without.intervals.length]).toEqual(['swivel', 0]);
    const cut = problem.solutions({ maxTime: 0 });
    expect(cut.complete).toBe(false);
    expect(cut.reason).toContain('maxTime');
  });

  it.each<[unknown, ...string[]]>([
    [null, 'redundancy', 'joint'],
    [{ swivel: NaN }, 'swivel', 'NaN'],
    [{ swivel: '1' }, 'swivel'],
    [{ swivel: 1, value: 2 }, 'redundancy.value', 'known'],
    [{ joint: 'nobody', value: 1 }, 'nobody', 'seven joints'],
    [{ joint: 'joint 1', motion: 1, value: 1 }, 'motion', '1'],
    ...['length', 'map', '0', 0.5, -1, Object.create(null) as object].map((motion): [unknown, string] => [
      { joint: 'joint 3', motion, value: 0.2 },
      'motion is',
    ]),
    [{ joint: 'joint 1' }, 'value'],
    [{ joint: 'joint 1', value: Infinity }, 'value', 'Infinity'],
    [{}, 'undefined'],
  ])('refuses the redundancy %o', (redundancy, ...words) => {
    const problem = posed('iiwa14', iiwaPose);
    const given = { redundancy: redundancy as Redundancy };
    expectError(() => problem.solutions(given), 'badOption', ...words);
  });

  it('names the joints to hold of more than seven, eight at most', () => {
    const problem = new Problem(Model.from(zigzag(20)));
    problem.addGoal({ type: 'pose', link: 'tool' });
    const { reason } = problem.solutions();
    expect(reason).toContain("hold 'link12', 'link11'");
    expect(reason).toContain("'link5' and 5 more by joint weights of 0");
    problem.jointWeights.fill(0, 0, 13);
    expect(problem.solutions().reason).not.toContain('hold');
  });
});
