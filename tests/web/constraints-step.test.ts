/** Steps in time by iTaSC: the tool's lag, feed-forward, and simultaneous motion. */
import { beforeAll, describe, expect, it } from 'vitest';
import { init, Model, Problem, type ModelDescription, type StepOptions } from 'limber';
import { robots } from 'limber/presets';
import { crankRocker, fourBar, freudenstein, nearlyClosed } from './support/linkage-models.ts';
import { chain, link } from './support/models.ts';
import './support/silence.ts';

/** A tool on a rail, whose motion has a closed form. */
const rail: ModelDescription = { links: [link('cart', null, { type: 'prismatic', axis: [1, 0, 0] })] };
/** Joint angles of a Panda with its elbow bent, far from singularities, so that nothing is damped. */
const bent = [0, -0.5, 0, -2, 0, 1.6, 0.8];
const speed = 0.2;
const dt = 0.02;

/** Final lag of the cart behind a target with constant velocity. */
function lag(options: StepOptions): number {
  using model = Model.from(rail);
  using problem = new Problem(model);
  const goal = problem.addGoal({ type: 'position', link: 'cart', target: [0, 0, 0] });
  problem.step(0);
  let time = 0;
  for (let i = 0; i < 400; ++i) {
    time += dt;
    goal.target[0] = speed * time;
    problem.step(dt, options);
  }
  return speed * time - problem.state.q[0]!;
}

beforeAll(() => init());

describe('the lag behind an even motion', () => {
  it('is the speed over K, without feed-forward', () => {
    // A substep uses the error at its start, and the target moves on meanwhile.
    for (const gain of [5, 20]) {
      for (const substeps of [1, 4]) {
        const wanted = speed / gain;
        expect(Math.abs(lag({ gain, substeps, feedForward: false }) - wanted)).toBeLessThan(
          (speed * dt) / substeps + 1e-9,
        );
      }
    }
    const [slow, quick] = [5, 20].map((gain) => lag({ gain, substeps: 16, feedForward: false }));
    expect(slow! / quick!).toBeCloseTo(4, 0);
  });

  it('is none with feed-forward', () => {
    expect(Math.abs(lag({ substeps: 1 }))).toBeLessThan(1e-9);
  });
});

describe('a step', () => {
  it('fades an error as exp(−Kt), and tells time and velocity', () => {
    using model = Model.from(rail);
    using problem = new Problem(model);
    problem.addGoal({ type: 'position', link: 'cart', target: [1, 0, 0] });
    const [gain, substeps] = [4, 100];
    const { status, warning } = problem.step(0.5, { gain, substeps });
    expect([status, warning]).toEqual(['moving', '']);
    // (1 − K dt)ⁿ and exp(−Kt) differ by about K² t dt / 2.
    const off = (gain ** 2 * 0.5 * (0.5 / substeps)) / 2;
    const left = 1 - problem.state.q[0]!;
    expect(Math.abs(left / Math.exp(-gain * 0.5) - 1)).toBeLessThan(1.5 * off);
    expect(problem.velocities[0]! / (gain * left)).toBeCloseTo(1, 1);
    expect(problem.time).toBe(0.5);
    problem.step(0.25);
    expect(problem.time).toBe(0.75);
  });

  it('reckons each goal with its own gain', () => {
    using model = Model.from({
      links: ['x', 'y'].map((name) => link(name, null, { type: 'prismatic', axis: [1, 0, 0] })),
    });
    using problem = new Problem(model);
    problem.addGoal({ type: 'position', link: 'x', target: [0.1, 0, 0], gain: 2 });
    problem.addGoal({ type: 'position', link: 'y', target: [0.1, 0, 0], gain: 10 });
    for (let i = 0; i < 100; ++i) problem.step(0.001, { substeps: 1 });
    const [x, y] = [...problem.state.q].map((q) => Math.log((0.1 - q) / 0.1));
    expect(x! / -0.2).toBeCloseTo(1, 2);
    expect(y! / -1).toBeCloseTo(1, 1);
  });

  it('of a target that stands still ends where a solve ends', () => {
    using model = Model.from(robots.panda);
    using problem = new Problem(model);
    problem.state.q.set(bent);
    problem.state.update();
    const goal = problem.addGoal({ type: 'pose', link: 'effector' });
    goal.target[1]! += 0.15;
    let status = '';
    for (let i = 0; i < 200; ++i) status = problem.step(1 / 60).status;
    expect(status).toBe('converged');
    expect(goal.distance).toBeLessThan(1e-4);
  });

  it('keeps a loop closed while its crank is driven', () => {
    using model = Model.from(fourBar());
    using problem = new Problem(model);
    problem.state.q.set(nearlyClosed);
    problem.solve();
    const goal = problem.addGoal({ type: 'joint', link: 'crank' });
    for (let i = 0; i < 120; ++i) {
      goal.target[0]! += 0.05;
      problem.step(1 / 60);
      expect(Math.abs(freudenstein(crankRocker, problem.state.q))).toBeLessThan(1e-9);
    }
    expect(problem.state.q[0]).toBeGreaterThan(5);
    expect(problem.velocities[0]).toBeCloseTo(3, 1);
  });

  it('says where a gain is too much for its substeps, and does not swing', () => {
    using model = Model.from(rail);
    using problem = new Problem(model);
    const goal = problem.addGoal({ type: 'position', link: 'cart', target: [1, 0, 0] });
    const { warning } = problem.step(0.1, { gain: 1e6, substeps: 1 });
    expect(warning).toContain('gain');
    for (let i = 0; i < 50; ++i) problem.step(0.1, { gain: 1e6, substeps: 1 });
    expect(goal.distance).toBeLessThan(1e-6);
    expect(problem.step(0.1).warning).toBe('');
  });

  it('keeps coordinates inside their limits and speeds', () => {
    using model = Model.from(chain(3, () => ({ type: 'revolute', limits: [-0.4, 0.4] })));
    using problem = new Problem(model);
    problem.addGoal({ type: 'position', link: 'tool', target: [0, 3, 0] });
    const maxVelocity = 1.5;
    for (let i = 0; i < 60; ++i) {
      const before = [...problem.state.q];
      problem.step(0.02, { maxVelocity });
      for (const [k, q] of problem.state.q.entries()) {
        expect(Math.abs(q)).toBeLessThanOrEqual(0.4);
        expect(Math.abs(q - before[k]!)).toBeLessThanOrEqual(maxVelocity * 0.02 + 1e-12);
      }
    }
    expect(problem.linksAtLimit()).toHaveLength(3);
  });
});

