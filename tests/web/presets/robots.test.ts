/** Robots in poses known from their drawings: sums of lengths along the axes, as published for each arm. */
import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Model, Problem, type Interval, type Vec3 } from 'limber';
import { robots, type RobotName } from 'limber/robots';
import { Random } from '../../bench/random.ts';
import { stateMatrix } from '../support/matrices.ts';
import '../support/silence.ts';

const names = Object.keys(robots) as RobotName[];
const turn = Math.PI / 2;
const root = Math.SQRT1_2;

interface Known {
  robot: RobotName;
  at: string;
  q: readonly number[];
  position: Vec3;
  /** The effector's x and z in the world, if shown in the drawing. */
  x?: Vec3;
  z?: Vec3;
}

// prettier-ignore
const known: Known[] = [
  {
    robot: 'article',
    at: 'zero',
    q: [0, 0, 0, 0, 0, 0],
    position: [-6.55 + 1.247041 + 2.984276 + 4.333822 + 8.3, 11.52001 + 4.6 + 32.02634 + 30.01859 + 4.200262 + 1, -0.0739485],
    x: [1, 0, 0],
  },
  {
    // The hand hangs from the outstretched arm. Zero lies outside the fourth joint's limits.
    robot: 'panda',
    at: 'zero',
    q: [0, 0, 0, 0, 0, 0, 0],
    position: [0.088, 0, 0.333 + 0.316 + 0.384 - 0.107],
    x: [1, 0, 0],
    z: [0, 0, -1],
  },
  {
    // Upper arm back by 45°, forearm level, hand downwards.
    robot: 'panda',
    at: 'ready',
    q: [0, -turn / 2, 0, -1.5 * turn, 0, turn, turn / 2],
    position: [(-0.316 + 0.0825) * root + 0.384 + 0.088, 0, 0.333 + (0.316 + 0.0825) * root + 0.0825 - 0.107],
    z: [0, 0, -1],
  },
  { robot: 'ur5', at: 'zero', q: [0, 0, 0, 0, 0, 0], position: [-0.81725, -0.19145, -0.005491], z: [0, -1, 0] },
  {
    // Upright: the second joint is a quarter turn back; the fourth keeps the wrist's last link forward.
    robot: 'ur5',
    at: 'upright',
    q: [0, -turn, 0, -turn, 0, 0],
    position: [0, -0.10915 - 0.0823, 0.089159 + 0.425 + 0.39225 + 0.09465],
  },
  { robot: 'ur10', at: 'zero', q: [0, 0, 0, 0, 0, 0], position: [-1.1843, -0.256141, 0.0116], z: [0, -1, 0] },
  { robot: 'iiwa14', at: 'zero', q: [0, 0, 0, 0, 0, 0, 0], position: [0, 0, 1.306], x: [1, 0, 0], z: [0, 0, 1] },
  { robot: 'iiwa14', at: 'shoulder and elbow by a quarter', q: [0, turn, 0, turn, 0, 0, 0], position: [0.42, 0, 0.36 + 0.4 + 0.126], z: [0, 0, 1] },
  { robot: 'puma560', at: 'zero', q: [0, 0, 0, 0, 0, 0], position: [0.4318 + 0.0203, -0.15005, 0.4318], z: [0, 0, 1] },
  {
    // The textbook pose qr: straight up.
    robot: 'puma560',
    at: 'ready',
    q: [0, turn, -turn, 0, 0, 0],
    position: [0.0203, -0.15005, 0.8636],
    z: [0, 0, 1],
  },
  { robot: 'stanford', at: 'zero, slide half out', q: [0, 0, 0.5, 0, 0, 0], position: [0, 0.154 - 0.0203, 0.412 + 0.5], x: [0, -1, 0], z: [0, 0, 1] },
  { robot: 'stanford', at: 'slide level', q: [0, turn, 0.5, 0, 0, 0], position: [0.5, 0.154 - 0.0203, 0.412], z: [1, 0, 0] },
  { robot: 'cobra600', at: 'zero, slide down', q: [0, 0, 0.1, 0], position: [0.6, 0, 0.387 - 0.1], x: [1, 0, 0], z: [0, 0, -1] },
  { robot: 'cobra600', at: 'bent, tool turned back', q: [0, turn, 0, turn], position: [0.325, 0.275, 0.387], x: [1, 0, 0], z: [0, 0, -1] },
  // The gripper stands upright.
  {
    robot: 'so101',
    at: 'stretched forwards',
    q: [0, 0, 0, 0, 0.0486795],
    position: [0.0388353 + 0.0303992 + 0.028 + 0.1349 + 0.0611 + 0.0981274, -0.0182778 + 0.0181 - 0.000218121, 0.0624 + 0.0542 + 0.11257 + 0.0052 - 0.0079],
    z: [1, 0, 0],
  },
];

