/** The family of an arm in words, and its agreement with `solutions`. */
import { describe, expect, it } from 'vitest';
import { Model, Problem, type LinkDescription, type ModelDescription, type Vec3 } from 'limber';
import { familyOf, robots } from 'limber/robots';
import { expectError } from '../support/models.ts';
import '../support/silence.ts';

/** Hinges about h[i] through o[i] and a link `tool` at the end. */
function arm(h: readonly Vec3[], o: readonly Vec3[]): ModelDescription {
  const links = h.map((axis, i): LinkDescription => {
    const [at, before] = [o[i]!, o[i - 1] ?? [0, 0, 0]];
    const position = at.map((each, k) => each - before[k]!) as unknown as Vec3;
    const above = i > 0 ? { parent: `link ${i}` } : {};
    return { name: `link ${i + 1}`, ...above, origin: { position }, joint: { type: 'revolute', axis } };
  });
  const tool = { name: 'tool', parent: `link ${h.length}`, origin: { position: [0.1, 0.2, 0.3] } } as const;
  return { links: [...links, tool] };
}

const x: Vec3 = [1, 0, 0];
const y: Vec3 = [0, 1, 0];
const z: Vec3 = [0, 0, 1];
/** Axes and origins in general position. */
const h: readonly Vec3[] = [
  [0.1, 0.2, 1],
  [0.8, -0.3, 0.4],
  [0.2, 0.9, -0.1],
  [-0.5, 0.3, 0.7],
  [0.6, 0.6, 0.2],
  [0.3, -0.7, 0.5],
];
const o: readonly Vec3[] = [
  [0, 0, 0],
  [0.1, 0.2, 0.4],
  [0.5, 0.1, 0.3],
  [0.6, 0.4, 0.1],
  [0.9, 0.3, 0.5],
  [1.1, 0.2, 0.2],
];
const put = (list: readonly Vec3[], ...changes: readonly (readonly [number, Vec3])[]): Vec3[] =>
  list.map((each, i) => changes.find(([at]) => at === i)?.[1] ?? each);
const closed = { meet: 'three axes that meet', parallel: 'three parallel axes' };
const general = 'six hinges of any geometry';
const dependent = 'two hinges on one line';

// prettier-ignore
const arms: readonly (readonly [string, ModelDescription, string, string])[] = [
  ['a UR5', robots.ur5, '6 hinges; axes 1 and 2 meet; axes 4 and 5 meet; axes 5 and 6 meet; axes 2, 3 and 4 are parallel', closed.parallel],
  ['a Puma', robots.puma560, '6 hinges; axes 1 and 2 meet; axes 4, 5 and 6 meet; axes 2 and 3 are parallel', closed.meet],
  ['nothing special', arm(h, o), '6 hinges; no neighbouring axes meet or are parallel', general],
  ['a wrist at the base', arm(h, put(o, [1, o[0]!], [2, o[0]!])), '6 hinges; axes 1, 2 and 3 meet', closed.meet],
  ['two that meet', arm(h, put(o, [4, o[3]!])), '6 hinges; axes 4 and 5 meet', general],
  ['two parallel', arm(put(h, [2, h[1]!]), o), '6 hinges; axes 2 and 3 are parallel', general],
  [
    'three parallel, one turned round',
    arm(put(h, [4, [1, 0, 0]], [3, [1, 0, 0]], [5, [-1, 0, 0]]), o),
    '6 hinges; axes 4, 5 and 6 are parallel',
    closed.parallel,
  ],
  [dependent, arm(put(h, [1, h[0]!]), put(o, [1, o[0]!])), '6 hinges; axes 1 and 2 are parallel', general],
];

describe.each(arms)('%s', (name, description, words, family) => {
  it('is described, and solutions sees the same', () => {
    using model = Model.from(description);
    const tip = model.links.at(-1)!.name;
    const found = familyOf(model, tip);
    const says = name === dependent ? /^the hinges depend on one another/ : /^$/;
    const reason = expect.stringMatching(says) as string;
    expect(found).toEqual({ description: words, goal: 'pose', family, reason });
    using problem = new Problem(model);
    problem.state.q.set(problem.state.q.map((_, i) => 0.3 + 0.4 * i));
    problem.state.update();
    problem.addGoal({ type: 'pose', link: tip });
    expect(problem.solutions({ limits: false })).toMatchObject({ family, reason });
  });
});

describe('for the goal that so many hinges can meet', () => {
  it.each([
    [5, o, 'pose with a free turn'],
    [3, o, 'position'],
    [3, o.map(() => o[0]!), 'orientation'],
  ] as const)('%i hinges', (count, places, goal) => {
    using model = Model.from(arm(h.slice(0, count), places.slice(0, count)));
    const found = familyOf(model, 'tool');
    expect(found).toMatchObject({ goal, reason: '' });
    expect(found.description).toMatch(new RegExp(`^${count} hinges; `));
    expect(found.family).not.toBe('');
  });
});

it('does not count joints that their limits lock, and takes them where they are', () => {
  const { links } = arm([x, y, z, h[3]!], [o[0]!, o[0]!, o[0]!, o[3]!]);
  // A quarter turn of the second joint aligns the third axis with the first.
  const locked = {
    ...links[1]!,
    joint: { type: 'revolute', axis: y, limits: [Math.PI / 2, Math.PI / 2] },
  } as const;
  using model = Model.from({ links: links.map((link, i) => (i === 1 ? locked : link)) });
  expect(familyOf(model, 'tool').description).toBe('3 hinges; axes 1 and 2 are parallel');
});

it.each([
  [
    'stanford',
    '5 hinges and 1 slide; axes 1 and 2 meet; axes 4, 5 and 6 meet',
    'pose',
    'three axes that meet',
  ],
  [
    'cobra600',
    '3 hinges and 1 slide; axes 1 and 2 are parallel',
    'pose without tilt',
    'three axes that meet',
  ], // the last one and the free tilts',
] as const)('knows the slide of %s', (robot, description, goal, family) => {
  using model = Model.from(robots[robot]);
  expect(familyOf(model, model.links.at(-1)!.name)).toEqual({ description, goal, family, reason: '' });
});

it('says why closed forms do not help', () => {
  using panda = Model.from(robots.panda);
  const seven = familyOf(panda, 'effector');
  expect(seven.description).toBe('7 hinges; axes 1, 2 and 3 meet; axes 5 and 6 meet');
  using two = Model.from(arm(h.slice(0, 1), o.slice(0, 1)));
  expect(familyOf(two, 'tool')).toMatchObject({ description: '1 hinge', family: '' });
  expect(familyOf(two, 'tool').reason).toContain('three joints');
});

it('refuses what is no link, and a model that is gone', () => {
  const model = Model.from(robots.ur5);
  expectError(() => familyOf(model, 'elbow of nobody'), 'unknownLink', 'elbow of nobody');
  expectError(() => familyOf(model, 3 as unknown as string), 'badDescription', '3');
  expectError(() => familyOf(null as unknown as Model, 'effector'), 'badDescription', 'null');
  model.dispose();
  expectError(() => familyOf(model, 'effector'), 'disposed');
});
