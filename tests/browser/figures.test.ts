/** The planar figures of the article and the docs: drawings agree with the core, and the keyboard controls them. */
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { slowest, type BoundFigure } from '../../docs/figures/bound.ts';
import type { Damping } from '../../docs/figures/damping.ts';
import type { Euler } from '../../docs/figures/euler.ts';
import type { Method } from '../../docs/figures/method.ts';
import type { PlaneArm } from '../../docs/figures/plane-arm.ts';
import type { Springs } from '../../docs/figures/springs.ts';
import { columnsOf, modesOf } from '../../docs/figures/steps/planar.ts';
import { wordsOf, type Straight } from '../../docs/figures/straight/figure.ts';
import { Lab } from '../../docs/figures/straight/lab.ts';
import { trials } from '../../docs/figures/straight/trials.ts';
import type { Tilt } from '../../docs/figures/tilt.ts';
import type { TwoLinks } from '../../docs/figures/two-links.ts';
import { part, press, said, says, show, slide } from './figure-support.ts';
import { until } from './three-support.ts';

const pick = (value: string): Promise<void> => userEvent.selectOptions(part('select'), value);

/** Metres from the tip to the goal, by the test's own kinematics. */
function away(lengths: readonly number[], q: readonly number[], goal: readonly number[]): number {
  let [angle, x, y] = [0, 0, 0];
  lengths.forEach((length, i) => {
    angle += q[i]!;
    x += length * Math.cos(angle);
    y += length * Math.sin(angle);
  });
  return Math.hypot(x - goal[0]!, y - goal[1]!);
}

describe('a sweep', () => {
  const left = ({ q, target }: PlaneArm): number => away([0.36, 0.3, 0.26, 0.2], q, target);

  it('turns a joint per step, from the tip on; the error never grows, and back is exactly back', async () => {
    const arm = await show<PlaneArm>('sweep');
    const poses = [arm.q];
    for (let i = 0; i < 12; ++i) {
      press('forward');
      const before = poses.at(-1)!;
      arm.q.forEach((angle, k) => expect(angle === before[k] || k === 3 - (i % 4)).toBe(true));
      expect(left(arm)).toBeLessThanOrEqual(left({ q: before, target: arm.target } as PlaneArm) + 1e-12);
      poses.push(arm.q);
    }
    for (const pose of poses.reverse().slice(1)) {
      press('back');
      expect(arm.q).toEqual(pose);
    }
  });

  it('keeps limits, and arrives in two rounds where they are kept inside it, never where after it', async () => {
    const arm = await show<PlaneArm>('sweep');
    const round = (steps: number): void => {
      press('forward', steps);
      for (const angle of arm.q) expect(Math.abs(angle)).toBeLessThanOrEqual(1.4 + 1e-12);
    };
    expect(left(arm)).toBeGreaterThan(0.4);
    for (let i = 0; i < 2; ++i) round(4);
    expect(left(arm)).toBeLessThan(0.005);
    await pick('after');
    for (let i = 0; i < 20; ++i) {
      round(5);
      expect(left(arm)).toBeGreaterThan(0.2);
    }
  });
});

it('tells the angle that the base sees', async () => {
  const arm = await show<PlaneArm>('base');
  arm.moveGoal([0.05, 0]);
  // Five centimetres to the side, at a distance of five centimetres.
  expect(said()).toContain('turns the base by 90°');
});

it('moves by arrow keys', async () => {
  const arm = await show<PlaneArm>('jacobian');
  const [x, y] = arm.target;
  part('.cube').focus();
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
  expect(arm.target[0]).toBeCloseTo(x + 0.02, 12);
  expect(arm.target[1]).toBeCloseTo(y + 0.005, 12);
  expect(arm.error).toBeLessThan(1e-3);
});

it('has singular values whose product is the area that two links span', async () => {
  const arm = await show<PlaneArm>('singularity');
  const [large, small] = modesOf(columnsOf(arm.points), [0, 0]);
  // The product equals |det J| of an arm with two hinges.
  expect(large.sigma * small.sigma).toBeCloseTo(0.5 * 0.4 * Math.abs(Math.sin(arm.q[1]!)), 12);
  expect(said()).toContain(small.sigma.toFixed(3));
});

it('never comes nearer faster than the bound allows, whatever is dragged where', async () => {
  const figure = await show<BoundFigure>('bound');
  const ball = part<SVGElement>('.cube.ball');
  ball.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(Number(ball.getAttribute('cy'))).toBeLessThan(0.78);
  for (const goal of [
    [-0.4, 0.5],
    [0.5, 0.9],
    [0.1, 0.78],
  ] as const) /* prettier-ignore */ {
    figure.arm.moveGoal(goal);
    for (let i = 0; i < 90; i += 1) {
      figure.step();
      const [before, now] = figure.trail.slice(-2);
      // To first order: the curvature of a step may add 1 mm.
      expect(now![1] / 60).toBeGreaterThan(slowest(before![0]) / 60 - 1e-3);
      expect(now![0]).toBeGreaterThan(0.039);
    }
  }
  expect(said()).toContain('per second');
});

it('turns two links by sliders, and the tip is where the words say', async () => {
  const figure = await show<TwoLinks>('forwards');
  slide('second', 90);
  figure.turn(0, 0);
  expect(figure.tip[0]).toBeCloseTo(0.5, 12);
  expect(figure.tip[1]).toBeCloseTo(0.36, 12);
  expect(said()).toContain('= 50 cm; y = 50 sin 0.0° + 36 sin 90° = 36 cm');
});