function effectorAt({ robot, q }: Known): Matrix4 {
  using model = Model.from(robots[robot]);
  using problem = new Problem(model);
  expect(model.nq).toBe(q.length);
  problem.state.q.set(q);
  problem.state.update();
  return stateMatrix(problem.state.poses, model.findLink('effector'));
}

function off(vector: Vector3, expected: Vec3): number {
  return vector.distanceTo(new Vector3(...expected));
}

it.each(known.map((each) => [each.robot, each.at, each] as const))('%s at %s', (_robot, _at, each) => {
  const pose = effectorAt(each);
  expect(off(new Vector3().setFromMatrixPosition(pose), each.position)).toBeLessThan(1e-13);
  if (each.x) expect(off(new Vector3().setFromMatrixColumn(pose, 0), each.x)).toBeLessThan(1e-14);
  if (each.z) expect(off(new Vector3().setFromMatrixColumn(pose, 2), each.z)).toBeLessThan(1e-14);
});

describe('limits', () => {
  const degree = Math.PI / 180;
  const around = (...most: number[]) => most.map((each) => [-each * degree, each * degree]);
  const expected: Record<RobotName, readonly (readonly number[])[]> = {
    article: around(0, Infinity, 90, 150, 130, 180),
    panda: [
      [-2.8973, 2.8973],
      [-1.7628, 1.7628],
      [-2.8973, 2.8973],
      [-3.0718, -0.0698],
      [-2.8973, 2.8973],
      [-0.0175, 3.7525],
      [-2.8973, 2.8973],
    ],
    ur5: around(360, 360, 360, 360, 360, 360),
    ur10: around(360, 360, 360, 360, 360, 360),
    iiwa14: around(170, 120, 170, 120, 170, 120, 175),
    puma560: around(160, 110, 135, 266, 100, 266),
    stanford: [...around(170, 170), [0.3048, 1.27], ...around(170, 90, 170)],
    cobra600: [...around(50, 88), [0, 0.21], [-Infinity, Infinity]],
    so101: [
      [-1.91986, 1.91986],
      [-1.74533, 1.74533],
      [-1.69, 1.69],
      [-1.65806, 1.65806],
      [-2.74385, 2.84121],
    ],
  };

  it.each(names)('of %s', (name) => {
    using model = Model.from(robots[name]);
    const limits = model.links.flatMap(({ motions }) => motions.map((motion) => motion.limits));
    expect(limits).toHaveLength(expected[name].length);
    for (const [i, interval] of limits.entries()) {
      for (const side of [0, 1] as const) {
        const wanted = expected[name][i]![side]!;
        if (Number.isFinite(wanted)) expect(interval[side]).toBeCloseTo(wanted, 12);
        else expect(interval[side]).toBe(wanted);
      }
    }
  });
});

it.each(names)('%s reaches most places from its ready pose, without a leap', (name) => {
  using model = Model.from(robots[name]);
  using problem = new Problem(model);
  const { state } = problem;
  const random = new Random(3);
  const goal = problem.addGoal({ type: 'position', link: 'effector' });
  const within = ([least, most]: Interval): number =>
    random.between(Math.max(least, -Math.PI), Math.min(most, Math.PI));
  let reached = 0;
  for (let i = 0; i < 400; i += 1) {
    state.q.set(model.links.flatMap(({ motions }) => motions.map(({ limits }) => within(limits))));
    state.update();
    goal.toLink();
    state.reset();
    reached += Number(problem.solve({ maxIterations: 200 }).status === 'converged');
  }
  expect(reached).toBeGreaterThanOrEqual(0.85 * 400);
});

it.each(names)('%s is checked at a pose that its drawing tells', (name) => {
  expect(known.some(({ robot }) => robot === name)).toBe(true);
});
