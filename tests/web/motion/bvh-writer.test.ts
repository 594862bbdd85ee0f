/** BVH out: three's loader reads the same places. */
import { AnimationMixer, type Object3D, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { describe, expect, it } from 'vitest';
import { Model, Trajectory } from 'limber';
import { Character, checkBVH, retargetClip, RobotBody, toBVH } from 'limber/character';
import { makeBody, seeded } from '../gltf/skeletons.ts';
import { makeClip, makeWalker } from '../gltf/walker.ts';
import { expectError } from '../support/models.ts';
import { hopBVH, humanoid } from './humanoid.ts';

const worldOf = (bone: Object3D) => new Vector3().setFromMatrixPosition(bone.matrixWorld);

/** Plays a BVH: places of its joints by name, in each frame. */
function played(text: string): { places: Map<string, Vector3>[]; names: string[] } {
  expect(checkBVH(text)).toBe(text);
  const { skeleton, clip } = new BVHLoader().parse(text);
  const [root] = skeleton.bones;
  const mixer = new AnimationMixer(root!);
  mixer.clipAction(clip).play();
  const frames = Number(/Frames: (\d+)/.exec(text)![1]);
  const step = Number(/Frame Time: (\S+)/.exec(text)![1]);
  const bones = skeleton.bones.filter(({ name }) => name !== 'ENDSITE');
  const places = Array.from({ length: frames }, (_, i) => {
    // Just before the end, where the action would begin anew.
    mixer.setTime(Math.min(i * step, clip.duration - 1e-9));
    root!.updateMatrixWorld(true);
    return new Map(bones.map((bone) => [bone.name, worldOf(bone)]));
  });
  return { places, names: bones.map(({ name }) => name) };
}

const placesOf = (body: Character | RobotBody, trajectory: Trajectory, i: number) => {
  const { state } = body.problem;
  state.q.set(trajectory.row(i));
  state.update();
  return new Map(
    body.model.links.map(({ name, index }) => [name, new Vector3().fromArray(state.poses, 7 * index)]),
  );
};

describe('a motion as BVH has the same places', () => {
  const { scene, bones } = makeWalker(true);
  const roles = [...makeBody().bones.keys()];
  const walk = makeClip(bones, 1.5, 3);

  it.each([
    ['any axes, in centimetres', 1, 0.01],
    ['a giant', 250, 1],
    ['in metres', 1, undefined],
  ])('on a character with %s', (_, size, unit) => {
    const other = makeWalker(false, { random: seeded(3), scale: 0.01 });
    other.scene.scale.setScalar(size);
    other.bones.get('head')!.name = 'the head.of:it';
    const humanoid = Object.fromEntries([...other.bones].filter(([role]) => roles.includes(role)));
    using body = new Character(other.scene, { humanoid });
    const { trajectory } = retargetClip(walk, scene, body);
    const q = body.problem.state.q.slice();
    const text = toBVH(trajectory, body, unit === undefined ? {} : { unit });
    expect(body.problem.state.q).toEqual(q);
    const { places, names } = played(text);
    expect(places).toHaveLength(trajectory.length);
    // Fingers never move.
    expect(names).toHaveLength(22);
    places.forEach((found, i) => {
      const wanted = placesOf(body, trajectory, i);
      for (const [name, place] of found) {
        const own = wanted.get(name) ?? wanted.get('the head.of:it')!;
        expect(place.multiplyScalar(unit ?? 1).distanceTo(own), `${name}, ${i}`).toBeLessThan(1e-4 * size);
      }
    });
  });

  it('and may be retargeted again', () => {
    using body = new Character(makeBody({ droop: 0.8, random: seeded(3) }).scene);
    const first = retargetClip(walk, scene, body);
    const { skeleton, clip } = new BVHLoader().parse(toBVH(first.trajectory, body));
    const second = retargetClip(clip, skeleton.bones[0]!, body, { locks: false });
    for (const i of [0, 20, second.trajectory.length - 1]) {
      const wanted = placesOf(body, first.trajectory, i);
      for (const [name, place] of placesOf(body, second.trajectory, i))
        expect(place.distanceTo(wanted.get(name)!), name).toBeLessThan(2e-3);
    }
  });

  it.each(['y', 'z'] as const)('on a robot with %s up, whose +Y is up in the file', (up) => {
    const links = humanoid(up);
    const robot = new RobotBody(
      Model.from({ links: [...links, { name: 'head camera', parent: 'torso_link' }] }),
      { sole: 0.07 },
    );
    const { clip, skeleton } = new BVHLoader().parse(hopBVH());
    const { trajectory } = retargetClip(clip, skeleton.bones[0]!, robot);
    const { places, names } = played(toBVH(trajectory, robot));
    expect([...names].sort()).toEqual(links.map(({ name }) => name).sort());
    places.forEach((found, i) => {
      const wanted = placesOf(robot, trajectory, i);
      for (const [name, place] of found) {
        const { x, y, z } = wanted.get(name)!;
        const own = up === 'y' ? new Vector3(x, y, z) : new Vector3(x, z, -y);
        expect(place.distanceTo(own), name).toBeLessThan(1e-4);
      }
    });
  });

  it('at any rate, of robots whose joints slide and of several trees', () => {
    const slider = humanoid('y').map((link) =>
      link.name === 'left_wrist' ? { ...link, joint: { type: 'prismatic', axis: [1, 0, 0] } as const } : link,
    );
    const robot = new RobotBody(
      Model.from({
        links: [...slider, { name: 'beside', joint: { type: 'revolute', axis: [0, 0, 1] } }, { name: 'root', parent: 'beside', origin: { position: [1, 0, 0] }, joint: { type: 'revolute', axis: [0, 0, 1] } }], // prettier-ignore
      }),
    );
    const trajectory = new Trajectory(robot.model);
    const q = new Float64Array(robot.model.nq);
    const wrist = robot.model.links.find(({ name }) => name === 'left_wrist')!;
    const hung = robot.model.links.find(({ name }) => name === 'beside')!;
    robot.problem.state.reset();
    q.set(robot.problem.state.q);
    for (const [time, by] of [
      [1, 0],
      [2, 0.1],
      [3, 0.3],
    ] as const) {
      // prettier-ignore
      q[wrist.qIndex] = by;
      q[hung.qIndex] = by;
      trajectory.add(time, q);
    }
    const text = toBVH(trajectory, robot, { rate: 1 });
    const { places, names } = played(text);
    expect(names[0]).toBe('root');
    places.forEach((found, i) => {
      const wanted = placesOf(robot, trajectory, i);
      for (const [name, place] of found)
        if (name !== 'root')
          expect(place.distanceTo(wanted.get(name.replace('_2', ''))!), name).toBeLessThan(1e-4);
    });
    expect(toBVH(trajectory, robot, { rate: 30 })).toContain('Frames: 61');
  });
});

it('refuses what does not fit', () => {
  using body = new Character(makeBody().scene);
  const other = new Trajectory(Model.from({ links: [{ name: 'a', joint: { type: 'revolute' } }] }));
  expectError(() => toBVH(other, body), 'badTrajectory', 'coordinate 0');
  const none = new Trajectory(body.model);
  expectError(() => toBVH(none, body, { unit: 0 }), 'badTrajectory', 'unit is 0');
  expectError(() => toBVH(none, body, { rate: NaN }), 'badTrajectory', 'rate is NaN');
  expect(toBVH(none, body)).toContain('Frames: 0');
});
