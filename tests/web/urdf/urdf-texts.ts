/** Invalid and doubtful texts of robots. */
import { limit, oneJoint, robot, textOf } from '../support/urdf-files.ts';

export const jointText = (name: string, parent: string, child: string, more = ''): string =>
  `<joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/>${more}</joint>`;
export const abc = '<link name="a"/><link name="b"/><link name="c"/>';

/** [what, text, words of the message] */
// prettier-ignore
export const wrongTexts: readonly (readonly [string, string, ...string[]])[] = [
  ['an empty text', '', 'the text is empty', 'starts with <robot>'],
  ['nothing but blanks', ' \n\t', 'the text is empty'],
  ['JSON', '{"links": []}', 'starts with "{', 'a URDF starts with <robot>'],
  ['an HTML page', '<!DOCTYPE html>\n<html><body>404</body></html>', 'HTML page', 'does the address lead to the file?'],
  ['an HTML page in lower case', '<html></html>', 'HTML page'],
  ['another format', '<sdf version="1.6"><model name="m"/></sdf>', 'line 1, <sdf>', 'another format?'],
  ['a cut file', textOf('panda.urdf').slice(0, 1500), 'is the file whole?', 'line 41'],
  ['a cut file, in a tag', '<robot name="r">\n<link name="a', 'line 2', 'is the file whole?'],
  ['text after the end', `${robot('<link name="a"/>')}\n<link name="b"/>`, 'line 4', 'correct it there'],
  ['an unknown entity', robot('<link name="&nope;"/>'), 'line 2', 'not well-formed', 'correct it there'],
  [
    'a xacro file',
    '<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">\n<xacro:macro name="m"><link name="a"/></xacro:macro>\n</robot>',
    'line 1, <robot name="r">',
    'expand it first: xacro robot.urdf.xacro > robot.urdf',
  ],
  ['a xacro expression', robot('<link name="${prefix}base"/>'), 'line 2', '"${prefix}base"', 'expand it first'],
  ['a xacro number', oneJoint('fixed', '<origin xyz="${l} 0 0"/>'), 'line 5', 'expand it first'],
  ['no link', robot(), 'line 1, <robot name="r">', 'no <link>'],
  ['a link without a name', robot('<link/>'), 'line 2, <link>', 'attribute name is missing'],
  ['an empty name', robot('<link name=" "/>'), 'line 2', 'attribute name is empty'],
  ['two links of a name', robot('<link name="a"/>', '<link name="a"/>'), 'line 3, <link name="a">', 'link on line 2'],
  ['two joints of a name', robot(abc, jointText('j', 'a', 'b'), jointText('j', 'b', 'c')), 'line 4, <joint name="j">', 'joint on line 3', 'rename'],
  ['an unknown parent', robot(abc, jointText('j', 'x', 'b')), 'line 3, <joint name="j">', 'parent link "x"', '"a", "b", "c"'],
  ['an unknown child', robot(abc, jointText('j', 'a', 'x')), 'line 3, <joint name="j">', 'child link "x"'],
  ['no parent', robot(abc, '<joint name="j" type="fixed"><child link="b"/></joint>'), 'it has no parent', '<parent link="…"/>'],
  ['no child', robot(abc, '<joint name="j" type="fixed"><parent link="b"/></joint>'), 'it has no child'],
  [
    'a parent without link',
    robot(abc, '<joint name="j" type="fixed">', '<parent/><child link="b"/></joint>'),
    'line 4, <joint name="j"> <parent>: the attribute link is missing',
  ],
  [
    'two parents of a link',
    robot(abc, jointText('j', 'a', 'c'), jointText('k', 'b', 'c')),
    'line 4, <joint name="k">',
    '"c" is already the child of joint "j" on line 3',
    'a link has one parent',
  ],
  ['two parents in a joint', oneJoint('fixed', '<parent link="arm"/>'), 'a second <parent>; the first is on line 4', 'keep one'],
  ['two roots', robot('<link name="a"/>', '<link name="b"/>'), 'line 3, <link name="b">', '"a" on line 2', 'connect them by a joint'],
  [
    'a circle of all links',
    robot(abc, jointText('j', 'a', 'b'), jointText('k', 'b', 'c'), jointText('l', 'c', 'a')),
    '<joint name="',
    'form a cycle',
    'remove one of them',
  ],
  [
    'a circle beside a root',
    robot('<link name="r"/>', abc, jointText('j', 'a', 'b'), jointText('k', 'b', 'a'), jointText('l', 'r', 'c')),
    'form a cycle',
  ],
  ['a joint on itself', robot(abc, jointText('j', 'a', 'a'), jointText('k', 'b', 'c')), 'parent and child are the same link "a"'],
  ['a joint without type', robot(abc, '<joint name="j"/>'), 'line 3, <joint name="j">', 'attribute type is missing'],
  ['an unknown type', oneJoint('ball'), 'line 3, <joint name="j">', '"ball"', 'known: fixed, revolute, continuous'],
  ['a type of another case', oneJoint('Revolute'), '"Revolute"', 'known: fixed, revolute'],
  ['a type that every object has', oneJoint('constructor'), '"constructor"', 'known: fixed'],
  ['a revolute joint without limits', oneJoint('revolute'), 'line 3', 'add <limit', 'or make it continuous'],
  ['a prismatic joint without limits', oneJoint('prismatic'), 'a prismatic joint needs limits'],
  ['limits reversed', oneJoint('revolute', '<limit lower="2" upper="-1"/>'), 'line 5', 'lower is 2, above upper, -1', 'swap'],
  ['a limit that is no number', oneJoint('revolute', '<limit lower="low"/>'), 'line 5', 'lower is "low"', 'finite number'],
  ['a limit with a unit', oneJoint('revolute', '<limit lower="-90deg"/>'), '"-90deg"'],
  ['a limit too large for a double', oneJoint('revolute', '<limit upper="1e999"/>'), '"1e999"'],
  ['an origin of two numbers', oneJoint('fixed', '<origin xyz="1 2"/>'), 'line 5', 'xyz is "1 2"', 'three finite numbers'],
  ['an origin of four', oneJoint('fixed', '<origin rpy="1 2 3 4"/>'), 'rpy is "1 2 3 4"'],
  ['an origin with commas', oneJoint('fixed', '<origin xyz="1,2,3"/>'), 'with spaces between'],
  ['NaN', oneJoint('fixed', '<origin xyz="nan 0 0"/>'), '<joint name="j"> <origin>: xyz is "nan 0 0"'],
  ['an empty attribute', oneJoint('fixed', '<origin rpy=""/>'), 'attribute rpy is empty'],
  ['two origins', oneJoint('fixed', '<origin/>', '<origin xyz="1 0 0"/>'), 'line 6', 'a second <origin>'],
  ['a zero axis', oneJoint('continuous', '<axis xyz="0 0 0"/>'), 'line 5', 'xyz is zero', 'xyz="0 0 1"'],
  ['a broken axis of a fixed joint', oneJoint('fixed', '<axis xyz="z"/>'), 'xyz is "z"'],
  ['a mimic of nobody', oneJoint('continuous', '<mimic joint="k"/>'), 'line 5', 'there is no joint "k"', '"j"'],
  ['a mimic without joint', oneJoint('continuous', '<mimic/>'), 'attribute joint is missing'],
  ['a mimic of itself', oneJoint('continuous', '<mimic joint="j"/>'), 'in a cycle'],
  [
    'mimics in a circle',
    robot(abc, jointText('j', 'a', 'b', '<mimic joint="k"/>'), jointText('k', 'b', 'c', '<mimic joint="j"/>')),
    'in a cycle',
    'must not mimic',
  ],
  [
    'a mimic of a fixed joint',
    robot(abc, jointText('j', 'a', 'b').replace('continuous', 'fixed'), jointText('k', 'b', 'c', '<mimic joint="j"/>')),
    'line 4',
    'joint "j" is fixed',
  ],
  ['a mimic that is planar', oneJoint('planar', '<mimic joint="j"/>'), 'joint "j" is planar'],
];

