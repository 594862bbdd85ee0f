/** `problem.solutions`: every pose, its place in memory, slices of seven joints, and errors. */
import { describe, expect, it } from 'vitest';
import { Model, Problem, type Redundancy, type SolutionOptions } from 'limber';
import { robots } from 'limber/presets';
import { expectError } from './support/models.ts';

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

it('says why it refuses, and goes on when it can', () => {
  const problem = posed('ur5', ur5Pose);
  const goal = problem.addGoal({ type: 'position', link: problem.model.links.at(-1)!.name });
  problem.goals[0]!.weight = 0;
  const found = problem.solutions();
  expect(found).toMatchObject({ count: 0, complete: false, family: '' });
  expect(found.reason).toContain('joint weights');
  goal.weight = 0;
  problem.goals[0]!.weight = 1;
  const now = problem.solutions();
  expect(now.reason).toBe('');
  expect(now.count).toBeGreaterThan(0);
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
  const others = Array.from({ length: 200 }, () => posed('panda', [0, 0, 0, -1, 0, 1, 0]));
  expect([...found.q]).toEqual(before);
  for (const other of others) other.dispose();
  problem.dispose();
  expect([...found.q]).toEqual(before);
  expectError(() => problem.solutions(), 'disposed');
  expect(found.family).not.toBe('');
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

describe('of seven joints', () => {
  const iiwaPose = [0.3, 0.6, -0.4, -1.2, 0.5, 0.9, -0.2];
  const pandaPose = [0.1, 0.2, 0.3, -1.4, 0.5, 1.6, 0.7];

  it.each([
    ['iiwa14', iiwaPose],
    ['panda', pandaPose],
  ] as const)('%s has the pose that the target was taken from in the slice of each joint', (robot, q) => {
    const problem = posed(robot, q);
    const moving = problem.model.links.filter(({ nq }) => nq > 0);
    for (const [i, link] of moving.entries()) {
      if (i === 3 && robot === 'iiwa14') continue; // determined by the target
      const found = problem.solutions({ redundancy: { joint: link.name, value: q[i]! } });
      expect(found.reason).toBe('');
      expect(found.at(0)[i]).toBeCloseTo(q[i]!, 14);
      const ways = Array.from({ length: found.count }, (_, k) =>
        Math.hypot(...found.at(k).map((x, j) => x - q[j]!)),
      );
      expect(Math.min(...ways)).toBeLessThan(1e-6);
    }
  });

  it('has eight poses for each swivel of the elbow', () => {
    const problem = posed('iiwa14', iiwaPose);
    const found = problem.solutions({ limits: false, redundancy: { swivel: 0.4 } });
    expect(found).toMatchObject({ count: 8, complete: true, reason: '' });
  });

  it('has intervals, inside which there are poses and outside which there are none', () => {
    const problem = posed('iiwa14', iiwaPose);
    const found = problem.solutions();
    expect(found.parameter).toBe('swivel');
    const { intervals } = found;
    const all = [...intervals];
    expect(all.length).toBeGreaterThan(0);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    const at = (swivel: number): number => problem.solutions({ redundancy: { swivel } }).count;
    for (let i = 1; i < all.length; ++i) expect(at((all[i - 1]! + all[i]!) / 2) > 0).toBe(i % 2 === 1);
    // A result of its own at each call.
    expect([...found.intervals]).toEqual(all);
    const without = problem.solutions({ intervals: false });
    expect([without.parameter, without.intervals.length]).toEqual(['swivel', 0]);
    problem.goals[0]!.target[0] = 5;
    expect(problem.solutions()).toMatchObject({ count: 0, complete: true, reason: '', parameter: 'swivel' });
    problem.dispose();
    expectError(() => problem.solutions({ redundancy: { swivel: 0 } }), 'disposed');
    expect(found.parameter).toBe('swivel');
  });

  it('says why there is no such slice', () => {
    const panda = posed('panda', pandaPose);
    const reason = (redundancy: Redundancy): string => panda.solutions({ redundancy }).reason;
    const { links } = panda.model;
    const joint = links[4]!.name;
    expect(reason({ swivel: 0 })).toContain('first three axes');
    expect(reason({ joint, value: 1 })).toContain('limits');
    expect(panda.solutions({ limits: false, redundancy: { joint, value: 1 } }).reason).toBe('');
    panda.jointWeights[3] = 0;
    expect(reason({ joint, value: -1 })).toContain('fewer');
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

  /** A chain of hinges, `turn 0`, `turn 1` and so on. */
  function hinges(length: number): Problem {
    const axes = [
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ] as const;
    const links = Array.from({ length }, (_, i) => ({
      name: `turn ${i}`,
      ...(i > 0 ? { parent: `turn ${i - 1}` } : {}),
      origin: { position: [0.1, 0.05 * i, 0.2] as const },
      joint: { type: 'revolute' as const, axis: axes[i % 3]! },
    }));
    const problem = new Problem(Model.from({ links }));
    problem.addGoal({ type: 'pose', link: `turn ${length - 1}` });
    return problem;
  }

  it('asks to hold joints of more than seven, and names them', () => {
    const problem = hinges(8);
    const { reason } = problem.solutions();
    expect(reason).toContain("'turn 0'");
    expect(reason).not.toContain("'turn 1'");
    problem.jointWeights[0] = 0;
    expect(problem.solutions().reason).toBe('');
  });

  it('names eight of many', () => {
    const { reason } = hinges(5000).solutions();
    expect(reason).toContain("hold 'turn 4992', 'turn 4991'");
    expect(reason).toContain("'turn 4985' and 4985 more by joint weights of 0");
  });
});
