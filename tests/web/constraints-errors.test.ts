/** Errors of invalid loops, goals and steps: each names the place and the remedy, and everything works afterwards. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  init,
  Model,
  Problem,
  type ErrorCode,
  type Goal,
  type GoalDescription,
  type LoopDescription,
  type ModelDescription,
  type SolveOptions,
  type StepOptions,
} from 'limber';
import { crankRocker, fourBar, freudenstein, nearlyClosed, pinOf } from './support/linkage-models.ts';
import { expectError } from './support/models.ts';
import './support/silence.ts';

/** [case, action, words of the message: the culprit and the remedy] */
type Case = readonly [string, () => unknown, ...string[]];

let model: Model;
let problem: Problem;
let goal: Goal;

const pin = pinOf(crankRocker);
const withLoop = (loop: unknown) => Model.from({ ...fourBar(), loops: [loop as LoopDescription] });
const withA = (a: object) => withLoop({ ...pin, a: { ...pin.a, ...a } });
const withB = (b: object) => withLoop({ ...pin, b: { ...pin.b, ...b } });
const describeModel = (description: unknown) => Model.from(description as ModelDescription);
const addLoop = (loop: unknown) => problem.addLoop(loop as LoopDescription);
const route = (change: unknown) => problem.loops[0]!.route(change as Partial<LoopDescription>);
const add = (description: object) => problem.addGoal(description as GoalDescription);
const solve = (options: unknown) => problem.solve(options as SolveOptions);
const step = (dt: unknown, options?: unknown) => problem.step(dt as number, options as StepOptions);

beforeAll(() => init());

beforeEach(() => {
  model = Model.from(fourBar());
  problem = new Problem(model);
  problem.state.q.set(nearlyClosed);
  goal = problem.addGoal({ type: 'joint', link: 'crank', target: [1] });
  return () => {
    problem.dispose();
    model.dispose();
  };
});

/** Expects that all existing objects still work, and new ones too. */
function expectUsable(): void {
  expect(problem.goals).toEqual([goal]);
  expect(problem.loops.map(({ description, closed }) => [description, closed])).toEqual([[pin, true]]);
  problem.state.q.set(nearlyClosed);
  expect(problem.solve({ tolerance: 1e-9, angleTolerance: 1e-9 }).status).toBe('converged');
  expect(Math.abs(freudenstein(crankRocker, problem.state.q))).toBeLessThan(1e-12);
  const extra = problem.addLoop({ a: { link: 'rocker' }, b: { position: [0.8, 0, 0] }, free: 'revolute' });
  expect(extra.closed).toBe(true);
  problem.removeLoop(extra);
  const far = problem.addGoal({ type: 'distance', link: 'coupler' });
  // No side, chain or link of an earlier goal remains.
  expect([...far.target].slice(0, 3)).toEqual([0, 0, 0]);
  far.target[3]! -= 0.1;
  problem.state.update();
  expect(far.distance).toBeCloseTo(0.1, 12);
  far.target[3]! += 0.2;
  problem.state.update();
  expect(far.distance).toBeCloseTo(0.1, 12);
  problem.removeGoal(far);
  using another = new Problem(withLoop(pin));
  expect(another.loops).toHaveLength(1);
}

// prettier-ignore
const types: readonly Case[] = [
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
  ['no description', () => describeModel(null), 'description', 'an object', 'null'],
  ['a misspelt key', () => describeModel({ ...fourBar(), loop: [] }), 'description.loop', 'known', 'links'],
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
  ['no model', () => new Problem(undefined as unknown as Model), 'the model', 'Model.from', 'undefined'],
];

