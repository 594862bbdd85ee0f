/** Paths of joints and tools: laws for every arm, reasons for a path's end, and errors. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  Model,
  Problem,
  Trajectory,
  type Goal,
  type Interval,
  type ModelDescription,
  type ObstacleDescription,
} from 'limber';
import {
  blend,
  cost,
  moveTo,
  resample,
  reverse,
  type Move,
  type MoveDescription,
  type MoveOptions,
} from 'limber/moves';
import { robots, withCapsules } from 'limber/robots';
import { expectError, zigzag } from '../support/models.ts';
import { trials } from '../support/trials.ts';
import '../support/silence.ts';

let open: Problem[] = [];
afterEach(() => {
  for (const each of open) each.dispose();
  open = [];
});

function problemOf(description: ModelDescription): Problem {
  open.push(new Problem(Model.from(description)));
  return open.at(-1)!;
}

/** A pose of each arm with free space around it, in radians. */
const ready = {
  ur5: [0.3, -1.3, 1.7, -1.9, -1.5, 0.4],
  puma560: [0.2, -0.8, 0.4, 0.4, 1.2, 0.3],
  panda: [0, -0.4, 0, -2, 0, 1.7, 0.6],
  iiwa14: [0.2, 0.6, 0, -1.6, 0, 0.9, 0],
} as const;
type Arm = keyof typeof ready;
const arms = Object.keys(ready) as Arm[];

/** The arm in its ready pose, with a goal for its hand. */
function standing(arm: Arm, description: ModelDescription = robots[arm]): { problem: Problem; goal: Goal } {
  const problem = problemOf(description);
  problem.state.q.set(ready[arm]);
  problem.state.update();
  return { problem, goal: problem.addGoal({ type: 'pose', link: 'effector' }) };
}

/** Two links of a metre in a plane, with limits of the shoulder. The elbow turns both ways. */
function planar(limits: Interval): ModelDescription {
  const hinge = { type: 'revolute', axis: [0, 0, 1] } as const;
  const origin = { position: [1, 0, 0] } as const;
  return {
    links: [
      { name: 'a', joint: { ...hinge, limits } },
      { name: 'b', parent: 'a', origin, joint: hinge },
      { name: 'tip', parent: 'b', origin },
    ],
  };
}

/** Residual in metres and radians at these joint values. */
function missed(problem: Problem, goal: Goal, target: ArrayLike<number>, q: Float64Array): [number, number] {
  const before = problem.state.q.slice();
  const aim = goal.target.slice();
  goal.target.set(target);
  problem.state.q.set(q);
  problem.state.update();
  const answer: [number, number] = [goal.distance, goal.angle];
  goal.target.set(aim);
  problem.state.q.set(before);
  problem.state.update();
  return answer;
}

/** A pose shifted by metres and turned by radians about an axis. */
function beside(
  pose: ArrayLike<number>,
  by: readonly number[],
  axis: readonly number[],
  angle: number,
): number[] {
  const [x, y, z, a, b, c, d] = Array.from(pose) as [number, number, number, number, number, number, number];
  const [sine, w] = [Math.sin(angle / 2) / Math.hypot(...axis), Math.cos(angle / 2)];
  const [u, v, t] = axis.map((each) => each * sine) as [number, number, number];
  return [
    x + by[0]!,
    y + by[1]!,
    z + by[2]!,
    w * a + u * d + v * c - t * b,
    w * b + v * d + t * a - u * c,
    w * c + t * d + u * b - v * a,
    w * d - u * a - v * b - t * c,
  ];
}

const coordinate = fc.double({ min: -0.12, max: 0.12, noNaN: true });
const shift = fc.tuple(coordinate, coordinate, coordinate);
const axis = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0.1, max: 1, noNaN: true })));
const angle = fc.double({ min: -0.4, max: 0.4, noNaN: true });

