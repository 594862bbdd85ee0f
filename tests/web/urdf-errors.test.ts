/** Every way in which a URDF can be wrong, and what is said of it. */
import { describe, expect, it } from 'vitest';
import { fromURDF } from 'limber/urdf';
import { expectError } from './models.ts';
import { oneJoint, robot, textOf } from './urdf-files.ts';
import './silence.ts';

const joint = (name: string, parent: string, child: string, more = ''): string =>
  `<joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/>${more}</joint>`;
const abc = '<link name="a"/><link name="b"/><link name="c"/>';

/** [what, text, words of the message] */
const wrong: readonly (readonly [string, string, ...string[]])[] = [
  ['an empty text', '', 'the text is empty', 'starts with <robot>'],
  ['nothing but blanks', ' \n\t', 'the text is empty'],
  ['JSON', '{"links": []}', 'starts with "{', 'a URDF starts with <robot>'],
  [
    'an HTML page',
    '<!DOCTYPE html>\n<html><body>404</body></html>',
    'HTML page',
    'does the address lead to the file?',
  ],
  ['an HTML page in lower case', '<html></html>', 'HTML page'],
  ['another format', '<sdf version="1.6"><model name="m"/></sdf>', 'line 1, <sdf>', 'another format?'],
  ['a cut file', textOf('panda.urdf').slice(0, 1500), 'is the file whole?', 'line 41'],
  ['a cut file, in a tag', '<robot name="r">\n<link name="a', 'line 2', 'is the file whole?'],
  ['text after the end', `${robot('<link name="a"/>')}\n<link name="b"/>`, 'line 4', 'correct it there'],
  ['an unknown entity', robot('<link name="&nope;"/>'), 'line 2', 'not well-formed', 'correct it there'],
  [
    'a xacro file',
    '<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">\n<link name="a"/>\n<xacro:macro name="m"/>\n</robot>',
    'line 3, <xacro:macro name="m">',
    'expand it first: xacro robot.urdf.xacro > robot.urdf',
  ],
  [
    'a xacro expression',
    robot('<link name="${prefix}base"/>'),
    'line 2',
    '"${prefix}base"',
    'expand it first',
  ],
  ['a xacro number', oneJoint('fixed', '<origin xyz="${l} 0 0"/>'), 'line 5', 'expand it first'],
  ['no link', robot(), 'line 1, <robot name="r">', 'no <link>'],
  ['a link without a name', robot('<link/>'), 'line 2, <link>', 'attribute name is missing'],
  ['an empty name', robot('<link name=" "/>'), 'line 2', 'attribute name is empty'],
  [
    'two links of a name',
    robot('<link name="a"/>', '<link name="a"/>'),
    'line 3, <link name="a">',
    'link on line 2',
  ],
  [
    'two joints of a name',
    robot(abc, joint('j', 'a', 'b'), joint('j', 'b', 'c')),
    'line 4, <joint name="j">',
    'joint on line 3',
    'rename',
  ],
  [
    'an unknown parent',
    robot(abc, joint('j', 'x', 'b')),
    'line 3, <joint name="j">',
    'parent link "x"',
    '"a", "b", "c"',
  ],
  ['an unknown child', robot(abc, joint('j', 'a', 'x')), 'line 3, <joint name="j">', 'child link "x"'],
  [
    'no parent',
    robot(abc, '<joint name="j" type="fixed"><child link="b"/></joint>'),
    'it has no parent',
    '<parent link="…"/>',
  ],
  ['no child', robot(abc, '<joint name="j" type="fixed"><parent link="b"/></joint>'), 'it has no child'],
  [
    'a parent without link',
    robot(abc, '<joint name="j" type="fixed">', '<parent/><child link="b"/></joint>'),
    'line 4, <joint name="j"> <parent>: the attribute link is missing',
  ],
  [
    'two parents of a link',
    robot(abc, joint('j', 'a', 'c'), joint('k', 'b', 'c')),
    'line 4, <joint name="k">',
    '"c" is already the child of joint "j" on line 3',
    'a link has one parent',
  ],
  [
    'two parents in a joint',
    oneJoint('fixed', '<parent link="arm"/>'),
    'a second <parent>; the first is on line 4',
    'keep one',
  ],
  [
    'two roots',
    robot('<link name="a"/>', '<link name="b"/>'),
    'line 3, <link name="b">',
    '"a" on line 2',
    'connect them by a joint',
  ],
  [
    'a circle of all links',
    robot(abc, joint('j', 'a', 'b'), joint('k', 'b', 'c'), joint('l', 'c', 'a')),
    '<joint name="',
    'form a cycle',
    'remove one of them',
  ],
  [
    'a circle beside a root',
    robot('<link name="r"/>', abc, joint('j', 'a', 'b'), joint('k', 'b', 'a'), joint('l', 'r', 'c')),
    'form a cycle',
  ],
  [
    'a joint on itself',
    robot(abc, joint('j', 'a', 'a'), joint('k', 'b', 'c')),
    'parent and child are the same link "a"',
  ],
  [
    'a joint without type',
    robot(abc, '<joint name="j"/>'),
    'line 3, <joint name="j">',
    'attribute type is missing',
  ],
  [
    'an unknown type',
    oneJoint('ball'),
    'line 3, <joint name="j">',
    '"ball"',
    'known: fixed, revolute, continuous',
  ],
  ['a type of another case', oneJoint('Revolute'), '"Revolute"', 'known: fixed, revolute'],
  ['a type that every object has', oneJoint('constructor'), '"constructor"', 'known: fixed'],
  ['a revolute joint without limits', oneJoint('revolute'), 'line 3', 'add <limit', 'or make it continuous'],
  ['a prismatic joint without limits', oneJoint('prismatic'), 'a prismatic joint needs limits'],
  [
    'limits reversed',
    oneJoint('revolute', '<limit lower="2" upper="-1"/>'),
    'line 5',
    'lower is 2, above upper, -1',
    'swap',
  ],
  [
    'a limit that is no number',
    oneJoint('revolute', '<limit lower="low"/>'),
    'line 5',
    'lower is "low"',
    'finite number',
  ],
  ['a limit with a unit', oneJoint('revolute', '<limit lower="-90deg"/>'), '"-90deg"'],
  ['an infinite limit', oneJoint('revolute', '<limit lower="-inf"/>'), '"-inf"'],
  ['a limit too large for a double', oneJoint('revolute', '<limit upper="1e999"/>'), '"1e999"'],
  [
    'an origin of two numbers',
    oneJoint('fixed', '<origin xyz="1 2"/>'),
    'line 5',
    'xyz is "1 2"',
    'three finite numbers',
  ],
  ['an origin of four', oneJoint('fixed', '<origin rpy="1 2 3 4"/>'), 'rpy is "1 2 3 4"'],
  ['an origin with commas', oneJoint('fixed', '<origin xyz="1,2,3"/>'), 'with spaces between'],
  ['NaN', oneJoint('fixed', '<origin xyz="nan 0 0"/>'), '<joint name="j"> <origin>: xyz is "nan 0 0"'],
  ['an empty attribute', oneJoint('fixed', '<origin rpy=""/>'), 'attribute rpy is empty'],
  ['two origins', oneJoint('fixed', '<origin/>', '<origin xyz="1 0 0"/>'), 'line 6', 'a second <origin>'],
  ['a zero axis', oneJoint('continuous', '<axis xyz="0 0 0"/>'), 'line 5', 'xyz is zero', 'xyz="0 0 1"'],
  ['a broken axis of a fixed joint', oneJoint('fixed', '<axis xyz="z"/>'), 'xyz is "z"'],
  [
    'a mimic of nobody',
    oneJoint('continuous', '<mimic joint="k"/>'),
    'line 5',
    'there is no joint "k"',
    '"j"',
  ],
  ['a mimic without joint', oneJoint('continuous', '<mimic/>'), 'attribute joint is missing'],
  ['a mimic of itself', oneJoint('continuous', '<mimic joint="j"/>'), 'in a cycle'],
  [
    'mimics in a circle',
    robot(abc, joint('j', 'a', 'b', '<mimic joint="k"/>'), joint('k', 'b', 'c', '<mimic joint="j"/>')),
    'in a cycle',
    'must not mimic',
  ],
  [
    'a mimic of a fixed joint',
    robot(
      abc,
      joint('j', 'a', 'b').replace('continuous', 'fixed'),
      joint('k', 'b', 'c', '<mimic joint="j"/>'),
    ),
    'line 4',
    'joint "j" is fixed',
  ],
  ['a mimic that is planar', oneJoint('planar', '<mimic joint="j"/>'), 'joint "j" is planar'],
];

