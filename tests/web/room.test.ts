/** Goals with room: what is described arrives, what is measured returns. tests/cpp/goals proves the laws. */
import { beforeEach, expect, it } from 'vitest';
import {
  Model,
  Problem,
  solverNames,
  type ErrorCode,
  type GoalDescription,
  type GoalType,
  type LivePoseGoal,
  type SolverName,
} from 'limber';
import { WorkerProblem } from 'limber/worker';
import { Draw } from '../digest/draw.ts';
import { expectError, link } from './support/models.ts';
import { fakeWorker } from './support/worker-support.ts';
import './support/silence.ts';

/** The tool slides along X and turns about Z. */
const cart = link('cart', null, { type: 'prismatic', axis: [1, 0, 0] });
const slider = { links: [cart, link('tool', 'cart', { type: 'revolute', axis: [0, 0, 1] })] };
const goalOf = (type: GoalType, more: object = {}) =>
  ({ type, link: type === 'slide' ? 'cart' : 'tool', ...more }) as GoalDescription;

let model: Model;
let problem: Problem;
beforeEach(() => {
  model = Model.from(slider);
  problem = new Problem(model);
  return () => {
    problem.dispose();
    model.dispose();
  };
});

const half = Math.PI;
const near = (number: number) => expect.closeTo(number, 9) as number;

const any = [null, null] as const;
const wide = [-1, 1] as const;
/** For a tool that is at its target, edges are far. */
const rooms: [GoalType, object][] = [
  ['position', { within: { x: wide, y: [-1.5, null], z: [null, null] } }],
  ['orientation', { tilt: [1, 1.2], twist: [-1, null], about: 'x' }],
  ['pose', { within: { x: wide, y: wide, z: [null, 1], rx: any, ry: any, rz: any } }],
  ['pose', { within: { x: wide, y: wide, z: wide }, tilt: 1, twist: wide, about: 'y' }],
  ['direction', { tilt: 1 }],
  ['lookAt', { tilt: 1.5 }],
  ['distance', { within: wide }],
  ['joint', { within: [null, 1] }],
  ['slide', { within: wide }],
  ['chain', { within: { 0: wide, 1: wide, 2: wide, 3: any, 4: wide, 5: wide } }],
];

it.each(rooms)('a %s goal keeps %j, described or written', (type, room) => {
  for (const goal of [problem.addGoal(goalOf(type, room)), problem.addGoal(goalOf(type))]) {
    Object.assign(goal, room);
    expect(goal).toMatchObject(room);
    for (const name of ['within', 'twist'])
      if (name in goal) expect(Reflect.get(goal, name), name).toSatisfy(Object.isFrozen);
  }
});

it('free and side are short words for within', () => {
  const pose = problem.addGoal({ type: 'pose', link: 'tool', free: ['x', 'rz'], within: { y: [-1, 1] } });
  expect(pose.within).toEqual({ x: [null, null], y: [-1, 1], rz: [null, null] });
  expect(pose.free).toEqual(['x', 'rz']);
  pose.free = [];
  expect([pose.within, pose.free]).toEqual([{ y: [-1, 1] }, []]);
  pose.within = { z: [null, null], x: [0, null] };
  expect(pose.free).toEqual(['z']);
  const ring = problem.addGoal({ type: 'distance', link: 'tool', target: [0, 0, 0, 1], side: 'inside' });
  expect(ring.within).toEqual([null, 0]);
  ring.side = 'outside';
  expect(ring.within).toEqual([0, null]);
  ring.within = [0, 0];
  expect(ring.side).toBe('exact');
  ring.within = [-0.1, 0];
  expect(ring.side).toBeUndefined();
  const both = { type: 'pose', link: 'tool', free: ['y'], within: { y: [-1, 1] } } as const;
  expectError(() => problem.addGoal(both), 'badGoal', 'goal has within and free of the same number');
});

it.each<[GoalType, number[], object, [number, number], metres: number, radians: number, string, number]>([
  ['position', [0.1, 0, 0], { within: { x: [-0.02, 1] } }, [0, 0], 0.08, 0, 'least x', -0.08],
  ['position', [0, 0, 0], { within: { x: [-0.3, 0.2] } }, [0.1, 0], 0, 0, 'most x', 0.1],
  ['pose', [0, 0, 0, 0, 0, 0, 1], { within: { rz: [-0.1, 0.5] } }, [0.2, 0.7], 0.2, 0.2, 'most rz', -0.2],
  ['orientation', [0, 0, 0, 1], { twist: [half - 1, half + 1] }, [0, 0.75 - half], 0, 0, 'most twist', 0.25],
  ['orientation', [0, 0, 0, 1], { tilt: 0.2, about: 'x' }, [0, 0.5], 0, 0.3, 'most tilt', -0.3],
  ['direction', [1, 0, 0], { tilt: 0.5 }, [0, -0.2], 0, 0, 'most tilt', 0.3],
  ['lookAt', [9, 0, 0], { tilt: 0.5 }, [1, 0.7], 0, 0.2, 'most tilt', -0.2],
  ['distance', [0, 0, 0, 1], { within: [-0.5, 0.5] }, [0.75, 0], 0, 0, 'least within', 0.25],
  ['joint', [1], { within: [null, 0.1] }, [0, 1.5], 0, 0.4, 'most within', -0.4],
  ['slide', [1], { within: [-0.1, null] }, [0.5, 0], 0.4, 0, 'least within', -0.4],
  ['chain', [0, 9, 9, 9, 9, 0], { rows: [0, 5], within: { 5: [-1, 1] } }, [0.5, 0.5], 0.5, 0, 'most 5', 0.5],
])('%s at %j with %j, at %j, lacks %d m and %d radians; %s %d', (type, target, room, q, ...rest) => {
  const [metres, radians, edge, inside] = rest;
  const goal = problem.addGoal(goalOf(type, { target, ...room }));
  problem.state.q.set(q);
  problem.state.update();
  expect([goal.distance, goal.angle, goal.reached]).toEqual([
    near(metres),
    near(radians),
    metres + radians === 0,
  ]);
  expect(goal.edges.map(({ name, side, inside }) => [`${side} ${name}`, inside])).toEqual([
    [edge, near(inside)],
  ]);
});

