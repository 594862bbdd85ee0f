/** Animated characters: reading and solving change nothing except for goals. */
import { AnimationMixer, type AnimationClip, type Bone, type Object3D, Quaternion, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Character, type CharacterOptions } from 'limber/character';
import type { BodyOptions } from './skeletons.ts';
import { expectError, expectInside } from '../support/models.ts';
import { makeClip, makeWalker } from './walker.ts';
import '../support/silence.ts';

/** All local and world numbers of the bones, from three.js. */
function numbersOf(scene: Object3D, bones: Iterable<Bone>): Map<string, number[]> {
  scene.updateMatrixWorld(true);
  const numbers = new Map<string, number[]>();
  for (const { name, position, quaternion, scale, matrixWorld } of bones) {
    const local = [position, quaternion, scale].flatMap((each) => [...each.toArray()] as number[]);
    numbers.set(name, [...local, ...matrixWorld.elements]);
  }
  return numbers;
}

/**
 * Largest distance between links and bones in metres. Clips hold 32-bit numbers, so quaternions are unit to
 * 1e-7.
 */
function modelError(character: Character, bones: Iterable<Bone>): number {
  const { poses } = character.problem.state;
  let most = 0;
  for (const bone of bones) {
    const place = new Vector3().fromArray(poses, 7 * character.linkOf(bone));
    most = Math.max(most, place.distanceTo(new Vector3().setFromMatrixPosition(bone.matrixWorld)));
  }
  return most;
}

function play(scene: Object3D, clip: AnimationClip) {
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(clip).play();
  return (time: number) => void mixer.setTime(time);
}

const folder = join(import.meta.dirname, '../../../../shared/data/motion/bvh');
const recordings = existsSync(folder) ? ['cmu-01-01', 'cmu-01-03', 'boxing'] : [];
if (recordings.length === 0)
  process.stdout.write('no recorded motion beside the project: only clips made here\n');

interface Playing {
  readonly options?: CharacterOptions;
  readonly scene: Object3D;
  readonly bones: readonly Bone[];
  readonly show: (time: number) => void;
  readonly times: readonly number[];
}

const span = (count: number, seconds: number) =>
  Array.from({ length: count }, (_, i) => (i * seconds) / count);

function made(most: number, turned: boolean, body: BodyOptions = {}): Playing {
  const { scene, bones } = makeWalker(turned, body);
  const show = play(scene, makeClip(bones, most, 3));
  return { scene, bones: [...new Set(bones.values())], show, times: span(50, 4) };
}

function recorded(name: string): Playing {
  const { clip, skeleton } = new BVHLoader().parse(readFileSync(join(folder, `${name}.bvh`), 'utf8'));
  const scene = skeleton.bones[0]!;
  return { scene, bones: skeleton.bones, show: play(scene, clip), times: span(60, clip.duration) };
}

const movable: CharacterOptions = {
  root: 'free',
  joints: {
    hips: { flex: [-0.1, 0.1], twist: [-0.05, 0.05] },
    mixamorigLeftHandThumb1: { type: 'hinge', axis: [0, 0, 1], flex: [0, 0.2] },
    mixamorigRightHandThumb1: { type: 'hinge', axis: [0, 1, 0] },
    mixamorigLeftHandIndex1: { flex: [0, 0.1], side: [0, 0], twist: [0, 0], weight: 0 },
  },
};

const playings: readonly (readonly [string, () => Playing])[] = [
  ['a walk', () => made(1.5, false)],
  ['a walk of bones with any axes', () => made(1.5, true)],
  ['a walk in a mirror, at a scale of 0.01', () => made(1.5, true, { mirror: true, scale: 0.01 })],
  ['an idle', () => made(0.05, false)],
  ['a walk of hips and fingers that may move', () => ({ ...made(1.5, true), options: movable })],
  ...recordings.map((name) => [name, () => recorded(name)] as const),
];

