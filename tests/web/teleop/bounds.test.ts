/** An arm that is led keeps its bounds, whatever comes in; tests/cpp/step proves the law. */
import { LimberError } from 'limber';
import { robots } from 'limber/robots';
import { expect, it } from 'vitest';
import { Random } from '../../bench/random.ts';
import { dt, farthest, Led } from './led.ts';
import '../support/silence.ts';
import { trials } from '../support/trials.ts';

const step = { maxVelocity: 2, maxAcceleration: 12, maxJerk: 150 };
const bounds = [2, 12, 150];

/** Differences of joint values, of velocities and of accelerations, and the largest so far. */
class Motion {
  readonly most = [0, 0, 0];
  #before: Float64Array;
  #rates: number[][];

  constructor(private readonly q: Float64Array) {
    this.#before = q.slice();
    this.#rates = [0, 1].map(() => Array.from(q, () => 0));
  }

  read(seconds: number): void {
    const v = Array.from(this.q, (each, i) => (each - this.#before[i]!) / seconds);
    const a = v.map((each, i) => (each - this.#rates[0]![i]!) / seconds);
    const j = a.map((each, i) => (each - this.#rates[1]![i]!) / seconds);
    [v, a, j].forEach((each, k) => (this.most[k] = Math.max(this.most[k]!, ...each.map(Math.abs))));
    this.#before = this.q.slice();
    this.#rates = [v, a];
  }
}

const arms = [robots.so101, robots.ur5, robots.iiwa14];
/** Jumps, bursts, noise, gaps, NaN, pauses, clocks that run backwards. */
it.each(arms)('$name exceeds none, whatever comes in', { timeout: 600_000 }, (arm) => {
  const random = new Random(5);
  const led = new Led(arm, {}, { step });
  const { q } = led.problem.state;
  const { links } = led.problem.model;
  const motion = new Motion(q);
  const hand = [0, 0, 0];
  let [time, beyond] = [0, 0];
  for (let frame = 0; frame < trials(1e6, 1e4); ++frame) {
    const seconds = random.between(0, 1) < 0.002 ? 0.4 : random.between(0.004, 0.03);
    time += random.between(0, 1) < 0.01 ? random.between(-1, 1) : seconds;
    if (random.between(0, 1) < 0.01) hand.forEach((_, k) => (hand[k] = random.between(-0.3, 0.3)));
    if (random.between(0, 1) < 0.02) led.input.held = !led.input.held;
    const luck = random.between(0, 1);
    if (luck < 0.01) led.input.set([NaN, 0, 0]);
    else if (luck < 0.95)
      led.input.set(
        hand.map((each) => each + random.between(-0.01, 0.01)),
        time,
      );
    led.teleop.step(seconds);
    motion.read(Math.min(seconds, 0.1)); // A step simulates no more.
    for (const { motions } of links)
      for (const { limits, qIndex } of motions)
        beyond = Math.max(beyond, limits[0] - q[qIndex]!, q[qIndex]! - limits[1]);
  }
  expect(beyond).toBeLessThan(1e-9);
  // Differences of numbers near 1 over 4 ms, thrice.
  motion.most.forEach((most, k) => expect(most).toBeLessThan(bounds[k]! + 1e-9 + 1e-15 / 0.004 ** (k + 1)));
  expect(motion.most[1]).toBeGreaterThan(11);
});

it('a still hand leaves joints alone outside their limits, too', () => {
  const led = new Led(robots.so101, {}, { step }, ({ model, state }) => {
    const [elbow] = model.links[model.findLink('lower_arm_link')]!.motions;
    state.q[elbow!.qIndex] = elbow!.limits[1] + 0.05;
    state.update();
  });
  const before = led.problem.state.q.slice();
  led.input.held = true;
  led.run(60);
  expect(farthest(led.problem.state.q, before)).toBeLessThan(1e-6);
});

it('a hand that lets go, or is lost, lets the arm come to rest within v/a + 2a/j, and a little', () => {
  for (const loses of [false, true]) {
    const led = new Led(robots.iiwa14, {}, { step });
    led.input.held = true;
    led.run(60, (frame) => led.input.set([0.004 * frame, 0, 0], frame * dt));
    if (loses) led.input.lost = 'gone';
    else led.input.held = false;
    led.run(Math.ceil((2 / 12 + 24 / 150 + 0.1) / dt));
    const before = led.problem.state.q.slice();
    led.run(1);
    expect(farthest(led.problem.state.q, before) / dt).toBeLessThan(1e-3);
  }
});

it('a hand whose tremor has more jerk than the bound is followed within 15 mm', () => {
  const led = new Led(robots.iiwa14, { filter: false }, { step });
  const from = led.tool;
  led.input.held = true;
  let square = 0;
  led.run(900, (frame) => {
    const t = frame * dt;
    const way = [0, 0.1 * (1 - Math.cos(2 * t)), 0];
    square += led.tool.reduce((sum, each, k) => sum + (each - from[k]! - way[k]!) ** 2, 0);
    led.input.set(way.map((each, k) => each + 0.002 * Math.sin((56 + 3 * k) * t))); // 9 Hz
  });
  expect(Math.sqrt(square / 900)).toBeLessThan(0.015);
});

it('a bound of 0 is an error, and q is as before', () => {
  const led = new Led(robots.so101);
  const before = led.problem.state.q.slice();
  led.problem.motionBounds[0] = 0;
  expect(() => led.teleop.step(dt)).toThrow(LimberError);
  led.problem.motionBounds[0] = Infinity;
  for (const name of ['maxVelocity', 'maxAcceleration', 'maxJerk'])
    expect(() => new Led(robots.so101, {}, { step: { [name]: -1 } }).teleop.step(dt)).toThrow(name);
  expect(farthest(led.problem.state.q, before)).toBe(0);
  led.teleop.step(dt);
});