// prettier-ignore
const values: Partial<Record<ErrorCode, readonly Case[]>> = {
  badDescription: types,
  badLoop: [
    ['an unknown closure', () => withLoop({ ...pin, free: 'hinge' }), 'loops[0].free', '"hinge"', 'known: fixed, revolute'],
    ['a word that every object knows', () => withLoop({ ...pin, free: 'constructor' }), '"constructor"', 'known: fixed'],
    ['an unknown axis', () => withLoop({ ...pin, free: ['rz', 'rw'] }), 'loops[0].free', '"rw"', 'known: x, y, z, rx'],
    ['an axis by number', () => route({ free: [5] }), 'the loop.free', 'axis 5', 'known: x'],
    ['a in the world', () => withLoop({ ...pin, a: {} }), "'pin'", 'frame a is in the world', 'b may be'],
    ['both on one link', () => withB({ link: 'coupler' }), "'pin'", "'coupler'", 'give two links'],
    ['no weight', () => withLoop({ ...pin, weight: 0 }), "'pin'", 'weight is 0', 'above 0'],
    ['a negative weight', () => addLoop({ ...pin, weight: -1 }), "'pin'", 'weight is -1', 'above 0'],
    ['a weight that is none', () => route({ weight: NaN }), "'pin'", 'weight is nan', 'above 0'],
    ['an infinite weight', () => withLoop({ ...pin, weight: Infinity }), "'pin'", 'weight is inf', 'above 0'],
    ['closed by a text', () => ((problem.loops[0] as { closed: unknown }).closed = 'no'), 'closed', '"no"', 'true or false'],
  ],
  unknownLink: [
    ['of a loop', () => withA({ link: 'copuler' }), "'pin'", "'copuler'", 'known', "'coupler'"],
    ['of a loop added', () => addLoop({ ...pin, b: { link: 'wheel' } }), "'pin'", "'wheel'", "'rocker'"],
    ['of a loop routed', () => route({ b: { link: 'wheel' } }), "'pin'", "'wheel'", "'rocker'"],
    ['to hang on', () => add({ type: 'pose', link: 'rocker', targetLink: 'whee' }), "'whee'", 'known', "'crank'"],
  ],
  notFinite: [
    ['frame a', () => withA({ position: [NaN, 0, 0] }), "'pin'", 'frame a', 'finite numbers'],
    ['frame b', () => addLoop({ ...pin, b: { position: [0, Infinity, 0] } }), "'pin'", 'frame b', 'finite numbers'],
    ['a rotation', () => route({ a: { link: 'coupler', rotation: [0, 0, NaN, 1] } }), "'pin'", 'frame a'],
    [
      'poses',
      () => {
        problem.state.poses[8] = NaN;
        problem.state.place();
      },
      'poses',
      'where q says',
    ],
  ],
  notUnit: [
    ['frame a', () => withA({ rotation: [0, 0, 0, 2] }), "'pin'", 'frame a', 'unit quaternion x y z w'],
    ['frame b', () => addLoop({ ...pin, b: { rotation: [0, 0, 0, 0] } }), "'pin'", 'frame b', 'unit quaternion'],
  ],
  badGoal: [
    ['its own link', () => add({ type: 'pose', link: 'crank', targetLink: 'crank' }), 'targetLink', "'crank'", 'give another'],
    ['a joint that hangs', () => add({ type: 'joint', link: 'crank', targetLink: 'rocker' }), "'joint'", 'no targetLink'],
    ['an unknown side', () => add({ type: 'distance', link: 'crank', side: 'in' }), 'goal.side', '"in"', 'known: exact, inside'],
    ['a side that every object knows', () => add({ type: 'distance', link: 'crank', side: 'toString' }), '"toString"', 'known'],
    ['a motion below 0', () => add({ type: 'joint', link: 'crank', motion: -1 }), 'goal.motion', '-1', 'from 0'],
    ['half a motion', () => add({ type: 'joint', link: 'crank', motion: 0.5 }), 'goal.motion', '0.5', 'whole number'],
    ['a motion beyond all', () => add({ type: 'joint', link: 'crank', motion: 2 ** 40 }), 'motion', `${2 ** 40}`],
    ['a motion that is not there', () => add({ type: 'joint', link: 'crank', motion: 1 }), "'crank'", 'motion 1'],
    ['a slide of a hinge', () => add({ type: 'slide', link: 'crank' }), "'crank'", 'slide', "'joint' goals are for turns"],
    ['no axis to look along', () => add({ type: 'lookAt', link: 'crank', axis: [0, 0, 0] }), 'axis', 'zero', 'direction'],
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
    ['no weight', () => add({ type: 'distance', link: 'crank', weight: NaN }), 'goal.weight', 'NaN', '0 or more'],
  ],
  unknownGoalType: [['misspelt', () => add({ type: 'lookat', link: 'crank' }), "'lookat'", "'lookAt'", "'distance'", "'slide'"]],
  unknownSolver: [['misspelt', () => solve({ solver: 'maxmial' }), '"maxmial"', 'known: ccd', 'maximal', 'itasc']],
  badOption: [
    ['no object', () => solve(null), 'options', 'object', 'null'],
    ['no object for a step', () => step(0.1, null), 'options', 'object', 'null'],
    ['an unknown name', () => solve({ iterations: 5 }), '"iterations"', 'known: solver, maxIterations'],
    ['a gain below 0', () => solve({ solver: 'itasc', gain: -1 }), 'gain is -1', 'from 0'],
    ['half a substep', () => step(0.1, { substeps: 1.5 }), 'substeps is 1.5', 'whole number'],
    ['feedForward by number', () => step(0.1, { feedForward: 1 }), 'feedForward is 1', 'true or false'],
    ['no time', () => step(undefined), 'dt', 'undefined', 'seconds'],
    ['a time as a text', () => step('0.1'), 'dt', '"0.1"', 'seconds'],
  ],
};

describe.each(Object.keys(values) as ErrorCode[])('%s', (code) => {
  it.for(values[code]!)('%s', ([, action, ...words]) => {
    expect(words.length, 'the culprit and the remedy').toBeGreaterThan(0);
    expectError(action, code, ...words);
    expectUsable();
  });
});

describe('what is no error but a result', () => {
  const q = () => [...problem.state.q];

  it.each([NaN, Infinity, -Infinity])('a target of %s', (value) => {
    goal.target[0] = value;
    const before = q();
    expect(problem.solve()).toMatchObject({ status: 'notFinite', reason: 'the target is not finite' });
    expect(q()).toEqual(before);
    goal.target[0] = 1;
    expectUsable();
  });

  it.each(['distance', 'lookAt'] as const)('a target of a %s goal that is not finite', (type) => {
    const other = problem.addGoal({ type, link: 'coupler' });
    for (const i of other.target.keys()) {
      const kept = other.target[i]!;
      other.target[i] = NaN;
      expect(problem.solve().status).toBe('notFinite');
      other.target[i] = kept;
    }
    problem.removeGoal(other);
    expectUsable();
  });

  it.each([
    [NaN, 'notFinite'],
    [Infinity, 'notFinite'],
    [-0.1, 'unsupported'],
  ])('a step of %s seconds', (dt, wanted) => {
    const before = q();
    const { status, reason } = problem.step(dt);
    expect(status).toBe(wanted);
    expect(reason).toContain('dt');
    expect(q()).toEqual(before);
    expectUsable();
  });

  it('a step with a target that is not finite', () => {
    goal.target[0] = NaN;
    const before = q();
    expect(problem.step(0.1).status).toBe('notFinite');
    expect(q()).toEqual(before);
    goal.target[0] = 1;
    expectUsable();
  });
});
