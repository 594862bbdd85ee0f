/** A trajectory as a clip, exported by GLTFExporter and loaded again by GLTFLoader. */
import {
  AnimationMixer,
  BoxGeometry,
  LoopOnce,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
  type Object3D,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { expect, it } from 'vitest';
import { Model, Trajectory } from 'limber';
import { Character } from 'limber/character';
import { toClip } from 'limber/three';
import { makeGLB } from '../support/glb.ts';
import { expectError } from '../support/models.ts';
import { makeBody, seeded } from './skeletons.ts';
import '../support/silence.ts';

/** A body with random bone axes that moves its hands and hips for two seconds. */
function record() {
  const { scene, bones } = makeBody({ random: seeded(21), droop: 0.9 });
  // With a mesh other programs can open the file too.
  bones.get('head')!.add(new Mesh(new BoxGeometry(0.1, 0.1, 0.1), new MeshBasicMaterial()));
  const character = new Character(scene, { root: 'free' });
  for (const foot of ['leftFoot', 'rightFoot']) character.addEffector(foot);
  const hand = character.addEffector('leftHand');
  const hips = character.addEffector('hips');
  const trajectory = new Trajectory(character.model);
  for (let frame = 0; frame <= 60; ++frame) {
    const angle = (2 * Math.PI * frame) / 30;
    hand.target.set(0.35 + 0.1 * Math.cos(angle), 1.2 + 0.3 * Math.sin(angle), 0.35);
    hips.target.y = 0.85 + 0.08 * Math.cos(angle / 2);
    character.solve();
    // Like a recording, it need not begin at 0.
    trajectory.add(5 + frame / 30, character.problem.state.q);
  }
  return { scene, character, trajectory };
}

/** Radians, from the sine, because a cosine cannot resolve small angles. */
function angleBetween(a: Quaternion, b: Quaternion): number {
  const { x, y, z } = a.clone().normalize().conjugate().multiply(b.clone().normalize());
  return 2 * Math.asin(Math.hypot(x, y, z));
}

const posesOf = (root: Object3D, names: readonly string[]) => {
  root.updateMatrixWorld(true);
  return names.map((name) => {
    const bone = root.getObjectByName(name)!;
    return [bone.getWorldPosition(new Vector3()), bone.getWorldQuaternion(new Quaternion())] as const;
  });
};

it('brings every pose back to 1e-5', async () => {
  const { scene, character, trajectory } = record();
  const clip = toClip(character, trajectory, 'wave');
  const loaded = await new GLTFLoader().parseAsync(await makeGLB(scene, [clip]), '');
  expect(loaded.animations.map(({ name }) => name)).toEqual(['wave']);
  expect(loaded.animations[0]!.duration).toBeCloseTo(2, 6);

  const names = character.model.links.map(({ name }) => name);
  const mixer = new AnimationMixer(loaded.scene);
  const action = mixer.clipAction(loaded.animations[0]!).setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  let [metres, radians, moved] = [0, 0, 0];
  const first = posesOf(scene, names);
  for (let frame = 0; frame < trajectory.length; ++frame) {
    character.problem.state.q.set(trajectory.row(frame));
    character.problem.state.update();
    character.write();
    action.reset().play();
    mixer.setTime(frame / 30);
    const was = posesOf(scene, names);
    posesOf(loaded.scene, names).forEach(([place, turn], i) => {
      metres = Math.max(metres, place.distanceTo(was[i]![0]));
      radians = Math.max(radians, angleBetween(turn, was[i]![1]));
      moved = Math.max(moved, was[i]![0].distanceTo(first[i]![0]));
    });
  }
  expect(moved).toBeGreaterThan(0.3);
  expect(metres).toBeLessThan(1e-5);
  expect(radians).toBeLessThan(1e-5);
});

it('plays on the bones that it was made of', () => {
  const { scene, character, trajectory } = record();
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(toClip(character, trajectory)).play();
  const names = character.model.links.map(({ name }) => name);
  character.problem.state.q.set(trajectory.row(20));
  character.problem.state.update();
  character.write();
  const was = posesOf(scene, names);
  mixer.setTime(0);
  mixer.setTime(20 / 30);
  posesOf(scene, names).forEach(([place], i) => expect(place.distanceTo(was[i]![0])).toBeLessThan(1e-5));
});

it('is refused of another model, and empty of no frames', () => {
  const { character, trajectory } = record();
  using other = Model.from({ links: [{ name: 'tool', joint: { type: 'revolute' } }] });
  expectError(() => toClip(character, new Trajectory(other)), 'badTrajectory', 'tool');
  expect(toClip(character, new Trajectory(character.model)).tracks).toEqual([]);
  expect(trajectory.length).toBe(61);
});
