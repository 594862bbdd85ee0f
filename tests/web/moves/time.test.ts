/** Timing of paths: bounds are kept, derivatives are correct, and a straight joint path takes minimal time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model, Problem, Trajectory, type ModelDescription } from 'limber';
import {
  blend,
  moveTo,
  retime,
  reverse,
  type MotionBounds,
  type MotionRow,
  type MoveDescription,
  type RetimeOptions,
  type TimedMotion,
} from 'limber/moves';
import { robots } from 'limber/robots';
import { expectError, zigzag } from '../support/models.ts';
import { trials } from '../support/trials.ts';
import '../support/silence.ts';

const rate = 100;
const orders = ['velocity', 'acceleration', 'jerk'] as const;

/** Largest fraction of a bound, sampled at ten times the rate. */
function worst(motion: TimedMotion, model: Model, bounds: MotionBounds): number {
  const row = {
    q: new Float64Array(model.nq),
    velocity: new Float64Array(model.nq),
    acceleration: new Float64Array(model.nq),
    jerk: new Float64Array(model.nq),
  };
  const mostOf = (order: (typeof orders)[number], k: number): number => {
    const given = bounds[order] ?? Infinity;
    return typeof given === 'number' ? given : given[k]!;
  };
  let most = 0;
  const samples = Math.ceil(motion.duration * 10 * rate);
  for (let i = 0; i <= samples; ++i) {
    motion.at(Math.min(motion.duration, i / (10 * rate)), row);
    for (const order of orders)
      for (let k = 0; k < model.nq; ++k) most = Math.max(most, Math.abs(row[order][k]!) / mostOf(order, k));
  }
  return most;
}

/** A curved path of the hand. */
function way(description: ModelDescription, q: readonly number[]): { model: Model; trajectory: Trajectory } {
  const model = Model.from(description);
  const problem = new Problem(model);
  problem.state.q.set(q);
  problem.state.update();
  const goal = problem.addGoal({ type: 'pose', link: 'effector' });
  const at = (x: number, y: number): number[] => {
    const [a, b, c, ...turn] = Array.from(goal.target);
    return [a! + x, b! + y, c! + x / 2, ...turn];
  };
  const move = moveTo(problem, { type: 'spline', through: [at(0.05, 0.08), at(0.1, 0), at(0.05, -0.08)] });
  expect(move.ended).toBe('done');
  problem.dispose();
  return { model, trajectory: move.trajectory };
}

const made = {
  ur5: () => way(robots.ur5, [0.3, -1.3, 1.7, -1.9, -1.5, 0.4]),
  panda: () => way(robots.panda, [0, -0.4, 0, -2, 0, 1.7, 0.6]),
};