describe.each(playings)('%s', (_, start) => {
  it('is the same to the bit after reading and solving without a goal, and the model stands where the bones are', () => {
    const { scene, bones, show, times, options } = start();
    using character = new Character(scene, options);
    expect(character.humanoid.size).toBeGreaterThan(0);
    let size = 0;
    for (const time of times) {
      show(time);
      const before = numbersOf(scene, bones);
      for (const numbers of before.values()) size = Math.max(size, ...numbers.slice(-4, -1).map(Math.abs));
      character.read();
      character.solve();
      character.write();
      expect(numbersOf(scene, bones)).toEqual(before);
      expect(modelError(character, bones) / size).toBeLessThan(1e-7);
    }
  });

  it('lets a hand reach, and only what is between it and the hips moves', () => {
    const { scene, bones, show, times, options } = start();
    using character = new Character(scene, options);
    const hand = character.humanoid.get('leftHand')!;
    const elbow = character.humanoid.get('leftLowerArm')!.parent!;
    const effector = character.addEffector('leftHand');
    const above = new Set<Object3D>();
    for (let at: Object3D | null = hand; at; at = at.parent) above.add(at);
    const place = (node: Object3D) => new Vector3().setFromMatrixPosition(node.matrixWorld);
    for (const time of times) {
      show(time);
      const before = numbersOf(scene, bones);
      character.read();
      // Towards the shoulder, as far as an arm can that is not folded.
      effector.target.copy(place(hand)).lerp(place(elbow), 0.1);
      character.solve({ maxIterations: 100 });
      expectInside(character.problem);
      const after = numbersOf(scene, bones);
      expect(place(hand).distanceTo(effector.target)).toBeLessThan(2e-3 * character.model.reach);
      for (const bone of bones) {
        if (!above.has(bone))
          expect(after.get(bone.name)!.slice(0, 10)).toEqual(before.get(bone.name)!.slice(0, 10));
      }
    }
  });
});

/** The largest angle by which a joint of the bones as read is outside its limits; see `Bound`. */
function beyond({ model, problem }: Character): number {
  const { poses, q } = problem.state;
  const turnAt = (i: number) => new Quaternion().fromArray(poses, 7 * i + 3);
  let most = 0;
  for (const { index, parent, origin, nq, qIndex } of model.links) {
    if (parent < 0 || nq === 0) continue;
    const rest = turnAt(parent).multiply(new Quaternion(...origin.rotation));
    const turn = rest.invert().multiply(turnAt(index));
    const allowed = new Quaternion();
    if (nq === 4) allowed.fromArray(q, qIndex);
    else {
      allowed.setFromAxisAngle(new Vector3(1, 0, 0), q[qIndex]!);
      turn.set(turn.x, 0, 0, turn.w).normalize();
    }
    most = Math.max(most, turn.angleTo(allowed));
  }
  return most;
}

it.each(recordings)('default ranges hold 99 % of the frames of %s', (name) => {
  const { clip, skeleton } = new BVHLoader().parse(readFileSync(join(folder, `${name}.bvh`), 'utf8'));
  using character = new Character(skeleton.bones[0]!, { restPose: 'current' });
  const show = play(skeleton.bones[0]!, clip);
  const times = clip.tracks[0]!.times.subarray(1);
  const outside = times.filter((time) => {
    show(time);
    character.read();
    return beyond(character) > 0.01;
  });
  expect(outside.length).toBeLessThanOrEqual(0.01 * times.length);
});

/** The left arm of a walker reaches, based on the bones that the tracks in `kept` animate. */
function reaching(kept: (track: string) => boolean) {
  const { scene, bones } = makeWalker(true);
  const clip = makeClip(bones, 1.5, 3);
  clip.tracks = clip.tracks.filter(({ name }) => kept(name));
  const show = play(scene, clip);
  const character = new Character(scene);
  const effector = character.addEffector('leftHand');
  const frame = (time: number): void => {
    show(time);
    character.read();
    character.solve();
  };
  return { scene, bones: [...new Set(bones.values())], character, effector, frame };
}

it.each([
  ['a clip of the legs', (track: string) => /Leg|Foot/.test(track)],
  ['a clip of single bones of the arm', (track: string) => /Leg|LeftArm|Spine1/.test(track)],
  ['no clip', () => false],
])('what %s does not write comes back once the goal is off', (_, kept) => {
  const untouched = reaching(kept);
  const { scene, bones, character, effector, frame } = reaching(kept);
  for (let i = 0; i < 20; ++i) {
    effector.target.set(0.2, 1.2, 0.3);
    frame(i / 10);
    expect(effector.distance).toBeLessThan(2e-3);
  }
  effector.weight = 0;
  untouched.character.effectors[0]!.weight = 0;
  for (const time of [2, 2.5]) {
    frame(time);
    untouched.frame(time);
    expect(numbersOf(scene, bones)).toEqual(numbersOf(untouched.scene, untouched.bones));
  }
  character.dispose();
});

