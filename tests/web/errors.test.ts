/** Every code of LimberError: its cause, the culprit in the message, and a working library afterwards. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  init,
  LimberError,
  Model,
  Problem,
  Trajectory,
  type ErrorCode,
  type Goal,
  type GoalDescription,
  type JointDescription,
  type ModelDescription,
  type SolveOptions,
} from 'limber';
import { fromURDF } from 'limber/urdf';
import { chain, checkError, expectError, link } from './support/models.ts';
import './support/silence.ts';

/** [case, action, words of the message: the culprit and the remedy] */
type Case = readonly [string, () => unknown, ...string[]];

let model: Model;
let problem: Problem;
let goal: Goal;

const build = (...links: ModelDescription['links']) => Model.from({ links });
const joint = (description: JointDescription) => build({ name: 'elbow', joint: description });
const add = (description: object) => problem.addGoal(description as GoalDescription);
const solve = (options: object) => problem.solve(options);

const revolute: JointDescription = { type: 'revolute' };

/** A Record, so that a code without a case does not compile. */
// prettier-ignore
const cases: Record<ErrorCode, readonly Case[]> = {
  emptyModel: [['no links', () => build(), 'no links', 'at least one']],
  tooLarge: [
    [
      'more links than fit',
      () => Model.from({ links: Array.from({ length: 200_001 }, (_, i) => ({ name: `link${i}` })) }),
      '200001 links',
      'at most 200000',
    ],
  ],
  duplicateName: [
    ['one name twice', () => build({ name: 'arm' }, { name: 'arm' }), "'arm'", 'rename'],
    ['an empty name', () => build({ name: '' }), 'no name', 'give every link a name'],
  ],
  unknownParent: [['a parent that is not there', () => build({ name: 'arm' }, { name: 'hand', parent: 'amr' }), "'hand'", "'amr'", 'known', "'arm'"]],
  cycle: [
    [
      'links on each other',
      () => build({ name: 'a', parent: 'c' }, { name: 'b', parent: 'a' }, { name: 'c', parent: 'b' }),
      "'a'",
      "'b'",
      "'c'",
      'no parent',
    ],
    ['a link on itself', () => build({ name: 'a' }, { name: 'b', parent: 'b' }), "'b'"],
  ],
  unknownJointType: [['a misspelt type', () => joint({ type: 'hinge' as 'revolute' }), "'elbow'", "'hinge'", 'known', "'revolute'", "'free'"]],
  zeroAxis: [
    ['no axis', () => joint({ type: 'revolute', axis: [0, 0, 0] }), "'elbow'", 'axis is zero', 'direction'],
    ['no axis2', () => joint({ type: 'universal', axis2: [0, -0, 0] }), "'elbow'", 'axis2 is zero'],
  ],
  parallelAxes: [['one axis twice', () => joint({ type: 'universal', axis2: [0, 0, -3] }), "'elbow'", 'axis2', 'parallel']],
  notFinite: [
    ['an axis', () => joint({ type: 'revolute', axis: [0, NaN, 0] }), "'elbow'", 'axis', 'not finite'],
    ['a pitch', () => joint({ type: 'helical', pitch: Infinity }), "'elbow'", 'pitch', 'metres per radian'],
    ['a limit', () => joint({ type: 'revolute', limits: [0, NaN] }), "'elbow'", 'limits', 'nan'],
    ['a position', () => build(link('arm', null, revolute, [Infinity, 0, 0])), "'arm'", 'origin'],
    ['a mimic', () => build(link('a', null, revolute), link('b', 'a', { ...revolute, mimic: { link: 'a', offset: NaN } })), "'b'", 'offset'],
    [
      'lengths that add up to infinity',
      () =>
        build(link('a', null, revolute), link('b', 'a', revolute, [1e308, 0, 0]), link('c', 'b', revolute, [1e308, 0, 0])),
      'infinity',
    ],
    ['the axis of a goal', () => add({ type: 'direction', link: 'tool', axis: [NaN, 0, 0] }), 'axis', 'not finite'],
    ['the offset of a goal', () => add({ type: 'position', link: 'tool', offset: { position: [0, 0, Infinity] } }), 'offset'],
    [
      'coordinates',
      () => {
        problem.state.q[0] = NaN;
        problem.state.update();
      },
      'q',
      'zero now',
    ],
  ],
  notUnit: [
    ['a rotation', () => build(link('arm', null, revolute, [0, 0, 0], [0, 0, 0, 2])), "'arm'", 'length 2', 'unit quaternion x y z w'],
    ['the offset of a goal', () => add({ type: 'pose', link: 'tool', offset: { rotation: [1, 1, 0, 0] } }), 'offset', 'unit quaternion x y z w'],
  ],
  badLimits: [
    ['min above max', () => joint({ type: 'revolute', limits: [1, -1] }), "'elbow'", '[1, -1]', 'min must not'],
    ['too many', () => joint({ type: 'revolute', limits: [[0, 1], [0, 1]] }), "'elbow'", '2', 'at most 1'],
    ['of a ball', () => joint({ type: 'ball', limits: [0, 1] }), "'elbow'", "'ball'", 'swing and twist'],
    ['of no joint', () => joint({ type: 'fixed', limits: [0, 1] }), "'elbow'", "'fixed'", 'at most 0'],
    ['a twist of a hinge', () => joint({ type: 'revolute', twist: [0, 1] }), "'elbow'", 'ball', "'revolute'"],
    ['a twist beyond a half turn', () => joint({ type: 'ball', twist: [0, 4] }), "'elbow'", 'twist [0, 4]', 'pi'],
    [
      'a swing without the middle',
      () => joint({ type: 'ball', swing: { x: [0.5, 1], y: [-1, 1] } }),
      "'elbow'",
      'swing.x [0.5, 1]',
      'min <= 0 <= max',
    ],
    [
      'a mimic that cannot keep both',
      () =>
        build(link('a', null, { ...revolute, limits: [0, 1] }), link('b', 'a', { ...revolute, limits: [5, 6], mimic: { link: 'a' } })),
      "'b'",
      "'a'",
      'limits of both',
    ],
  ],
  badMimic: [
    ['of nobody', () => build(link('a', null, revolute), link('b', 'a', { ...revolute, mimic: { link: 'z' } })), "'b'", "'z'", 'known'],
    [
      'of a joint with two numbers',
      () =>
        build(link('a', null, { type: 'universal' }), link('b', 'a', { ...revolute, mimic: { link: 'a' } })),
      "'b'",
      "'a'",
      'exactly one',
    ],
    [
      'in a cycle',
      () =>
        build(link('a', null, { ...revolute, mimic: { link: 'b' } }), link('b', 'a', { ...revolute, mimic: { link: 'a' } })),
      'cycle',
    ],
  ],
  unknownGoalType: [['a misspelt type', () => add({ type: 'reach', link: 'tool' }), "'reach'", 'known', 'position', 'direction']],
  unknownLink: [['a misspelt link', () => add({ type: 'position', link: 'tol' }), "'tol'", 'known', "'tool'"]],
  badGoal: [
    ['no axis', () => add({ type: 'direction', link: 'tool', axis: [0, 0, 0] }), 'axis', 'zero', 'direction'],
    ['a negative weight', () => add({ type: 'position', link: 'tool', weight: -1 }), 'weight', '-1', '0 or more'],
    ['a weight that is none', () => add({ type: 'position', link: 'tool', weight: NaN }), 'goal.weight', 'NaN'],
    ['an infinite weight', () => add({ type: 'position', link: 'tool', weight: Infinity }), 'goal.weight', 'Infinity'],
    ['an unknown free axis', () => add({ type: 'pose', link: 'tool', free: ['rw'] }), '"rw"', 'known: x, y, z, rx'],
    ['a free axis by number', () => add({ type: 'pose', link: 'tool', free: [5n] }), 'free has 5', 'known: x'],
    ['a weight set later', () => (goal.weight = -0.5), 'weight', '-0.5', '0 or more'],
  ],
  unknownSolver: [
    ['in solve', () => solve({ solver: 'cdd' }), '"cdd"', 'known: ccd'],
    ['in supports', () => problem.supports(9n as unknown as 'ccd'), 'solver 9', 'known: ccd'],
  ],
  badOption: [
    ['no object', () => problem.solve(null as unknown as SolveOptions), 'options', 'object', 'null'],
    ['a number for the options', () => problem.solve(5 as unknown as SolveOptions), 'options', 'object', 'not 5'],
    ['an unknown name', () => solve({ maxIteration: 5 }), '"maxIteration"', 'known: solver, maxIterations'],
    ['too small', () => solve({ maxIterations: -1 }), 'maxIterations is -1', 'whole number from 0'],
    ['not whole', () => solve({ seed: 1.5 }), 'seed is 1.5', 'whole number'],
    ['not a number', () => solve({ tolerance: NaN }), 'tolerance is NaN', 'from 0'],
    ['a text', () => solve({ maxStep: '1' }), 'maxStep is "1"', 'a number from 0'],
    ['null', () => solve({ limits: null }), 'limits is null'],
    ['a number for a switch', () => solve({ limits: 0.5 }), 'limits is 0.5', 'true or false'],
    ['a switch for a number', () => solve({ annealing: true }), 'annealing is true', 'whole number'],
    ['too large', () => solve({ annealingAmplitude: 1.01 }), 'annealingAmplitude is 1.01', 'from 0 to 1'],
    ['a negative tolerance', () => solve({ angleTolerance: -1 }), 'angleTolerance is -1', 'from 0'],
  ],
  badDescription: [
    // The others are in descriptions.test.ts.
    ['a null', () => Model.from(null as unknown as ModelDescription), 'description', 'an object', 'null'],
    ['a weight set to a text', () => (goal.weight = '1' as unknown as number), 'weight', '"1"', 'a number'],
    ['a goal without a link', () => add({ type: 'position' }), 'goal.link', 'a string', 'undefined'],
    ['a problem without a model', () => new Problem(undefined as unknown as Model), 'Model.from', 'undefined'],
  ],
  badUrdf: [
    [
      'a joint to nowhere',
      () =>
        fromURDF('<robot>\n<link name="arm"/>\n' + '<joint name="elbow" type="fixed"><parent link="amr"/><child link="arm"/></joint>\n</robot>'),
      'line 3, <joint name="elbow">',
      '"amr"',
      'known: "arm"',
    ],
    ['a file cut in half', () => fromURDF('<robot><link name="ar'), 'line 1', 'is the file whole?'],
  ],
  badTrajectory: [
    ['a row of another model', () => new Trajectory(model).add(0, [1, 2]), 'q of frame 0 must be 3 numbers', 'an array of 2'],
    ['a file cut in half', () => Trajectory.fromJSON('{"name": "ar'), 'not JSON', 'is the file whole?'],
  ],
  notInitialised: [],
  loadFailed: [],
  // See worker.test.ts.
  workerFailed: [],
  // See the browser tests: benches need a page.
  noWebGL: [],
  unsupported: [],
  // See constraints-errors.test.ts: limber alone has no loops.
  badLoop: [],
  badShape: [['a sphere of radius 0', () => problem.addObstacle({ type: 'sphere', radius: 0 }), 'the obstacle', 'radius is 0', 'more than 0']],
  disposed: [
    // All members are in dispose.test.ts.
    [
      'a disposed model',
      () => {
        const gone = build({ name: 'gone' });
        gone.dispose();
        return new Problem(gone);
      },
      'model is disposed',
      'make a new one',
    ],
  ],
};
/** These need a fresh module: see below and init.test.ts. */
const elsewhere: ErrorCode[] = [
  'notInitialised',
  'loadFailed',
  'workerFailed',
  'noWebGL',
  'unsupported',
  'badLoop',
];