describe.each(Object.keys(made) as (keyof typeof made)[])('the times of a way of %s', (arm) => {
  const bound = (min: number, max: number) =>
    fc.double({ min: Math.log(min), max: Math.log(max), noNaN: true }).map(Math.exp);

  it('break no bound, whatever the bounds are', () => {
    const { model, trajectory } = made[arm]();
    const each = (min: number, max: number) =>
      fc.array(bound(min, max), { minLength: model.nq, maxLength: model.nq });
    let slow = 0;
    fc.assert(
      fc.property(each(0.3, 4), each(0.5, 40), fc.option(each(3, 3000)), (velocity, acceleration, jerk) => {
        const bounds: MotionBounds = { velocity, acceleration, ...(jerk && { jerk }) };
        const motion = retime(trajectory, model, bounds, { rate });
        const share = worst(motion, model, bounds);
        expect(share).toBeLessThanOrEqual(1);
        slow += Number(share < 0.9);
        expect(motion.stops).toEqual([]);
      }),
      { numRuns: trials(12, 3) },
    );
    // Motions are also fast: some quantity is near its bound. One in 180 nears it for less than a sample only, so
    // that four of twelve do by a chance of 495 / 180⁴ = 5e-7.
    expect(slow).toBeLessThanOrEqual(3);
  });

  it('have the derivatives of the joint values, from rest to rest', () => {
    const { model, trajectory } = made[arm]();
    const motion = retime(trajectory, model, { velocity: 2, acceleration: 8, jerk: 80 }, { rate });
    const [a, b] = [new Float64Array(model.nq), new Float64Array(model.nq)];
    const names = ['q', ...orders] as const;
    const h = 1e-6;
    for (let i = 1; i < 40; ++i) {
      const time = (motion.duration * i) / 40;
      for (const [k, name] of orders.entries()) {
        motion.at(time - h, { [names[k]!]: a });
        motion.at(time + h, { [names[k]!]: b });
        const rates = new Float64Array(model.nq);
        motion.at(time, { [name]: rates });
        for (const [j, each] of rates.entries())
          expect((b[j]! - a[j]!) / (2 * h)).toBeCloseTo(each, k === 2 ? -1 : 2);
      }
    }
    for (const time of [0, motion.duration]) {
      motion.at(time, { velocity: a, q: b });
      for (const each of a) expect(Math.abs(each)).toBeLessThan(1e-6);
      const end = trajectory.row(time === 0 ? 0 : trajectory.length - 1);
      for (const [k, each] of b.entries()) expect(each).toBeCloseTo(end[k]!, 9);
    }
  });

  it('keep the path', () => {
    const { model, trajectory } = made[arm]();
    const motion = retime(trajectory, model, { velocity: 2, acceleration: 8, jerk: 80 }, { rate });
    const problem = new Problem(model);
    const goal = problem.addGoal({ type: 'position', link: 'effector' });
    const { size } = model;
    const handAt = (q: Float64Array): number[] => {
      problem.state.q.set(q);
      problem.state.update();
      const at = 7 * model.findLink('effector');
      return Array.from(problem.state.poses.subarray(at, at + 3));
    };
    const path = Array.from({ length: 4001 }, (_, i) => handAt(trajectory.at(i / 4000)));
    for (let i = 0; i <= 100; ++i) {
      const hand = handAt(motion.trajectory.at((motion.duration * i) / 100));
      const nearest = Math.min(...path.map((each) => Math.hypot(...each.map((x, k) => x - hand[k]!))));
      expect(nearest).toBeLessThan(5e-4 * size);
    }
    problem.removeGoal(goal);
    problem.dispose();
  });

  it('hold the hand, too', () => {
    const { model, trajectory } = made[arm]();
    const tool = { link: 'effector', velocity: 0.2, acceleration: 0.8, angularVelocity: 0.3 };
    const free = retime(trajectory, model, { velocity: 3, acceleration: 20 }, { rate });
    const motion = retime(trajectory, model, { velocity: 3, acceleration: 20, tool }, { rate });
    expect(motion.duration).toBeGreaterThan(free.duration);
    expect(motion.held.some((each) => each.startsWith('tool'))).toBe(true);
    const problem = new Problem(model);
    const at = 7 * model.findLink('effector');
    const q = new Float64Array(model.nq);
    const hand = (time: number): number[] => {
      motion.at(time, { q });
      problem.state.q.set(q);
      problem.state.update();
      return Array.from(problem.state.poses.subarray(at, at + 3));
    };
    const h = 1e-4;
    const samples = Math.floor(motion.duration * 10 * rate);
    let [speed, acceleration] = [0, 0];
    for (let i = 1; i < samples; ++i) {
      const time = i / (10 * rate);
      const [a, b, c] = [hand(time - h), hand(time), hand(time + h)];
      speed = Math.max(speed, Math.hypot(...a.map((each, k) => (c[k]! - each) / (2 * h))));
      acceleration = Math.max(
        acceleration,
        Math.hypot(...a.map((each, k) => (c[k]! - 2 * b[k]! + each) / h ** 2)),
      );
    }
    // The hand follows its own spline, slightly off the joints' one.
    expect(speed).toBeLessThanOrEqual(1.01 * tool.velocity);
    expect(acceleration).toBeLessThanOrEqual(1.02 * tool.acceleration);
    problem.dispose();
  });
});