describe.each(arms)('a straight way of %s', (arm) => {
  it('is straight to 1e-6 of the reach, everywhere, and turns evenly', () => {
    const { problem, goal } = standing(arm);
    const { reach } = problem.model;
    const from = goal.target.slice();
    // A straight joint move deviates like a parabola, with its maximum about, but not exactly, in the middle.
    const deviation = 0.9e-6 * reach;
    fc.assert(
      fc.property(shift, axis, angle, (by, about, turn) => {
        const to = beside(from, by, about, turn);
        const move = moveTo(problem, { type: 'line', to }, { deviation, angleDeviation: 1e-5 });
        expect(move.ended).toBe('done');
        const count = trials(100, 40);
        for (let i = 0; i <= count; ++i) {
          const part = i / count;
          const shifted = by.map((each) => part * each);
          const wanted = beside(from, shifted, about, part * turn);
          const [metres, radians] = missed(problem, goal, wanted, move.trajectory.at(part));
          expect(metres).toBeLessThan(1e-6 * reach);
          expect(radians).toBeLessThan(2e-5);
        }
      }),
      { numRuns: trials(8, 2) },
    );
  });

  it('goes back as it came, and leaves everything as it was', () => {
    const { problem, goal } = standing(arm);
    const from = goal.target.slice();
    const q = problem.state.q.slice();
    const to = beside(from, [0.05, -0.08, 0.06], [1, 2, 3], 0.3);
    const there = moveTo(problem, { type: 'line', to });
    expect(problem.state.q).toEqual(q);
    expect(goal.target).toEqual(from);
    expect(problem.goals).toHaveLength(1);
    const back = moveTo(problem, { type: 'line', to: from }, { start: there.q });
    expect(back.ended).toBe('done');
    // Seven joints may end elsewhere, but the hand follows the same path.
    for (let i = 0; i <= 20; ++i) {
      const shifted = [0.05, -0.08, 0.06].map((each) => (each * i) / 20);
      const wanted = beside(from, shifted, [1, 2, 3], (0.3 * i) / 20);
      const [metres, radians] = missed(problem, goal, wanted, back.trajectory.at(1 - i / 20));
      expect(metres).toBeLessThan(2e-4 * problem.model.size);
      expect(radians).toBeLessThan(2e-3);
      if (problem.model.nq === 6)
        for (const [k, each] of back.trajectory.at(1 - i / 20).entries())
          expect(each).toBeCloseTo(there.trajectory.at(i / 20)[k]!, 3);
    }
  });

  it('is the same again', () => {
    const { problem, goal } = standing(arm);
    const to = beside(goal.target, [0.1, 0.05, -0.06], [0, 0, 1], 0.2);
    const way = (): string =>
      moveTo(problem, { type: 'line', from: goal.target, to }, { start: 'free' }).trajectory.toCSV();
    expect(way()).toBe(way());
  });
});

/** Frames are connected: half-way between two frames the tool is on the path. */
function expectNoJump(
  problem: Problem,
  goal: Goal,
  move: Move,
  at: (part: number) => ArrayLike<number>,
  most: number,
): void {
  const { times } = move.trajectory;
  for (let i = 1; i < times.length; ++i) {
    const middle = (times[i]! + times[i - 1]!) / 2;
    expect(missed(problem, goal, at(middle), move.trajectory.at(middle))[0]).toBeLessThan(most);
  }
}

