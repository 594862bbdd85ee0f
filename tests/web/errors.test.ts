/** Every code of LimberError: its cause, the culprit in the message, and a working library afterwards. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  LimberError,
  Model,
  Problem,
  Trajectory,
  type ErrorCode,
  type Goal,
  type JointDescription,
  type ModelDescription,
} from 'limber';
import { fromURDF } from 'limber/robots';
import { crankRocker, fourBar, nearlyClosed, pinOf } from './support/linkage-models.ts';
import { chain, checkError, expectError, link } from './support/models.ts';
import './support/silence.ts';

/** [case, action, words of the message: the culprit and the remedy] */
type Case = readonly [string, () => unknown, ...string[]];

let model: Model;
let problem: Problem;
let goal: Goal;

const build = (...links: ModelDescription['links']) => Model.from({ links });
const joint = (description: JointDescription) => build({ name: 'elbow', joint: description });
const add = (description: object) => problem.addGoal(description as never);
const solve = (options: object) => problem.solve(options);

const pin = pinOf(crankRocker);
const withLoop = (loop: unknown) => Model.from({ ...fourBar(), loops: [loop as never] });
const withA = (a: object) => withLoop({ ...pin, a: { ...pin.a, ...a } });
const withB = (b: object) => withLoop({ ...pin, b: { ...pin.b, ...b } });
const addLoop = (loop: unknown) => problem.addLoop(loop as never);
const route = (change: unknown) => problem.loops[0]!.route(change as never);

const revolute: JointDescription = { type: 'revolute' };