describe('a move to where the arm is', () => {
  const model = Model.from(robots.ur5);
  const q = robots.ur5.links.flatMap(({ joint }) =>
    joint?.type === 'revolute' ? [joint.rest as number] : [],
  );
  using problem = new Problem(model);
  const goal = problem.addGoal({ type: 'pose', link: 'effector' });
  const here = [...goal.target];
  const moves: Record<string, MoveDescription> = {
    joints: { type: 'joints', q },
    line: { type: 'line', to: here },
    poses: { type: 'poses', poses: [here, here] },
  };
  const bounds: MotionBounds = { velocity: 1, acceleration: 2 };

  it.each(Object.keys(moves))('%s: one frame, no time, no motion', (name) => {
    using other = new Problem(model);
    other.addGoal({ type: 'pose', link: 'effector' });
    const { trajectory, ended } = moveTo(other, moves[name]!);
    expect(ended).toBe('done');
    const motion = retime(trajectory, model, bounds);
    expect([motion.duration, motion.trajectory.length, motion.stops, motion.held]).toEqual([0, 1, [], ['']]);
    const row = { q: new Float64Array(6), velocity: new Float64Array(6).fill(9) };
    motion.at(0, row);
    expect([...row.q]).toEqual([...other.state.q]);
    expect([...row.velocity]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('is joined to another', () => {
    using other = new Problem(model);
    const still = retime(moveTo(other, moves.joints!).trajectory, model, bounds).trajectory;
    const away = retime(
      moveTo(other, { type: 'joints', q: q.map((each) => each + 0.3) }).trajectory,
      model,
      bounds,
    ).trajectory;
    for (const both of [blend(still, away, 0.2), blend(reverse(away), still, 0.2)])
      expect([both.length, both.duration]).toEqual([away.length, away.duration]);
  });
});

describe('all joints at once', () => {
  const moved = (q: readonly number[]): { model: Model; trajectory: Trajectory } => {
    const model = Model.from(robots.ur5);
    const problem = new Problem(model);
    problem.state.q.fill(0);
    problem.state.update();
    const { trajectory } = moveTo(problem, { type: 'joints', q });
    problem.dispose();
    return { model, trajectory };
  };

  /** Seconds of a double S over a length, by cases: bounded speed, acceleration and jerk, from rest to rest. */
  function seconds(length: number, v: number, a: number, j: number): number {
    if (v * j >= a * a && length >= v * (v / a + a / j)) return length / v + v / a + a / j;
    if (v * j < a * a && length >= 2 * v * Math.sqrt(v / j)) return length / v + 2 * Math.sqrt(v / j);
    if (length >= (2 * a ** 3) / j ** 2) return a / j + Math.sqrt((a / j) ** 2 + (4 * length) / a);
    return Math.cbrt((32 * length) / j);
  }

  it.each([
    [2, 10, 100, 2],
    [2, 10, 100, 0.5],
    [2, 10, 100, 0.02],
    [0.1, 1000, 10, 1],
    [1, 2, 1e6, 3],
  ])(
    'take no longer than a double S: velocity %d, acceleration %d, jerk %d over %d rad',
    (velocity, acceleration, jerk, length) => {
      const { model, trajectory } = moved([length, -length / 2, length / 3, 0, 0, 0]);
      const bounds = { velocity, acceleration, jerk };
      const motion = retime(trajectory, model, bounds, { rate });
      expect(motion.duration / seconds(length, velocity, acceleration, jerk)).toBeCloseTo(1, 2);
      expect(worst(motion, model, bounds)).toBeLessThanOrEqual(1);
      // All joints arrive together.
      const q = new Float64Array(6);
      motion.at(motion.duration / 2, { q });
      expect(q[0]).toBeCloseTo(length / 2, 9);
      expect(q[1]).toBeCloseTo(-length / 4, 9);
    },
  );

  it('take no longer than a double S on any straight way, however many frames it has', () => {
    const model = Model.from(zigzag(1));
    const any = (min: number, max: number) =>
      fc.double({ min: Math.log(min), max: Math.log(max), noNaN: true }).map(Math.exp);
    fc.assert(
      fc.property(
        ...[any(0.3, 4), any(0.5, 40), any(3, 3000), any(0.001, 5), fc.integer({ min: 1, max: 60 })],
        (velocity, acceleration, jerk, length, parts) => {
          const trajectory = new Trajectory(model);
          for (let i = 0; i <= parts; ++i) trajectory.add(i, [(length * i) / parts]);
          const { duration } = retime(trajectory, model, { velocity, acceleration, jerk });
          const least = seconds(length, velocity, acceleration, jerk);
          expect(duration / least).toBeGreaterThan(0.9999);
          expect(duration / least).toBeLessThan(1.001);
        },
      ),
      { numRuns: trials(500, 100), examples: [[3.2, 9.3, 36.3, 0.04, 1]] },
    );
  });

  it('stop at a corner, and frames are at the rate', () => {
    const model = Model.from(robots.ur5);
    const trajectory = new Trajectory(model);
    trajectory.add(0, [0, 0, 0, 0, 0, 0]);
    trajectory.add(1, [1, 0, 0, 0, 0, 0]);
    trajectory.add(2, [1, 1, 0, 0, 0, 0]);
    const motion = retime(trajectory, model, { velocity: 1, acceleration: 5, jerk: 50 }, { rate: 50 });
    expect(motion.stops).toHaveLength(1);
    const velocity = new Float64Array(6);
    motion.at(motion.stops[0]!, { velocity });
    for (const each of velocity) expect(Math.abs(each)).toBeLessThan(1e-9);
    const { times } = motion.trajectory;
    expect(times[1]).toBe(0.02);
    expect(times.at(-1)).toBe(motion.duration);
    expect(motion.held).toHaveLength(times.length);
  });
});

describe('retime refuses', () => {
  const fine = { velocity: 1, acceleration: 1 };
  const cases: Readonly<Record<string, readonly [unknown, unknown, string]>> = {
    'no bounds': [undefined, {}, 'badDescription'],
    'a velocity of 0': [{ ...fine, velocity: 0 }, {}, 'badOption'],
    'an acceleration that is NaN': [{ ...fine, acceleration: NaN }, {}, 'badOption'],
    'a negative jerk': [{ ...fine, jerk: -1 }, {}, 'badOption'],
    'one bound of a list that is 0': [{ ...fine, velocity: [1, 1, 0, 1, 1, 1] }, {}, 'badOption'],
    'a list of another length': [{ ...fine, velocity: [1, 1] }, {}, 'badDescription'],
    'bounds without an acceleration': [{ velocity: 1 }, {}, 'badDescription'],
    'a bound that is unknown': [{ ...fine, snap: 1 }, {}, 'badDescription'],
    'a link that is unknown': [{ ...fine, tool: { link: 'nose', velocity: 1 } }, {}, 'unknownLink'],
    "a tool's velocity of 0": [{ ...fine, tool: { link: 'effector', velocity: 0 } }, {}, 'badOption'],
    'a rate of 0': [fine, { rate: 0 }, 'badOption'],
    'a corner of more than half a turn': [fine, { corner: 4 }, 'badOption'],
    'more frames than fit': [{ ...fine, velocity: 1e-6 }, { rate: 1e5 }, 'tooLarge'],
  };

  it.each(Object.entries(cases))('%s', (_, [bounds, options, code]) => {
    const model = Model.from(robots.ur5);
    const trajectory = new Trajectory(model);
    trajectory.add(0, [0, 0, 0, 0, 0, 0]);
    trajectory.add(1, [1, 0, 0, 0, 0, 0]);
    expectError(
      () => retime(trajectory, model, bounds as MotionBounds, options as RetimeOptions),
      code as 'badOption',
    );
  });

  it.each([
    [1, 1e8, 1e-9, 'numbers in the trajectory'],
    [1, 1e12, 1e-6, 'numbers in the trajectory'],
    [2, 1e20, 1, 'numbers in the trajectory'],
    [2, 1e80, 1e9, 'numbers in the trajectory'],
    [2, 1e300, 1e9, 'link0 takes', 'shorten the way'],
  ])('a way that takes too long: %d joints, %d rad, bounds of %d', (joints, q, bound, ...words) => {
    using model = Model.from(zigzag(joints));
    for (const between of [[], [0.25]]) {
      const trajectory = new Trajectory(model);
      const row = (part: number): number[] => Array.from({ length: joints }, (_, i) => q * part ** (i + 1));
      for (const part of [0, ...between, 1]) trajectory.add(part, row(part));
      const bounds = { velocity: bound, acceleration: bound, jerk: bound };
      expectError(() => retime(trajectory, model, bounds), 'tooLarge');
      if (between.length === 0)
        expectError(() => retime(trajectory, model, bounds), 'tooLarge', ...words.map(String));
    }
  });

  it('a row that cannot take the joints', () => {
    const model = Model.from(robots.ur5);
    const trajectory = new Trajectory(model);
    trajectory.add(0, [0, 0, 0, 0, 0, 0]);
    trajectory.add(1, [1, 0, 0, 0, 0, 0]);
    const timed = retime(trajectory, model, fine);
    const rows: [unknown, string][] = [
      [undefined, 'out must be an object'],
      [{ q: new Float64Array(5) }, 'out.q must be a Float64Array of 6 numbers'],
      [{ jerk: [0, 0, 0, 0, 0, 0] }, 'out.jerk must be a Float64Array'],
    ];
    for (const [out, words] of rows)
      expectError(() => timed.at(0.5, out as MotionRow), 'badDescription', words);
  });

  it('what is no way of the model', () => {
    const model = Model.from(robots.ur5);
    const one = new Trajectory(model);
    one.add(0, [0, 0, 0, 0, 0, 0]);
    expectError(() => retime(one, model, fine), 'badTrajectory');
    one.add(1, [0, 0, 0, 0, 0, 0]);
    expectError(() => retime(one, Model.from(robots.panda), fine), 'badTrajectory');
    expectError(() => retime({} as Trajectory, model, fine), 'badDescription');
    expectError(() => retime(one, {} as Model, fine), 'badDescription');
    const balls = Model.from({ links: [{ name: 'a', joint: { type: 'ball' } }] });
    const ball = new Trajectory(balls);
    ball.add(0, [0, 0, 0, 1]);
    ball.add(1, [1, 0, 0, 0]);
    expectError(() => retime(ball, balls, fine), 'badTrajectory', 'ball');
  });
});

it.each([0, 1e-19])('a smooth way that ends %d rad from where it began is gone round', (off) => {
  using model = Model.from(zigzag(2));
  const way = new Trajectory(model);
  const count = 100;
  for (let i = 0; i < count; i += 1) {
    const angle = (2 * Math.PI * i) / count;
    way.add(i, [Math.cos(angle), Math.sin(angle)]);
  }
  way.add(count, [1, off]);
  const { duration, trajectory } = retime(way, model, { velocity: 1, acceleration: 10 });
  // No joint exceeds 1 rad/s, so the circle of 2π takes at least 4 s: each joint moves by 4 rad.
  expect(duration).toBeGreaterThan(4);
  expect(duration).toBeLessThan(2 * Math.PI + 1);
  expect(Math.min(...trajectory.q)).toBeLessThan(-0.99);
});