beforeAll(() => init());

beforeEach(() => {
  model = Model.from(chain(3));
  problem = new Problem(model);
  goal = problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 0] });
  return () => {
    problem.dispose();
    model.dispose();
  };
});

it('is tried for every code', () => {
  const untried = (Object.keys(cases) as ErrorCode[]).filter((code) => cases[code].length === 0);
  expect(untried).toEqual(elsewhere);
});

describe.each((Object.keys(cases) as ErrorCode[]).filter((code) => !elsewhere.includes(code)))(
  '%s',
  (code) => {
    it.for(cases[code])('%s', ([, action, ...words]) => {
      expect(words.length, 'the culprit and the remedy').toBeGreaterThan(0);
      expectError(action, code, ...words);

      // All existing objects still work, and new ones too.
      expect(problem.goals).toEqual([goal]);
      expect(goal.weight).toBe(1);
      problem.state.reset();
      expect(problem.solve().status).toBe('converged');
      using another = new Problem(model);
      expect(another.addGoal({ type: 'direction', link: 'tool' }).target).toEqual(
        new Float64Array([1, 0, 0]),
      );
      expect(build({ name: 'one' }).links).toHaveLength(1);
    });
  },
);

describe('notInitialised', () => {
  it('is what everything says before init, and nothing after', async () => {
    vi.resetModules();
    const fresh = await import('limber');
    // The fresh module has its own error class, so only the text can be compared.
    const code = (action: () => unknown): unknown => {
      try {
        return action();
      } catch (error) {
        expect((error as LimberError).message).toContain('await init()');
        return (error as LimberError).code;
      }
    };
    expect(code(() => fresh.Model.from(chain(1)))).toBe('notInitialised');
    expect(code(() => new fresh.Problem(model))).toBe('notInitialised');
    await fresh.init();
    using made = fresh.Model.from(chain(1));
    expect(made.links).toHaveLength(2);
  });
});

it('is an Error with a stack and a cause, which can be told apart', () => {
  const cause = new Error('why');
  const error = checkError(new LimberError('cycle', 'text', { cause }), 'cycle', 'text');
  expect(error.cause).toBe(cause);
  expect(error.stack).toContain('errors.test.ts');
  expect(String(error)).toBe('LimberError: text');
});

it('residuals of joints are those of the state as it is', () => {
  const joints = problem.addGoal({ type: 'joint', link: model.links[1]!.name, target: [1] });
  for (const value of [0.25, 0.5]) {
    problem.state.q[1] = value;
    problem.state.update();
    expect(joints.angle).toBeCloseTo(1 - problem.state.q[1], 12);
  }
  problem.removeGoal(joints);
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

  it('keeps the place and the remedy', () => {
    for (const letter of ['x', '\u009b']) {
      const thrown = expectError(
        () => Model.from({ links: [], [letter.repeat(1e6)]: 1 }),
        'badDescription',
        'description.',
        'known: name, links, loops',
      );
      expect(thrown.message.length).toBeLessThan(600);
    }
  });
});
