/**
 * Wrong types in a description cause `badDescription`, which names the place, the expected type and the
 * actual one.
 */
import { describe, expect, it } from 'vitest';
import { Model, Problem, type GoalDescription, type ModelDescription } from 'limber';
import { chain, expectError } from './support/models.ts';
import './support/silence.ts';

const build = (description: unknown) => () => Model.from(description as ModelDescription);
const withLink = (link: unknown) => ({ links: [{ name: 'root' }, link] });
const withJoint = (joint: object) => withLink({ name: 'arm', joint });

/** [description, words of the message] */
type Wrong = readonly [unknown, ...string[]];

const hole: unknown[] = [1];
hole[2] = 3;
const missingLink: unknown[] = [{ name: 'root' }];
missingLink.length = 2;

// prettier-ignore
const wrong: Record<string, readonly Wrong[]> = {
  description: [
    [null, 'description must be an object, not null'],
    [undefined, 'description must be an object, not undefined'],
    ['{}', 'description must be an object, not "{}"'],
    [[], 'description must be an object, not an array of 0'],
    [() => 0, 'description must be an object, not a function'],
    [{ links: [], link: [] }, 'description.link is unknown', 'known: name, links'],
    [{ name: 5, links: [{ name: 'root' }] }, 'description.name must be a string, not 5'],
    [{}, 'description.links must be an array, not undefined'],
    [{ links: {} }, 'description.links must be an array, not an object'],
    [{ links: 'root' }, 'description.links must be an array, not "root"'],
  ],
  link: [
    [withLink(null), 'links[1] must be an object, not null'],
    [withLink('arm'), 'links[1] must be an object, not "arm"'],
    [{ links: missingLink }, 'links[1] must be an object, not undefined'],
    [withLink({}), 'links[1].name must be a string, not undefined'],
    [withLink({ name: 7n }), 'links[1].name must be a string, not 7'],
    [withLink({ name: Symbol('arm') }), 'links[1].name must be a string, not Symbol(arm)'],
    [withLink({ name: 'a\ud800' }), 'links[1].name must be whole characters'],
    [withLink({ name: 'arm', parent: 0 }), 'links[1].parent must be a string, not 0'],
    [withLink({ name: 'arm', parnt: 'root' }), 'links[1].parnt is unknown', 'known: name, parent, origin, joint, shapes'],
  ],
  origin: [
    [withLink({ name: 'arm', origin: null }), 'links[1].origin must be an object, not null'],
    [withLink({ name: 'arm', origin: [0, 0, 0] }), 'links[1].origin must be an object, not an array of 3'],
    [
      withLink({ name: 'arm', origin: { pos: [0, 0, 0] } }),
      'links[1].origin.pos is unknown; known: position, rotation',
    ],
    [withLink({ name: 'arm', origin: { position: [0, 0] } }), 'links[1].origin.position must be 3 numbers, not an array of 2'],
    [withLink({ name: 'arm', origin: { position: hole } }), 'links[1].origin.position must be 3 numbers, not an array of 3'],
    [withLink({ name: 'arm', origin: { position: { x: 0, y: 0, z: 0 } } }), 'links[1].origin.position must be 3 numbers, not an object'],
    [withLink({ name: 'arm', origin: { rotation: [0, 0, 0] } }), 'links[1].origin.rotation must be 4 numbers, not an array of 3'],
    [withLink({ name: 'arm', origin: { rotation: ['0', 0, 0, 1] } }), 'links[1].origin.rotation must be 4 numbers'],
  ],
  joint: [
    [withLink({ name: 'arm', joint: 'revolute' }), 'links[1].joint must be an object, not "revolute"'],
    [withLink({ name: 'arm', joint: {} }), 'links[1].joint.type must be a string, not undefined'],
    [withJoint({ type: null }), 'links[1].joint.type must be a string, not null'],
    [withJoint({ type: 'ball', swings: {} }), 'links[1].joint.swings is unknown', 'axis2', 'swing, twist, mimic'],
    [withJoint({ type: 'revolute', axis: 'z' }), 'links[1].joint.axis must be 3 numbers, not "z"'],
    [withJoint({ type: 'revolute', axis: null }), 'links[1].joint.axis must be 3 numbers, not null'],
    [withJoint({ type: 'universal', axis2: [1] }), 'links[1].joint.axis2 must be 3 numbers, not an array of 1'],
    [withJoint({ type: 'helical', pitch: '0.1' }), 'links[1].joint.pitch must be a number, not "0.1"'],
    [withJoint({ type: 'revolute', limits: 1 }), 'links[1].joint.limits must be [min, max] or a list of them, not 1'],
    [withJoint({ type: 'revolute', limits: { min: 0 } }), 'links[1].joint.limits must be [min, max]'],
    [withJoint({ type: 'revolute', limits: [0, null] }), 'links[1].joint.limits[0] must be 2 numbers, not 0'],
    [withJoint({ type: 'planar', limits: [null, [0]] }), 'links[1].joint.limits[1] must be 2 numbers'],
    [withJoint({ type: 'revolute', name: 5 }), 'links[1].joint.name must be a string, not 5'],
    [withJoint({ type: 'planar', limits: Array(7).fill(null) }), 'links[1].joint.limits must be [min, max] or a list of them, not an array of 7'],
    [withJoint({ type: 'ball', swing: [0, 1] }), 'links[1].joint.swing must be an object, not an array of 2'],
    [withJoint({ type: 'ball', swing: { x: [0, 1] } }), 'links[1].joint.swing.y must be 2 numbers, not undefined'],
    [
      withJoint({ type: 'ball', swing: { x: [0, 1], y: [0, 1], z: 1 } }),
      'links[1].joint.swing.z is unknown; known: x, y',
    ],
    [withJoint({ type: 'ball', twist: 1 }), 'links[1].joint.twist must be 2 numbers, not 1'],
    [withJoint({ type: 'revolute', mimic: 'root' }), 'links[1].joint.mimic must be an object, not "root"'],
    [withJoint({ type: 'revolute', mimic: {} }), 'links[1].joint.mimic.link must be a string, not undefined'],
    [withJoint({ type: 'revolute', mimic: { link: 'root', multiplier: '2' } }), 'links[1].joint.mimic.multiplier must be a number, not "2"'],
    [
      withJoint({ type: 'revolute', mimic: { link: 'root', ofset: 1 } }),
      'links[1].joint.mimic.ofset is unknown; known: link, multiplier, offset',
    ],
  ],
  shapes: [
    [withLink({ name: 'arm', shapes: {} }), 'links[1].shapes must be an array, not an object'],
    [withLink({ name: 'arm', shapes: ['box'] }), 'links[1].shapes[0] must be an object, not "box"'],
    [withLink({ name: 'arm', shapes: [{ type: 'ball' }] }), 'links[1].shapes[0].type must be "box" or "cylinder" or "sphere" or "mesh", not "ball"'],
    // Inherited property names, and values that convert to a name, are not names.
    [withLink({ name: 'arm', shapes: [{ type: 'toString' }] }), 'links[1].shapes[0].type must be "box" or', 'not "toString"'],
    [withLink({ name: 'arm', shapes: [{ type: ['box'], size: [1, 1, 1] }] }), 'links[1].shapes[0].type must be "box" or', 'not an array of 1'],
    [withLink({ name: 'arm', shapes: [{ type: 'cylinder', radius: 1 }] }), 'links[1].shapes[0].length must be a number, not undefined'],
    [withLink({ name: 'arm', shapes: [{ type: 'sphere', radius: '1' }] }), 'links[1].shapes[0].radius must be a number, not "1"'],
    [withLink({ name: 'arm', shapes: [{ type: 'mesh', file: 5 }] }), 'links[1].shapes[0].file must be a string, not 5'],
    [withLink({ name: 'arm', shapes: [{ type: 'mesh', file: 'a.glb', scale: 2 }] }), 'links[1].shapes[0].scale must be 3 numbers, not 2'],
    [withLink({ name: 'arm', shapes: [{ type: 'sphere', radius: 1, rotation: [0, 0, 0] }] }), 'links[1].shapes[0].rotation must be 4 numbers, not an array of 3'],
    [withLink({ name: 'arm', shapes: [{ type: 'box' }] }), 'links[1].shapes[0].size must be 3 numbers, not undefined'],
    [withLink({ name: 'arm', shapes: [{ type: 'box', size: [1, 1, 1], position: 5 }] }), 'links[1].shapes[0].position must be 3 numbers, not 5'],
    [
      withLink({ name: 'arm', shapes: [{ type: 'box', size: [1, 1, 1], centre: [0, 0, 0] }] }),
      'links[1].shapes[0].centre is unknown; known: size, type, position, rotation, color',
    ],
  ],
};