it.each<[GoalType, string, unknown, ErrorCode, RegExp]>([
  ['position', 'within', { x: [0.1, -0.1] }, 'badGoal', /position goal's within.x is 0.1 to -0.1; give/],
  ['pose', 'within', { rx: [0, 1], ry: [0, 1] }, 'badGoal', /pose goal's within.*give.* tilt and twist/],
  ['orientation', 'twist', [1, 0], 'badGoal', /twist is 1 to 0; give/],
  ['lookAt', 'tilt', 3.2, 'badGoal', /tilt is 3.2; give a number from 0 to 3.14/],
])('a %s goal refuses %s of %j and stays as it is; removed, it has none', (type, name, value, code, text) => {
  expect(expectError(() => problem.addGoal(goalOf(type, { [name]: value })), code).message).toMatch(text);
  expect(problem.goals).toEqual([]);
  const goal = problem.addGoal(goalOf(type));
  const before: unknown = Reflect.get(goal, name);
  expect(expectError(() => Reflect.set(goal, name, value), code).message).toMatch(text);
  expect(Reflect.get(goal, name)).toEqual(before);
  problem.removeGoal(goal);
  for (const each of [name, 'edges']) expectError(() => Reflect.get(goal, each) as unknown, 'disposed');
});

it('a worker answers as the page does, also after room is written', async () => {
  using remote = await WorkerProblem.create(slider, { worker: () => fakeWorker() });
  const goal = { type: 'pose', link: 'tool', target: [1, 0, 0, 0, 0, 0, 1], within: { rz: [0, 1] } } as const;
  const [here, there] = [problem.addGoal(goal), await remote.addGoal(goal)];
  const told = ({ within, distance, angle, edges }: LivePoseGoal) => ({ within, distance, angle, edges });
  for (const x of [-0.1, -0.7]) {
    here.within = there.within = { rz: [0, 1], x: [x, 0.1] };
    for (const maxIterations of [0, 50]) {
      for (const { state } of [problem, remote]) state.q.set([0, -1]);
      problem.solve({ maxIterations });
      await remote.solve({ maxIterations });
      expect([...remote.state.q]).toEqual([...problem.state.q]);
      expect(told(there)).toEqual(told(here));
    }
    expect(here.edges[0]).toEqual({ name: 'x', side: 'least', inside: expect.closeTo(0, 3) as number });
  }
});

it('a tool that rests inside its room changes no bit of a solve', () => {
  const others = ['ccd', 'fabrik', 'curl', 'maximal', 'analytic'];
  const draw = new Draw('room');
  const away = (most: number) => Array.from({ length: 7 }, () => draw.between(-most, most));
  for (let round = 0; round < 20; ++round) {
    const names = ['cart', 'a', 'b', 'c', 'd', 'e', 'tool'];
    const links = names.map((name, i) => {
      const type = i === 0 ? 'prismatic' : 'revolute';
      return link(name, names[i - 1] ?? null, { type, axis: draw.vector(1) }, draw.vector(1));
    });
    using arm = Model.from({ links });
    using problem = new Problem(arm);
    const from = away(1);
    const begin = (by = [0, 0, 0, 0, 0, 0, 0]) => {
      problem.state.q.set(from.map((each, i) => each + by[i]!));
      problem.state.update();
    };
    const solved = (solver: SolverName) => {
      const { status, iterations } = problem.solve({ solver, maxIterations: 30 });
      return [status, iterations, ...problem.state.q];
    };
    begin(away(0.02));
    problem.addGoal(goalOf(round % 2 ? 'pose' : 'position'));
    for (const solver of solverNames().filter((name) => !others.includes(name))) {
      begin();
      const alone = solved(solver);
      for (const [type, room] of rooms) {
        begin();
        const goal = problem.addGoal(goalOf(type, room));
        if (problem.supports(solver) !== true) expect(solver).toBe('autodiff');
        else expect(solved(solver), `${solver} ${type}`).toEqual(alone);
        expect(goal.edges.length && Math.min(...goal.edges.map(({ inside }) => inside))).toBeGreaterThan(0);
        problem.removeGoal(goal);
      }
    }
  }
});