describe.each(arms)('the kinds of ways of %s:', (arm) => {
  const plane = (pose: ArrayLike<number>, x: number, y: number): number[] => {
    const [a, b, c, ...turn] = Array.from(pose);
    return [a! + x, b! + y, c!, ...turn];
  };

  it('an arc goes through its points, at an even distance from its centre', () => {
    const { problem, goal } = standing(arm);
    const from = goal.target.slice();
    const r = 0.06;
    const move = moveTo(problem, { type: 'arc', via: plane(from, r, r), to: plane(from, 2 * r, 0) });
    expect(move.ended).toBe('done');
    const on = (part: number): number[] =>
      plane(from, r - r * Math.cos(Math.PI * part), r * Math.sin(Math.PI * part));
    for (let i = 0; i <= 20; ++i)
      expect(missed(problem, goal, on(i / 20), move.trajectory.at(i / 20))[0]).toBeLessThan(
        1.5e-4 * problem.model.size,
      );
  });

  it('a spline goes through its poses, and has no corners', () => {
    const { problem, goal } = standing(arm);
    const from = goal.target.slice();
    const through = [
      plane(from, 0.05, 0.05),
      plane(from, 0.1, 0),
      beside(plane(from, 0.12, -0.06), [0, 0, 0.02], [1, 0, 0], 0.2),
    ];
    const move = moveTo(problem, { type: 'spline', through });
    expect(move.ended).toBe('done');
    for (const pose of through) {
      const nearest = Array.from(
        move.trajectory.times,
        (_, i) => missed(problem, goal, pose, move.trajectory.row(i))[0],
      );
      expect(Math.min(...nearest)).toBeLessThan(1e-5);
    }
  });

  it('poses and functions are followed, from wherever it suits', () => {
    const { problem, goal } = standing(arm);
    const middle = goal.target.slice();
    const circle = (part: number): number[] =>
      plane(middle, 0.08 * Math.cos(2 * Math.PI * part), 0.08 * Math.sin(2 * Math.PI * part));
    const count = 41;
    const poses = Array.from({ length: count }, (_, i) => circle(i / (count - 1)));
    const options: MoveOptions = { start: 'free' };
    const byPoses = moveTo(problem, { type: 'poses', poses }, options);
    const byRows = moveTo(problem, { type: 'poses', poses: Float64Array.from(poses.flat()) }, options);
    const byFunction = moveTo(
      problem,
      { type: 'function', at: (part, out) => out.set(circle(part)) },
      options,
    );
    expect([byPoses.ended, byRows.ended, byFunction.ended]).toEqual(['done', 'done', 'done']);
    expect(byRows.trajectory.toCSV()).toBe(byPoses.trajectory.toCSV());
    for (const [i, pose] of poses.entries())
      expect(missed(problem, goal, pose, byPoses.trajectory.at(i / (count - 1)))[0]).toBeLessThan(1e-5);
    expectNoJump(problem, goal, byFunction, circle, 1.5e-4 * problem.model.size);
  });
});

describe('looking ahead', () => {
  it('takes the branch that gets through, where the other ends at a limit', () => {
    // The shoulder has little range on one side.
    const problem = problemOf(planar([-0.9, 3]));
    problem.addGoal({ type: 'position', link: 'tip' });
    const move = { type: 'line', from: [1.2, 0.8, 0], to: [1.2, -0.3, 0] } as const;
    // Elbow to the right: the shoulder is at −0.2 and would have to reach −1.2.
    const elbow = Math.PI - 2 * Math.asin(Math.hypot(1.2, 0.8) / 2);
    const start = [Math.atan2(0.8, 1.2) - elbow / 2, elbow];
    expect(moveTo(problem, move, { start })).toMatchObject({ ended: 'limit', joints: ['a'] });
    const free = moveTo(problem, move, { start: 'free' });
    expect(free.ended).toBe('done');
    for (let i = 0; i < free.trajectory.length; ++i) expect(free.trajectory.row(i)[1]).toBeLessThan(0);
  });

  it('uses the room of goals all along the way: five axes carry a cup within 10°', () => {
    const problem = problemOf(robots.so101);
    const link = 'effector';
    const [from, to] = [
      [0.3, 0.1, 0],
      [0.3, -0.1, 0.05],
    ] as const;
    problem.addGoal({ type: 'position', link, target: from });
    const tilt = Math.PI / 18;
    const upright = problem.addGoal({ type: 'direction', link, axis: [1, 0, 0], target: [0, 0, -1], tilt });
    expect(problem.solve({ mode: 'find' }).status).toBe('converged');
    const { trajectory, ended } = moveTo(problem, { type: 'line', to });
    expect(ended).toBe('done');
    upright.tilt = 0;
    for (let i = 0; i <= 400; ++i) {
      trajectory.at((i / 400) * trajectory.duration, problem.state.q);
      problem.state.update();
      expect(upright.angle).toBeLessThan(tilt + 1e-3);
      const part = (problem.pose(link)[1]! - from[1]) / (to[1] - from[1]);
      expect(problem.pose(link)[0]).toBeCloseTo(0.3, 3);
      expect(problem.pose(link)[2]).toBeCloseTo(part * to[2], 3);
    }
    // Upright to the end it cannot be.
    expect(moveTo(problem, { type: 'line', from, to }, { start: 'free' }).ended).not.toBe('done');
  });

  it('keeps clear of what is in the way, with joints to spare', () => {
    const problem = problemOf(withCapsules(zigzag(5), 0.1));
    problem.collisionPairs = [];
    const m = 0.05;
    const way = (y: number): number[] => [2.5, y, 0.8];
    problem.addGoal({ type: 'position', link: 'tool' });
    const { deviation, ...move } = { deviation: 1e-3, type: 'line', from: way(-1), to: way(1) } as const;
    const nearest = (options: MoveOptions): number => {
      const { ended, trajectory } = moveTo(problem, move, { start: 'free', deviation, ...options });
      expect(ended).toBe('done');
      const distances = Array.from({ length: 401 }, (_, i) => {
        trajectory.at(i / 400, problem.state.q);
        problem.state.update();
        return problem.clearance();
      });
      return Math.min(...distances);
    };
    // The elbow half-way.
    moveTo(problem, move, { start: 'free', deviation }).trajectory.at(0.5, problem.state.q);
    problem.state.update();
    const at = 7 * problem.model.findLink('link2');
    const [x, y, z] = problem.state.poses.slice(at, at + 3) as unknown as [number, number, number];
    problem.addObstacle({ type: 'sphere', radius: 0.2, position: [x, y, z] });
    expect(nearest({})).toBeLessThan(0);
    expect(nearest({ clearance: m })).toBeGreaterThan(m - 2 * deviation);
  });
});

