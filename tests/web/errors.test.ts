/** Every code of LimberError: its cause, the culprit in the message, and a working library afterwards. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  LimberError,
  Model,
  Problem,
  Trajectory,
  type ErrorCode,
  type Goal,
  type GoalDescription,
  type JointDescription,
  type LoopDescription,
  type ModelDescription,
  type SolveOptions,
  type StepOptions,
} from 'limber';
import { fromURDF } from 'limber/urdf';
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
const add = (description: object) => problem.addGoal(description as GoalDescription);
const solve = (options: object) => problem.solve(options);
const step = (dt: unknown, options?: unknown) => problem.step(dt as number, options as StepOptions);

const pin = pinOf(crankRocker);
const withLoop = (loop: unknown) => Model.from({ ...fourBar(), loops: [loop as LoopDescription] });
const withA = (a: object) => withLoop({ ...pin, a: { ...pin.a, ...a } });
const withB = (b: object) => withLoop({ ...pin, b: { ...pin.b, ...b } });
const describeModel = (description: unknown) => Model.from(description as ModelDescription);
const addLoop = (loop: unknown) => problem.addLoop(loop as LoopDescription);
const route = (change: unknown) => problem.loops[0]!.route(change as Partial<LoopDescription>);

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
  ],
  unknownJointType: [['a misspelt type', () => joint({ type: 'hinge' as 'revolute' }), "'elbow'", "'hinge'", 'known', "'revolute'", "'free'"]],
  zeroAxis: [
    ['no axis', () => joint({ type: 'revolute', axis: [0, 0, 0] }), "'elbow'", 'axis is zero', 'direction'],
  ],
  parallelAxes: [['one axis twice', () => joint({ type: 'universal', axis2: [0, 0, -3] }), "'elbow'", 'axis2', 'parallel']],
  notFinite: [
    ['an axis', () => joint({ type: 'revolute', axis: [0, NaN, 0] }), "'elbow'", 'axis', 'not finite'],
    ['a frame of a loop', () => addLoop({ ...pin, b: { position: [0, Infinity, 0] } }), "'pin'", 'frame b', 'finite numbers'],
    [
      'poses',
      () => {
        problem.state.poses[8] = NaN;
        problem.state.place();
      },
      'poses',
      'where q says',
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
    ['a frame of a loop', () => withA({ rotation: [0, 0, 0, 2] }), "'pin'", 'frame a', 'unit quaternion x y z w'],
    ['the offset of a goal', () => add({ type: 'pose', link: 'tool', offset: { rotation: [1, 1, 0, 0] } }), 'offset', 'unit quaternion x y z w'],
  ],
  badLimits: [
    ['min above max', () => joint({ type: 'revolute', limits: [1, -1] }), "'elbow'", '[1, -1]', 'min must not'],
  ],
  badMimic: [
    ['of nobody', () => build(link('a', null, revolute), link('b', 'a', { ...revolute, mimic: { link: 'z' } })), "'b'", "'z'", 'known'],
  ],
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
    ['a negative weight', () => add({ type: 'position', link: 'tool', weight: -1 }), 'weight', '-1', '0 or more'],
    ['a weight that is none', () => add({ type: 'position', link: 'tool', weight: NaN }), 'goal.weight', 'NaN'],
    ['an infinite weight', () => add({ type: 'position', link: 'tool', weight: Infinity }), 'goal.weight', 'Infinity'],
    ['an unknown free axis', () => add({ type: 'pose', link: 'tool', free: ['rw'] }), '"rw"', 'known: x, y, z, rx'],
    ['a free axis by number', () => add({ type: 'pose', link: 'tool', free: [5n] }), 'free has 5', 'known: x'],
    ['its own link', () => add({ type: 'pose', link: 'crank', targetLink: 'crank' }), 'targetLink', "'crank'", 'give another'],
    ['a joint that hangs', () => add({ type: 'joint', link: 'crank', targetLink: 'rocker' }), "'joint'", 'no targetLink'],
    ['an unknown side', () => add({ type: 'distance', link: 'crank', side: 'in' }), 'goal.side', '"in"', 'known: exact, inside'],
    ['a side that every object knows', () => add({ type: 'distance', link: 'crank', side: 'toString' }), '"toString"', 'known'],
    ['a motion below 0', () => add({ type: 'joint', link: 'crank', motion: -1 }), 'goal.motion', '-1', 'from 0'],
    ['a motion beyond all', () => add({ type: 'joint', link: 'crank', motion: 2 ** 40 }), 'motion', `${2 ** 40}`],
    ['a motion that is not there', () => add({ type: 'joint', link: 'crank', motion: 1 }), "'crank'", 'motion 1'],
    ['a slide of a hinge', () => add({ type: 'slide', link: 'crank' }), "'crank'", 'slide', "'joint' goals are for turns"],
    ['a negative gain', () => add({ type: 'pose', link: 'crank', gain: -1 }), 'goal.gain', '-1', 'from 0 to 1000000'],
    ['a gain that is none', () => add({ type: 'pose', link: 'crank', gain: NaN }), 'goal.gain', 'NaN', 'from 0 to 1000000'],
    [
      'a chain of five',
      () => add({ type: 'chain', link: 'crank', chain: ['transX', 'transY', 'transZ', 'rotX', 'rotY'] }),
      'goal.chain',
      '5',
      '6 of transX',
    ],
    [
      'an unknown chain joint',
      () =>
        add({ type: 'chain', link: 'crank', chain: ['slide', 'transY', 'transZ', 'rotX', 'rotY', 'rotZ'] }),
      '"slide"',
      'known: transX',
    ],
    ['a row beyond six', () => add({ type: 'chain', link: 'crank', rows: [6] }), 'goal.rows', '6', 'known: 0, 1, 2, 3, 4, 5'],
    ['a weight set later', () => (goal.weight = -0.5), 'weight', '-0.5', '0 or more'],
  ],
  unknownSolver: [
    ['in solve', () => solve({ solver: 'cdd' }), '"cdd"', 'known: ccd'],
    ['in supports', () => problem.supports(9n as unknown as 'ccd'), 'solver 9', 'known: ccd'],
  ],
  badOption: [
    ['no object for a solve', () => solve(null as never), 'options', 'object', 'null'],
    ['no object for a step', () => step(0.1, null), 'options', 'object', 'null'],
    ['no time', () => step(undefined), 'dt', 'undefined', 'seconds'],
    ['a time as a text', () => step('0.1'), 'dt', '"0.1"', 'seconds'],
    ['an unknown mode', () => solve({ mode: 'fast' }), 'mode is "fast"', 'known: track, find'],
    ['a mode by number', () => solve({ mode: 0 }), 'mode is 0', 'known: track, find'],
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
    ['no list', () => describeModel({ ...fourBar(), loops: {} }), 'loops', 'an array', 'an object'],
    ['a null loop', () => withLoop(null), 'loops[0]', 'an object', 'null'],
    ['a text', () => withLoop('pin'), 'loops[0]', 'an object', '"pin"'],
    ['no frame a', () => withLoop({ b: pin.b }), 'loops[0].a', 'an object', 'undefined'],
    ['a null frame b', () => withLoop({ ...pin, b: null }), 'loops[0].b', 'an object', 'null'],
    ['an unknown key', () => withLoop({ ...pin, frames: 2 }), 'loops[0].frames', 'known: name, a, b, free, weight'],
    ['an unknown key of a frame', () => withA({ offset: [] }), 'loops[0].a.offset', 'known: link, position, rotation'],
    ['a link by number', () => withB({ link: 3 }), 'loops[0].b.link', 'a string', '3'],
    ['two numbers for a position', () => withB({ position: [1, 2] }), 'loops[0].b.position', '3 numbers', 'array of 2'],
    ['a text among numbers', () => withA({ position: [1, '2', 3] }), 'loops[0].a.position', '3 numbers'],
    ['three numbers for a rotation', () => withA({ rotation: [0, 0, 0] }), 'loops[0].a.rotation', '4 numbers'],
    ['a number for freedoms', () => withLoop({ ...pin, free: 5 }), 'loops[0].free', 'an array', '5'],
    ['a text for a weight', () => withLoop({ ...pin, weight: '1' }), 'loops[0].weight', 'a number', '"1"'],
    ['a number for a name', () => withLoop({ ...pin, name: 4 }), 'loops[0].name', 'a string', '4'],
    ['a loop added', () => addLoop({ ...pin, a: 'coupler' }), 'the loop.a', 'an object', '"coupler"'],
    ['no loop added', () => addLoop(undefined), 'the loop', 'an object', 'undefined'],
    ['a loop routed', () => route({ b: 7 }), 'the loop.b', 'an object', '7'],
    ['an unknown key routed', () => route({ wieght: 2 }), 'the loop.wieght', 'known: name, a, b, free, weight'],
    ['a link to hang on, by number', () => add({ type: 'position', link: 'rocker', targetLink: 1 }), 'goal.targetLink', 'a string'],
    ['a target too short', () => add({ type: 'distance', link: 'rocker', target: [0, 0, 0] }), 'distance', '4 numbers', 'array of 3'],
    ['a side of no distance', () => add({ type: 'position', link: 'rocker', side: 'inside' }), 'goal.side', 'known: type, link'],
    ['a motion of no joint', () => add({ type: 'lookAt', link: 'rocker', motion: 1 }), 'goal.motion', 'known: type, link'],
    ['a chain of no chain goal', () => add({ type: 'pose', link: 'rocker', chain: [] }), 'goal.chain', 'known: type, link'],
    ['chain joints as a text', () => add({ type: 'chain', link: 'rocker', chain: 'rotX' }), 'goal.chain', 'an array', '"rotX"'],
    ['rows as a number', () => add({ type: 'chain', link: 'rocker', rows: 3 }), 'goal.rows', 'an array', '3'],
    ['an axis of a distance', () => add({ type: 'distance', link: 'rocker', axis: [0, 0, 1] }), 'goal.axis', 'known: type, link'],
    ['free axes of a look', () => add({ type: 'lookAt', link: 'rocker', free: ['x'] }), 'goal.free', 'known: type, link'],
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
    ['a row of another model', () => new Trajectory(model).add(0, [1, 2]), 'q of frame 0 must be 6 numbers', 'an array of 2'],
    ['a file cut in half', () => Trajectory.fromJSON('{"name": "ar'), 'not JSON', 'is the file whole?'],
  ],
  notInitialised: [],
  loadFailed: [],
  // See worker.test.ts.
  workerFailed: [],
  // See the browser tests: benches need a page.
  noWebGL: [],
  unsupported: [],
  badLoop: [
    ['an unknown closure', () => withLoop({ ...pin, free: 'hinge' }), 'loops[0].free', '"hinge"', 'known: fixed, revolute'],
    ['a word that every object knows', () => withLoop({ ...pin, free: 'constructor' }), '"constructor"', 'known: fixed'],
    ['an unknown axis', () => withLoop({ ...pin, free: ['rz', 'rw'] }), 'loops[0].free', '"rw"', 'known: x, y, z, rx'],
    ['an axis by number', () => route({ free: [5] }), 'the loop.free', 'axis 5', 'known: x'],
    ['both on one link', () => withB({ link: 'coupler' }), "'pin'", "'coupler'", 'give two links'],
    ['closed by a text', () => ((problem.loops[0] as { closed: unknown }).closed = 'no'), 'closed', '"no"', 'true or false'],
  ],
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
      expect(problem.loops.map(({ description, closed }) => [description, closed])).toEqual([[pin, true]]);
      problem.state.reset();
      problem.state.q.set(nearlyClosed, 3);
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