it('what a mixer writes once, because it does not change, is taken as written every frame', () => {
  const { bones, character, effector, frame } = reaching(() => true);
  frame(0.5);
  // The mixer's values are unchanged, so it writes nothing.
  const poses: number[][] = [];
  for (let i = 0; i < 3; ++i) {
    effector.target.set(0.2, 1.2, 0.3 + 0.1 * i);
    frame(0.5);
    effector.target.set(0.2, 1.2, 0.3);
    frame(0.5);
    poses.push([...character.problem.state.q]);
  }
  expect(poses[1]).toEqual(poses[0]);
  expect(poses[2]).toEqual(poses[0]);
  expect(bones.length).toBeGreaterThan(22);
});

it('what is set back stays, and so does the posture in which it is to rest', () => {
  const { scene, bones, character, effector, frame } = reaching(() => false);
  effector.target.set(0.2, 1.2, 0.3);
  frame(0);
  character.restHere();
  const posture = numbersOf(scene, bones);
  effector.weight = 0;
  frame(1);
  expect(numbersOf(scene, bones)).toEqual(posture);
  character.reset();
  const reset = numbersOf(scene, bones);
  expect(reset).not.toEqual(posture);
  frame(1);
  expect(numbersOf(scene, bones)).toEqual(reset);
});

it.each([
  ['moves', (bone: Bone) => bone.position.multiplyScalar(1.3)],
  ['scales', (bone: Bone) => bone.scale.setScalar(1.2)],
])('a hand gets there though an animation %s bones between it and the hips', (_, change) => {
  const { scene, bones, character, effector, frame } = reaching((track) => !/position/.test(track));
  for (const bone of bones) if (/Spine1|LeftArm$|LeftForeArm|RightUpLeg/.test(bone.name)) change(bone);
  for (let i = 0; i < 10; ++i) {
    effector.target.set(0.25, 1.2, 0.3);
    frame(i / 10);
    scene.updateMatrixWorld(true);
    expect(modelError(character, bones)).toBeLessThan(1e-6);
    const hand = new Vector3().setFromMatrixPosition(effector.bone.matrixWorld);
    expect(effector.distance).toBeLessThan(2e-3);
    expect(hand.distanceTo(effector.target)).toBeCloseTo(effector.distance, 5);
  }
});

it('a bone that is not finite is named, and the character goes on once it is', () => {
  const { scene, bones, character, effector, frame } = reaching(() => false);
  const bone = bones.find(({ name }) => name === 'mixamorigLeftToeBase')!;
  const { x } = bone.position;
  bone.position.x = NaN;
  expectError(() => frame(0), 'notFinite', 'LeftToeBase', 'reset the node');
  bone.position.x = x;
  effector.target.set(0.2, 1.2, 0.3);
  frame(0);
  scene.updateMatrixWorld(true);
  expect(modelError(character, bones)).toBeLessThan(1e-6);
  expect(effector.distance).toBeLessThan(2e-3);
});

it.each([
  ['straight', 0],
  ['bent the wrong way by 6 degrees', -0.1],
])('a leg that is %s folds towards a target along it', (_, bend) => {
  const { scene, bones } = makeWalker();
  using character = new Character(scene);
  const [hip, knee, foot] = ['LeftUpLeg', 'LeftLeg', 'LeftFoot'].map((name) => bones.get(name)!);
  const place = (bone: Bone | undefined) => bone!.getWorldPosition(new Vector3());
  // The body's own knee is slightly bent: align both bones.
  const thigh = place(knee).sub(place(hip)).normalize();
  const shin = place(foot).sub(place(knee)).normalize();
  knee!.quaternion
    .setFromUnitVectors(shin, thigh)
    .premultiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), bend));
  character.read();
  const effector = character.addEffector('leftFoot', { orientation: false });
  const start = effector.target.clone();
  for (const part of [0.02, 0.1, 0.3, 0.6, 0.1, 0]) {
    effector.target.copy(start).lerp(place(hip), part);
    character.read();
    character.solve();
    expect(place(foot).distanceTo(effector.target)).toBeLessThan(2e-3);
    // Bent forwards, like a knee.
    if (part > 0) expect(place(knee).z).toBeGreaterThan(place(hip).lerp(place(foot), 0.5).z);
  }
});