describe('a way that is not possible', () => {
  it('ends out of reach, where the arm is stretched', () => {
    const { problem, goal } = standing('ur5');
    const from = goal.target.slice();
    const to = [...from];
    to[0]! += 2 * Math.sign(from[0]!);
    const move = moveTo(problem, { type: 'line', to });
    expect(move.ended).toBe('out of reach');
    expect(move.part).toBeGreaterThan(0);
    expect(move.part).toBeLessThan(0.6);
    const at = (part: number): number[] => Array.from(from, (each, i) => each + part * (to[i]! - each));
    expect(missed(problem, goal, at(move.part), move.q)[0]).toBeLessThan(1e-5);
    // Proved a little farther on.
    goal.target.set(at(move.part + 0.02));
    expect(problem.solutions({ limits: false })).toMatchObject({ count: 0, complete: true });
  });

  /** Slides along x and y. */
  const gantry: ModelDescription = {
    links: [
      {
        name: 'x',
        joint: { type: 'prismatic', axis: [1, 0, 0], limits: [-1, 1] },
        collision: [{ type: 'sphere', radius: 0.01 }],
      },
      {
        name: 'y',
        parent: 'x',
        joint: { type: 'prismatic', axis: [0, 1, 0], limits: [-1, 0.5] },
        collision: [{ type: 'sphere', radius: 0.1 }],
      },
    ],
  };
  const onGantry = (): { problem: Problem; goal: Goal } => {
    const problem = problemOf(gantry);
    return { problem, goal: problem.addGoal({ type: 'position', link: 'y' }) };
  };

  it('ends at a limit, and names the joint', () => {
    const { problem } = onGantry();
    const move = moveTo(problem, { type: 'line', to: [0.5, 1, 0] });
    expect(move).toMatchObject({ ended: 'limit', joints: ['y'] });
    expect(move.part).toBeCloseTo(0.5, 4);
    expect(move.reason).toContain('y');
    expect(move.q[1]).toBeCloseTo(0.5, 4);
    expect(move.trajectory.times.at(-1)).toBe(move.part);
    const joints = moveTo(problem, { type: 'joints', q: [0.5, 1] });
    expect(joints).toMatchObject({ ended: 'limit', joints: ['y'], part: 0.5 });
    expect(moveTo(problem, { type: 'line', to: [0.5, 1, 0] }, { limits: false }).ended).toBe('done');
    expect(moveTo(problem, { type: 'joints', q: [0.5, 1] }, { limits: false }).ended).toBe('done');
  });

  const wall: ObstacleDescription = { type: 'box', size: [0.1, 4, 4], position: [0.6, 0, 0] };
  it.each<MoveDescription>([
    { type: 'line', to: [1, 0, 0] },
    { type: 'joints', q: [1, 0] },
  ])('ends at an obstacle, and names the pair, $type', (description) => {
    const { problem } = onGantry();
    const obstacle = problem.addObstacle(wall);
    const move = moveTo(problem, description, { clearance: 0.05, deviation: 1e-3 });
    expect(move.ended).toBe('obstacle');
    // The surface is at 0.55; the ball has a radius of 0.1 and keeps 0.05 clear.
    expect(move.part).toBeCloseTo(0.4, 2);
    expect(move.pair?.obstacles).toContain(obstacle);
    expect(move.pair?.links).toContain('y');
    expect(moveTo(problem, description).ended).toBe('done');
  });

  it('ends where an arm would have to jump', () => {
    // Through the base, the first joint would have to turn by half a turn at once.
    const problem = problemOf(planar([-Infinity, Infinity]));
    problem.addGoal({ type: 'position', link: 'tip' });
    const move = moveTo(problem, { type: 'line', from: [1, 0.01, 0], to: [-1, 0.01, 0] }, { start: 'free' });
    expect(move.ended).toBe('done');
    const through = moveTo(problem, { type: 'line', from: [1, 0, 0], to: [0, 0, 0] }, { start: 'free' });
    expect(through.part).toBeGreaterThan(0.9);
    const poses = Float64Array.of(1, 0, 0, 0, 0, 0, 0, 1, 0);
    const corner = moveTo(problem, { type: 'poses', poses }, { start: 'free' });
    expect(corner.ended).toBe('singularity');
    expect(corner.part).toBeCloseTo(0.5, 3);
  });

  it('cannot begin beyond a limit, and names the joint', () => {
    const { problem } = standing('puma560');
    problem.state.q[0] = 3.5;
    problem.state.update();
    const here = problem.state.poses.subarray(-7);
    const move = moveTo(problem, { type: 'line', to: beside(here, [0.05, 0, 0], [0, 0, 1], 0) });
    expect(move).toMatchObject({ ended: 'limit', part: 0, joints: ['joint 1'] });
    expect(move.reason).toContain('begins beyond');
  });

  it.each([0, 0.5])('ends where the path itself jumps, at %d', (broken) => {
    const { problem, goal } = standing('puma560');
    const from = goal.target.slice();
    const at = (part: number, out: Float64Array): void => {
      out.set(from);
      if (part > broken) out[2]! += 0.1;
    };
    const move = moveTo(problem, { type: 'function', at });
    expect(move.ended).toBe('branch end');
    expect(move.part).toBeCloseTo(broken, 4);
    expect(move.reason).toBe('the path itself jumps there');
  });

  it('ends where its time is over, and needs none that is left', () => {
    const { problem, goal } = onGantry();
    problem.addObstacle({ type: 'sphere', radius: 0.1, position: [5, 5, 0] });
    const moves: MoveDescription[] = [
      { type: 'line', from: goal.target, to: [0.3, 0.2, 0] },
      { type: 'joints', q: [0.9, 0.4] },
    ];
    for (const [i, move] of moves.entries()) {
      const options: MoveOptions = i === 0 ? { start: 'free' } : { clearance: 0 };
      const late = moveTo(problem, move, { ...options, maxTime: 0 });
      expect(late.ended).toBe('maxTime');
      expect(late.reason).toContain('maxTime');
      expect(late.part).toBe(0);
      const early = moveTo(problem, move, { ...options, maxTime: 1e9 });
      expect(early.ended).toBe('done');
      expect(early.trajectory.toCSV()).toBe(moveTo(problem, move, options).trajectory.toCSV());
    }
  });

  it('has no frames where not even its beginning is reached', () => {
    const { problem } = standing('ur5');
    const pose = [5, 0, 0, 0, 0, 0, 1];
    const move = moveTo(problem, { type: 'poses', poses: [pose, pose] }, { start: 'free' });
    expect(move).toMatchObject({ ended: 'out of reach', part: 0 });
    expect(move.trajectory).toHaveLength(0);
  });
});

