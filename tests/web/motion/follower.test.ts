/** Bodies that follow live, at several rates and through noise, and ground that is not level. */
import { AnimationClip, AnimationMixer, type Bone, Quaternion, Vector3, VectorKeyframeTrack } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  Character,
  type FigureSource,
  Follower,
  type GroundAt,
  retargetClip,
  type Role,
  roles,
  SkeletonSource,
} from 'limber/character';
import { makeBody, seeded } from '../gltf/skeletons.ts';
import { expectError } from '../support/models.ts';
import { trembling } from './trembling.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/motion/bvh');
const recordings = existsSync(folder) ? ['cmu-01-01', 'cmu-01-03', 'boxing'] : [];
if (recordings.length === 0) process.stdout.write('no recorded motion beside the project\n');

const sides = ['left', 'right'] as const;

/** Reads places and rotations of a body's links. */
function linksOf(body: Character) {
  const { state } = body.problem;
  return {
    place: (role: Role) => new Vector3().fromArray(state.poses, 7 * body.linkOf(role)),
    turn: (role: Role) => new Quaternion().fromArray(state.poses, 7 * body.linkOf(role) + 3),
  };
}

/** Of the source at rest, from thigh to foot. */
function legOf({ rest }: FigureSource): number {
  const at = (role: Role) => new Vector3().fromArray(rest, 7 * roles.indexOf(role));
  return at('leftUpperLeg').distanceTo(at('leftFoot'));
}

const percentile = (of: readonly number[], share: number) =>
  [...of].sort((a, b) => a - b)[Math.min(of.length - 1, Math.floor(share * of.length))]!;

describe.each(recordings)('%s, live', (name) => {
  const { clip, skeleton } = new BVHLoader().parse(readFileSync(join(folder, `${name}.bvh`), 'utf8'));
  const root = skeleton.bones[0]!;

  // 6 thousandths of a leg are 5 mm of a person.
  it.each([30, 60, 120].flatMap((rate) => [0, 0.006].map((noise) => [rate, noise] as const)))(
    'at %i frames per second with %f legs of noise: contacts are found in time, and feet stand',
    (rate, noise) => {
      const { scene } = makeBody({ random: seeded(3), droop: 0.8, scale: 0.01 });
      using body = new Character(scene);
      const { contacts } = retargetClip(clip, root, body, { from: 0.01 }).report;
      const source = new SkeletonSource(root);
      using follower = new Follower(body, noise > 0 ? trembling(source, noise * legOf(source)) : source);
      const { place } = linksOf(body);
      const ground = place('leftToes').y;
      const mixer = new AnimationMixer(root);
      mixer.clipAction(clip).play();
      const frames = [];
      for (let time = 1 / rate; time < clip.duration; time += 1 / rate) {
        mixer.setTime(time);
        follower.step(time);
        const feet = { left: place('leftToes'), right: place('rightToes') };
        const stands = { left: follower.stands('left'), right: follower.stands('right') };
        frames.push({ time, feet, stands });
      }
      mixer.stopAllAction();
      const late: number[] = [];
      const slips: number[] = [];
      let count = 0;
      for (const side of sides)
        for (const [from, to] of contacts[side].filter(([from, to]) => to - from > 0.15)) {
          count += 1;
          const within = frames.filter(({ time }) => time > from - 0.1 && time <= to);
          const found = within.find(({ stands }) => stands[side]);
          if (!found) continue;
          late.push(found.time - from);
          const after = within.filter(({ time }) => time >= Math.max(found.time, from) + 0.05);
          const path = after.map(({ feet }) => feet[side].clone().setY(0));
          slips.push(Math.max(0, ...path.map((each) => each.distanceTo(path[0]!))));
        }
      expect(count).toBeGreaterThan(20);
      expect(late.length / count).toBeGreaterThanOrEqual(noise > 0 ? 0.97 : 0.99);
      expect(percentile(late, 0.9)).toBeLessThan(noise > 0 ? 0.1 : 0.07);
      expect(percentile(slips, 0.95)).toBeLessThan(noise > 0 ? 0.015 : 0.005);
      const heights = frames.flatMap(({ feet }) => sides.map((side) => feet[side].y - ground));
      const lowest = Math.min(...heights.slice(rate));
      expect(lowest).toBeGreaterThan(-0.005);
    },
  );
});

/** A clip in which a person hops 0.4 m forward after a second. */
function hop(hips: Bone): AnimationClip {
  const times = Array.from({ length: 121 }, (_, i) => i / 60);
  const { x, y, z } = hips.position;
  const places = times.flatMap((time) => {
    const part = Math.min(1, Math.max(0, (time - 0.9) / 0.3));
    return [x, y + 0.3 * Math.sin(Math.PI * part), z + 0.4 * part];
  });
  return new AnimationClip('hop', 2, [new VectorKeyframeTrack(`${hips.name}.position`, times, places)]);
}

const slope = 0.2;
const grounds: Readonly<Record<string, GroundAt>> = {
  'a stair': (_, z) => ({ height: z > 0.35 ? 0.25 : 0 }),
  'a slope': (_, z) => ({ height: slope * z, normal: new Vector3(0, 1, -slope).normalize().toArray() }),
};

