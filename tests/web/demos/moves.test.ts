/** Plans of the page Moves without a browser: its surfaces, its lines, and scenes that show what they describe. */
import { Quaternion, Ray, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { arms, Drawer } from '../../../demos/moves/arms.ts';
import { apart, fromHand, Line, lines } from '../../../demos/moves/lines.ts';
import { type Job, lineOf, Planner } from '../../../demos/moves/plan.ts';
import { type Scene, scenes } from '../../../demos/moves/scenes.ts';
import { type Spot, Surface, surfaces } from '../../../demos/moves/surface.ts';
import { endOf, shortOf, wordsOf } from '../../../demos/moves/status-text.ts';

let planner: Planner;
beforeAll(() => {
  planner = new Planner();
});

const bounds = { speed: 0.3, acceleration: 5 };

const jobOf = ({ line, surface, box }: Scene, arm: string, more: Partial<Job> = {}): Job => ({
  arm,
  surface: surface.name,
  at: surface.at,
  line: line.name,
  points: line.points.flat(),
  box: box.length > 0 ? box : null,
  bounds: null,
  ...more,
});

const scene = (name: string): Scene => scenes.find((each) => each.name === name)!;
const spots: readonly Spot[] = [
  [0, 0],
  [0.1, 0],
  [-0.07, 0.12],
  [0, -0.2],
];

describe.each(surfaces)('on $title', (kind) => {
  const surface = new Surface(kind, [0.4, 0.3, -0.1]);
  const pose = new Float64Array(7);

  test.each(spots)('the pen stands upright at %f, %f, and the spot is found again', (...spot) => {
    surface.write(spot, pose);
    const place = new Vector3().fromArray(pose);
    const into = new Vector3(0, 0, 1).applyQuaternion(new Quaternion().fromArray(pose, 3));
    const outwards = kind.radius > 0 ? place.clone().sub(surface.centre).normalize() : surface.normal;
    expect(into.dot(outwards)).toBeCloseTo(-1, 12);
    if (kind.radius > 0) expect(place.distanceTo(surface.centre)).toBeCloseTo(kind.radius, 12);
    else expect(place.sub(surface.middle).dot(surface.normal)).toBeCloseTo(0, 12);
    const sight = new Ray(
      new Vector3().fromArray(pose).addScaledVector(outwards, 0.5),
      outwards.clone().negate(),
    );
    const [u, v] = surface.spotOf(surface.meet(sight)!);
    expect(u).toBeCloseTo(spot[0], 9);
    expect(v).toBeCloseTo(spot[1], 9);
  });

  test('its middle is where it is put', () => {
    surface.write([0, 0], pose);
    [0.4, 0.3, -0.1].forEach((each, i) => expect(pose[i]).toBeCloseTo(each, 12));
  });
});

describe.each(lines)('the line “$title”', ({ points, isSmooth }) => {
  const flat = surfaces.find(({ radius }) => radius === 0)!;
  const line = new Line(new Surface(flat), points, isSmooth);

  test('goes through its points', () => {
    const places = line.places(4001);
    const pose = new Float64Array(7);
    for (const point of points) {
      line.surface.write(point, pose);
      const place = new Vector3().fromArray(pose);
      let least = Infinity;
      for (let i = 0; i < places.length; i += 3)
        least = Math.min(least, place.distanceTo(new Vector3().fromArray(places, i)));
      expect(least).toBeLessThan(1e-3);
    }
  });

  test('goes on evenly', () => {
    const [a, b] = [new Float64Array(7), new Float64Array(7)];
    for (let i = 0; i < 200; i += 1) {
      line.at(i / 200, a);
      line.at((i + 1) / 200, b);
      const step = Math.hypot(...[0, 1, 2].map((k) => b[k]! - a[k]!));
      expect(step).toBeLessThan((1 + 1e-6) * (line.length / 200));
    }
  });
});

test('a line by hand has even strides, and too short a one is none', () => {
  const drawn = Array.from({ length: 400 }, (_, i): Spot => [
    0.2 * Math.cos(i / 100),
    0.2 * Math.sin(i / 100),
  ]);
  const kept = fromHand(drawn)!;
  expect(kept[0]).toEqual(drawn[0]);
  expect(kept.length).toBeLessThan(drawn.length / 4);
  for (let i = 1; i < kept.length; i += 1) expect(apart(kept[i]!, kept[i - 1]!)).toBeLessThan(0.04);
  expect(fromHand(drawn.slice(0, 3))).toBeNull();
  expect(fromHand([])).toBeNull();
});

test('seven joints get past the box that stops the UR5', () => {
  expect(planner.plan(jobOf(scene('box'), 'panda'))).toMatchObject({ part: 1, ended: 'done' });
  const { part, ended } = planner.plan(jobOf(scene('box'), 'ur5'));
  expect(part).toBeLessThan(0.6);
  expect(ended).toBe('obstacle');
  expect(planner.plan(jobOf(scene('box'), 'ur5', { box: null })).part).toBe(1);
});

test('on the upright board the Panda comes to its limits, and others do not', () => {
  const { part, ended } = planner.plan(jobOf(scene('upright'), 'panda'));
  expect([part < 1, ended]).toEqual([true, 'limit']);
  for (const other of ['iiwa14', 'ur5']) expect(planner.plan(jobOf(scene('upright'), other)).part).toBe(1);
});

test('the motion follows the line, within its bounds, and stops at corners', () => {
  const job = jobOf(scene('corners'), 'ur5', { bounds });
  const { motion, part } = planner.plan(job);
  expect(part).toBe(1);
  const { times, q, shares, speeds, stops } = motion!;
  expect(stops).toHaveLength(job.points.length / 2 - 2);
  for (const rows of shares) expect(Math.max(...rows)).toBeLessThan(1 + 1e-6);
  expect(Math.max(...speeds) / bounds.speed).toBeLessThan(1.01);
  const drawer = new Drawer(arms.find(({ name }) => name === 'ur5')!);
  const { state, model } = drawer.problem;
  const tip = 7 * model.findLink('effector');
  const line = lineOf(job).places(4001);
  for (let i = 0; i < times.length; i += 20) {
    state.q.set(q.subarray(i * 6, i * 6 + 6));
    state.update();
    const place = new Vector3().fromArray(state.poses, tip);
    let least = Infinity;
    for (let k = 0; k < line.length; k += 3)
      least = Math.min(least, place.distanceTo(new Vector3().fromArray(line, k)));
    expect(least).toBeLessThan(1e-3);
  }
  drawer.dispose();
});

test('a line out of reach says so and has no motion', () => {
  const plan = planner.plan(jobOf(scene('corners'), 'ur5', { at: [1.9, 0.4, 0], bounds }));
  expect(plan).toMatchObject({ part: 0, ended: 'out of reach', motion: null });
  expect(wordsOf(plan)).toBe('It cannot begin: no pose of the arm reaches farther.');
});

test('every end has words of its own', () => {
  const reached = { part: 0.5, reason: '', joints: ['joint 4', 'joint 6'], links: ['joint 3'] };
  const ends = ['limit', 'obstacle', 'singularity', 'out of reach', 'branch end', 'maxTime'] as const;
  const said = ends.map((ended) => [shortOf({ ...reached, ended }), endOf({ ...reached, ended })]);
  expect(new Set(said.flat()).size).toBeGreaterThan(ends.length);
  expect(shortOf({ ...reached, ended: 'limit' })).toBe('limit of joint 4 and joint 6');
  expect(wordsOf({ ...reached, ended: 'obstacle' })).toBe('It ends after 50 %: link 3 would touch the box.');
  expect(wordsOf({ ...reached, part: 1, ended: 'done' })).toBe('It draws the whole line.');
});