/** A Record, so that a code without a case does not compile. */
// prettier-ignore
const cases: Record<ErrorCode, readonly Case[]> = {
  emptyModel: [['no links', () => build(), 'no links', 'at least one']],
  tooLarge: [['more links than fit', () => Model.from({ links: Array.from({ length: 200_001 }, (_, i) => ({ name: `link${i}` })) }), '200001 links', 'at most 200000']],
  duplicateName: [['one name twice', () => build({ name: 'arm' }, { name: 'arm' }), "'arm'", 'rename']],
  unknownParent: [['a parent that is not there', () => build({ name: 'arm' }, { name: 'hand', parent: 'amr' }), "'hand'", "'amr'", 'known', "'arm'"]],
  cycle: [['links on each other', () => build({ name: 'a', parent: 'c' }, { name: 'b', parent: 'a' }, { name: 'c', parent: 'b' }), "'a'", "'b'", "'c'", 'no parent']],
  unknownJointType: [['a misspelt type', () => joint({ type: 'hinge' as 'revolute' }), "'elbow'", "'hinge'", 'known', "'revolute'", "'free'"]],
  zeroAxis: [['no axis', () => joint({ type: 'revolute', axis: [0, 0, 0] }), "'elbow'", 'axis is zero', 'direction']],
  parallelAxes: [['one axis twice', () => joint({ type: 'universal', axis2: [0, 0, -3] }), "'elbow'", 'axis2', 'parallel']],
  notFinite: [
    ['an axis', () => joint({ type: 'revolute', axis: [0, NaN, 0] }), "'elbow'", 'axis', 'not finite'],
    ['a frame of a loop', () => addLoop({ ...pin, b: { position: [0, Infinity, 0] } }), "'pin'", 'frame b', 'finite numbers'],
    ['poses', () => { problem.state.poses[8] = NaN; problem.state.place(); }, 'poses', 'where q says'],
    ['the offset of a goal', () => add({ type: 'position', link: 'tool', offset: { position: [0, 0, Infinity] } }), 'offset'],
    ['coordinates', () => { problem.state.q[0] = NaN; problem.state.update(); }, 'q', 'zero now'],
  ],
  notUnit: [
    ['a rotation', () => build(link('arm', null, revolute, [0, 0, 0], [0, 0, 0, 2])), "'arm'", 'length 2', 'unit quaternion x y z w'],
    ['a frame of a loop', () => withA({ rotation: [0, 0, 0, 2] }), "'pin'", 'frame a', 'unit quaternion x y z w'],
    ['the offset of a goal', () => add({ type: 'pose', link: 'tool', offset: { rotation: [1, 1, 0, 0] } }), 'offset', 'unit quaternion x y z w'],
  ],
  badLimits: [['min above max', () => joint({ type: 'revolute', limits: [1, -1] }), "'elbow'", '[1, -1]', 'min must not']],
  badMimic: [['of nobody', () => build(link('a', null, revolute), link('b', 'a', { ...revolute, mimic: { link: 'z' } })), "'b'", "'z'", 'known']],
  badRest: [
    ['of another length', () => joint({ type: 'revolute', rest: [0, 1] }), "'elbow'", 'must be 1 finite numbers'],
    ['of a fixed joint', () => joint({ type: 'fixed', rest: 1 }), "'elbow'", 'must be 0 finite numbers'],
  ],
  unknownGoalType: [['a misspelt type', () => add({ type: 'reach', link: 'tool' }), "'reach'", 'known', 'position', 'direction']],
  unknownLink: [
    ['a misspelt link', () => add({ type: 'position', link: 'tol' }), "'tol'", 'known', "'tool'"],
    ['of a loop', () => withA({ link: 'copuler' }), "'pin'", "'copuler'", 'known', "'coupler'"],
    ['of a loop added', () => addLoop({ ...pin, b: { link: 'wheel' } }), "'pin'", "'wheel'", "'rocker'"],
    ['of a loop routed', () => route({ b: { link: 'wheel' } }), "'pin'", "'wheel'", "'rocker'"],
    ['to hang on', () => add({ type: 'pose', link: 'rocker', targetLink: 'whee' }), "'whee'", 'known', "'crank'"],
  ],
  badGoal: [
    ['no axis', () => add({ type: 'direction', link: 'tool', axis: [0, 0, 0] }), 'axis', 'zero', 'direction'],
    ['its own link', () => add({ type: 'pose', link: 'crank', targetLink: 'crank' }), 'targetLink', "'crank'", 'give another'],
    ['a joint that hangs', () => add({ type: 'joint', link: 'crank', targetLink: 'rocker' }), "'joint'", 'no targetLink'],
    ['a motion that is not there', () => add({ type: 'joint', link: 'crank', motion: 1 }), "'crank'", 'motion 1'],
    ['a slide of a hinge', () => add({ type: 'slide', link: 'crank' }), "'crank'", 'slide', "'joint' goals are for turns"],
  ],
  unknownSolver: [
    ['in solve', () => solve({ solver: 'cdd' }), '"cdd"', 'known: ccd'],
    ['in supports', () => problem.supports(9n as unknown as 'ccd'), 'solver 9', 'known: ccd'],
  ],
  badOption: [
    ['no time', () => problem.step(undefined as never), 'dt', 'undefined', 'seconds'],
    ['an unknown name', () => solve({ maxIteration: 5 }), '"maxIteration"', 'known: solver, maxIterations'],
  ],
  badDescription: [
    // The others are in descriptions.test.ts.
    ['a weight set to a text', () => (goal.weight = '1' as never), 'weight', '"1"', 'a number'],
    ['a problem without a model', () => new Problem(undefined as never), 'Model.from', 'undefined'],
  ],
  badUrdf: [
    ['a joint to nowhere', () => fromURDF('<robot>\n<link name="arm"/>\n<joint name="elbow" type="fixed"><parent link="amr"/><child link="arm"/></joint>\n</robot>'), 'line 3, <joint name="elbow">', '"amr"', 'known: "arm"'],
  ],
  badTrajectory: [
    ['a row of another model', () => new Trajectory(model).add(0, [1, 2]), 'q of frame 0 must be 6 numbers', 'an array of 2'],
  ],
  notInitialised: [],
  loadFailed: [],
  // See worker.test.ts.
  workerFailed: [],
  // See the browser tests: benches need a page.
  noWebGL: [],
  unsupported: [],
  badLoop: [
    ['both on one link', () => withB({ link: 'coupler' }), "'pin'", "'coupler'", 'give two links'],
    ['closed by a text', () => ((problem.loops[0] as { closed: unknown }).closed = 'no'), 'closed', '"no"', 'true or false'],
  ],
  badShape: [['a sphere of radius 0', () => problem.addObstacle({ type: 'sphere', radius: 0 }), 'the obstacle', 'radius is 0', 'more than 0']],
  disposed: [
    // All members are in dispose.alone.test.ts.
    ['a disposed model', () => { const gone = build({ name: 'gone' }); gone.dispose(); return new Problem(gone); }, 'model is disposed', 'make a new one'],
  ],
};
const codes = Object.keys(cases) as ErrorCode[];
/** These need a fresh module: see below and init.test.ts. */
const elsewhere: ErrorCode[] = ['notInitialised', 'loadFailed', 'workerFailed', 'noWebGL', 'unsupported'];

