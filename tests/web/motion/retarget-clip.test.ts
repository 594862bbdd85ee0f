/** Clips onto bodies of other proportions and bone axes, through three.js. */
import { AnimationMixer, type Bone, BoxGeometry, type Object3D, Skeleton, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Character, retargetClip, type RetargetOptions } from 'limber/character';
import { type BodyOptions, boxSkin, makeBody, seeded } from '../gltf/skeletons.ts';
import { makeClip, makeWalker } from '../gltf/walker.ts';
import { makeGLB } from '../support/glb.ts';
import { expectError } from '../support/models.ts';
import '../support/silence.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/motion/bvh');
const recordings = existsSync(folder) ? ['cmu-01-01', 'cmu-01-03', 'boxing'] : [];
if (recordings.length === 0) process.stdout.write('no recorded motion beside the project\n');

const worldOf = (bone: Object3D) => new Vector3().setFromMatrixPosition(bone.matrixWorld);

describe('a walk', () => {
  const { scene, bones } = makeWalker(true);
  const walk = makeClip(bones, 1.5, 3);

  it('goes onto the same body as it is, and leaves source and body as they were', () => {
    const other = makeWalker(false);
    using body = new Character(other.scene, { restPose: 'current' });
    const before = [...other.bones.values()].map(({ quaternion }) => quaternion.toArray());
    const { clip, trajectory, report } = retargetClip(walk, scene, body, { locks: false });
    expect([...other.bones.values()].map(({ quaternion }) => quaternion.toArray())).toEqual(before);
    expect(report.missed).toEqual([]);
    const [own, its] = [new AnimationMixer(scene), new AnimationMixer(other.scene)];
    own.clipAction(walk).play();
    its.clipAction(clip).play();
    for (const time of trajectory.times.subarray(0, -1)) {
      own.setTime(time);
      its.setTime(time - trajectory.times[0]!);
      for (const each of [scene, other.scene]) each.updateMatrixWorld(true);
      // From the hips, because the body stands on a ground of its own.
      const from = (set: ReadonlyMap<string, Bone>, name: string) =>
        worldOf(set.get(name)!).sub(worldOf(set.get('hips')!));
      for (const name of ['leftFoot', 'rightFoot', 'leftHand', 'rightHand', 'head'])
        expect(from(bones, name).distanceTo(from(other.bones, name)), name).toBeLessThan(1e-3);
    }
  });

  /** Places of all parts in each frame from the hips, whose height goes by the ground, in metres of scale 1. */
  function placesOn(options: BodyOptions, size = 1, more: RetargetOptions = {}): Vector3[][] {
    const { scene: other } = makeBody(options);
    other.scale.setScalar(size);
    using body = new Character(other);
    const { trajectory } = retargetClip(walk, scene, body, more);
    const { state } = body.problem;
    return Array.from({ length: trajectory.length }, (_, i) => {
      state.q.set(trajectory.row(i));
      state.update();
      const place = (role: string) => new Vector3().fromArray(state.poses, 7 * body.linkOf(role));
      return [...body.humanoid.keys()]
        .sort()
        .map((role) => place(role).sub(place('hips')).divideScalar(size));
    });
  }

  const farthest = (a: readonly Vector3[][], b: readonly Vector3[][]) =>
    Math.max(...a.flatMap((frame, i) => frame.map((place, k) => place.distanceTo(b[i]![k]!))));

  it('has the same places for other rest poses, bone axes and scales', () => {
    const places = placesOn({});
    expect(farthest(places, placesOn({ droop: 0.8, random: seeded(3) }))).toBeLessThan(1e-6);
    expect(farthest(places, placesOn({ droop: 1.4, random: seeded(5), scale: 0.01 }))).toBeLessThan(1e-6);
    expect(farthest(places, placesOn({}, 0.55))).toBeLessThan(1e-6);
  });

  it('is the same at every second frame if the others are dropped', () => {
    const all = placesOn({}, 1, { rate: 60, locks: false });
    const half = placesOn({}, 1, { rate: 30, locks: false });
    expect(
      farthest(
        half,
        all.filter((_, i) => i % 2 === 0),
      ),
    ).toBeLessThan(1e-3);
  });

  it.each(['made here', 'loaded'])(
    'goes onto a body that an animation poses as onto one at rest: %s',
    async (way) => {
      const posed = async (pose: boolean) => {
        const { scene: own, bones: parts } = makeBody({ droop: 0.8, random: seeded(3) });
        own.position.set(way === 'loaded' ? 0 : 1, 0, 0);
        own.updateMatrixWorld(true);
        const skin = boxSkin(new BoxGeometry());
        own.add(skin);
        own.updateMatrixWorld(true);
        skin.bind(new Skeleton([...parts.values()]));
        const to = way === 'loaded' ? (await new GLTFLoader().parseAsync(await makeGLB(own), '')).scene : own;
        if (pose) {
          const bone = (name: string) => to.getObjectByName(name)!;
          bone('hips').position.y -= 0.3;
          bone('hips').rotateX(0.5);
          bone('leftUpperLeg').rotateX(-1);
        }
        using body = new Character(to);
        return retargetClip(walk, scene, body).trajectory.q;
      };
      const [rest, animated] = [await posed(false), await posed(true)];
      animated.forEach((each, i) => expect(each).toBeCloseTo(rest[i]!, 5));
    },
  );

  it('takes the rule for each hand', () => {
    const { scene: broad, bones: parts } = makeBody();
    for (const side of ['left', 'right']) parts.get(`${side}UpperArm`)!.position.multiplyScalar(1.5);
    using body = new Character(broad);
    const q = (hands: NonNullable<RetargetOptions['hands']>) => {
      const { trajectory } = retargetClip(walk, scene, body, { hands });
      return trajectory.row(trajectory.length - 1);
    };
    const at = (side: string) => body.model.links[body.linkOf(parts.get(`${side}LowerArm`)!)]!.qIndex;
    const [direction, place, both] = [q('direction'), q('place'), q({ left: 'place', right: 'direction' })];
    expect(direction[at('left')]).not.toBeCloseTo(place[at('left')]!, 2);
    expect(both[at('left')]).toBe(place[at('left')]);
    expect(both[at('right')]).toBe(direction[at('right')]);
    expectError(
      () => q('places' as 'place'),
      'badDescription',
      'options.hands must be "auto", "direction", "place" for both',
    );
    expectError(() => q({ lefft: 'place' } as object), 'badDescription', 'lefft');
  });

  it('has tracks by name for copies of the body', () => {
    const { scene: copy } = makeBody();
    using body = new Character(copy);
    const { clip } = retargetClip(walk, scene, body, { tracks: 'name' });
    expect(clip.tracks.map(({ name }) => name)).toContain('leftUpperArm.quaternion');
  });
});

