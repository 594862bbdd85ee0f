/** Steps in time by iTaSC: what goes in and comes out. The laws of tracking are proven in tests/cpp/itasc_*. */
import { expect, it } from 'vitest';
import { Model, Problem, type Goal, type ModelDescription } from 'limber';
import { link } from './support/models.ts';
import './support/silence.ts';

/** A tool on a rail, whose motion has a closed form. */
const rail: ModelDescription = { links: [link('cart', null, { type: 'prismatic', axis: [1, 0, 0] })] };

function onRail(use: (problem: Problem, goal: Goal) => void, target = 0, gain?: number): void {
  using model = Model.from(rail);
  using problem = new Problem(model);
  use(
    problem,
    problem.addGoal({ type: 'position', link: 'cart', target: [target, 0, 0], ...(gain && { gain }) }),
  );
}

it.each([undefined, 4])(
  'fades an error as exp(−Kt) with a gain of its own, %d, and tells time and velocity',
  (own) =>
    onRail(
      (problem) => {
        const [gain, substeps] = [4, 100];
        const given = own === undefined ? { gain } : { gain: 0.5 };
        const { status, warning } = problem.step(0.5, { ...given, substeps });
        expect([status, warning]).toEqual(['moving', '']);
        // (1 − K dt)ⁿ and exp(−Kt) differ by about K² t dt / 2.
        const off = (gain ** 2 * 0.5 * (0.5 / substeps)) / 2;
        const left = 1 - problem.state.q[0]!;
        expect(Math.abs(left / Math.exp(-gain * 0.5) - 1)).toBeLessThan(1.5 * off);
        expect(problem.velocities[0]! / (gain * left)).toBeCloseTo(1, 1);
        expect(problem.time).toBe(0.5);
        problem.step(0.25);
        expect(problem.time).toBe(0.75);
      },
      1,
      own,
    ),
);

it('lags behind an even motion by the speed over K, and with feed-forward not at all', () => {
  for (const feedForward of [true, false])
    onRail((problem, goal) => {
      problem.step(0);
      for (let i = 0; i < 400; ++i) {
        goal.target[0]! += 0.004;
        problem.step(0.02, { gain: 5, substeps: 4, feedForward });
      }
      const wanted = feedForward ? 0 : 0.2 / 5;
      const most = feedForward ? 1e-9 : 0.001 + 1e-9;
      expect(Math.abs(goal.distance - wanted)).toBeLessThan(most);
    });
});

it('ends where a solve ends once the target stands still', () =>
  onRail((problem) => {
    let status = '';
    for (let i = 0; i < 200; ++i) ({ status } = problem.step(1 / 60));
    expect(status).toBe('converged');
    expect(problem.state.q[0]).toBeCloseTo(0.3, 4);
  }, 0.3));

it('says where a gain is too much for its substeps', () =>
  onRail((problem) => {
    expect(problem.step(0.1, { gain: 1e6, substeps: 1 }).warning).toContain('gain');
    expect(problem.step(0.1).warning).toBe('');
  }, 1));

it('keeps coordinates inside their speeds', () =>
  onRail((problem) => {
    problem.step(0.02, { maxVelocity: 1.5 });
    expect(problem.state.q[0]).toBeCloseTo(1.5 * 0.02, 12);
  }, 5));

it('takes a jump without a velocity where the motion is forgotten', () =>
  onRail((problem, goal) => {
    problem.step(0.02);
    goal.target[0] = 0.5;
    problem.forgetMotion();
    problem.step(0.02, { gain: 1, substeps: 1 });
    // One step of K e dt, without feed-forward for the target's jump.
    expect(problem.state.q[0]).toBeCloseTo(0.5 * 0.02, 3);
    goal.target[0] = 1;
    problem.step(0.02, { gain: 1, substeps: 1 });
    expect(problem.state.q[0]).toBeGreaterThan(0.5);
  }));

it('foresees the target by the velocity that is told', () =>
  onRail((problem, goal) => {
    expect([...goal.targetVelocity]).toEqual(Array(6).fill(NaN));
    problem.step(0.02);
    goal.targetVelocity.set([0.3, 0, 0, 0, 0, 0]);
    problem.step(0.02, { gain: 0 });
    expect(problem.velocities[0]).toBeCloseTo(0.3, 9);
    expect(problem.state.q[0]).toBeCloseTo(0.3 * 0.02, 9);
  }));

it('leaves a joint of weight 0 to the caller, and makes up for its motion', () => {
  const { links } = rail;
  using model = Model.from({
    links: [link('base', null, links[0]!.joint!), { ...links[0]!, parent: 'base' }],
  });
  using problem = new Problem(model);
  problem.jointWeights[0] = 0;
  const goal = problem.addGoal({ type: 'position', link: 'cart', target: [0, 0, 0] });
  for (let i = 0; i <= 50; ++i) {
    problem.state.q[0] = 0.1 * Math.sin(i / 20);
    problem.step(0.02);
    expect(problem.state.q[0]).toBe(0.1 * Math.sin(i / 20));
  }
  expect(goal.distance).toBeLessThan(1e-6);
  expect(problem.state.q[1]).toBeCloseTo(-problem.state.q[0]!, 6);
});
