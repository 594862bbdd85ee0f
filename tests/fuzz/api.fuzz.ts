/**
 * The TypeScript API: invalid values are refused and change nothing; goals, loops and problems come and go in
 * any order.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  fromDH,
  init,
  Model,
  Problem,
  solverNames,
  type DHTable,
  type Goal,
  type GoalDescription,
  type Loop,
  type LoopDescription,
  type ModelDescription,
  type ObstacleDescription,
  type SolveOptions,
  type Vec3,
} from 'limber';
import { core } from '../../web/src/core/loader.ts';
import { jointTypes, randomModel } from '../web/support/random-models.ts';
import '../web/support/silence.ts';
import { anything, fuzz, orRefused, spoiled } from './fuzz.ts';

await init();

const { tables } = core();
const allFinite = (values: Iterable<number>): boolean => [...values].every(Number.isFinite);

const corners: readonly Vec3[] = [0, 1, 2, 3].map((i) => [Number(i === 1), Number(i === 2), Number(i === 3)]);

const arm: ModelDescription = {
  name: 'arm',
  links: [
    {
      name: 'base',
      joint: { type: 'revolute', axis: [0, 1, 0], limits: [-3, 3] },
      collision: [{ type: 'box', size: [0.3, 0.3, 0.3], rotation: [0, 0, 0.6, 0.8] }],
    },
    {
      ...{ name: 'ball', parent: 'base', origin: { position: [0, 1, 0] } },
      joint: { type: 'ball', swing: { x: [-1, 1], y: [-1, 2] }, twist: [-1, 1] },
    },
    {
      ...{ name: 'slide', parent: 'ball', origin: { position: [0, 1, 0] } },
      joint: { type: 'prismatic', limits: [0, 0.5] },
    },
    {
      ...{ name: 'twin', parent: 'slide' },
      joint: { type: 'revolute', mimic: { link: 'base', multiplier: -1, offset: 0.1 } },
    },
    {
      ...{ name: 'hand', parent: 'twin', origin: { position: [0.1, 0.4, 0] } },
      shapes: [{ type: 'box', size: [1, 1, 1], color: '#ff0000' }],
      collision: [
        { type: 'capsule', radius: 0.1, length: 0.2 },
        { type: 'hull', points: corners.slice(0, 3), rounding: 0.05 },
      ],
    },
  ],
  loops: [{ name: 'pin', a: { link: 'hand' }, b: { position: [0, 2, 0] }, free: ['x', 'rz'], weight: 2 }],
};

fuzz(
  'a wrong description is refused, and the next model is made all the same',
  spoiled(fc.oneof(fc.constant(arm), randomModel())),
  (description) => {
    using model = orRefused(() => Model.from(description));
    if (model) {
      expect(model.links.map(({ index }) => index)).toEqual([...model.links.keys()]);
      using problem = new Problem(model);
      expect(allFinite(problem.state.q) && allFinite(problem.state.poses)).toBe(true);
      expect(Number.isFinite(model.reach) && Number.isFinite(model.size)).toBe(true);
    }
    using next = Model.from(arm);
    expect(next.nq).toBe(6);
  },
  250,
);

const table: DHTable = {
  name: 'dh',
  convention: 'modified',
  joints: [
    { a: 1, alpha: 0.5 },
    { name: 'slide', type: 'prismatic', d: 0.2, theta: 1, limits: [0, 1] },
  ],
  flange: { position: [0, 0, 0.1] },
};

fuzz(
  'so is a wrong table of Denavit and Hartenberg',
  spoiled(fc.constant(table)),
  (spoilt) => {
    const description = orRefused(() => fromDH(spoilt));
    if (description) orRefused(() => Model.from(description).dispose());
  },
  300,
);

const frame = { position: [0, 0.1, 0] as const, rotation: [0, 0, 0.6, 0.8] as const };
const goals: readonly GoalDescription[] = [
  { type: 'position', link: 'hand', target: [1, 1, 0], weight: 2, priority: 1 },
  { type: 'orientation', link: 'slide', offset: frame, target: [0, 0, 0, 1], gain: 3 },
  { type: 'pose', link: 'hand', free: ['rz'], positionWeight: 2, orientationWeight: 0.5, targetLink: 'base' },
  { type: 'direction', link: 'hand', axis: [0, 0, 1], target: [0, 1, 0] },
  { type: 'distance', link: 'hand', side: 'inside', target: [0, 0, 0, 1] },
  { type: 'lookAt', link: 'ball', axis: [1, 0, 0], target: [3, 0, 0] },
  { type: 'joint', link: 'base', motion: 0, target: [1] },
  { type: 'slide', link: 'slide', target: [0.2] },
  {
    type: 'chain',
    link: 'hand',
    chain: ['transX', 'transY', 'transZ', 'rotX', 'rotY', 'rotZ'],
    rows: [0, 1],
  },
];
const obstacles: readonly ObstacleDescription[] = [
  { type: 'sphere', radius: 0.3, position: [0.5, 1, 0] },
  { type: 'capsule', radius: 0.1, length: 1, link: 'ball' },
  { type: 'box', size: [1, 0.2, 1], rounding: 0.1, position: [0, 3, 0], ignore: ['hand'] },
  { type: 'cylinder', radius: 0.2, length: 1, rotation: [0.6, 0, 0, 0.8] },
  { type: 'halfSpace', position: [0, -1, 0] },
  { type: 'hull', points: corners, position: [1, 1, 1] },
];
const options: SolveOptions = Object.fromEntries([
  ...tables.options.map(({ name, kind, initial: [value] }) => [
    name,
    kind === 'boolean' ? value !== 0 : kind === 'choice' ? 'track' : value,
  ]),
  ['maxIterations', 5],
  ['maxRestarts', 2],
  ['solver', 'lm'],
]) as SolveOptions;

/** Valid, nearly valid and invalid values. */
const value = fc.oneof(
  anything,
  fc.constantFrom<unknown>(0.5, 3, [0, 1, 0], [0, 0, 0.6, 0.8], frame, ['x'], 'outside'),
);
const solver = fc.constantFrom(...solverNames());

