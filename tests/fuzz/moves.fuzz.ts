/** Paths: any move or bounds are planned or refused, and the problem stays unchanged. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { init, Model, Problem, Trajectory } from 'limber';
import { moveTo, retime, type MotionBounds, type MoveDescription, type MoveOptions } from 'limber/moves';
import { zigzag } from '../web/support/models.ts';
import '../web/support/silence.ts';
import { fuzz, orRefused, spoiled } from './fuzz.ts';

await init();

const model = Model.from(zigzag(4));
const problem = new Problem(model);
problem.state.q.set([0.2, 0.5, -0.4, 0.7]);
problem.state.update();
const goal = problem.addGoal({ type: 'position', link: 'tool' });
const [q, here] = [problem.state.q.slice(), [...goal.target]];
const beside = (x: number, y: number): number[] => [here[0]! + x, here[1]! + y, here[2]!];

const moves = fc.constantFrom<MoveDescription>(
  { type: 'line', to: beside(0.2, 0.3) },
  { type: 'line', from: here, to: beside(9, 0) },
  { type: 'arc', via: beside(0.2, 0.2), to: beside(0.4, 0) },
  { type: 'spline', through: [beside(0.2, 0.2), beside(0.4, 0)] },
  { type: 'poses', poses: [here, beside(0.2, 0), beside(0.2, 0.2)] },
  { type: 'joints', q: [0, 1, 0, 1] },
);
const options = fc.constantFrom<MoveOptions>(
  {},
  { start: 'free' },
  { maxTime: 0, clearance: 0.01 },
  { start: [...q], deviation: 1e-3, angleDeviation: 1e-2, limits: false, clearance: 0.01 },
);

fuzz(
  'a move of which a part is something else is answered or refused',
  fc.tuple(
    fc.oneof(moves, spoiled(moves as fc.Arbitrary<never>)),
    fc.oneof(options, spoiled(options as fc.Arbitrary<never>)),
  ),
  ([move, given]) => {
    const found = orRefused(() => moveTo(problem, move, given));
    expect([[...problem.state.q], [...goal.target]]).toEqual([[...q], here]);
    expect(problem.goals).toEqual([goal]);
    if (!found) return;
    const { trajectory, part, ended } = found;
    expect(part).toBeGreaterThanOrEqual(0);
    expect(part).toBeLessThanOrEqual(1);
    expect(ended === 'done').toBe(part === 1);
    expect(trajectory.times.at(-1) ?? 0).toBe(part);
    expect(found.q.every(Number.isFinite)).toBe(true);
  },
  60,
);

const frames = fc.array(
  fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 4, maxLength: 4 }),
  { minLength: 2, maxLength: 8 },
);
const bounds = fc.constantFrom<MotionBounds>(
  { velocity: 1, acceleration: 2 },
  { velocity: [1, 2, 3, 4], acceleration: 5, jerk: 50 },
  {
    velocity: 2,
    acceleration: 5,
    jerk: [10, 20, 30, 40],
    tool: { link: 'tool', velocity: 1, acceleration: 3 },
  },
);

fuzz(
  'any frames get times, or bounds are refused',
  fc.tuple(frames, fc.oneof(bounds, spoiled(bounds as fc.Arbitrary<never>))),
  ([rows, given]) => {
    const trajectory = new Trajectory(model);
    for (const [i, row] of rows.entries()) trajectory.add(i, row);
    const motion = orRefused(() => retime(trajectory, model, given, { rate: 20 }));
    if (!motion) return;
    // What hardly moves, and ends where it begins, takes no time.
    const stands = rows.every((row) => row.every((each, k) => Math.abs(each - rows[0]![k]!) < 5e-4));
    if (!stands || motion.duration !== 0) expect(motion.duration).toBeGreaterThan(0);
    expect(motion.trajectory.duration).toBe(motion.duration);
    const end = new Float64Array(4);
    motion.at(motion.duration, { q: end });
    for (const [k, each] of end.entries()) expect(each).toBeCloseTo(rows.at(-1)![k]!, 6);
  },
  40,
);