/** [what, text, warning]; each of these robots was once refused, or accepted without a warning. */
// prettier-ignore
export const doubtfulTexts: readonly (readonly [string, string, string])[] = [
  [
    'limits without bounds',
    oneJoint('revolute', '<limit effort="1" velocity="1"/>'),
    'line 5, <joint name="j"> <limit>: without lower and upper, which then count as 0, the joint cannot move; give its range, or make it continuous',
  ],
  [
    'limits without one bound, where the other is 0',
    oneJoint('prismatic', '<limit lower="0"/>'),
    'line 5, <joint name="j"> <limit>: without upper, which then count as 0, the joint cannot move; give its range',
  ],
  [
    'limits that leave no room',
    oneJoint('prismatic', '<limit lower="0.3" upper="0.3"/>'),
    'line 5, <joint name="j"> <limit>: lower and upper are both 0.3, so the joint cannot move; give its range',
  ],
  [
    'a huge slide',
    oneJoint('prismatic', '<limit lower="-1e6" upper="1e6"/>'),
    'line 5, <joint name="j"> <limit>: the range of 2000000 m is huge; if there is no limit, give bounds of 1000000000 or more',
  ],
  [
    'a huge turn',
    oneJoint('revolute', '<limit lower="-5000" upper="5000"/>'),
    'line 5, <joint name="j"> <limit>: the range of 10000 rad is huge; if there is no limit, make it continuous',
  ],
  ...[
    ['-170', '170'],
    ['0', '10'],
    ['-12.9', '1'],
  ].map(
    ([lower, upper]) =>
      [
        `limits that look like degrees, ${lower} to ${upper}`,
        oneJoint('revolute', `<limit lower="${lower}" upper="${upper}"/>`),
        `line 5, <joint name="j"> <limit>: ${lower} to ${upper} rad is several turns; if these are degrees, give radians`,
      ] as const,
  ),
  [
    'a tag that xacro left',
    robot('<link name="a"/><link name="b"/>', '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>', '<xacro:sensor name="eye"/>'),
    'line 4, <xacro:sensor name="eye">: it belongs to another format and is skipped',
  ],
  [
    'an axis as an attribute',
    oneJoint('continuous').replace('type=', 'axis="0 0 1" type='),
    'line 3, <joint name="j">: the attribute axis is not read; axis is an element: write <axis …/>',
  ],
  ['axes', oneJoint('continuous', '<axes xyz="0 0 1"/>'), 'line 5, <joint name="j"> <axes>: it is not read; did you mean <axis>?'],
  ['an orgin', oneJoint('fixed', '<orgin xyz="0 0 1"/>'), 'line 5, <joint name="j"> <orgin>: it is not read; did you mean <origin>?'],
  ['a misspelt attribute', oneJoint('revolute', '<limit lowr="-1" upper="2"/>'), 'line 5, <joint name="j"> <limit>: the attribute lowr is not read; did you mean lower?'],
  [
    'a loop joint',
    robot('<link name="a"/><link name="b"/>', '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>', '<loop_joint name="l"/>'),
    'line 4, <loop_joint name="l">: it is not read; a URDF has no loops, so describe it in the `loops` of the description',
  ],
  [
    'notes',
    robot('<link name="a"/><link name="b"/>', '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>', '<note/>', '<note/>'),
    'line 4, <note>: it is not read; 1 more like it',
  ],
  [
    'a bound of infinity',
    oneJoint('revolute', '<limit lower="-1" upper="inf"/>'),
    'line 5, <joint name="j"> <limit>: upper is "inf", which few programs read; for no limit, make it continuous',
  ],
  [
    'a slide without an end',
    oneJoint('prismatic', '<limit lower="-Infinity" upper="1"/>'),
    'line 5, <joint name="j"> <limit>: lower is "-Infinity", which few programs read; for no limit, give bounds of 1000000000 or more',
  ],
  [
    'an origin in degrees',
    oneJoint('continuous', '<origin xyz="0 0 1" rpy="0 0 90"/>'),
    'line 5, <joint name="j"> <origin>: rpy is 0 0 90; if these are degrees, give radians',
  ],
  [
    'an origin in millimetres',
    oneJoint('continuous', '<origin xyz="0 -425 0"/>'),
    'line 5, <joint name="j"> <origin>: it is 425 m away; if lengths are in millimetres, divide all by 1000',
  ],
  [
    'bounds of a continuous joint',
    oneJoint('continuous', limit),
    'line 5, <joint name="j"> <limit>: lower and upper are ignored, because a continuous joint has no limits; make it revolute if they are meant',
  ],
  [
    'bounds of a planar joint',
    oneJoint('planar', limit),
    'line 5, <joint name="j"> <limit>: lower and upper are ignored, because a planar joint has no limits',
  ],
  [
    'a mimic on a fixed joint',
    oneJoint('fixed', '<mimic joint="nobody"/>'),
    'line 5, <joint name="j"> <mimic>: it is ignored, because a fixed joint does not move',
  ],
  ['XML of version 0.0', `\n<?xml version="0.0" ?>\n${oneJoint('fixed')}`, 'line 2: XML has no version "0.0"; it is read as 1.0'],
  [
    'a comment that contains hyphens',
    oneJoint('fixed', '<!-- a\n -- b -->', '<!-- fine -->'),
    'line 5: the comment contains "--", which XML does not allow',
  ],
];
