/** Every preset of the element, and the first page's robot, dragged around: where a pose exists, it comes to rest. */
import { expect, it } from 'vitest';
import type { Vec3 } from 'limber';
import { Player, type Run } from 'limber/robots';
import { readSettings } from '../../../web/src/element/attributes.ts';
import { settingsOf, wholeArm } from '../../../web/src/bench/exhibit.ts';
import { makeRun, startTargets } from '../../../web/src/bench/start.ts';
import { presetNames, subjectOf } from '../../../web/src/element/live/subject.ts';
import { HeroArm, least, most } from '../../../demos/home/hero-arm.ts';
import '../support/silence.ts';

const waypoints = 130;
/** Frames from one waypoint to the next. */
const drag = 25;
/** Radians per frame, from the drag's speed and its ends. */
const mostTurn = 0.07;

/** Uniform random numbers from 0 to 1, the same in every run (Park and Miller). */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** Places of the effectors in a random pose within the limits. */
function placesOf({ model, problem, effectors }: Run, random: () => number): number[] {
  const { state } = problem;
  const before = state.q.slice();
  for (const { isBall, mimics, qIndex, limits } of model.links.flatMap(({ motions }) => motions)) {
    if (mimics) continue;
    if (isBall) {
      for (let k = 0; k < 4; k += 1) state.q[qIndex + k] = random() - 0.5;
    } else {
      const [least, most] = limits.map((each) => Math.max(-Math.PI, Math.min(Math.PI, each)));
      state.q[qIndex] = least! + (most! - least!) * random();
    }
  }
  state.update();
  state.projectOntoLimits();
  state.update();
  const places = effectors.flatMap((name) => {
    const at = 7 * model.findLink(name);
    return [...state.poses.subarray(at, at + 3)];
  });
  state.q.set(before);
  state.update();
  return places;
}

it.each(presetNames)('%s misses none of 130 places that it has', async (preset) => {
  const settings = readSettings({ getAttribute: (name) => (name === 'preset' ? preset : null) });
  const subject = await subjectOf(settings, new AbortController().signal);
  const arm = wholeArm(subject.make().arm!, null);
  const player = new Player(makeRun(arm, settingsOf({})));
  const { run } = player;
  player.playing = true;
  const put = (targets: readonly number[]) => {
    for (let i = 0; 3 * i < targets.length; i += 1) player.hold(i, targets.slice(3 * i, 3 * i + 3));
  };
  const dragTo = (to: readonly number[]) => {
    const from = [...run.targets];
    for (let frame = 1; frame <= drag; frame += 1) {
      put(from.map((each, k) => each + ((to[k]! - each) * frame) / drag));
      player.step();
    }
  };
  put(startTargets(run));
  const random = generator(preset.length);
  const missed: number[] = [];
  for (let n = 0; n < waypoints; n += 1) {
    const places = placesOf(run, random);
    // Every fourth time far out of reach on the way.
    if (n % 4 === 0) dragTo(places.map((each) => 3 * each));
    dragTo(places);
    while (player.running) {
      const before = run.q.slice();
      const travels = player.travels;
      player.step();
      if (!travels) continue;
      const most = mostTurn * Math.max(1, run.model.reach);
      for (const { isBall, qIndex: k } of run.model.links.flatMap(({ motions }) => motions)) {
        const [now, then] = [run.q.subarray(k, k + (isBall ? 4 : 1)), before.subarray(k)];
        // A quaternion and its negative are the same rotation.
        const sign = isBall && now.reduce((sum, each, i) => sum + each * then[i]!, 0) < 0 ? -1 : 1;
        now.forEach((each, i) => expect(Math.abs(sign * each - then[i]!)).toBeLessThan(most));
      }
    }
    if (Math.max(...run.residuals) * arm.unit > 0.01) missed.push(n);
  }
  player.dispose();
  expect(missed).toEqual([]);
});

it('the robot of the first page misses none of 520 places of its cube', () => {
  const arm = new HeroArm();
  const random = generator(7);
  const missed: (readonly number[])[] = [];
  let from: Vec3 = [0.15, 1.1, 0.3];
  for (let n = 0; n < 4 * waypoints; n += 1) {
    const to = least.map((each, i) => each + (most[i]! - each) * random()) as unknown as Vec3;
    for (let frame = 1; frame <= drag; frame += 1)
      arm.follow(from.map((each, i) => each + ((to[i]! - each) * frame) / drag) as unknown as Vec3, 1 / 60);
    do arm.follow(to, 1 / 60);
    while (!arm.resting);
    if (arm.distance > 0.001) missed.push(to);
    from = to;
  }
  expect(missed).toEqual([]);
});