type Step =
  | readonly ['addGoal', GoalDescription]
  | readonly ['removeGoal' | 'removeLoop', number]
  | readonly ['addLoop', LoopDescription]
  | readonly ['addObstacle', ObstacleDescription]
  | readonly ['removeObstacle', number]
  | readonly ['shape', number, 'pose' | 'size', number, number]
  | readonly ['pairs' | 'nearest', unknown]
  | readonly ['write', number, string, unknown]
  | readonly ['target', number, number, number]
  | readonly ['q', number, number]
  | readonly ['solve', SolveOptions]
  | readonly ['step', unknown, SolveOptions]
  | readonly ['call', string]
  | readonly ['loop', number, unknown]
  | readonly ['dispose' | 'forget'];

const properties = [
  ...['weight', 'gain', 'offset', 'priority'],
  ...new Set([...tables.parameters.values()].flat().map(({ name }) => name)),
];
const calls = [
  ...(['mobility', 'solutions', 'clearance', 'linksAtLimit', 'forgetMotion'] as const),
  ...(['update', 'reset', 'projectOntoLimits', 'place'] as const),
] as const;
const double = fc.oneof(fc.double(), fc.double({ min: -2, max: 2 }), fc.constantFrom(0, 1, NaN, Infinity));
const few = spoiled(fc.constant(options), 2).map((each) => {
  const settings = (typeof each === 'object' && each ? { ...each } : each) as Record<string, unknown>;
  // Keeps solves short.
  for (const name of ['maxIterations', 'maxRestarts', 'annealing', 'substeps'])
    if (typeof settings?.[name] === 'number') settings[name] = Math.min(settings[name], 8);
  return settings;
});
const act = (weight: number, names: readonly Step[0][], ...values: fc.Arbitrary<unknown>[]) => ({
  weight,
  arbitrary: fc.tuple(fc.constantFrom(...names), ...values),
});
const pairs = fc.constantFrom<unknown>([], [['hand', 'base']], [['hand', 'hand']], [['ball', 'foot']]);
const step = fc.oneof(
  act(4, ['addGoal'], spoiled(fc.constantFrom(...goals), 1)),
  act(2, ['removeGoal', 'removeLoop'], fc.nat(9)),
  act(1, ['addLoop'], spoiled(fc.constant(arm.loops![0]!), 1)),
  act(3, ['write'], fc.nat(9), fc.constantFrom(...properties), value),
  act(2, ['target'], fc.nat(9), fc.nat(6), double),
  act(1, ['q'], fc.nat(9), double),
  act(
    3,
    ['solve'],
    fc.tuple(few, solver).map(([each, by]) => ({ ...each, solver: by })),
  ),
  act(1, ['solve'], few),
  act(1, ['step'], fc.oneof(double, value), few),
  act(1, ['call'], fc.constantFrom(...calls)),
  act(1, ['loop'], fc.nat(4), value),
  act(2, ['addObstacle'], spoiled(fc.constantFrom(...obstacles), 1)),
  act(1, ['removeObstacle'], fc.nat(9)),
  act(1, ['shape'], fc.nat(9), fc.constantFrom('pose', 'size'), fc.nat(6), double),
  act(1, ['pairs'], fc.oneof(value, pairs)),
  act(1, ['nearest'], fc.oneof(value, fc.nat(5))),
  act(1, ['dispose', 'forget']),
) as unknown as fc.Arbitrary<Step>;

