/** A large character from frame to frame: many effectors, an animation underneath, no allocation. */
import { AnimationClip, AnimationMixer, Bone, Quaternion, QuaternionKeyframeTrack, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { type SolveOptions } from 'limber';
import { type BoneJoint, Character } from 'limber/character';
import { allocated } from '../support/heap.ts';
import { makeBody, randomTurn, seeded } from './skeletons.ts';
import '../support/silence.ts';

/** A body of 62 bones: 22 for standing and reaching, and four fingers of five bones per hand, which may also move. */
function makeLarge() {
  const made = makeBody({ random: seeded(31), droop: 0.9 });
  for (const side of ['left', 'right']) {
    const hand = made.bones.get(`${side}Hand`)!;
    for (let finger = 0; finger < 4; ++finger) {
      let above: Bone = hand;
      for (let i = 0; i < 5; ++i) {
        const bone = new Bone();
        bone.name = `${side}Finger${finger}_${i}`;
        bone.position.set(0.02, 0.01 * (finger - 1.5), 0);
        above.add(bone);
        above = bone;
      }
    }
  }
  return made;
}

const effectors = ['leftFoot', 'rightFoot', 'leftHand', 'rightHand', 'head', 'hips'];

function makeMoving(fingers = false) {
  const { scene, bones } = makeLarge();
  const joints: Record<string, BoneJoint> = {};
  scene.traverse(({ name }) => {
    if (fingers && name.includes('Finger')) joints[name] = { type: 'ball' };
  });
  const character = new Character(scene, { root: 'free', joints });
  const all = effectors.map((name) => character.addEffector(name));
  const homes = all.map(({ target }) => target.clone());
  /** Hands, head and hips move to and fro within reach; the feet stay. */
  const frame = (i: number): void => {
    const angle = (2 * Math.PI * i) / 120;
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    for (let k = 2; k < all.length; ++k) {
      const { x, y, z } = homes[k]!;
      const { target } = all[k]!;
      if (k < 4) target.set(x * (0.8 + 0.1 * sine), y + 0.1 * (1 - cosine), z + 0.12 + 0.1 * sine);
      else target.set(x + 0.02 * sine, y - 0.05 + 0.02 * cosine, z);
    }
    character.solve();
  };
  return { scene, bones, character, all, frame };
}

it.each([
  ['fingers left alone', false, 22],
  ['fingers that move', true, 62],
] as const)('follows six effectors with 62 bones, %s, its feet staying', (_, fingers, moving) => {
  const { character, all, frame } = makeMoving(fingers);
  const { links } = character.model;
  expect([links.length, links.filter(({ nq }) => nq > 0).length]).toEqual([62, moving]);
  for (let i = 0; i < 480; ++i) {
    frame(i);
    for (const foot of all.slice(0, 2)) expect(foot.distance).toBeLessThan(1e-3);
    // At first they jump to the start of the motion.
    if (i >= 10) for (const each of all) expect(each.distance).toBeLessThan(1e-3);
  }
  character.dispose();
});

it('allocates no object in a frame, poles and reading included', () => {
  const { scene } = makeLarge();
  // A fast solve: the core's own work has separate tests.
  const solve: SolveOptions = { solver: 'transpose', maxIterations: 1, limits: false };
  const character = new Character(scene, { solve });
  const hand = character.addEffector('leftHand');
  character.addPole('leftElbow', { priority: 1 });
  // The engine boxes numbers: 150 to 1,200 bytes, depending on compilation. A quaternion (100 bytes) per bone
  // would add 2,200 for 22 bones.
  const most = 2000;
  const bytes = allocated((i) => {
    scene.position.x = 1e-6 * (i % 2);
    hand.target.y += 1e-6;
    character.read();
    character.solve();
  }, most);
  expect(bytes).toBeLessThan(most);
  character.dispose();
});

it("allocates no object where a goal's weight is written and read", () => {
  const { character } = makeMoving();
  const [goal] = character.problem.goals;
  // A box takes 16 bytes; the smallest array would take 64.
  const most = 50;
  const bytes = allocated((i) => {
    goal!.weight = 1 + 1e-6 * (i % 2);
    if (!(goal!.weight > 0)) throw new Error('the weight is lost');
  }, most);
  expect(bytes).toBeLessThan(most);
  character.dispose();
});

it('leaves fingers to the animation that moves them, and reads what it did to the rest', () => {
  const { scene, bones, character, all } = makeMoving();
  const [finger, spine] = [bones.get('leftHand')!.children[0] as Bone, bones.get('spine')!];
  const random = seeded(8);
  const turns = [finger, spine].map(() => new Quaternion().slerp(randomTurn(random), 0.1));
  const tracks = [finger, spine].map((bone, i) => {
    const from = bone.quaternion.clone();
    const to = from.clone().multiply(turns[i]!);
    return new QuaternionKeyframeTrack(
      `${bone.uuid}.quaternion`,
      [0, 1],
      [...from.toArray(), ...to.toArray()],
    );
  });
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(new AnimationClip('bend', 2, tracks)).play();
  mixer.setTime(1);
  const [bentFinger, bentSpine] = [finger.quaternion.clone(), spine.quaternion.clone()];
  character.read();
  scene.updateMatrixWorld(true);
  for (const effector of all) {
    effector.toBone();
    expect(effector.target.distanceTo(effector.bone.getWorldPosition(new Vector3()))).toBeLessThan(1e-6);
  }
  // Only the animation's pose is requested, so everything stays.
  character.solve();
  expect(finger.quaternion.toArray()).toEqual(bentFinger.toArray());
  expect(spine.quaternion.angleTo(bentSpine)).toBeLessThan(1e-6);
  character.dispose();
});

it('takes options of one call beside its own, and forgets them', () => {
  const { character, all } = makeMoving();
  all[2]!.target.y += 0.1;
  // Feet and hands have different priorities, which not every solver supports. The character's own solver
  // does.
  expect(character.solve({ maxIterations: 1 }).status).toBe('maxIterations');
  expect(character.solve({ solver: 'ccd' }).status).toBe('unsupported');
  expect(character.solve({ tolerance: 1e-3 }).status).toBe('converged');
  expect(all[2]!.distance).toBeLessThan(1e-3);
  character.dispose();
});
