/** URDF to description, according to the specification. */
import { describe, expect, it } from 'vitest';
import { Model, Problem, type CollisionShape, type JointDescription, type LinkDescription } from 'limber';
import { fromURDF, toURDF } from 'limber/robots';
import { expectError } from '../support/models.ts';
import { ends, limit, oneJoint, robot, twoLinks, urdfFiles } from '../support/urdf-files.ts';
import { doubtfulTexts } from './urdf-texts.ts';
import { Lines } from '../../../web/src/robots/urdf/markup.ts';
import '../support/silence.ts';

const arm = (text: string): LinkDescription => fromURDF(text).links[1]!;
const jointOf = (text: string): JointDescription => arm(text).joint!;

describe('a joint', () => {
  it.each([
    ['fixed', { type: 'fixed', name: 'j' }],
    ['revolute', { type: 'revolute', name: 'j', axis: [1, 0, 0], limits: [-1, 2], maxVelocity: 1 }],
    ['continuous', { type: 'continuous', name: 'j', axis: [1, 0, 0], maxVelocity: 1 }],
    ['prismatic', { type: 'prismatic', name: 'j', axis: [1, 0, 0], limits: [-1, 2], maxVelocity: 1 }],
    ['planar', { type: 'planar', name: 'j', axis: [1, 0, 0] }],
    ['floating', { type: 'free', name: 'j' }],
  ])('%s, with all that may be left out left out', (type, expected) => {
    const description = fromURDF(oneJoint(type, limit));
    expect(description).toEqual({
      name: 'r',
      links: [{ name: 'base' }, { name: 'arm', parent: 'base', joint: expected }],
    });
    using model = Model.from(description);
    expect(model.links.map(({ name }) => name)).toEqual(['base', 'arm']);
  });

  it('keeps the velocity of its limit, back and forth, but not one of 0, which is not known', () => {
    const limited = (type: string, velocity: string) =>
      fromURDF(oneJoint(type, `<limit lower="-1" upper="1" effort="1" velocity="${velocity}"/>`));
    for (const type of ['revolute', 'continuous', 'prismatic']) {
      const description = limited(type, '2.5');
      expect(description.links[1]!.joint!.maxVelocity, type).toBe(2.5);
      expect(fromURDF(toURDF(description)).links[1]!.joint).toEqual(description.links[1]!.joint);
      for (const none of ['0', '-1', 'inf', ''])
        expect(limited(type, none).links[1]!.joint, type).not.toHaveProperty('maxVelocity');
    }
  });

  it('takes limits left out as 0, and of a continuous joint none', () => {
    expect(jointOf(oneJoint('prismatic', '<limit upper="0.5" effort="1" velocity="1"/>')).limits).toEqual([
      0, 0.5,
    ]);
    expect(jointOf(oneJoint('continuous', limit))).not.toHaveProperty('limits');
    expect(jointOf(oneJoint('prismatic', '<limit lower="-1e9" upper="1e10"/>')).limits).toEqual([
      -Infinity,
      Infinity,
    ]);
    // 1e9 itself means none too, because toURDF writes it.
    expect(jointOf(oneJoint('prismatic', '<limit lower="-1e10" upper="1e9"/>')).limits).toEqual([
      -Infinity,
      Infinity,
    ]);
  });

  it('takes half an origin, and the axis of a fixed joint for nothing', () => {
    expect(arm(oneJoint('fixed', '<origin xyz="1 2 3"/>')).origin).toEqual({ position: [1, 2, 3] });
    const half = Math.SQRT1_2;
    const { position, rotation } = arm(oneJoint('fixed', '<origin rpy="0 0 1.5707963267948966"/>')).origin!;
    expect(position).toEqual([0, 0, 0]);
    for (const [i, each] of [0, 0, half, half].entries()) expect(rotation![i]).toBeCloseTo(each, 15);
    expect(jointOf(oneJoint('fixed', '<axis xyz="0 0 0"/>'))).toEqual({ type: 'fixed', name: 'j' });
    expect(jointOf(oneJoint('floating', '<axis xyz="0 0 0"/>'))).toEqual({ type: 'free', name: 'j' });
  });

  it('reads numbers as people write them', () => {
    const text = oneJoint('planar', '<axis xyz="  1e-1\t-.5\n +2. "/>');
    expect(jointOf(text).axis).toEqual([0.1, -0.5, 2]);
  });

  it('moves in its plane, across its axis', () => {
    using model = Model.from(fromURDF(oneJoint('planar', '<axis xyz="0 1 0"/>')));
    using problem = new Problem(model);
    problem.state.q.set([0.3, 0.4, 0]);
    problem.state.update();
    const [x, y, z] = problem.state.poses.subarray(7, 10);
    expect(y).toBeCloseTo(0, 15);
    expect(Math.hypot(x!, z!)).toBeCloseTo(0.5, 15);
  });

  it('mimics by the name of a joint, which need not come before it', () => {
    const text = robot(
      '<link name="base"/><link name="a"/><link name="b"/>',
      '<joint name="follower" type="revolute"><parent link="base"/><child link="a"/>',
      `${limit}<mimic joint="leader" multiplier="-2" offset="0.5"/></joint>`,
      '<joint name="leader" type="continuous"><parent link="base"/><child link="b"/></joint>',
    );
    expect(jointOf(text).mimic).toEqual({ link: 'b', multiplier: -2, offset: 0.5 });
    expect(jointOf(text.replace(' multiplier="-2" offset="0.5"', '')).mimic).toEqual({
      link: 'b',
      multiplier: 1,
      offset: 0,
    });
  });
});

