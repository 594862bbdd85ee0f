/** Recordings onto humanoid robots: one built here, and Unitree's. */
import {
  AnimationClip,
  AnimationMixer,
  Quaternion,
  QuaternionKeyframeTrack,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type JointDescription,
  type LinkDescription,
  Model,
  type PoseDescription,
  type Trajectory,
} from 'limber';
import {
  Character,
  Follower,
  retargetClip,
  RobotBody,
  type RobotBodyOptions,
  type Role,
  SkeletonSource,
} from 'limber/character';
import { fromURDF } from 'limber/robots';
import { departuresOf } from '../../../web/src/character/motion/robot-motion.ts';
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

it.each([
  ['goes back', -1],
  ['has a gap', 1.4],
])('a robot is where the person is when time %s, though they face elsewhere', (_, time) => {
  const { scene } = makeWalker(true);
  using robot = new RobotBody(Model.from({ links: humanoid('z') }), { sole: 0.07 });
  using follower = new Follower(robot, new SkeletonSource(scene));
  for (let i = 0; i <= 60; i += 1) follower.step(i / 60);
  scene.rotation.y = 2.5;
  follower.step(time);
  for (const role of ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const)
    expect(follower.missed(role), role).toBeLessThan(0.01);
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
  const strange = links.filter(({ name }) => !name.includes('ankle'));
  expectError(
    () => new RobotBody(Model.from({ links: strange })),
    'unknownLink',
    'leftFoot',
    'options.roles',
  );
  const roles = { leftFoot: 'left_knee', rightFoot: 'right_hip' };
  expectError(() => new RobotBody(Model.from({ links }), { roles }), 'unknownLink', '"right_hip"');
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

/** The links with other names: side, limb and number from the trunk on. */
function numbered(links: LinkDescription[], style: (side: string, limb: string, i: number) => string) {
  const counts: Record<string, number> = {};
  let text = JSON.stringify(links);
  for (const { name } of links) {
    const [, side, part] = /^(left|right)_(.*)$/.exec(name) ?? [];
    if (!side) continue;
    const limb = /hip|knee|ankle/.test(part!) ? 'leg' : 'arm';
    const i = (counts[side + limb] = (counts[side + limb] ?? 0) + 1);
    text = text.replaceAll(`"${name}"`, `"${style(side, limb, i)}"`);
  }
  return Model.from({ links: JSON.parse(text) as LinkDescription[] });
}

describe.each(['y', 'z'] as const)('names that do not tell, +%s up', (up) => {
  const rolesIn = (model: Model) => {
    using robot = new RobotBody(model);
    return [...robot.roles].map(([role, i]) => `${role} ${i}`).sort();
  };

  it.each([
    ['leg_left_4_link', (side: string, limb: string, i: number) => `${limb}_${side}_${i}_link`],
    ['leg_l4_link', (side: string, limb: string, i: number) => `${limb}_${side[0]}${i}_link`],
    ['no side', (side: string, limb: string, i: number) => `m${side.length}${limb.charCodeAt(0)}${i}`],
  ])('finds all parts by tree and axes: %s', (_, style) => {
    const links = humanoid(up);
    const expected = rolesIn(Model.from({ links }));
    expect(expected).toHaveLength(14);
    expect(rolesIn(numbered(links, style))).toEqual(expected);
    // Knees tell sides also of one that looks the other way.
    const half: PoseDescription = { rotation: up === 'y' ? [0, 1, 0, 0] : [0, 0, 1, 0] };
    const turned = links.map((link) => (link.parent ? link : { ...link, origin: half }));
    expect(rolesIn(numbered(turned, style))).toEqual(expected);
  });
});

it.each(['in this order', 'in the other order'])('takes no arms at a T-pose for legs: links %s', (order) => {
  const half = Math.SQRT1_2;
  const links = humanoid('z').map((link): LinkDescription => {
    const { name, origin } = link;
    if (name.endsWith('shoulder_yaw'))
      return { ...link, origin: { rotation: [name.startsWith('left') ? half : -half, 0, 0, half] } };
    return name.endsWith('elbow') ? { ...link, origin: { ...origin, position: [0, 0, -0.6] } } : link;
  });
  if (order === 'in the other order') links.push(...links.splice(1).reverse());
  const rolesIn = (model: Model) => {
    using robot = new RobotBody(model);
    return [...robot.roles].map(([role, i]) => `${role} ${i}`).sort();
  };
  const style = (side: string, limb: string, i: number) => `m${side.length}${limb.charCodeAt(0)}${i}`;
  expect(rolesIn(numbered(links, style))).toEqual(rolesIn(Model.from({ links })));
});

it('has hips that carry the legs and a trunk that carries the arms, also where hips turn below it', () => {
  const links = humanoid('z').map((link) => {
    if (link.name === 'torso_link') return { ...link, name: 'waist_link' };
    return {
      ...link,
      ...(link.parent === 'pelvis' && { parent: 'waist_link' }),
      ...(link.parent === 'torso_link' && { parent: 'pelvis' }),
    };
  });
  using robot = new RobotBody(Model.from({ links }));
  const nameOf = (role: Role) => robot.model.links[robot.roles.get(role)!]!.name;
  expect([nameOf('hips'), nameOf('spine')]).toEqual(['waist_link', 'pelvis']);
});

describe('arms without a wrist', () => {
  const { scene, bones } = makeWalker(true);
  const walk = makeClip(bones, 0.4, 3);
  /** Forearms hang at zero, or point forwards. */
  const links = (bent: boolean) =>
    humanoid('z').map((link): LinkDescription =>
      bent && link.name.includes('elbow')
        ? {
            ...link,
            origin: { ...link.origin, rotation: [0, -Math.SQRT1_2, 0, Math.SQRT1_2] },
            joint: { ...link.joint!, limits: [-3, 3] },
          }
        : link,
    );
  const handless = (bent: boolean, elbow: Partial<LinkDescription> = {}) =>
    links(bent)
      .filter(({ name }) => !name.includes('wrist'))
      .map((link) => (link.name.includes('elbow') ? { ...link, ...elbow } : link));
  const hands = ['left', 'right'].map((side): LinkDescription => ({
    name: `${side}_cover`,
    parent: `${side}_elbow`,
    origin: { position: [0.005, 0, -0.22] },
  }));

  it.each([
    ['a fixed hand', true, [...handless(true), ...hands], 0.01],
    [
      'a shape that tells the forearm',
      true,
      handless(true, { collision: [{ type: 'sphere', radius: 0.03, position: [0, 0, -0.1] }] }),
      0.4,
    ],
    ['nothing below the elbow', false, handless(false), 0.4],
  ])('follow with %s as with a hand', (_, bent, own, tolerance) => {
    using whole = new RobotBody(Model.from({ links: links(bent) }));
    using robot = new RobotBody(Model.from({ links: own }));
    const { trajectory: expected } = retargetClip(walk, scene, whole);
    const { trajectory, report } = retargetClip(walk, scene, robot);
    expect(report.missed).toEqual([]);
    for (const { name, qIndex } of robot.model.links.filter(({ nq }) => nq === 1)) {
      const other = whole.model.links.find((link) => link.name === name)!.qIndex;
      for (let i = 0; i < trajectory.length; i += 1)
        expect(Math.abs(trajectory.row(i)[qIndex]! - expected.row(i)[other]!), name).toBeLessThan(tolerance);
    }
  });
});

it('takes no sensor or tool below a hand for the hand', () => {
  const tool: LinkDescription = { name: 'tool', parent: 'left_wrist', origin: { position: [0, 0, -0.2] } };
  using robot = new RobotBody(Model.from({ links: [...humanoid('z'), tool] }));
  const { person } = robot;
  const placeOf = (role: Role) =>
    new Vector3().fromArray(person.problem.state.poses, 7 * person.linkOf(role));
  expect(placeOf('leftHand').distanceTo(placeOf('leftLowerArm'))).toBeCloseTo(Math.hypot(0.22, 0.005), 9);
});

it('says which arms a robot lacks', () => {
  const without = (words: RegExp) =>
    Model.from({ links: humanoid('z').filter(({ name }) => !words.test(name)) });
  using none = new RobotBody(without(/shoulder|elbow|wrist/));
  const [left, right] = ['left', 'right'].map((side): unknown =>
    expect.stringMatching(`no ${side} arm .* ${side}UpperArm`),
  );
  expect(none.warnings).toEqual([left, right]);
  const roles = { leftUpperArm: 'left_shoulder_roll', leftLowerArm: 'left_elbow' };
  using one = new RobotBody(without(/right_(shoulder|elbow|wrist)/), { roles });
  expect(one.warnings).toEqual([right]);
});

it('refuses what is no model and no option', () => {
  const links = humanoid('z');
  const refused = (model: unknown, options: unknown, ...words: string[]) =>
    expectError(() => new RobotBody(model as Model, options as RobotBodyOptions), 'badDescription', ...words);
  refused({ links }, {}, 'the model', 'Model.from');
  const model = Model.from({ links });
  refused(model, { soles: 0.04 }, 'options.soles', 'sole');
  refused(model, null, 'options', 'an object');
  refused(model, { sole: '4 cm' }, 'options.sole', 'metres');
  refused(model, { roles: { leftfoot: 'left_ankle_yaw' } }, 'options.roles.leftfoot', 'leftFoot');
});

/** A clip of bones whose axes are the world's, in a mirror. */
function mirrored(clip: AnimationClip): AnimationClip {
  const tracks = clip.tracks.map((track) => {
    const name = track.name.replace(/Left|Right/, (side) => (side === 'Left' ? 'Right' : 'Left'));
    const signs = track instanceof QuaternionKeyframeTrack ? [1, -1, -1, 1] : [-1, 1, 1];
    const values = track.values.map((value, i) => value * signs[i % signs.length]!);
    return track instanceof QuaternionKeyframeTrack
      ? new QuaternionKeyframeTrack(name, [...track.times], [...values])
      : new VectorKeyframeTrack(name, [...track.times], [...values]);
  });
  return new AnimationClip(clip.name, clip.duration, tracks);
}

/** The largest difference, in radians, between joints of one motion and those of the other's other side. */
function apart(a: Trajectory, b: Trajectory, { links }: Model): number {
  const differences = links
    .filter(({ nq }) => nq === 1)
    .flatMap(({ name, qIndex, motions }) => {
      const other = name.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left'));
      const at = links.find((link) => link.name === other)!.qIndex;
      const sign = motions[0]!.w[1] === 1 ? 1 : -1;
      return Array.from({ length: a.length }, (_, i) => Math.abs(a.row(i)[qIndex]! - sign * b.row(i)[at]!));
    });
  return Math.max(...differences);
}

it('moves both sides alike: a person in a mirror, and one in a T-pose that is nearly symmetric', () => {
  const { scene, bones } = makeWalker(false, { droop: 0 });
  const wrists = (['left', 'right'] as const).flatMap((side): LinkDescription[] => [
    {
      name: `${side}_wrist_pitch`,
      parent: `${side}_wrist`,
      joint: { type: 'revolute', axis: [0, 1, 0], limits: [-2, 2] },
    },
    {
      name: `${side}_wrist_roll`,
      parent: `${side}_wrist_pitch`,
      origin: { position: [0, 0, -0.05] },
      joint: { type: 'revolute', axis: [1, 0, 0], limits: [-2, 2] },
    },
  ]);
  using robot = new RobotBody(Model.from({ links: [...humanoid('z'), ...wrists] }));
  const { model } = robot;
  const motionOf = (clip: AnimationClip) => retargetClip(clip, scene, robot).trajectory;
  const walk = makeClip(bones, 0.4, 3);
  expect(apart(motionOf(walk), motionOf(mirrored(walk)), model)).toBeLessThan(1e-3);
  const still = motionOf(makeClip(bones, 0.01, 3));
  expect(apart(still, still, model)).toBeLessThan(0.1);
});

describe('what a robot cannot do', () => {
  const { scene, bones } = makeWalker(true);
  const walk = makeClip(bones, 0.4, 3);
  const withJoints = (change: (link: LinkDescription) => Partial<JointDescription>) =>
    humanoid('z').map((link) =>
      link.parent ? { ...link, joint: { ...link.joint!, ...change(link) } } : link,
    );

  it('tells how far root and trunk are off, and nothing of one that can do all', () => {
    using able = new RobotBody(Model.from({ links: humanoid('z') }));
    const { trajectory, report: none } = retargetClip(walk, scene, able);
    expect([none.root, none.trunk, none.speeds]).toEqual([[], [], []]);
    const stiff = withJoints(({ name }) => (/hip|knee|torso/.test(name) ? { limits: [-0.01, 0.01] } : {}));
    using robot = new RobotBody(Model.from({ links: stiff }));
    const { trajectory: own, report } = retargetClip(walk, scene, robot);
    const poseIn = (
      { problem: { state }, roles }: RobotBody,
      motion: Trajectory,
      role: Role,
      time: number,
    ) => {
      motion.at(time, state.q);
      state.update();
      const at = 7 * roles.get(role)!;
      return [...state.poses.subarray(at, at + 7)];
    };
    for (const [role, departures] of [
      ['hips', report.root],
      ['spine', report.trunk],
    ] as const) {
      // prettier-ignore
      expect(departures.length, role).toBeGreaterThan(0);
      for (const { from, to, at, asked, kept, angle } of departures) {
        expect(from <= at && at <= to).toBe(true);
        expect(angle).toBeGreaterThan(Math.PI / 18);
        const [where, there] = [poseIn(able, trajectory, role, at), poseIn(robot, own, role, at)];
        kept.forEach((each, i) => expect(each).toBeCloseTo(there[i]!, 6));
        // Nothing is told of the able robot, which was asked the same.
        expect(
          new Quaternion().fromArray(asked, 3).angleTo(new Quaternion().fromArray(where, 3)),
        ).toBeLessThan(Math.PI / 18);
      }
    }
  });

  it('tells departures of any length', () => {
    const asked = [1, 0, 0, 0, 0, 0, 1];
    const kept = [0, 0, 0, 0, 0, 0, 1];
    const seen = Array.from({ length: 200_000 }, (_, i) => ({
      asked,
      kept,
      distance: i === 150_000 ? 2 : 1,
      angle: i === 100_000 ? 1 : 0,
    }));
    const times = seen.map((_, i) => i / 50);
    expect(departuresOf(seen, times, ({ distance }) => distance + 0.5)).toEqual([
      { from: 0, to: 199_999 / 50, at: 3000, asked, kept, distance: 2, angle: 1 },
    ]);
  });

  it('tells speeds beyond those of joints, and stays within them over the whole clip if asked to', () => {
    const allowed = 1.5;
    const model = Model.from({ links: withJoints(() => ({ maxVelocity: allowed })) });
    using robot = new RobotBody(model);
    const fast = retargetClip(walk, scene, robot);
    const slow = retargetClip(walk, scene, robot, { maxVelocity: true });
    const speedsIn = (motion: Trajectory, at: number) =>
      Array.from({ length: motion.length - 1 }, (_, i) => {
        const [from, to] = [motion.row(i)[at]!, motion.row(i + 1)[at]!];
        return Math.abs(to - from) / (motion.times[i + 1]! - motion.times[i]!);
      });
    let slowed = 0;
    for (const { name, qIndex, nq } of model.links) {
      if (nq !== 1) continue;
      const fastest = Math.max(...speedsIn(fast.trajectory, qIndex));
      const told = fast.report.speeds.filter(({ joint }) => joint === name);
      expect(told.length > 0, name).toBe(fastest > allowed);
      if (fastest > allowed) {
        slowed += 1;
        expect(Math.max(...told.map(({ asked }) => asked))).toBe(fastest);
        expect(told.every((each) => each.kept === each.asked && each.allowed === allowed)).toBe(true);
      } else
        for (let i = 0; i < slow.trajectory.length; i += 1)
          expect(slow.trajectory.row(i)[qIndex]).toBe(fast.trajectory.row(i)[qIndex]);
      expect(Math.max(...speedsIn(slow.trajectory, qIndex)), name).toBeLessThan(allowed * (1 + 1e-9));
    }
    expect(slowed).toBeGreaterThan(3);
    const { speeds, missed } = slow.report;
    expect(speeds.map(({ asked }) => asked)).toEqual(fast.report.speeds.map(({ asked }) => asked));
    expect(speeds.every(({ kept }) => kept <= allowed * (1 + 1e-9))).toBe(true);
    expect(fast.report.missed).toEqual([]);
    expect(missed.length).toBeGreaterThan(0);
  });

  it('slows a leader down to what its followers may', () => {
    const follower = (name: string, multiplier: number, maxVelocity: number): LinkDescription => ({
      name,
      parent: 'pelvis',
      joint: { type: 'revolute', mimic: { link: 'left_elbow', multiplier }, maxVelocity },
    });
    const followers = [follower('gear', -2, 0.1), follower('faster', 1, 3), follower('still', 0, 0.01)];
    const [pelvis, ...links] = withJoints(({ name }) => (name === 'left_elbow' ? { maxVelocity: 2 } : {}));
    for (const own of [links, humanoid('z').slice(1)]) {
      using robot = new RobotBody(Model.from({ links: [pelvis!, ...followers, ...own] }));
      const { trajectory, report } = retargetClip(walk, scene, robot, { maxVelocity: true });
      const { qIndex } = robot.model.links.find(({ name }) => name === 'left_elbow')!;
      for (let i = 1; i < trajectory.length; i += 1) {
        const turn = trajectory.row(i)[qIndex]! - trajectory.row(i - 1)[qIndex]!;
        const speed = 2 * Math.abs(turn / (trajectory.times[i]! - trajectory.times[i - 1]!));
        expect(speed).toBeLessThan(0.1 * (1 + 1e-9));
      }
      expect(new Set(report.speeds.map(({ joint, allowed }) => `${joint} ${allowed}`))).toEqual(
        new Set(['left_elbow 0.05']),
      );
      expect(report.warnings).toEqual([]);
    }
  });

  it('says that speeds are not known, and refuses a character', () => {
    using robot = new RobotBody(Model.from({ links: humanoid('z') }));
    const { warnings } = retargetClip(walk, scene, robot, { maxVelocity: true }).report;
    expect(warnings).toEqual([expect.stringContaining('maxVelocity')]);
    using body = new Character(makeWalker().scene);
    expectError(() => retargetClip(walk, scene, body, { maxVelocity: true }), 'badDescription', 'for robots');
    const wrong = { maxVelocity: 2 as unknown as boolean };
    expectError(
      () => retargetClip(walk, scene, robot, wrong),
      'badDescription',
      'maxVelocity',
      'true or false',
    );
  });
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
