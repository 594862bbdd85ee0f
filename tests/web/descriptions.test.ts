/**
 * Wrong values are refused by `badDescription`, or by the code of their kind: the message names the place, what is
 * expected and what was given. They are made from the core's tables, so a new field is tried without a new test.
 */
import { beforeEach, expect, it } from 'vitest';
import { Model, Problem, type Goal, type GoalType, type ModelDescription } from 'limber';
import { coreTables } from '../../web/src/describe/core-tables.ts';
import type { Field } from '../../web/src/describe/tables.ts';
import { chain, expectError } from './support/models.ts';
import { ofOption, ofWhole, placesOf, type Place } from './support/wrong-values.ts';
import './support/silence.ts';

let problem: Problem;
let kept: Goal;

beforeEach(() => {
  problem = new Problem(Model.from(chain(2)));
  kept = problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 0] });
  return () => problem.dispose();
});

const build = (description: unknown) => () => Model.from(description as ModelDescription);
const withLink = (link: unknown) => ({ links: [{ name: 'root' }, link] });
const withJoint = (joint: object) => withLink({ name: 'arm', joint });

type Act = (value: never) => unknown;
/** An object with these fields: the whole, and each field. `base`: what it has beside what it must have. */
function* cases(what: string, act: Act, path: string, fields: readonly Field[], base = {}) {
  for (const [place, wrong] of [
    [path, ofWhole(path, fields, base)] as Place,
    ...placesOf(path, fields, base),
  ])
    yield [`${what}: ${place}`, wrong, act] as const;
}

const { model, goal, shared, goals, shapes, obstacle, options } = coreTables;
const addGoal: Act = (value) => problem.addGoal(value);
const addObstacle: Act = (value) => problem.addObstacle(value);
const places = [
  ...cases('a description', (value) => Model.from(value), 'description', model),
  ...cases(
    'a loop',
    (value) => problem.addLoop(value),
    'the loop',
    model.find(({ name }) => name === 'loops')!.fields!,
  ),
  ...Object.entries(shapes).flatMap(([type, own]) => [
    ...cases(`a ${type}`, addObstacle, 'the obstacle', [...own, ...obstacle], { type }),
  ]),
  ...Object.entries(goals).flatMap(([type, own]) => [
    ...cases(`a goal: ${type}`, addGoal, 'goal', [...goal, ...shared, ...own], { type, link: 'tool' }),
  ]),
];

it.each(places)('wrong in %s', (_, wrong, act) => {
  for (const { value, code, words } of wrong) expectError(() => act(value as never), code, ...words);
  // All goes on.
  expect([problem.goals, problem.loops, problem.obstacles]).toEqual([[kept], [], []]);
  expect(problem.solve().status).toBe('converged');
  expect(kept.distance).toBeLessThan(1e-3);
  using again = Model.from(chain(2));
  expect(again.nq).toBe(2);
});

it.each(options)('a wrong option: $name', (option) => {
  for (const { value, code, words } of ofOption(option)) {
    const given = { [option.name]: value };
    expectError(() => problem.solve(given), code, ...words);
    expectError(() => problem.step(0.1, given), code, ...words);
  }
  expect(problem.solve().status).toBe('converged');
});

it.each([null, 5, 'x', [[]]])('wrong options: %j', (options) => {
  const words = 'options must be an object, not';
  expectError(() => problem.solve(options as never), 'badOption', words);
  expectError(() => problem.step(0.1, options as never), 'badOption', words);
});

it.each(Object.keys(goals) as GoalType[])('a wrong target of a goal: %s', (type) => {
  // A goal without a link to hang on takes any model's tool; those of one joint take a hinge.
  const right = { type, link: type === 'slide' ? 'rail' : 'link0' } as const;
  using rails = Model.from({ links: [...chain(1).links, { name: 'rail', joint: { type: 'prismatic' } }] });
  using own = new Problem(rails);
  const { length } = own.addGoal(right).target;
  const hole = Array<number>(length);
  for (const target of [null, 0, 'x', {}, hole, Array<number>(length + 1).fill(0)])
    expectError(
      () => own.addGoal({ ...right, target } as never),
      'badDescription',
      `the ${type} goal's target must be ${length} numbers, not `,
    );
  expect(own.goals).toHaveLength(1);
});

it.each([
  [null, 'null'],
  [undefined, 'undefined'],
  ['{}', '"{}"'],
  [[], 'an array of 0'],
  [() => 0, 'a function'],
  [7n, '7'],
  [true, 'true'],
  [Symbol('arm'), 'Symbol(arm)'],
])('is quoted: %s', (value, words) => {
  expectError(build(value), 'badDescription', `description must be an object, not ${words}`);
});

// prettier-ignore
it.each<[object, string]>([
  [{ type: 'cylinder', radius: 1 }, 'length must be a number, not undefined'],
  [{ type: 'sphere', radius: '1' }, 'radius must be a number, not "1"'],
  [{ type: 'mesh', file: 5 }, 'file must be a string, not 5'],
  [{ type: 'mesh', file: 'a.glb', scale: 2 }, 'scale must be 3 numbers, not 2'],
  [{ type: 'sphere', radius: 1, rotation: [0, 0, 0] }, 'rotation must be 4 numbers, not an array of 3'],
  [{ type: 'box' }, 'size must be 3 numbers, not undefined'],
  [{ type: 'box', size: [1, 1, 1], position: 5 }, 'position must be 3 numbers, not 5'],
  [{ type: 'box', size: [1, 1, 1], centre: [0, 0, 0] }, 'centre is unknown; known: size, type, position, rotation, color'],
])('a wrong shape to draw: %j', (shape, words) => {
  expectError(build(withLink({ name: 'arm', shapes: [shape] })), 'badDescription', `links[1].shapes[0].${words}`);
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

it('refuses properties that a copy would lose because they are hidden', () => {
  const root = Object.defineProperty({ name: 'root' }, 'joint', { value: { type: 'revolute' } });
  expectError(
    build({ links: [root] }),
    'badDescription',
    'links[0].joint',
    'inherited or hidden',
    'plain data',
  );
});

it('finds joints again under any name that is whole characters', () => {
  const names = ['a b', '\0', 'ü', '🤖', '__proto__', 'constructor', ' '];
  using model = Model.from({ links: names.map((name) => ({ name, joint: { type: 'revolute' } })) });
  expect(model.links.map(({ name }) => name)).toEqual(names);
  expect(model.links.every(({ joint }) => joint.type === 'revolute')).toBe(true);
  for (const [i, name] of names.entries()) expect(model.findLink(name)).toBe(i);
});