describe('warns of', () => {
  it.each(doubtfulTexts)('%s', (_, text, warning) => {
    expect(fromURDF(text).warnings).toEqual([warning]);
    using model = Model.from(fromURDF(text));
    expect(model.links).toHaveLength(2);
  });

  it('limits of a mimic that its leader takes it beyond, by hand: −1 × [0, 0.8], and twice that + 0.1', () => {
    const finger = (name: string, parent: string, upper: number, mimic = '') =>
      `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${name} link"/>\n` +
      `<limit lower="0" upper="${upper}"/>${mimic}</joint>`;
    const text = robot(
      '<link name="palm"/><link name="index link"/><link name="thumb link"/><link name="tip link"/>',
      finger('tip', 'thumb link', 9, '<mimic joint="thumb" multiplier="2" offset="0.1"/>'),
      finger('index', 'palm', 0.8),
      finger('thumb', 'palm', 0.88, '<mimic joint="index" multiplier="-1"/>'),
    );
    const place = (line: number, name: string) => `line ${line}, <joint name="${name}"> <limit>: joint `;
    const told = [
      `${place(8, 'thumb')}"index", within [0, 0.8], takes it to [-0.8, 0], so its own limits [0, 0.88] are not kept;`,
      `${place(4, 'tip')}"thumb", within [-0.8, 0], takes it to [-1.5, 0.1], so its own limits [0, 9] are not kept;`,
    ];
    const { warnings } = fromURDF(text);
    expect(warnings).toHaveLength(2);
    for (const each of told) expect(warnings).toContainEqual(expect.stringContaining(each));
    using model = Model.from(fromURDF(text));
    expect(model.warnings.filter((each) => each.includes('mimics'))).toHaveLength(2);
    using problem = new Problem(model);
    problem.addGoal({ type: 'joint', link: 'index link', target: [0.6] });
    expect(problem.solve().status).toBe('converged');
    // Both cut: index within [0, 0.8], [−0.88, 0] and [−4.45, 0.05].
    const cut = fromURDF(text, { mimicLimits: 'cut' });
    expect(cut.warnings).toEqual([]);
    using narrow = Model.from(cut);
    const [least, most] = narrow.links[narrow.findLink('index link')]!.motions[0]!.limits;
    expect([least, most + 0]).toEqual([0, 0]);
    expectError(
      () => fromURDF(text, { mimicLimits: 'keep' as 'cut' }),
      'badDescription',
      'mimicLimits',
      "'cut'",
    );
  });

  it('nothing in the files of the tests, nor in what is left out by custom', () => {
    for (const [name, text] of urdfFiles) {
      const foreign = text.includes('<unheard:of') ? [expect.stringContaining('<unheard:of>') as string] : [];
      expect([name, fromURDF(text).warnings]).toEqual([name, foreign]);
    }
    const custom = '<limit lower="0" upper="0" effort="1" velocity="1"/>';
    expect(fromURDF(oneJoint('continuous', custom)).warnings).toEqual([]);
    expect(fromURDF(oneJoint('prismatic', '<limit lower="-1e9" upper="1e10"/>')).warnings).toEqual([]);
    expect(fromURDF(oneJoint('prismatic', '<limit lower="0" upper="1000"/>')).warnings).toEqual([]);
    expect(fromURDF(oneJoint('fixed', limit)).warnings).toEqual([]);
  });

  it('a version of XML that there is not, in the declaration alone', () => {
    const declared = (blank: string) =>
      `<?xml${blank}version${blank.slice(1)}= "2.0"?>\n<robot><link name="a"/></robot>`;
    for (const blank of [' ', '  ']) {
      expect(fromURDF(declared(blank)).warnings).toEqual([
        'line 1: XML has no version "2.0"; it is read as 1.0',
      ]);
    }
    const comment = '<robot><!-- <?xml version="2.0"?> --><link name="a"/></robot>';
    expect(fromURDF(comment).warnings).toEqual([]);
  });

  it('limits that lock a joint, and locks it, as the specification says', () => {
    const robot = fromURDF(oneJoint('revolute', '<limit effort="1" velocity="1"/>'));
    expect(robot.links[1]!.joint!.limits).toEqual([0, 0]);
  });

  it('what stays out of copies and JSON', () => {
    const robot = fromURDF(oneJoint('continuous', limit));
    expect(robot.warnings).toHaveLength(1);
    expect([Object.keys(robot), Object.keys({ ...robot })]).toEqual([
      ['name', 'links'],
      ['name', 'links'],
    ]);
    expect(JSON.stringify(robot)).not.toContain('warnings');
  });

  it('hyphens only in comments', () => {
    const text = robot('<link name="a"/>', '<gazebo><![CDATA[<!-- -- -->]]></gazebo>');
    expect(fromURDF(text).warnings).toEqual([]);
  });
});