describe('refuses', () => {
  it.each(wrong)('%s', (_, text, ...words) => {
    expect(words.length).toBeGreaterThan(0);
    expectError(() => fromURDF(text), 'badUrdf', ...words);
  });

  it.each([null, undefined, 3, {}, new Uint8Array(3)])('%s', (value) => {
    expectError(() => fromURDF(value as never), 'badUrdf', 'must be a text');
  });

  it('a multiplier that is no number', () => {
    const text = robot(
      abc,
      joint('j', 'a', 'b'),
      joint('k', 'b', 'c', '<mimic joint="j" multiplier="two"/>'),
    );
    expectError(() => fromURDF(text), 'badUrdf', 'line 4, <joint name="k"> <mimic>: multiplier is "two"');
  });

  it('elements nested without end', () => {
    const deep = 100_000;
    const text = robot('<link name="a">', '<b>'.repeat(deep), '</b>'.repeat(deep), '</link>');
    expectError(() => fromURDF(text), 'badUrdf', 'nested too deep');
  });

  it('every file that is cut anywhere, and never by another error', () => {
    const text = textOf('rover.urdf');
    const end = text.lastIndexOf('</robot>') + '</robot>'.length;
    for (let at = 0; at < end; at += 41) {
      const { message } = expectError(() => fromURDF(text.slice(0, at)), 'badUrdf');
      expect(message).toMatch(/is the file whole\?|the text is empty/);
    }
  });
});