describe.each(Object.entries(wrong))('a wrong %s', (_, cases) => {
  it.each(cases.map((each) => [each[1], each] as const))('%s', (_, [description, ...words]) => {
    expectError(build(description), 'badDescription', ...words);
    using model = Model.from(chain(2));
    expect(model.nq).toBe(2);
  });
});

it('leaves to the core how many limits a joint takes, as long as any joint could', () => {
  const limits = Array<null>(6).fill(null);
  expectError(build(withJoint({ type: 'planar', limits })), 'badLimits', '6 intervals of limits');
});

it('quotes no more of a long text than the eye takes in', () => {
  const { message } = expectError(build('x'.repeat(1e5)), 'badDescription');
  expect(message.length).toBeLessThan(120);
});

it('names a wrong option of Model.from', () => {
  const from = (options: unknown) => () => Model.from(chain(1), options as object);
  expectError(from(null), 'badDescription', 'options must be an object, not null');
  expectError(from({ hinge: false }), 'badDescription', 'options.hinge is unknown; known: hinges');
  expectError(from({ hinges: 'no' }), 'badDescription', 'options.hinges must be true or false, not "no"');
});

describe('a wrong goal', () => {
  // prettier-ignore
  const goals: readonly Wrong[] = [
    [undefined, 'goal must be an object, not undefined'],
    ['position', 'goal must be an object, not "position"'],
    [{ link: 'tool' }, 'goal.type must be a string, not undefined'],
    [{ type: 'position' }, 'goal.link must be a string, not undefined'],
    [{ type: 'position', link: 3 }, 'goal.link must be a string, not 3'],
    [{ type: 'position', link: 'tool', weight: '1' }, 'goal.weight must be a number, not "1"'],
    [{ type: 'position', link: 'tool', ofset: {} }, 'goal.ofset is unknown', 'known: type, link, target, offset'],
    [{ type: 'position', link: 'tool', axis: [1, 0, 0] }, 'goal.axis is unknown'],
    [{ type: 'direction', link: 'tool', free: ['rx'] }, 'goal.free is unknown'],
    [{ type: 'position', link: 'tool', offset: [1, 0, 0] }, 'goal.offset must be an object, not an array of 3'],
    [{ type: 'position', link: 'tool', offset: { position: 1 } }, 'goal.offset.position must be 3 numbers, not 1'],
    [{ type: 'direction', link: 'tool', axis: 'x' }, 'goal.axis must be 3 numbers, not "x"'],
    [{ type: 'pose', link: 'tool', free: 'rz' }, 'goal.free must be an array, not "rz"'],
    [{ type: 'position', link: 'tool', target: 5 }, "the position goal's target must be 3 numbers, not 5"],
    [{ type: 'position', link: 'tool', target: 0 }, "the position goal's target must be 3 numbers, not 0"],
    [{ type: 'position', link: 'tool', target: null }, "the position goal's target must be 3 numbers, not null"],
    [{ type: 'orientation', link: 'tool', target: [0, 0, 1] }, 'must be 4 numbers, not an array of 3'],
    [{ type: 'pose', link: 'tool', target: hole }, 'must be 7 numbers, not an array of 3'],
  ];

  it.each(goals.map((each) => [each[1], each] as const))('%s', (_, [description, ...words]) => {
    using model = Model.from(chain(2));
    using problem = new Problem(model);
    const kept = problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 0] });
    expectError(() => problem.addGoal(description as GoalDescription), 'badDescription', ...words);
    expect(problem.goals).toEqual([kept]);
    expect(problem.solve().status).toBe('converged');
    expect(kept.distance).toBeLessThan(1e-3);
  });
});

