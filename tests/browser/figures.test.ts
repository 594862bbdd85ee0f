/** The planar figures of the article and the docs: drawings agree with the core, and the keyboard controls them. */
import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { slowest, type BoundFigure } from '../../docs/figures/bound.ts';
import type { FigureElement } from '../../docs/figures/index.ts';
import '../../docs/figures/index.ts';
import type { Euler } from '../../docs/figures/euler.ts';
import type { Method } from '../../docs/figures/method.ts';
import type { PlaneArm } from '../../docs/figures/plane-arm.ts';
import { singularValues } from '../../docs/figures/singularity.ts';
import { columnsOf } from '../../docs/figures/steps/planar.ts';
import { wordsOf, type Straight } from '../../docs/figures/straight/figure.ts';
import { Lab } from '../../docs/figures/straight/lab.ts';
import { trials } from '../../docs/figures/straight/trials.ts';
import type { TwoLinks } from '../../docs/figures/two-links.ts';
import { until } from './three-support.ts';

let element: FigureElement;

async function show(name: string): Promise<PlaneArm> {
  element = document.createElement('limber-figure') as FigureElement;
  element.setAttribute('name', name);
  document.body.append(element);
  await until(() => element.figure !== null, `the figure ${name}`);
  return element.figure as PlaneArm;
}

afterEach(() => element.remove());

const press = (name: string): void =>
  element.querySelector<HTMLButtonElement>(`button[name=${name}]`)!.click();
const said = (): string => element.querySelector('.say')!.textContent;
const says = (words: string): Promise<void> =>
  until(
    () => said().includes(words),
    () => `“${words}”, not “${said()}”`,
  );

it('steps through a sweep: the error never grows, and back is exactly back', async () => {
  const arm = await show('sweep');
  const poses = [arm.q];
  const errors = [arm.error];
  for (let i = 0; i < 12; ++i) {
    press('forward');
    poses.push(arm.q);
    errors.push(arm.error);
    expect(errors[i + 1]).toBeLessThanOrEqual(errors[i]! + 1e-12);
    // One joint per step, from the tip to the base.
    const moved = arm.q.flatMap((angle, k) => (angle === poses[i]![k] ? [] : [k]));
    expect(moved.every((k) => k === 3 - (i % 4))).toBe(true);
  }
  expect(errors.at(-1)).toBeLessThan(errors[0]!);
  for (const pose of [...poses].reverse().slice(1)) {
    press('back');
    expect(arm.q).toEqual(pose);
  }
});

it.each(['inside', 'after'])('keeps the limits %s the sweep', async (clamp) => {
  const arm = await show('sweep');
  const select = element.querySelector('select')!;
  await userEvent.selectOptions(select, clamp);
  for (let i = 0; i < (clamp === 'after' ? 5 : 4); ++i) press('forward');
  for (const angle of arm.q) expect(Math.abs(angle)).toBeLessThanOrEqual(1.4 + 1e-12);
});

/** Metres from the tip to the goal, by the test's own kinematics. */
function away({ q, target }: PlaneArm): number {
  let [angle, x, y] = [0, 0, 0];
  [0.36, 0.3, 0.26, 0.2].forEach((length, i) => {
    angle += q[i]!;
    x += length * Math.cos(angle);
    y += length * Math.sin(angle);
  });
  return Math.hypot(x - target[0], y - target[1]);
}

it('arrives in two sweeps where the limits are kept inside them, and never where they are kept after', async () => {
  const arm = await show('sweep');
  expect(away(arm)).toBeGreaterThan(0.4);
  for (let i = 0; i < 8; ++i) press('forward');
  expect(away(arm)).toBeLessThan(0.005);
  await userEvent.selectOptions(element.querySelector('select')!, 'after');
  for (let sweep = 0; sweep < 20; ++sweep) {
    for (let i = 0; i < 5; ++i) press('forward');
    expect(away(arm)).toBeGreaterThan(0.2);
  }
});

it('tells the angle that the base sees', async () => {
  const arm = await show('base');
  arm.moveGoal([0.05, 0]);
  // Five centimetres to the side, at a distance of five centimetres.
  expect(said()).toContain('turns the base by 90°');
});

