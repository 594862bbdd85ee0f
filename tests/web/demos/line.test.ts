/** Plans of the page “Draw a line” without a browser: surfaces, lines, and scenes that show what they describe. */
import { Model, Problem } from 'limber';
import { Quaternion, Ray, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { arms } from '../../../demos/line/arms.ts';
import { apart, fromHand, Line, lines } from '../../../demos/line/lines.ts';
import { type Job, lineOf, questions, speedAt, type Plan } from '../../../demos/line/plan.ts';
import { scenes } from '../../../demos/line/scenes.ts';
import { type Spot, Surface, surfaces } from '../../../demos/line/surface.ts';
import { shortOf, wordsOf } from '../../../demos/line/words.ts';

const jobOf = (name: string, arm: string, more: Partial<Job> = {}): Job => {
  const { line, surface, box } = scenes.find((each) => each.name === name)!;
  const own = { surface: surface.name, at: surface.at, line: line.name, points: line.points.flat() };
  return { arm, ...own, box: box.length > 0 ? box : null, speed: 0.3, acceleration: 5, ...more };
};
const plan = (...job: Parameters<typeof jobOf>): Plan => questions.plan(null, jobOf(...job));
const placeOf = (surface: Surface, spot: Spot) => new Vector3().fromArray(surface.places([spot]));
const least = (place: Vector3, { surface, spots }: Line) =>
  Math.min(...spots.map((spot) => place.distanceTo(placeOf(surface, spot))));

const spots = [[0, 0], [0.1, 0], [-0.07, 0.12], [0, -0.2]] as const; // prettier-ignore

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
    else expect(place.clone().sub(surface.middle).dot(surface.normal)).toBeCloseTo(0, 12);
    const sight = new Ray(place.addScaledVector(outwards, 0.5), outwards.clone().negate());
    surface.spotIn(sight)!.forEach((each, i) => expect(each).toBeCloseTo(spot[i]!, 9));
  });
});

test.each(lines)('the line “$title” goes through its points, evenly', ({ points, isSmooth }) => {
  const line = new Line(new Surface(surfaces[0]!), points, isSmooth);
  for (const point of points) expect(least(placeOf(line.surface, point), line)).toBeLessThan(3e-3);
  const steps = line.spots.slice(1).map((spot, i) => apart(spot, line.spots[i]!));
  expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.1);
});

test('a line by hand has even strides, and too short a one is none', () => {
  const round = (i: number): Spot => [0.2 * Math.cos(i / 100), 0.2 * Math.sin(i / 100)];
  const drawn = Array.from({ length: 400 }, (_, i) => round(i));
  const kept = fromHand(drawn)!;
  expect(kept[0]).toEqual(drawn[0]);
  kept.slice(1).forEach((spot, i) => expect(Math.abs(apart(spot, kept[i]!) - 0.027)).toBeLessThan(0.002));
  expect([fromHand(drawn.slice(0, 3)), fromHand([])]).toEqual([null, null]);
});

test('the page opens with a robot that writes its whole letter', () => {
  expect(plan(scenes[0]!.name, arms[0]!.name)).toMatchObject({ part: 1, ended: 'done' });
});

test('seven joints get past the box that stops the UR5', () => {
  const { part, ended } = plan('box', 'ur5');
  expect([part < 0.6, ended]).toEqual([true, 'obstacle']);
  expect(plan('box', 'ur5', { box: null }).part).toBe(1);
  expect(plan('box', 'panda').part).toBe(1);
});

test('on the upright board the Panda reaches its limits, and others do not', () => {
  const [panda, ...others] = questions.compare(null, jobOf('upright', 'ur5'));
  expect([panda!.part < 1, panda!.ended]).toEqual([true, 'limit']);
  for (const { job, part } of others) expect(part, job.arm).toBe(1);
});

test('the motion follows the line, within its bounds, and stops at corners', () => {
  const job = jobOf('corners', 'ur5');
  const { motion, part } = questions.plan(null, job);
  expect(part).toBe(1);
  const { times, q, shares } = motion!;
  for (const rows of shares) expect(Math.max(...rows)).toBeLessThan(1 + 1e-6);
  const speeds = Array.from(times, (_, i) => speedAt(motion!, i) / job.speed);
  expect(Math.max(...speeds)).toBeLessThan(1.01);
  const isSlow = (i: number): boolean => speeds[i]! < 0.05;
  const stops = speeds.filter((_, i) => i > 0 && isSlow(i) && !isSlow(i - 1));
  expect(stops).toHaveLength(job.points.length / 2 - 1);
  const problem = new Problem(Model.from(arms.find(({ name }) => name === 'ur5')!.description));
  const { state, model } = problem;
  const line = lineOf(job);
  for (let i = 0; i < times.length; i += 20) {
    state.q.set(q.subarray(i * 6, i * 6 + 6));
    state.update();
    const place = new Vector3().fromArray(state.poses, 7 * model.findLink('effector'));
    expect(least(place, line)).toBeLessThan(6e-3);
    expect(Math.abs(place.sub(line.surface.middle).dot(line.surface.normal))).toBeLessThan(1e-3);
  }
  problem.dispose();
  model.dispose();
});

test('a line out of reach says so and has no motion', () => {
  const found = plan('corners', 'ur5', { at: [1.9, 0.4, 0] });
  expect(found).toMatchObject({ part: 0, ended: 'out of reach', motion: null });
  expect(wordsOf(found)).toBe('It cannot begin: no pose of the arm reaches farther.');
});

test('every end has words of its own', () => {
  const reached = { part: 0.5, joints: ['joint 4', 'joint 6'], links: ['joint 3'] };
  const ends = ['limit', 'obstacle', 'singularity', 'out of reach', 'branch end', 'maxTime'] as const;
  expect(new Set(ends.map((ended) => shortOf({ ...reached, ended }))).size).toBe(ends.length);
  expect(shortOf({ ...reached, ended: 'limit' })).toBe('limit of joint 4 and joint 6');
  const stuck = 'It gets stuck after 50 %: link 3 would touch the box.';
  expect(wordsOf({ ...reached, ended: 'obstacle' })).toBe(stuck);
  expect(wordsOf({ ...reached, part: 1, ended: 'done' })).toBe('It draws the whole line.');
});