it('takes typed arrays, missing options and nulls for what is missing', () => {
  using model = Model.from({
    links: [
      { name: 'root', parent: null, origin: {}, joint: { type: 'planar', limits: [null, [-1, 1]] } },
      {
        name: 'arm',
        parent: 'root',
        origin: { position: new Float32Array([1, 0, 0]) as unknown as [number, number, number] },
      },
    ],
  });
  expect(model.links[0]!.motions.map(({ limits }) => limits)).toEqual([
    [-Infinity, Infinity],
    [-1, 1],
    [-Infinity, Infinity],
  ]);
  expect(model.links[1]!.origin.position).toEqual([1, 0, 0]);
});

it('keeps what it was told, whatever becomes of the description', () => {
  const axis: [number, number, number] = [0, 0, 1];
  const description = { links: [{ name: 'root', joint: { type: 'revolute' as const, axis } }] };
  using model = Model.from(new Proxy(description, {}));
  axis[2] = 5;
  description.links[0]!.joint = { type: 'revolute', axis: [1, 0, 0] };
  expect(model.links[0]!.joint).toEqual({ type: 'revolute', axis: [0, 0, 1] });
});

it('reads a getter that changes once: what the model shows is what the core has', () => {
  let readings = 0;
  const root = {
    name: 'root',
    get joint() {
      return { type: readings++ % 2 ? ('revolute' as const) : ('fixed' as const) };
    },
  };
  for (let i = 0; i < 3; ++i) {
    using model = Model.from({ links: [root] });
    expect(model.nq).toBe(model.links[0]!.joint.type === 'revolute' ? 1 : 0);
    readings += 1;
  }
});