describe('a file', () => {
  it('may stand anywhere, or move about', () => {
    const origin = { position: [1, 2, 3] } as const;
    const [root] = fromURDF(robot(twoLinks, `<joint name="j" type="fixed">${ends}</joint>`), {
      root: { origin, joint: { type: 'free' } },
    }).links;
    expect(root).toEqual({ name: 'base', origin, joint: { type: 'free' } });
    expectError(
      () => fromURDF('<robot/>', { origin } as never),
      'badDescription',
      'options.origin is unknown',
    );
  });

  it('may have the root anywhere, a byte order mark, lines before its declaration, and no name', () => {
    const text = `\uFEFF\n\n<?xml version="1.0" encoding="utf-8"?>
      <robot><joint name="j" type="fixed">${ends}</joint><link name="arm"/><link name="base"/></robot>`;
    const description = fromURDF(text);
    expect([description.name, ...description.links.map(({ name }) => name)]).toEqual(['', 'base', 'arm']);
  });

  it('is read past tags that say nothing about motion, where they are no mistake', () => {
    const plain = oneJoint('revolute', limit);
    const noise = '<gazebo reference="arm"><a b="c">text</a></gazebo><sensor name="s"/><joint2 name="j"/>';
    const noisy = plain
      .replace('</robot>', `${noise}<transmission><joint name="j"/><link name="arm"/></transmission></robot>`)
      .replace(limit, `${limit}<dynamics damping="x"/><safety_controller/><calibration rising="0"/>`);
    expect(fromURDF(noisy)).toEqual(fromURDF(plain));
  });
});