describe('a path whose function changes the goals', () => {
  const other = [0.1, 0.2, 0.3];
  /** Keeps the target in place. */
  const follow = (problem: Problem, goal: Goal, change: () => void): Move => {
    const still = goal.target.slice();
    return moveTo(problem, { type: 'function', at: (_, out) => (change(), out.set(still)) });
  };

  it('leaves the targets of the others as they were', () => {
    const { problem, goal } = standing('ur5');
    const still = [...goal.target];
    let added: Goal | undefined;
    follow(problem, goal, () => {
      added ??= problem.addGoal({ type: 'position', link: 'effector', weight: 0, target: other });
    });
    expect([[...goal.target], [...added!.target]]).toEqual([still, other]);
  });

  it('is refused where its own goal goes, with the rest as it was', () => {
    const { problem, goal } = standing('ur5');
    const rest = problem.addGoal({ type: 'position', link: 'effector', weight: 0, target: other });
    const q = problem.state.q.slice();
    expectError(() => follow(problem, goal, () => problem.removeGoal(goal)), 'disposed', 'goal is removed');
    expect([[...rest.target], problem.state.q]).toEqual([other, q]);
  });
});

describe('moveTo refuses', () => {
  const here = (): number[] => [0.4, 0.2, 0.3, 0, 0, 0, 1];
  const cases: Readonly<Record<string, readonly [unknown, unknown, string]>> = {
    'no move': [undefined, {}, 'badDescription'],
    'a type that is unknown': [{ type: 'jump' }, {}, 'badDescription'],
    'a key that is unknown': [{ type: 'line', to: here(), speed: 1 }, {}, 'badDescription'],
    'a pose of another length': [{ type: 'line', to: [1, 2] }, {}, 'badDescription'],
    'NaN in a pose': [{ type: 'line', to: [NaN, 0, 0, 0, 0, 0, 1] }, {}, 'notFinite'],
    'a quaternion that is not unit': [{ type: 'line', to: [0, 0, 0, 0, 0, 0, 2] }, {}, 'notUnit'],
    'an empty path': [{ type: 'poses', poses: [] }, {}, 'badGoal'],
    'a path of one pose': [{ type: 'poses', poses: [here()] }, {}, 'badGoal'],
    'a spline through nothing': [{ type: 'spline', through: [] }, {}, 'badGoal'],
    'more poses than fit': [{ type: 'poses', poses: new Float64Array(7 * 100_001) }, {}, 'tooLarge'],
    'half a pose at the end': [{ type: 'poses', poses: new Float64Array(10) }, {}, 'badDescription'],
    'an arc along a line': [
      { type: 'arc', from: [0, 0, 0, 0, 0, 0, 1], via: [1, 0, 0, 0, 0, 0, 1], to: [2, 0, 0, 0, 0, 0, 1] },
      {},
      'badGoal',
    ],
    'a function that gives NaN': [
      { type: 'function', at: (_: number, out: Float64Array) => out.fill(NaN) },
      {},
      'notFinite',
    ],
    'what is no function': [{ type: 'function', at: 1 }, {}, 'badDescription'],
    'joint values of another length': [{ type: 'joints', q: [1] }, {}, 'badDescription'],
    'NaN in joint values': [{ type: 'joints', q: [0, 0, 0, 0, 0, NaN] }, {}, 'notFinite'],
    'a joint move from anywhere': [{ type: 'joints', q: [0, 0, 0, 0, 0, 0] }, { start: 'free' }, 'badOption'],
    'an option that is unknown': [{ type: 'line', to: here() }, { speed: 1 }, 'badDescription'],
    'a deviation of 0': [{ type: 'line', to: here() }, { deviation: 0 }, 'badOption'],
    'a deviation that rounding hides': [{ type: 'line', to: here() }, { deviation: 1e-15 }, 'badOption'],
    'an endless deviation': [{ type: 'line', to: here() }, { angleDeviation: Infinity }, 'badOption'],
    'a negative clearance': [{ type: 'line', to: here() }, { clearance: -1 }, 'badOption'],
    'a negative maxTime': [{ type: 'line', to: here() }, { maxTime: -1 }, 'badOption'],
    'a maxTime that is no number': [{ type: 'joints', q: [0, 0, 0, 0, 0, 0] }, { maxTime: NaN }, 'badOption'],
    'limits that are no truth': [{ type: 'line', to: here() }, { limits: 1 }, 'badOption'],
    'a start that is no word': [{ type: 'line', to: here() }, { start: 'here' }, 'badOption'],
    'a start of another length': [{ type: 'line', to: here() }, { start: [1] }, 'badDescription'],
    'a free start without a beginning': [{ type: 'line', to: here() }, { start: 'free' }, 'badGoal'],
    'a start that is not on the path': [{ type: 'poses', poses: [here(), here()] }, {}, 'badOption'],
    'a goal of another problem': [{ type: 'line', to: here() }, { goal: {} }, 'badGoal'],
  };

  it.each(Object.entries(cases))('%s, and leaves everything as it was', (_, [move, options, code]) => {
    const { problem, goal } = standing('ur5');
    const [q, target] = [problem.state.q.slice(), goal.target.slice()];
    expectError(() => moveTo(problem, move as MoveDescription, options as MoveOptions), code as 'badGoal');
    expect([problem.state.q, goal.target]).toEqual([q, target]);
  });

  it('a problem without a goal that can go along a path, and one that is gone', () => {
    const { problem, goal } = standing('ur5');
    problem.removeGoal(goal);
    expectError(() => moveTo(problem, { type: 'line', to: here() }), 'badGoal');
    problem.addGoal({ type: 'direction', link: 'effector' });
    expectError(() => moveTo(problem, { type: 'line', to: here() }), 'badGoal');
    problem.dispose();
    expectError(() => moveTo(problem, { type: 'joints', q: [0, 0, 0, 0, 0, 0] }), 'disposed');
    expectError(() => moveTo({} as Problem, { type: 'line', to: here() }), 'badDescription');
  });
});