describe('what is driven by hand', () => {
  /** A Panda on a cart along X, which the caller moves. */
  const onCart = (): ModelDescription => ({
    links: [
      link('cart', null, { type: 'prismatic', axis: [1, 0, 0] }),
      ...robots.panda.links.map((each) => (each.parent ? each : { ...each, parent: 'cart' })),
    ],
  });

  function drive(options: StepOptions, targetToo: boolean): { worst: number; fastest: number } {
    using model = Model.from(onCart());
    using problem = new Problem(model);
    problem.jointWeights[0] = 0;
    problem.state.q.set(bent, 1);
    problem.state.update();
    const goal = problem.addGoal({ type: 'position', link: 'effector' });
    problem.step(0, options);
    const [x] = goal.target;
    let [worst, fastest] = [0, 0];
    for (let i = 1; i <= 100; ++i) {
      const way = 0.1 * Math.sin(i / 20);
      problem.state.q[0] = way;
      if (targetToo) goal.target[0] = x! + way;
      problem.step(0.02, options);
      worst = Math.max(worst, goal.distance);
      for (const v of problem.velocities.subarray(1)) fastest = Math.max(fastest, Math.abs(v));
    }
    expect(problem.state.q[0]).toBe(0.1 * Math.sin(5));
    return { worst, fastest };
  }

  it('and its target together leave the joints at rest', () => {
    const { worst, fastest } = drive({}, true);
    expect(fastest).toBeLessThan(1e-6);
    expect(worst).toBeLessThan(1e-9);
  });

  it('alone is made up for by the joints, twenty times better where it is foreseen', () => {
    const seen = drive({}, false);
    const unseen = drive({ feedForward: false }, false);
    expect(unseen.worst / seen.worst).toBeGreaterThan(20);
  });

  it('jumps without a velocity where its motion is forgotten', () => {
    using model = Model.from(rail);
    using problem = new Problem(model);
    const goal = problem.addGoal({ type: 'position', link: 'cart', target: [0, 0, 0] });
    problem.step(0.02);
    goal.target[0] = 0.5;
    problem.forgetMotion();
    problem.step(0.02, { gain: 1, substeps: 1 });
    // One step of K e dt, without feed-forward for the target's jump.
    expect(problem.state.q[0]).toBeCloseTo(0.5 * 0.02, 3);
    goal.target[0] = 1;
    problem.step(0.02, { gain: 1, substeps: 1 });
    expect(problem.state.q[0]).toBeGreaterThan(0.5);
  });

  it('is foreseen by the velocity that is told', () => {
    using model = Model.from(rail);
    using problem = new Problem(model);
    const goal = problem.addGoal({ type: 'position', link: 'cart', target: [0, 0, 0] });
    expect([...goal.targetVelocity]).toEqual(Array(6).fill(NaN));
    problem.step(0.02);
    goal.targetVelocity.set([0.3, 0, 0, 0, 0, 0]);
    problem.step(0.02, { gain: 0 });
    expect(problem.velocities[0]).toBeCloseTo(0.3, 9);
    expect(problem.state.q[0]).toBeCloseTo(0.3 * 0.02, 9);
  });
});