beforeEach(() => {
  model = Model.from({ ...fourBar(), links: [...chain(3).links, ...fourBar().links] });
  problem = new Problem(model);
  goal = problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 0] });
  return () => {
    problem.dispose();
    model.dispose();
  };
});

it('is tried for every code', () => {
  expect(codes.filter((code) => cases[code].length === 0)).toEqual(elsewhere);
});

describe.each(codes.filter((code) => !elsewhere.includes(code)))('%s', (code) => {
  it.for(cases[code])('%s', ([, action, ...words]) => {
    expect(words.length, 'the culprit and the remedy').toBeGreaterThan(0);
    expectError(action, code, ...words);

    // All existing objects still work, and new ones too.
    expect(problem.goals).toEqual([goal]);
    expect(goal.weight).toBe(1);
    expect(problem.loops.map(({ description, closed }) => [description, closed])).toEqual([[pin, true]]);
    problem.state.reset();
    problem.state.q.set(nearlyClosed, 3);
    expect(problem.solve().status).toBe('converged');
    using another = new Problem(model);
    expect([...another.addGoal({ type: 'direction', link: 'tool' }).target]).toEqual([1, 0, 0]);
    expect(build({ name: 'one' }).links).toHaveLength(1);
  });
});

it('notInitialised is what everything says before init', async () => {
  vi.resetModules();
  const fresh = await import('limber');
  // Its errors are of a class of its own.
  const message = expect.stringContaining('await init()') as string;
  const refusal = expect.objectContaining({ code: 'notInitialised', message }) as Error;
  expect(() => fresh.Model.from(chain(1))).toThrow(refusal);
  expect(() => new fresh.Problem(model)).toThrow(refusal);
});

it('is an Error with a stack and a cause, which can be told apart', () => {
  const cause = new Error('why');
  const error = checkError(new LimberError('cycle', 'text', { cause }), 'cycle', 'text');
  expect(error.cause).toBe(cause);
  expect(error.stack).toContain('errors.test.ts');
  expect(String(error)).toBe('LimberError: text');
});

it.each([
  [NaN, 'notFinite'],
  [Infinity, 'notFinite'],
  [-0.1, 'unsupported'],
])('a step of %s seconds is a result, and changes nothing', (dt, wanted) => {
  const before = [...problem.state.q];
  const { status, reason } = problem.step(dt);
  expect([status, reason]).toEqual([wanted, expect.stringContaining('dt')]);
  expect([...problem.state.q]).toEqual(before);
});

describe('a message about names that a terminal would obey, or without end', () => {
  const odd = '\u001b[31m\u009b31m\u202e\u2028\n';
  // prettier-ignore
  it.each<[string, () => unknown]>([
    ['a key of a description', () => Model.from({ links: [], [odd]: 1 } as ModelDescription)],
    ['a parent, which the core names', () => build({ name: 'a', parent: odd })],
    ['an option', () => solve({ [odd]: 1 })],
    ['a text that is no JSON', () => Trajectory.fromJSON(`${odd}{`)],
    ['a loop', () => {
      const loop = problem.addLoop({ name: odd, a: { link: 'tool' }, b: {} });
      problem.removeLoop(loop);
      loop.closed = false;
    }],
  ])('shows their codes: %s', (_, action) => {
    expect(action).toThrow(LimberError);
    expect(action).toThrow('\\u009b31m');
    expect(action).not.toThrow(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
  });

  it.each(['x', '\u009b'])('keeps the place and the remedy', (letter) => {
    const build = () => Model.from({ links: [], [letter.repeat(1e6)]: 1 });
    const { message } = expectError(build, 'badDescription', 'description.', 'known: name, links, loops');
    expect(message.length).toBeLessThan(600);
  });
});