describe('trajectories', () => {
  const made = (): Trajectory => {
    const { problem } = standing('ur5');
    const move = moveTo(problem, { type: 'joints', q: [1, 0, 1, 0, 1, 0] });
    const trajectory = new Trajectory(problem.model);
    for (const [i, time] of [0, 0.3, 0.7, 1].entries())
      trajectory.add(10 + 2 * time + 0.01 * i, move.trajectory.at(time));
    return trajectory;
  };

  it('come back as they were from two ways back', () => {
    const trajectory = made();
    const back = reverse(trajectory);
    expect(back.times[0]).toBe(10);
    expect(back.row(0)).toEqual(trajectory.row(3));
    const twice = reverse(back);
    expect(twice.q).toEqual(trajectory.q);
    for (const [i, time] of twice.times.entries()) expect(time).toBeCloseTo(trajectory.times[i]!, 12);
  });

  it('are the same motion at an even rate', () => {
    const trajectory = made();
    const even = resample(trajectory, 0.25);
    expect(even.times[0]).toBe(trajectory.times[0]);
    expect(even.times.at(-1)).toBe(trajectory.times.at(-1));
    for (const [i, time] of even.times.entries()) expect(even.row(i)).toEqual(trajectory.at(time));
  });

  it('go over into one another: outside as they are, inside between both, without a jump', () => {
    const trajectory = made();
    const next = reverse(trajectory);
    const both = blend(trajectory, next, 0.5);
    const end = trajectory.times.at(-1)!;
    expect(both.duration).toBeCloseTo(trajectory.duration + next.duration - 0.5, 12);
    expect(both.at(end - 1)).toEqual(trajectory.at(end - 1));
    const last = both.times.at(-1)!;
    for (const [k, each] of both.at(last - 0.3).entries())
      expect(each).toBeCloseTo(next.at(next.times.at(-1)! - 0.3)[k]!, 12);
    for (const [k, each] of both.at(end - 0.25).entries()) {
      const [a, b] = [trajectory.at(end - 0.25)[k]!, next.at(next.times[0]! + 0.25)[k]!];
      expect(each).toBeGreaterThanOrEqual(Math.min(a, b) - 1e-12);
      expect(each).toBeLessThanOrEqual(Math.max(a, b) + 1e-12);
    }
  });

  it('cost the way of their joints', () => {
    const trajectory = made();
    const { travel, total, largestStep, duration } = cost(trajectory);
    const [first, last] = [trajectory.row(0), trajectory.row(3)];
    for (const [k, each] of travel.entries()) expect(each).toBeCloseTo(Math.abs(last[k]! - first[k]!), 12);
    expect(total).toBeCloseTo(
      travel.reduce((a, b) => a + b),
      12,
    );
    expect(largestStep).toBeCloseTo(0.4 * Math.max(...travel), 12);
    expect(duration).toBe(trajectory.duration);
    expect(cost(reverse(trajectory)).total).toBeCloseTo(total, 12);
  });

  it('are refused where there is nothing to do it with', () => {
    const trajectory = made();
    const empty = new Trajectory({ links: [] });
    for (const make of [() => reverse(empty), () => resample(empty, 1), () => cost(empty)])
      expectError(make, 'badTrajectory');
    for (const dt of [0, -1, NaN, Infinity]) expectError(() => resample(trajectory, dt), 'badTrajectory');
    expectError(() => resample(trajectory, 1e-9), 'tooLarge');
    for (const seconds of [0, NaN, 100])
      expectError(() => blend(trajectory, trajectory, seconds), 'badTrajectory');
    expectError(() => blend(trajectory, empty, 1), 'badTrajectory');
    expectError(() => reverse({} as Trajectory), 'badDescription');
  });
});