it('keeps the tip on the goal with either elbow, and says what is out of reach', async () => {
  const figure = await show<TwoLinks>('two-links');
  part('.cube').focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const [first] = figure.q;
  press('other');
  expect(Math.abs(figure.q[0] - first)).toBeGreaterThan(0.1);
  expect(away([0.5, 0.36], figure.q, figure.goal)).toBeLessThan(1e-12);
  expect(said()).toMatch(/so q₂ = ±\d+°; this elbow: −\d+°/);
  await userEvent.keyboard('{ArrowUp>12/}');
  expect(said()).toContain('out of reach');
});

it('flips the link that is clamped by Euler angles, beyond a right angle only', async () => {
  const figure = await show<Euler>('euler');
  const points = (name: string) => part(`.by-${name}`).getAttribute('points');
  figure.turn(1.4);
  expect(points('euler')).toBe(points('axis'));
  figure.turn(2);
  expect(points('euler')).not.toBe(points('axis'));
  expect(said()).toContain('115°, clamped 115° (blue). Euler’s x, y, z: 180°, 65°, 180°');
});

it('tilts the axis with the aim, and puts it back where the parent holds it', async () => {
  const figure = await show<Tilt>('tilt');
  const pointsOf = (name: string): number[][] =>
    part(`.plane ${name}`).getAttribute('points')!.split(' ').map((each) => each.split(',').map(Number)); // prettier-ignore
  const wayOf = (name: string): number => {
    const [[x, y], [toX, toY]] = pointsOf(name) as [[number, number], [number, number]];
    return Math.atan2(toY - y, toX - x);
  };
  part('.cube').focus();
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
  figure.go(0);
  const held = pointsOf('[data-part=axis]');
  expect(wayOf('[data-part=axis]')).toBeCloseTo(wayOf('.held'), 6);
  figure.go(1);
  expect(Math.abs(wayOf('[data-part=axis]') - wayOf('.held'))).toBeGreaterThan(0.3);
  figure.go(2);
  expect(pointsOf('[data-part=axis]')).toEqual(held);
  expect(said()).toContain('The axis is back');
});

describe('all joints at once', () => {
  const lengths = { springs: [0.42, 0.34, 0.26], damping: [0.5, 0.4] };
  /** How a function of q grows with each angle. */
  const slopeOf = (f: (q: readonly number[]) => number, q: readonly number[]): number[] =>
    q.map((_, i) => {
      const at = (by: number): number => f(q.map((angle, k) => (k === i ? angle + by : angle)));
      return (at(1e-5) - at(-1e-5)) / 2e-5;
    });

  it('pulls every hinge by a spring with the slope of the spring’s energy, and lets the arm go', async () => {
    const figure = await show<Springs>('springs');
    const { arm } = figure;
    arm.moveGoal([0.5, 0.3]);
    const slope = slopeOf((q) => away(lengths.springs, q, arm.target) ** 2 / 2, arm.q);
    figure.torques.forEach((torque, i) => expect(torque).toBeCloseTo(-slope[i]!, 8));
    press('loose');
    await until(() => arm.error < 0.05, 'the arm to arrive');
  });

  it('promises all of the way without damping, and takes shorter steps with more of it', async () => {
    const figure = await show<Damping>('damping');
    const { q, tip, target } = figure.arm;
    const promised = [0, 1].map((axis) => {
      const far = axis === 0 ? [1e6, 0] : [0, 1e6];
      // From far away, the distance grows as the coordinate falls.
      const column = slopeOf((angles) => -away(lengths.damping, angles, far), q);
      return column.reduce((sum, each, i) => sum + each * figure.step[i]!, 0);
    });
    promised.forEach((each, axis) => expect(each).toBeCloseTo(target[axis]! - tip[axis]!, 3));
    const sizes = [0, 0.05, 0.1, 0.2, 0.4].map((lambda) => {
      slide('damping', lambda);
      return Math.hypot(...figure.step);
    });
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes[0]!).toBeGreaterThan(10 * sizes[4]!);
  });
});

it('solves the straight arm by every solver at once, as a solve of each does', async () => {
  const figure = await show<Straight>('straight');
  using lab = new Lab();
  for (const trial of [trials[0]!, trials[2]!]) {
    await pick(trial.name);
    for (const { contender, said, course } of figure.cells) {
      const outcome = lab.try(contender, trial)!;
      expect(said.textContent, contender.name).toBe(wordsOf(outcome));
      const [x, y] = course.at(-1)!.at(-1)!;
      const [goalX, goalY] = trial.target;
      if (outcome.status === 'converged')
        expect(Math.hypot(Math.abs(x) - goalX, y - goalY)).toBeLessThan(2e-3);
    }
  }
  expect(figure.cells.length).toBeGreaterThan(10);
});

describe('the reader’s program', () => {
  it('runs, has its mistakes told, and is stopped where it does not end', async () => {
    const figure = await show<Method>('method');
    await says('the tip is 0.0 cm');
    const { length } = figure.angles;
    for (const [program, words] of [
      ['function sweep() { oops(); }', 'oops is not defined'],
      ['function sweep( {', 'SyntaxError'],
      ['function sweep() { for (;;); }', 'more than a second'],
      ['function sweep(joints) { joints.forEach((joint) => (joint.angle = 0)); }', 'It runs'],
    ] as const) {
      figure.code.value = program;
      press('run');
      await says(words);
    }
    await until(() => figure.angles.every((angle) => angle === 0), 'the angles');
    expect(figure.angles).toHaveLength(length);
  });

  it('has its second only once its worker has begun', async () => {
    await show('method');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      press('run');
      // No worker can have spoken within this task.
      vi.advanceTimersByTime(60_000);
      expect(said()).toBe('It begins.');
    } finally {
      vi.useRealTimers();
    }
    await says('It runs');
  });
});