/** Makes a change; if it throws, what `read` reads is as it was. */
function change(read: () => unknown, make: () => void): void {
  const before = read();
  try {
    make();
  } catch (error) {
    expect(read()).toEqual(before);
    throw error;
  }
}

/** None is meant, too: the number behind the last. */
const someOf = <T>(list: readonly T[], i: number): T | undefined => list[i % (list.length + 1)];

/** A problem under random actions; the results of two walks are compared. */
class Walk {
  readonly model = Model.from(arm);
  problem = new Problem(this.model);
  readonly seen: unknown[] = [];
  /** Removed goals and loops, and those of disposed problems. */
  readonly gone: (Goal | Loop)[] = [];

  take([kind, ...rest]: Step): void {
    const done = orRefused(() => ({
      said: (this as unknown as Record<string, (...rest: unknown[]) => unknown>)[kind]!(...rest),
    }));
    this.seen.push(kind, done?.said);
    const { state } = this.problem;
    this.seen.push([...state.q], [...state.poses]);
    for (const each of this.gone) expect(() => each.distance).toThrow(/removed|disposed/);
  }

  /** Adds to one of the problem's lists; a refusal adds nothing. */
  #add(list: 'goals' | 'loops' | 'obstacles', add: () => unknown): void {
    const before = this.problem[list].length;
    change(() => this.problem[list].length, add);
    expect(this.problem[list]).toHaveLength(before + 1);
  }

  addGoal(description: GoalDescription) {
    this.#add('goals', () => this.problem.addGoal(description));
  }

  removeGoal(i: number) {
    const goal = someOf(this.problem.goals, i);
    if (!goal) return;
    this.problem.removeGoal(goal);
    this.problem.removeGoal(goal);
    this.gone.push(goal);
  }

  addLoop(description: LoopDescription) {
    this.#add('loops', () => this.problem.addLoop(description));
  }

  removeLoop(i: number) {
    const loop = someOf(this.problem.loops, i);
    if (!loop) return;
    this.problem.removeLoop(loop);
    this.gone.push(loop);
  }

  addObstacle(description: ObstacleDescription) {
    this.#add('obstacles', () => this.problem.addObstacle(description));
  }

  removeObstacle(i: number) {
    const obstacle = someOf(this.problem.obstacles, i);
    if (!obstacle) return;
    this.problem.removeObstacle(obstacle);
    this.problem.removeObstacle(obstacle);
    expect(() => obstacle.pose).toThrow(/removed/);
  }

  shape(i: number, view: 'pose' | 'size', place: number, number: number) {
    const obstacle = someOf(this.problem.obstacles, i);
    if (obstacle) obstacle[view][place % obstacle[view].length] = number;
  }

  pairs(value: unknown) {
    change(
      () => this.problem.collisionPairs,
      () => (this.problem.collisionPairs = value as never),
    );
  }

  nearest(most: unknown) {
    return this.problem.nearestPairs(most as number).map(({ links, distance, points, normal }) => {
      expect(Math.hypot(...normal)).toBeCloseTo(1, 6);
      return [links, distance, points, normal];
    });
  }

  write(i: number, name: string, value: unknown) {
    const goal = someOf(this.problem.goals, i);
    if (!goal || !(name in goal)) return;
    change(
      () => properties.map((each) => (each in goal ? goal[each as 'weight'] : null)),
      () => Reflect.set(goal, name, value),
    );
  }

  target(i: number, place: number, number: number) {
    const goal = someOf(this.problem.goals, i);
    if (goal) goal.target[place % goal.target.length] = number;
  }

  q(place: number, number: number) {
    this.problem.state.q[place % this.model.nq] = number;
  }

  solve(how: SolveOptions) {
    const { status, iterations, activeLimits } = {
      activeLimits: this.problem.activeLimits,
      ...this.problem.solve(how).copy(),
    };
    expect(tables.statuses).toContain(status);
    this.expectFinite(status);
    return [status, iterations, [...activeLimits]];
  }

  step(dt: number, how: SolveOptions) {
    const { status, substeps, warning, reason } = this.problem.step(dt, how);
    this.expectFinite(status);
    return [status, substeps, warning, reason];
  }

  expectFinite(status: string) {
    const { q, poses } = this.problem.state;
    // A refused solve leaves the state as it was.
    const isRefused = status === 'notFinite' || status === 'unsupported';
    if (!isRefused) expect(allFinite(q) && allFinite(poses)).toBe(true);
  }

  call(name: (typeof calls)[number]) {
    const { problem } = this;
    if (name in problem.state) return problem.state[name as 'update']();
    if (name === 'solutions') return this.solutions();
    return problem[name as 'mobility']();
  }

  solutions() {
    const { count, q, reason, complete } = this.problem.solutions();
    expect(allFinite(q)).toBe(true);
    expect(q).toHaveLength(count * this.model.nq);
    return [count, reason, complete, [...q]];
  }

  loop(i: number, value: unknown) {
    const loop = someOf(this.problem.loops, i);
    if (!loop) return;
    if (typeof value === 'boolean') loop.closed = value;
    else loop.route(value as never);
  }

  dispose() {
    this.gone.push(...this.problem.goals, ...this.problem.loops);
    const old = this.problem;
    old.dispose();
    old.dispose();
    for (const use of [
      ...[() => old.solve(), () => old.state.q, () => old.goals, () => old.addGoal(goals[0]!)],
      ...[() => old.removeGoal(goals[0] as never), () => old.mobility(), () => old.solutions()],
    ])
      expect(use).toThrow(/disposed/);
    this.problem = new Problem(this.model);
  }

  forget() {
    this.gone.length = 0;
    this.dispose();
  }

  end() {
    this.problem.dispose();
    this.model.dispose();
  }
}

fuzz(
  'whatever is done in whatever order, all stays finite and of use, and happens the same again',
  fc.array(step, { maxLength: 12 }),
  (steps) => {
    const walks = [new Walk(), new Walk()] as const;
    for (const walk of walks) {
      for (const each of steps) walk.take(each);
      walk.end();
    }
    expect(walks[1].seen).toEqual(walks[0].seen);
  },
  250,
);

fuzz(
  'a wrong joint is refused by name',
  fc.tuple(
    fc.constantFrom(...jointTypes),
    fc.constantFrom('axis', 'axis2', 'pitch', 'limits', 'swing', 'twist', 'mimic', 'name'),
    value,
  ),
  ([type, key, what]) => {
    const elbow = { name: 'elbow', joint: { type, [key]: what } as never };
    orRefused(() => Model.from({ links: [{ name: 'a', joint: { type: 'revolute' } }, elbow] }).dispose());
  },
  300,
);