describe('looks', () => {
  const look = (inside: string) => `<visual>${inside}</visual>`;
  const shapesOf = (...inside: string[]) =>
    fromURDF(
      robot(
        '<material name="red"><color rgba="1 0 0 1"/></material>',
        `<link name="a">${inside.join('')}</link>`,
      ),
    ).links[0]!.shapes;

  it('become shapes, with their places and colours', () => {
    const shapes = shapesOf(
      look('<origin xyz="1 2 3"/><geometry><box size="1 2 3"/></geometry><material name="red"/>'),
      look('<geometry><cylinder radius="0.5" length="2"/></geometry>'),
      look(
        '<geometry><sphere radius="0.25"/></geometry><material name=""><color rgba="0 0.5 1 0.2"/></material>',
      ),
      look('<geometry><mesh filename="package://arm/a.stl" scale="1 1 2"/></geometry>'),
    );
    expect(shapes).toEqual([
      { type: 'box', size: [1, 2, 3], position: [1, 2, 3], color: '#ff0000' },
      { type: 'cylinder', radius: 0.5, length: 2 },
      { type: 'sphere', radius: 0.25, color: '#0080ff' },
      { type: 'mesh', file: 'package://arm/a.stl', scale: [1, 1, 2] },
    ]);
  });

  it('are those of visuals, in colours of materials', () => {
    const box = '<geometry><box size="1 1 1"/></geometry>';
    expect(shapesOf(`<collision>${box}</collision>`)).toBeUndefined();
    const other = '<thing name="red"><color rgba="0 1 0 1"/></thing>';
    const red = '<material name="red"><color rgba="1 0 0 1"/></material>';
    const text = robot(red, other, `<link name="a">${look(`${box}<material name="red"/>`)}</link>`);
    expect(fromURDF(text).links[0]!.shapes).toEqual([{ type: 'box', size: [1, 1, 1], color: '#ff0000' }]);
  });

  it('of collisions are what must not touch', () => {
    const collision = (inside: string): string =>
      `<collision><origin xyz="1 2 3"/><geometry>${inside}</geometry></collision>`;
    const text = robot(
      '<link name="a">',
      collision('<box size="1 2 3"/>'),
      collision('<cylinder radius="0.5" length="2"/>'),
      collision('<sphere radius="0.25"/>'),
      collision('<capsule radius="0.5" length="0"/>'),
      collision('<mesh filename="a.stl" scale="1 1 2"/>'),
      collision('<blob/>'),
      '</link>',
    );
    const description = fromURDF(text);
    const position = [1, 2, 3] as const;
    expect(description.links).toEqual([
      {
        name: 'a',
        collision: [
          { type: 'box', size: [1, 2, 3], position },
          { type: 'cylinder', radius: 0.5, length: 2, position },
          { type: 'sphere', radius: 0.25, position },
          { type: 'capsule', radius: 0.5, length: 0, position },
        ],
      },
    ]);
    const mesh = { type: 'mesh', file: 'a.stl', scale: [1, 1, 2], position };
    expect(description.collisionMeshes).toEqual([{ link: 'a', mesh }]);
    expect(description.warnings).toEqual(['line 8, <geometry> <blob>: it is not read']);
    expect(Object.keys(description)).not.toContain('collisionMeshes');
    expect(fromURDF(toURDF(description)).links).toEqual(description.links);
    using model = Model.from(description);
    expect(model.links[0]!.collision).toHaveLength(4);
  });

  it.each(['<box size="1 0 1"/>', '<sphere radius="-1"/>', '<capsule radius="1" length="-1"/>', '<mesh/>'])(
    'of a collision like %s are left out, with a warning',
    (inside) => {
      const text = `<link name="a"><collision><geometry>${inside}</geometry></collision></link>`;
      const { links, warnings } = fromURDF(robot(text));
      expect(links).toEqual([{ name: 'a' }]);
      expect(warnings).toEqual([expect.stringMatching(/^line 2, .*; this collision is ignored$/)]);
    },
  );

  it.each<CollisionShape>([
    { type: 'hull', points: [[0, 0, 0]], rounding: 1 },
    { type: 'halfSpace' },
    { type: 'box', size: [1, 1, 1], rounding: 0.1 },
  ])('%j is none of a URDF', (shape) => {
    const write = (): string => toURDF({ links: [{ name: 'a', collision: [shape] }] });
    expectError(write, 'badUrdf', '"a"', shape.type, 'capsules');
  });

  it('come back as they were written', () => {
    const shapes = shapesOf(
      look('<origin xyz="1 2 3"/><geometry><box size="1 2 3"/></geometry><material name="red"/>'),
      look('<geometry><cylinder radius="0.5" length="2"/></geometry>'),
      look('<geometry><mesh filename="a&amp;b.stl"/></geometry>'),
    );
    expect(fromURDF(toURDF({ links: [{ name: 'a', shapes: shapes! }] })).links[0]!.shapes).toEqual(shapes);
  });

  it('that cannot be read are left out, and refuse nothing', () => {
    const good = look('<geometry><sphere radius="1"/></geometry>');
    expect(
      shapesOf(
        look('<geometry><box size="wide"/></geometry>'),
        look('<geometry><blob/></geometry>'),
        look(''),
        look('<geometry><mesh/></geometry>'),
        good,
      ),
    ).toEqual([{ type: 'sphere', radius: 1 }]);
    expect(shapesOf()).toBeUndefined();
  });
});

it('lines end with their line breaks', () => {
  const lines = new Lines('a\n\nb');
  expect([0, 1, 2, 3].map((offset) => lines.at(offset))).toEqual([1, 1, 2, 3]);
});