class Hinge {
  name = 'root';
  // Defined by the class, so a copy of the object does not have it.
  get joint() {
    return { type: 'revolute' } as const;
  }
}

// prettier-ignore
it.each<[string, () => ModelDescription, string]>([
  ['of the whole', () => Object.create({ links: [{ name: 'root' }] }) as ModelDescription, 'description.links'],
  ['of a link', () => ({ links: [new Hinge()] }), 'links[0].joint'],
  ['of an origin', () => ({ links: [{ name: 'root', origin: Object.create({ position: [1, 2, 3] }) as object }] }), 'links[0].origin.position'],
  ['that are hidden', () => ({ links: [Object.defineProperty({ name: 'root' }, 'joint', { value: { type: 'revolute' } })] }), 'links[0].joint'],
  ['of a loop', () => ({ links: [{ name: 'root' }], loops: [{ a: Object.create({ link: 'root' }) as object, b: {} }] }), 'loops[0].a.link'],
])('refuses properties that a copy would lose, %s', (_, make, place) => {
  expectError(() => Model.from(make()), 'badDescription', place, 'inherited', 'plain data');
});

it('finds joints again under any name that is whole characters', () => {
  const names = ['a b', '\0', 'ü', '🤖', '__proto__', 'constructor', ' '];
  using model = Model.from({ links: names.map((name) => ({ name, joint: { type: 'revolute' } })) });
  expect(model.links.map(({ name }) => name)).toEqual(names);
  expect(model.links.every(({ joint }) => joint.type === 'revolute')).toBe(true);
  for (const [i, name] of names.entries()) expect(model.findLink(name)).toBe(i);
});
