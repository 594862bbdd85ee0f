/** Steps in time by iTaSC: what goes in and comes out. tests/cpp/step proves the laws of tracking. */
import { beforeEach, expect, it } from 'vitest';
import { Model, Problem, type Goal } from 'limber';
import { link } from './support/models.ts';
import './support/silence.ts';

let model: Model;
let problem: Problem;
let goal: Goal;

/** A tool on a rail on a rail, so that every motion has a closed form. The caller moves the first rail. */
beforeEach(() => {
  const slide = { type: 'prismatic', axis: [1, 0, 0] } as const;
  model = Model.from({ links: [link('base', null, slide), link('cart', 'base', slide)] });
  problem = new Problem(model);
  problem.jointWeights[0] = 0;
  goal = problem.addGoal({ type: 'position', link: 'cart', target: [0, 0, 0] });
  problem.step(0);
  return () => {
    problem.dispose();
    model.dispose();
  };
});

/** Lets the target jump, which is not fed forward. */
function jump(x: number): void {
  goal.target[0] = x;
  problem.forgetMotion();
}

it.each([undefined, 4])('an error e fades to e (1 − K h)ⁿ, by a gain of its own too: %j', (own) => {
  if (own) goal.gain = own;
  jump(1);
  const { status, substeps, warning, reason } = problem.step(0.5, { gain: own ? 0.5 : 4, substeps: 5 });
  expect([status, substeps, warning, reason]).toEqual(['moving', 5, '', '']);
  expect(problem.state.q[1]).toBeCloseTo(1 - (1 - 4 * 0.1) ** 5, 9);
  // K times the error before the last substep.
  expect(problem.velocities[1]).toBeCloseTo(4 * (1 - 4 * 0.1) ** 4, 9);
  problem.step(0.25);
  expect(problem.time).toBe(0.75);
});

it('ends where a solve ends once the target stands still', () => {
  jump(0.3);
  let status = '';
  for (let i = 0; i < 100; ++i) ({ status } = problem.step(1 / 60));
  expect(status).toBe('converged');
  expect(problem.state.q[1]).toBeCloseTo(0.3, 4);
});

it('says where a gain is too much for its substeps', () => {
  jump(1);
  expect(problem.step(0.1, { gain: 1e6, substeps: 1 }).warning).toContain('gain');
  expect(problem.step(0.1).warning).toBe('');
});

it('foresees the target by its motion, unless told not to, or by the velocity that is told', () => {
  goal.target[0] = 0.1;
  problem.step(0.1, { gain: 0, feedForward: false });
  expect(problem.state.q[1]).toBeCloseTo(0, 12);
  goal.target[0] = 0.2;
  problem.step(0.1, { gain: 0 });
  expect(problem.velocities[1]).toBeCloseTo(1, 9);
  expect([...goal.targetVelocity]).toEqual(Array(6).fill(NaN));
  goal.targetVelocity.set([0.3, 0, 0, 0, 0, 0]);
  problem.step(0.1, { gain: 0 });
  expect(problem.velocities[1]).toBeCloseTo(0.3, 9);
});

it('leaves a joint of weight 0 to the caller, and makes up for its motion', () => {
  for (let i = 0; i <= 50; ++i) {
    problem.state.q[0] = 0.1 * Math.sin(i / 20);
    problem.step(0.02);
    expect(problem.state.q[0]).toBe(0.1 * Math.sin(i / 20));
  }
  expect(goal.distance).toBeLessThan(1e-6);
  expect(problem.velocities[0]).toBeCloseTo(5 * (Math.sin(2.5) - Math.sin(2.45)), 9);
  problem.drivenVelocities[0] = 0.7;
  problem.step(0.02);
  expect(problem.velocities[0]).toBe(0.7);
});

it.each([
  { maxAcceleration: 2, maxJerk: 50 },
  { maxAcceleration: 2, bounds: [Infinity, Infinity, 50] },
  { maxVelocity: 3, bounds: [Infinity, 2, 50] },
])('keeps bounds on motion: %j', ({ bounds, ...options }) => {
  if (bounds) problem.motionBounds.set(bounds, 3);
  const { reach } = model;
  const j = bounds ? 50 : 50 * reach;
  goal.target[0] = 1;
  for (let i = 1, v = 0, a = 0; i <= 40; ++i) {
    problem.step(0.01, options);
    const next = (problem.velocities[1]! - v) / 0.01;
    expect(Math.abs(next)).toBeLessThan((bounds?.[1] === 2 ? 2 : 2 * reach) + 1e-9);
    expect(Math.abs(next - a) / 0.01).toBeLessThan(j + 1e-6);
    if (i === 1) expect(next).toBeCloseTo(j * 0.01, 9);
    [v, a] = [problem.velocities[1]!, next];
  }
});

it.each(['maxAcceleration', 'maxJerk'])('refuses a %s that is no bound', (name) => {
  goal.target[0] = 1;
  for (const bad of [0, -1, NaN, '1', [1, 2]])
    expect(() => problem.step(0.01, { [name]: bad })).toThrow(name);
  for (const bad of [0, NaN]) {
    problem.motionBounds[4] = bad;
    const { status, reason } = problem.step(0.01);
    expect([status, reason]).toEqual(['unsupported', 'a motion bound is not above 0']);
  }
  expect(problem.state.q[1]).toBe(0);
});