it('moves by arrow keys', async () => {
  const arm = await show('jacobian');
  const [x, y] = arm.target;
  element.querySelector<SVGElement>('.cube')!.focus();
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
  expect(arm.target[0]).toBeCloseTo(x + 0.02, 12);
  expect(arm.target[1]).toBeCloseTo(y + 0.005, 12);
  expect(arm.error).toBeLessThan(1e-3);
});

it('has singular values whose product is the area that two links span', async () => {
  const arm = await show('singularity');
  const [large, small] = singularValues(columnsOf(arm.points));
  // The product equals |det J| of an arm with two hinges.
  expect(large * small).toBeCloseTo(0.5 * 0.4 * Math.abs(Math.sin(arm.q[1]!)), 12);
  expect(said()).toContain(small.toFixed(3));
});

it('never comes nearer faster than the bound allows, whatever is dragged where', async () => {
  const figure = (await show('bound')) as unknown as BoundFigure;
  const ball = element.querySelector<SVGElement>('.cube.ball')!;
  ball.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(Number(ball.getAttribute('cy'))).toBeLessThan(0.78);
  for (const [x, y] of [
    [-0.4, 0.5],
    [0.5, 0.9],
    [0.1, 0.78],
  ] as const) {
    figure.arm.moveGoal([x, y]);
    for (let i = 0; i < 90; i += 1) {
      figure.step();
      const [before, now] = figure.trail.slice(-2);
      // To first order: the curvature of a step may add 1 mm.
      expect(now![1] / 60).toBeGreaterThan(slowest(before![0]) / 60 - 1e-3);
      expect(now![0]).toBeGreaterThan(0.039);
    }
  }
  expect(said()).toContain('a second');
});

it('turns two links by sliders, and the tip is where the words say', async () => {
  const figure = (await show('forwards')) as unknown as TwoLinks;
  const slider = element.querySelector<HTMLInputElement>('input[name=second]')!;
  slider.value = '90';
  slider.dispatchEvent(new Event('input'));
  figure.turn(0, 0);
  expect(figure.tip[0]).toBeCloseTo(0.5, 12);
  expect(figure.tip[1]).toBeCloseTo(0.36, 12);
  expect(said()).toContain('= 50 cm; y = 50 sin 0.0° + 36 sin 90° = 36 cm');
});

it('keeps the tip on the goal with either elbow, and says what is out of reach', async () => {
  const figure = (await show('two-links')) as unknown as TwoLinks;
  element.querySelector<SVGElement>('.cube')!.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const [first] = figure.q;
  press('other');
  expect(Math.abs(figure.q[0] - first)).toBeGreaterThan(0.1);
  expect(Math.hypot(figure.tip[0] - figure.goal[0], figure.tip[1] - figure.goal[1])).toBeLessThan(1e-12);
  await userEvent.keyboard('{ArrowUp>12/}');
  expect(said()).toContain('out of reach');
});

it('flips the link that is clamped by Euler angles, beyond a right angle only', async () => {
  const figure = (await show('euler')) as unknown as Euler;
  const points = (name: string) => element.querySelector(`.by-${name}`)!.getAttribute('points');
  figure.turn(1.4);
  expect(points('euler')).toBe(points('axis'));
  figure.turn(2);
  expect(points('euler')).not.toBe(points('axis'));
  expect(said()).toContain('115°, clamped 115° (blue). Euler’s x, y, z: 180°, 65°, 180°');
});

it('runs the reader’s program, tells its mistakes, and stops one that does not end', async () => {
  const figure = (await show('method')) as unknown as Method;
  await says('the tip is 0.0 cm');
  const type = (text: string) => {
    figure.code.value = text;
    press('run');
  };
  type('function sweep() { oops(); }');
  await says('oops is not defined');
  type('function sweep( {');
  await says('SyntaxError');
  type('function sweep() { for (;;); }');
  await says('more than a second');
  const { length } = figure.angles;
  type('function sweep(joints) { joints.forEach((joint) => (joint.angle = 0)); }');
  await until(() => figure.angles.every((angle) => angle === 0), 'the angles');
  expect(figure.angles).toHaveLength(length);
});

it('gives the reader’s program its second only once its worker has begun', async () => {
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

it('solves the straight arm by every solver at once, as a solve of each does', async () => {
  const figure = (await show('straight')) as unknown as Straight;
  using lab = new Lab();
  for (const trial of [trials[0]!, trials[2]!]) {
    await userEvent.selectOptions(element.querySelector('select')!, trial.name);
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
