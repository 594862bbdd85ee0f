/** One motion in many kinds of BVH onto a person of the same lengths: limbs must point where the recording's do. */
import { type AnimationClip, AnimationMixer, Group, type Object3D, Skeleton, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { describe, expect, it } from 'vitest';
import { Character, figureSize, readClip, retargetClip, type RetargetOptions } from 'limber/character';
import { makeBody } from '../gltf/skeletons.ts';
import { expectError } from '../support/models.ts';
import { about, alongX, anglesOff, type Encoding, makePerson, writeBVH, writeFBX } from './encodings.ts';

const read = (encoding: Encoding = {}): { readonly clip: AnimationClip; readonly root: Object3D } => {
  const { clip, skeleton } = new BVHLoader().parse(writeBVH(encoding));
  return { clip, root: skeleton.bones[0]! };
};

/** The worst limb's 95th percentile of degrees off, and what is said. */
function worst({ clip, root }: ReturnType<typeof read>, options: RetargetOptions = {}) {
  const { scene, bones } = makePerson();
  using body = new Character(scene);
  const motion = retargetClip(clip, root, body, { from: 0.03, ...options });
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(motion.clip).play();
  const frames = Array.from({ length: 18 }, (_, i) => 0.1 + 0.1 * i).map((time) => {
    mixer.setTime(time - motion.trajectory.times[0]!);
    scene.updateMatrixWorld(true);
    return anglesOff(bones, time);
  });
  const limbs = frames[0]!.map((_, k) => frames.map((frame) => frame[k]!).sort((a, b) => a - b));
  return { degrees: Math.max(...limbs.map((each) => each[17]!)), warnings: motion.report.warnings };
}

const orders = ['XYZ', 'ZXY', 'YZX'] as const;
const raised = (degrees: number) => (name: string) =>
  /Left(Arm|ForeArm|Hand)/.test(name) ? about([0, 0, 1], degrees) : /Right(Arm|ForeArm|Hand)/.test(name) ? about([0, 0, 1], -degrees) : about([0, 0, 1], 0); // prettier-ignore
const zUp = about([1, 0, 0], 90);
const plain = worst(read());

describe('the same motion comes as near as from a T-pose', () => {
  it.each<[string, Encoding, said?: string, options?: RetargetOptions]>([
    ['orders that differ by joint', { order: (name) => orders[name.length % 3]! }],
    ['millimetres', { unit: 1000 }],
    ['names with a colon', { name: (name) => `mixamorig:${name}` }],
    ['names of numbers', { name: (name) => `joint_${[...name].reduce((sum, each) => 31 * sum + each.charCodeAt(0), 7) % 99991}` }], // prettier-ignore
    ['six channels, whose place replaces OFFSET', { six: true }],
    ['six channels, and an OFFSET of 0', { six: true, offset: () => new Vector3() }],
    ['arms raised at rest', { axes: raised(85) }],
    ['arms that hang at rest', { axes: raised(-85) }],
    ['zero pose along X', { axes: alongX }, 'its rest pose is no person who stands'],
    ['zero pose along X, numbered', { axes: alongX, name: (name) => `b${name.length}${name.charCodeAt(0)}${name.charCodeAt(name.length - 3)}` }, 'is no person'], // prettier-ignore
    ['a rest that is found though it need not be', {}, '', { rest: 'found' }],
    ['a rest pose that lies', { axes: () => about([1, 0, 0], -90) }],
    ['a rest pose that slants', { axes: () => about([1, 0, 0], 30) }],
    ['+Z up', { axes: () => zUp.clone().invert(), world: zUp }, 'its +Z is up, so it was turned'],
    ['+Z up and zero pose along X', { axes: alongX, world: zUp }, 'its +Z is up'],
  ])('%s', (_, encoding, said, options) => {
    const { degrees, warnings } = worst(read(encoding), options);
    expect(degrees).toBeLessThan(plain.degrees + 0.5);
    expect(warnings.join()).toContain(said ?? '');
    if (!said) expect(warnings).toEqual([]);
  });
});

it('an FBX comes as near', () => {
  const root = new FBXLoader().parse(new TextEncoder().encode(writeFBX()).buffer, '');
  expect(worst({ clip: root.animations[0]!, root }).degrees).toBeLessThan(plain.degrees + 0.5);
});

it('a rest at a time is the pose of that time', () => {
  const { clip, root } = read();
  const { times, frames } = readClip(clip, root);
  const { rest } = readClip(clip, root, { rest: times[30]! });
  const placesAt = (figure: Float64Array) =>
    [...figure.subarray(0, (7 * (figureSize - 1)) / 8)].filter((_, i) => i % 7 < 3);
  const then = placesAt(frames.subarray(30 * figureSize, 31 * figureSize));
  placesAt(rest).forEach((each, i) => expect(each).toBeCloseTo(then[i]!, 4));
});

it('up is as told', () => {
  const encoding = { axes: () => zUp.clone().invert(), world: zUp };
  const { clip, root } = read(encoding);
  const headOf = (options: RetargetOptions) => readClip(clip, root, options).frames.subarray(35, 38);
  expect(headOf({ up: 'z' })).toEqual(headOf({}));
  expect(headOf({ up: 'y' })[2]).toBeCloseTo(headOf({})[1]!, 6);
});

it('bones that change their lengths in time are told, others not', () => {
  const stretch = (name: string, time: number) => (name === 'LeftLeg' ? 1 + 0.2 * time : 1);
  expect(worst(read({ six: true, stretch })).warnings).toEqual([
    '1 of its bones change their lengths in time, "LeftLeg" by 40 %; the body keeps its own',
  ]);
  expect(worst(read({ six: true, stretch: () => 1.3 })).warnings).toEqual([]);
});

describe('refuses, and says the remedy', () => {
  const { clip, root } = read();
  const { scene } = makeBody();
  const body = new Character(scene);
  const wrong = <T>(value: unknown) => value as T;
  it.each<[string, () => unknown, code: 'badDescription' | 'badTrajectory', ...texts: string[]]>([
    ['no clip', () => retargetClip(wrong(undefined), root, body), 'badDescription', 'the clip must be an AnimationClip of three.js'], // prettier-ignore
    [
      'a skeleton',
      () => retargetClip(clip, wrong(new Skeleton([])), body),
      'badDescription',
      'skeleton.bones[0]',
    ],
    ['a scene as the body', () => retargetClip(clip, root, wrong({ scene })), 'badDescription', 'new Character(gltf.scene)'], // prettier-ignore
    ['an option of another name', () => retargetClip(clip, root, body, wrong({ form: 1 })), 'badDescription', 'options.form is unknown; known: ', 'from'], // prettier-ignore
    [
      'another rest',
      () => retargetClip(clip, root, body, { rest: wrong('bind') }),
      'badDescription',
      "'found'",
    ],
    ['another up', () => retargetClip(clip, root, body, { up: wrong('x') }), 'badDescription', "'y' or 'z'"],
    ['another skeleton', () => retargetClip(clip, new Group().add(makeBody({ name: (role) => `n${role}` }).scene), body), 'badTrajectory', 'moves no bone below', 'Hips, Spine'], // prettier-ignore
  ])('%s', (_, call, code, ...texts) => {
    expectError(call, code, ...texts);
  });
});
