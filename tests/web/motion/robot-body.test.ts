/** Recordings onto humanoid robots: one built here, and Unitree's. */
import { AnimationMixer, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LinkDescription, Model } from 'limber';
import { Follower, retargetClip, RobotBody, type Role, SkeletonSource } from 'limber/character';
import { fromURDF } from 'limber/robots';
import { makeClip, makeWalker } from '../gltf/walker.ts';
import { expectError } from '../support/models.ts';
import { humanoid } from './humanoid.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/motion');
const recordings = existsSync(folder) ? ['cmu-01-01', 'cmu-01-03', 'boxing'] : [];
if (recordings.length === 0) process.stdout.write('no recorded motion beside the project\n');

const bvh = (name: string) => new BVHLoader().parse(readFileSync(join(folder, `bvh/${name}.bvh`), 'utf8'));

describe.each(['y', 'z'] as const)('a robot with +%s up', (up) => {
  const { scene, bones } = makeWalker(true);
  const walk = makeClip(bones, 0.4, 3);

  it('stands on height 0 and follows a clip within its limits', () => {
    const model = Model.from({ links: humanoid(up) });
    using robot = new RobotBody(model, { sole: 0.07 });
    const states = [robot.problem.state, robot.person.problem.state];
    const before = states.map(({ q, poses }) => [...q, ...poses]);
    const { trajectory, report } = retargetClip(walk, scene, robot);
    const refuse = () => {
      throw new Error('no ground');
    };
    expect(() => retargetClip(walk, scene, robot, { ground: refuse })).toThrow('no ground');
    expect(states.map(({ q, poses }) => [...q, ...poses])).toEqual(before);
    expect(report.missed).toEqual([]);
    const { state } = robot.problem;
    const heights = ['left', 'right'].map((side) => {
      const link = robot.roles.get(`${side}Foot` as Role)!;
      return Array.from({ length: trajectory.length }, (_, i) => {
        state.q.set(trajectory.row(i));
        state.update();
        for (const { motions } of model.links)
          for (const { qIndex, limits } of motions) {
            if (!limits) continue;
            expect(state.q[qIndex]).toBeGreaterThanOrEqual(limits[0] - 1e-9);
            expect(state.q[qIndex]).toBeLessThanOrEqual(limits[1] + 1e-9);
          }
        return state.poses[7 * link + (up === 'y' ? 1 : 2)]!;
      });
    });
    expect(Math.min(...heights.flat())).toBeGreaterThan(0.065);
    expect(Math.min(...heights.flat())).toBeLessThan(0.1);
  });

  it('follows live, as the clip', () => {
    using robot = new RobotBody(Model.from({ links: humanoid(up) }), { sole: 0.07 });
    using follower = new Follower(robot, new SkeletonSource(scene));
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(walk).play();
    for (let i = 0; i < 100; i += 1) {
      mixer.setTime(i / 60);
      follower.step(i / 60);
      for (const role of ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const)
        expect(follower.missed(role)).toBeLessThan(0.01);
    }
    mixer.stopAllAction();
  });
});

it('finds its parts by name, or says which to give', () => {
  const links = humanoid('z');
  using robot = new RobotBody(Model.from({ links }));
  const named = Object.fromEntries([...robot.roles].map(([role, i]) => [role, robot.model.links[i]!.name]));
  expect(named).toMatchObject({
    hips: 'pelvis',
    spine: 'torso_link',
    leftUpperLeg: 'left_hip_roll',
    rightLowerArm: 'right_elbow',
    leftHand: 'left_wrist',
    rightFoot: 'right_ankle_yaw',
  });
  const strange = Model.from({
    links: JSON.parse(JSON.stringify(links).replaceAll('left_knee', 'joint_4')) as LinkDescription[],
  });
  expectError(() => new RobotBody(strange), 'unknownLink', 'leftLowerLeg', 'options.roles');
  new RobotBody(strange, { roles: { leftLowerLeg: 'joint_4' } }).dispose();
  expectError(() => new RobotBody(strange, { roles: { leftLowerLeg: 'knee' } }), 'unknownLink', '"knee"');
  const fixed = Model.from({ links: humanoid('z', false) });
  expectError(() => new RobotBody(fixed), 'badDescription', 'cannot leave its place');
});

it('finds a hand where its fingers branch, and shins by other names', () => {
  const finger = (name: string): LinkDescription => ({
    name,
    parent: 'left_wrist',
    joint: { type: 'revolute', axis: [1, 0, 0], limits: [0, 1] },
  });
  const links = [...humanoid('z'), finger('left_hand_thumb_0'), finger('left_hand_index_0')];
  for (const shin of ['shank', 'tibia']) {
    const text = JSON.stringify(links).replaceAll('_knee', `_${shin}_pitch`);
    using robot = new RobotBody(Model.from({ links: JSON.parse(text) as LinkDescription[] }));
    const nameOf = (role: Role) => robot.model.links[robot.roles.get(role)!]!.name;
    expect([nameOf('leftHand'), nameOf('leftLowerLeg')]).toEqual(['left_wrist', `left_${shin}_pitch`]);
  }
});

describe.each(recordings.length > 0 ? ['g1_29dof_rev_1_0', 'h1'] : [])('%s', (file) => {
  const text = recordings.length > 0 ? readFileSync(join(folder, `urdf/${file}.urdf`), 'utf8') : '';

  it.each(recordings)('does %s: feet stand, hands and feet are where they should be', (name) => {
    using robot = new RobotBody(Model.from(fromURDF(text, { root: { joint: { type: 'free' } } })));
    const { clip, skeleton } = bvh(name);
    const { trajectory, report } = retargetClip(clip, skeleton.bones[0]!, robot, { from: 0.01 });
    const { state } = robot.problem;
    const slips = (['left', 'right'] as const).flatMap((side) =>
      report.contacts[side].map(([from, to]) => {
        const path = [...trajectory.times]
          .filter((time) => time >= from && time <= to)
          .map((time) => {
            trajectory.at(time, state.q);
            state.update();
            return new Vector3().fromArray(state.poses, 7 * robot.roles.get(`${side}Foot`)!).setZ(0);
          });
        return Math.max(...path.map((each) => each.distanceTo(path[0]!)));
      }),
    );
    expect(slips.length).toBeGreaterThan(20);
    expect(slips.filter((slip) => slip <= 2e-3).length / slips.length).toBeGreaterThan(0.97);
    const seconds = report.missed.reduce((sum, { from, to }) => sum + to - from, 0);
    expect(seconds).toBeLessThan(0.01 * 4 * trajectory.duration);
  });
});