it.each(recordings)('%s goes onto a body with any axes: feet stand, hands reach', (name) => {
  const { clip, skeleton } = new BVHLoader().parse(readFileSync(join(folder, `${name}.bvh`), 'utf8'));
  const { scene, bones } = makeBody({ random: seeded(3), droop: 0.8, scale: 0.01 });
  using body = new Character(scene);
  const { trajectory, report } = retargetClip(clip, skeleton.bones[0]!, body, { from: 0.01 });
  const { state } = body.problem;
  const place = (bone: Bone) => new Vector3().fromArray(state.poses, 7 * body.linkOf(bone));
  let [good, all] = [0, 0];
  for (const side of ['left', 'right'] as const) {
    for (const [from, to] of report.contacts[side]) {
      const path = [...trajectory.times]
        .filter((time) => time >= from && time <= to)
        .map((time) => {
          trajectory.at(time, state.q);
          state.update();
          return place(bones.get(`${side}Toes`)!);
        });
      all += 1;
      if (path.every((each) => each.distanceTo(path[0]!) < 2e-3)) good += 1;
    }
  }
  expect(all).toBeGreaterThan(20);
  expect(good / all).toBeGreaterThanOrEqual(0.99);
  const missed = report.missed.filter(({ role }) => role.endsWith('Hand'));
  const seconds = missed.reduce((sum, { from, to }) => sum + to - from, 0);
  expect(seconds).toBeLessThan(0.05 * 2 * trajectory.duration);
});

it('says what is missing, and where a file is damaged', () => {
  const { scene, bones } = makeWalker(true);
  const walk = makeClip(bones, 1.5, 3);
  const { scene: other } = makeBody();
  using body = new Character(other);
  using thing = new Character(other, { humanoid: false });
  expectError(() => retargetClip(walk, scene, thing), 'unknownLink', 'the body has no hips', 'by role');
  expectError(() => retargetClip(walk, scene, body, { from: 100 }), 'badTrajectory', 'no keys');
  walk.tracks[0]!.values[30] = NaN;
  expectError(() => retargetClip(walk, scene, body), 'badTrajectory', 'is not finite at');
});
