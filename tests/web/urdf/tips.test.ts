/** The guess which links are meant for goals: by their names and by their joints. */
import { describe, expect, it } from 'vitest';
import type { LinkDescription, ModelDescription } from 'limber';
import { fromURDF, tipsOf } from 'limber/robots';
import { expectError } from '../support/models.ts';
import { limit, robot, textOf } from '../support/urdf-files.ts';

// prettier-ignore
it.each([
  ['ur5.urdf', ['ee_link', 'tool0', 'base']],
  ['panda.urdf', ['panda_hand_tcp', 'panda_hand', 'panda_leftfinger', 'panda_rightfinger']],
  ['iiwa14.urdf', ['iiwa_link_ee']],
  ['pr2-arm.urdf', ['r_gripper_tool_frame', 'r_gripper_palm_link', 'r_gripper_l_finger_tip_link', 'r_gripper_r_finger_tip_link']],
  ['humanoid.urdf', ['left_hand', 'right_hand', 'left_sole', 'right_sole', 'head_camera']],
  ['rover.urdf', ['drone_tool', 'claw_link']],
])('of %s, the likeliest first', (file, tips) => {
  expect(tipsOf(fromURDF(textOf(file)))).toEqual(tips);
});

it('of a robot that says nothing: the longest chain first', () => {
  const joint = (name: string, parent: string, type = 'continuous') =>
    `<link name="${name}"/><joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${name}"/></joint>`;
  const text = robot(
    '<link name="r"/>',
    joint('a', 'r'),
    joint('b', 'r'),
    joint('c', 'b'),
    joint('d', 'r', 'fixed'),
  );
  expect(tipsOf(fromURDF(text))).toEqual(['c', 'a', 'd']);
  expect(tipsOf(fromURDF(robot('<link name="alone"/>')))).toEqual(['alone']);
});

it('of a dog whose motors and shells are links of their own: its feet', () => {
  const joint = (name: string, parent: string, type: string) =>
    `<link name="${name}"/><joint name="${name} joint" type="${type}"><parent link="${parent}"/>` +
    `<child link="${name}"/>${type === 'revolute' ? limit : ''}</joint>`;
  const leg = (side: string) => [
    joint(`${side}_hip`, 'trunk', 'revolute'),
    joint(`${side}_hip_rotor`, 'trunk', 'fixed'),
    joint(`${side}_thigh_shell`, `${side}_hip`, 'fixed'), // unclear name, but in the middle of the leg
    joint(`${side}_thigh`, `${side}_hip`, 'revolute'),
    joint(`${side}_thigh_rotor`, `${side}_hip`, 'continuous'),
    joint(`${side}_calf`, `${side}_thigh`, 'revolute'),
    joint(`${side}_calf_rotor`, `${side}_thigh`, 'continuous'),
    joint(`${side}_foot`, `${side}_calf`, 'fixed'),
  ];
  const dog = robot('<link name="trunk"/>', joint('imu_link', 'trunk', 'fixed'), ...leg('FR'), ...leg('FL'));
  const tips = tipsOf(fromURDF(dog));
  expect(tips.slice(0, 2)).toEqual(['FR_foot', 'FL_foot']);
  expect(tips).toHaveLength(11);
  // Without the names' help: the end of the leg comes before links fixed to its middle.
  const nameless = tipsOf(fromURDF(dog.replaceAll('foot', 'end').replaceAll('rotor', 'box')));
  expect(nameless.indexOf('FR_end')).toBeLessThan(nameless.indexOf('FR_thigh_shell'));
});

describe('of links', () => {
  const root: LinkDescription = { name: 'r' };
  const fixed = (name: string, parent = 'r'): LinkDescription => ({ name, parent });
  const moving = (name: string, parent = 'r'): LinkDescription => ({
    ...fixed(name, parent),
    joint: { type: 'revolute' },
  });
  const tips = (...links: LinkDescription[]): string[] => tipsOf({ links });

  it('come in the order of what their names say', () => {
    const best = ['tool', 'hand', 'foot', 'limb', 'head', 'camera', 'wheel'];
    expect(tips(root, ...[...best].reverse().map((name) => moving(name)))).toEqual(best);
  });

  it('are known by words in capitals, and by long words inside of others, but not by short ones', () => {
    expect(tips(root, moving('limb'), moving('armTCP'))).toEqual(['armTCP', 'limb']);
    expect(tips(root, moving('limb'), moving('toolframe'))).toEqual(['toolframe', 'limb']);
    expect(tips(root, moving('limb'), moving('knee'))).toEqual(['limb', 'knee']);
  });

  it('are the frame at the end, before the link that it is fixed to', () => {
    const gripper = [moving('gripper_link'), fixed('gripper_frame_link', 'gripper_link')];
    expect(tips(root, ...gripper, moving('moving_jaw', 'gripper_link'))).toEqual([
      'gripper_frame_link',
      'gripper_link',
      'moving_jaw',
    ]);
  });

  it('are what the last of their words says', () => {
    const names = ['hand_finger_camera', 'jaw', 'limb'];
    expect(tips(root, ...names.map((name) => moving(name)))).toEqual([...names].reverse());
  });

  it('go by how many joints move them, wherever those stand in the list, without mimics', () => {
    const mimic: LinkDescription = {
      ...moving('m2', 'm1'),
      joint: { type: 'revolute', mimic: { link: 'm1' } },
    };
    const links = [
      mimic,
      moving('m1'),
      fixed('f2', 'f1'),
      moving('f1'),
      moving('b2', 'b1'),
      moving('b1'),
      root,
    ];
    expect(tips(...links)).toEqual(['b2', 'm2', 'f2']);
    expect(tips(...[...links].reverse())).toEqual(['b2', 'f2', 'm2']);
  });

  it('come last if nothing moves them, whatever their names', () => {
    expect(tips(root, fixed('tool'), moving('wheel'))).toEqual(['wheel', 'tool']);
    // Unless nothing moves at all.
    expect(tips(root, fixed('box'), fixed('tool'))).toEqual(['tool', 'box']);
  });

  it('count as machinery where the limb goes on', () => {
    const limb = [moving('a1'), moving('a2', 'a1'), fixed('plate'), fixed('shell', 'a2'), moving('a3', 'a2')];
    expect(tips(root, ...limb, moving('b'))).toEqual(['a3', 'b', 'shell', 'plate']);
    // A link fixed to a limb's end is its end.
    expect(tips(root, moving('a1'), moving('a2', 'a1'), fixed('end', 'a2'), moving('b'))).toEqual([
      'end',
      'b',
    ]);
  });

  it('are hands with something on them only if hands can move', () => {
    expect(tips(root, fixed('hand'), moving('finger', 'hand'))).toEqual(['finger']);
    expect(tips(root, moving('hand'), moving('finger', 'hand'))).toEqual(['hand', 'finger']);
  });

  it('may be roots, and are none in a cycle', () => {
    expect(tips({ name: 'r', joint: { type: 'revolute' } })).toEqual(['r']);
    expect(tips(fixed('a', 'b'), moving('b', 'a'))).toEqual([]);
  });
});

it.each([
  [null, 'description must be an object'],
  [{}, 'description.links must be an array'],
  [{ links: [{}] }, 'links[0].name must be a string'],
  [{ links: [{ name: 'a', joint: 1 }] }, 'links[0].joint must be an object'],
])('are refused of %j', (description, words) => {
  expectError(() => tipsOf(description as ModelDescription), 'badDescription', words);
});