describe.each(Object.entries(grounds))('on %s', (name, ground) => {
  const from = makeBody();
  const to = makeBody({ random: seeded(5) });
  const clip = hop(from.bones.get('hips')!);

  /** Feet are on the ground as they are on level ground at rest, with soles along it; hips in their middle. */
  function expectToStand(body: Character): void {
    const { place, turn } = linksOf(body);
    const read = () =>
      sides.map((side) => [place(`${side}Toes`), turn(`${side}Foot`), place('hips')] as const);
    const now = read();
    const { state } = body.problem;
    const q = state.q.slice();
    body.reset();
    const rest = read();
    state.q.set(q);
    state.update();
    let rise = 0;
    now.forEach(([toes, foot], i) => {
      const { height, normal = [0, 1, 0] } = ground(toes.x, toes.z);
      expect(toes.y - rest[i]![0].y).toBeCloseTo(height, 3);
      const tilt = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...normal));
      expect(foot.angleTo(tilt.multiply(rest[i]![1]))).toBeLessThan(2e-3);
      rise += height / 2;
    });
    expect(now[0]![2].y - rest[0]![2].y).toBeLessThan(rise + 1e-3);
    expect(now[0]![2].y - rest[0]![2].y).toBeGreaterThan(rise - 0.1);
  }

  it('a clip stands, before and after', () => {
    using body = new Character(to.scene);
    const { trajectory } = retargetClip(clip, from.scene, body, { ground });
    for (const time of [0, 0.5, 1.5, 2]) {
      trajectory.at(time, body.problem.state.q);
      body.problem.state.update();
      expectToStand(body);
    }
  });

  it('a follower stands, before and after', () => {
    using body = new Character(to.scene);
    using follower = new Follower(body, new SkeletonSource(from.scene), { ground });
    const mixer = new AnimationMixer(from.scene);
    mixer.clipAction(clip).play();
    for (let i = 0; i < 119; i += 1) {
      mixer.setTime(i / 60);
      follower.step(i / 60);
      expect(follower.missed('leftFoot'), `${name}, ${i}`).toBeLessThan(1e-6);
      if ([30, 118].includes(i)) expectToStand(body);
    }
    mixer.stopAllAction();
  });
});

describe('a follower', () => {
  const from = makeBody();
  const to = makeBody({ random: seeded(5) });
  const hips = from.bones.get('hips')!;
  const make = () => {
    hips.position.x = 0;
    const body = new Character(to.scene);
    return { body, follower: new Follower(body, new SkeletonSource(from.scene)), ...linksOf(body) };
  };

  it('holds a foot whose source slides, until a gap, a jump or a time that goes back', () => {
    for (const next of [{ time: 2 }, { time: -1 }, { time: 0.52, jump: 2 }]) {
      const { body, follower, place } = make();
      let first = new Vector3();
      for (let i = 0; i <= 30; i += 1) {
        hips.position.x = 0.002 * i;
        follower.step(i / 60);
        if (i === 8) first = place('leftToes');
        if (i > 8) expect(place('leftToes').distanceTo(first)).toBeLessThan(1e-6);
      }
      expect(follower.stands('left')).toBe(true);
      hips.position.x += next.jump ?? 0;
      const before = place('leftToes').x - hips.position.x;
      follower.step(next.time);
      expect(follower.stands('left')).toBe(false);
      const after = place('leftToes').x - hips.position.x;
      expect(Math.abs(after - before)).toBeGreaterThan(0.03);
      follower.dispose();
      body.dispose();
    }
  });

  it('changes nothing in a pause', () => {
    const { body, follower } = make();
    for (let i = 0; i < 10; i += 1) follower.step(i / 60);
    const q = body.problem.state.q.slice();
    follower.step(9 / 60);
    body.problem.state.q.forEach((each, i) => expect(each).toBeCloseTo(q[i]!, 12));
    follower.dispose();
    body.dispose();
  });

  it('refuses a bad ground, and follows on good ground after it', () => {
    let answer: unknown = { height: 0 };
    using body = new Character(to.scene);
    const source = new SkeletonSource(from.scene);
    using follower = new Follower(body, source, { ground: (() => answer) as GroundAt });
    const heights = [{ height: 0 }, undefined, { height: NaN }, { height: 0 }].map((each, i) => {
      answer = each;
      if (each?.height === 0) follower.step(i / 60);
      else expectError(() => follower.step(i / 60), 'badDescription', 'the ground at ', 'finite height');
      return linksOf(body).place('hips').y;
    });
    expect(follower.missed('leftFoot')).toBeLessThan(1e-6);
    expect(heights[3]).toBeCloseTo(heights[0]!, 6);
    expect(heights[0]).toBeGreaterThan(0.5);
  });

  it('is refused once it or its body is disposed', () => {
    const { body, follower } = make();
    const { body: other, follower: stays } = make();
    other.dispose();
    expectError(() => stays.step(0), 'disposed', 'this problem');
    follower.dispose();
    expectError(() => follower.step(0), 'disposed', 'this follower');
    stays.dispose();
    body.dispose();
  });

  it('says what is missing', () => {
    using thing = new Character(to.scene, { humanoid: false });
    expectError(
      () => new Follower(thing, new SkeletonSource(from.scene)),
      'unknownLink',
      'the body has no hips',
    );
    using body = new Character(to.scene);
    const source = new SkeletonSource(from.scene);
    expectError(
      () => new Follower(to.scene as never, source),
      'badDescription',
      'a Character or a RobotBody',
    );
    const misspelt = { hand: 'place' } as object;
    expectError(() => new Follower(body, source, misspelt), 'badDescription', 'options.hand is unknown');
    using follower = new Follower(body, source);
    hips.position.x = NaN;
    expectError(() => follower.step(0), 'badTrajectory', 'is not finite at');
    hips.position.x = 0;
  });
});
