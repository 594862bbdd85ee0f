/** Goals of every type: what is described arrives, what is measured returns, what is written is checked. tests/cpp/goals proves their laws. */
import { beforeEach, describe, expect, it } from 'vitest';
import { chainJoints, Model, Problem, type GoalDescription, type ModelDescription } from 'limber';
import { core } from '../../web/src/core/loader.ts';
import { link, zigzag } from './support/models.ts';
import './support/silence.ts';

let model: Model;
let problem: Problem;

function begin(description: ModelDescription, q: readonly number[]): void {
  model = Model.from(description);
  problem = new Problem(model);
  problem.state.q.set(q);
  problem.state.update();
}

beforeEach(() => {
  begin(zigzag(5), [0.3, -0.4, 0.5, 0.6, -0.7]);
  return () => {
    problem.dispose();
    model.dispose();
  };
});

const near = (numbers: readonly number[]) => numbers.map((each) => expect.closeTo(each, 9) as number);
const half = Math.SQRT1_2;

describe('described in full', () => {
  /** A body that floats, a box upside down about Z, and joints with several motions. */
  const scene: ModelDescription = {
    links: [
      link('body', null, { type: 'free' }),
      link('box', null, { type: 'fixed' }, [0, 0, 3], [0, 0, 1, 0]),
      link('base', null, { type: 'cylindrical' }),
      link('arm', 'base', { type: 'revolute' }, [1, 0, 0]),
      link('finger', 'arm', { type: 'revolute', mimic: { link: 'arm', multiplier: -2, offset: 0.5 } }),
      link('screw', null, { type: 'helical', axis: [1, 0, 0], pitch: 0.2 }),
      link('wrist', 'screw', { type: 'universal', axis: [0, 0, 1], axis2: [0, 1, 0] }),
    ],
  };
  // The tool is at (1, 3, 3), and its axes X, Y and Z are the world's Y, Z and X: a third of a turn.
  const turn = Math.PI / 2;
  const q = [1, 2, 3, 0, 0, half, half, 0.2, 0.4, 0.6, turn, turn, turn];
  const on = { link: 'body', offset: { position: [1, 0, 0], rotation: [half, 0, 0, half] } } as const;
  const third = (2 * Math.PI) / 3;
  const diagonal = turn / 2;

  beforeEach(() => begin(scene, q));

  it.each<[GoalDescription, metres: number, radians: number]>([
    [{ type: 'position', ...on, target: [1, 3, 5] }, 2, 0],
    // Along X by the screw; about Y to −Z, which no turn about Z changes, and by the screw to Y.
    [{ type: 'position', link: 'wrist', offset: { position: [1, 0, 0] }, target: [0.2 * turn, 3, 0] }, 2, 0],
    [{ type: 'orientation', ...on, target: [0, 0, 0, 5] }, 0, third],
    [{ type: 'pose', ...on, target: [1, 3, 5, 0, 0, 0, 1] }, 2, third],
    [{ type: 'pose', ...on, target: [1, 3, 5, 0, 0, 0, 1], free: ['z', 'rx', 'ry', 'rz'] }, 0, 0],
    [{ type: 'pose', ...on, target: [-1, -3, 2, 0, 0, 1, 0], targetLink: 'box' }, 2, third],
    [{ type: 'direction', ...on, target: [1, 0, 1], axis: [0, 2, 0] }, 0, diagonal],
    [{ type: 'direction', ...on, target: [-1, 0, 1], axis: [0, 2, 0], targetLink: 'box' }, 0, diagonal],
    [{ type: 'distance', ...on, target: [1, 3, 0, 1] }, 2, 0],
    [{ type: 'distance', ...on, target: [1, 3, 0, 1], side: 'inside' }, 2, 0],
    [{ type: 'distance', ...on, target: [1, 3, 0, 1], side: 'outside' }, 0, 0],
    [{ type: 'lookAt', ...on, target: [2, 4, 3] }, 0, diagonal],
    [{ type: 'chain', ...on, target: [9, 9, 5, 9, 9, 9], rows: [2] }, 2, 0],
    [{ type: 'slide', link: 'base', target: [0.5] }, 0.3, 0],
    [{ type: 'joint', link: 'base', motion: 1, target: [0.5] }, 0, 0.1],
    [{ type: 'joint', link: 'finger', target: [0] }, 0, 0.7],
  ])('%j lacks %d m and %d radians, and keeps its target', (description, distance, angle) => {
    const goal = problem.addGoal(description);
    expect([goal.distance, goal.angle]).toEqual(near([distance, angle]));
    problem.solve({ maxIterations: 1 });
    expect([...goal.target]).toEqual(description.target);
    expect(goal).toMatchObject({ type: description.type, link: description.link });
    expect(goal.targetLink).toBe('targetLink' in description ? 'box' : undefined);
  });

  it.each([
    ['base', 1, 0.4, 8],
    ['finger', 0, -0.7, 9],
  ])(
    'a joint goal of %s begins at the value of motion %i, %d, and moves nothing else',
    (link, motion, value, place) => {
      const goal = problem.addGoal({ type: 'joint', link, motion });
      expect(goal.target[0]).toBeCloseTo(value, 12);
      goal.target[0]! += 0.25;
      const before = [...problem.state.q];
      expect(problem.solve({ solver: 'lm', angleTolerance: 1e-9 }).status).toBe('converged');
      expect(before.flatMap((each, i) => (problem.state.q[i] === each ? [] : [i]))).toEqual([place]);
    },
  );
});

it('residuals are those of the state after solve, update, reset, and adding and removing goals', () => {
  const goal = problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
  problem.solve({ maxIterations: 1 });
  const [x, y, z] = [...problem.pose('tool')] as [number, number, number];
  expect(goal.distance).toBeCloseTo(Math.hypot(x - 1, y - 1, z - 1), 12);
  problem.state.q.set([Math.PI, 0, 0, 0, 0]);
  problem.state.update();
  expect(goal.distance).toBeCloseTo(Math.hypot(6, 1, 1), 12);
  problem.state.reset();
  expect(goal.distance).toBeCloseTo(Math.hypot(4, 1, 1), 12);
  const first = problem.addGoal({ type: 'direction', link: 'link0' });
  expect(goal.distance).toBeCloseTo(Math.hypot(4, 1, 1), 12);
  problem.removeGoal(first);
  expect(goal.distance).toBeCloseTo(Math.hypot(4, 1, 1), 12);
});

it('a target that nothing can meet is a result', () => {
  problem.addGoal({ type: 'distance', link: 'tool', target: [0, 0, 0, -1] });
  const reason = "the target's distance is negative";
  expect(problem.solve()).toMatchObject({ status: 'notFinite', reason });
});

it('a weight of zero is off: not followed, not judged, and its target not looked at', () => {
  const off = problem.addGoal({ type: 'position', link: 'tool', target: [NaN, 0, 0], weight: 0 });
  const on = problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
  expect(problem.solve().status).toBe('converged');
  expect(on.distance).toBeLessThanOrEqual(1e-4 * model.reach);
  off.weight = 1;
  expect(off.weight).toBe(1);
  expect(problem.solve().status).toBe('notFinite');
});

describe('parameters', () => {
  it('are those of the table, at first as it says, and are the same after they are written', () => {
    for (const type of core().tables.goalTypes) {
      if (type === 'joint' || type === 'slide') continue;
      const goal = problem.addGoal({ type, link: 'tool' } as GoalDescription);
      const parameters = core().tables.parameters.get(type)!;
      expect(Object.keys(goal)).toEqual(expect.arrayContaining(parameters.map(({ name }) => name)));
      const values = goal as unknown as Record<string, unknown>;
      for (const { name } of parameters) {
        const before = values[name];
        values[name] = before;
        expect(values[name], `${type}.${name}`).toEqual(before);
      }
    }
    const pose = problem.addGoal({ type: 'pose', link: 'tool' });
    expect(pose).toMatchObject({ weight: 1, free: [], positionWeight: 1, orientationWeight: 1 });
    expect(pose.gain).toBeUndefined();
    const chain = problem.addGoal({ type: 'chain', link: 'tool' });
    expect(chain).toMatchObject({ chain: [...chainJoints], rows: [0, 1, 2, 3, 4, 5] });
  });

  it('that are written are read back, and decide what is left', () => {
    problem.state.reset();
    const pose = problem.addGoal({ type: 'pose', link: 'tool', target: [5, 0, 1, 0, 0, 0, 1] });
    expect(pose.distance).toBeCloseTo(1, 12);
    pose.offset = { position: [0.75, 0, 1] };
    expect(pose.offset).toEqual({ position: [0.75, 0, 1] });
    expect(pose.distance).toBeCloseTo(0.75, 12);
    pose.free = ['x'];
    expect(pose.free).toEqual(['x']);
    expect(pose.distance).toBeCloseTo(0, 12);
    pose.free = [];
    pose.positionWeight = 0;
    expect(problem.solve({ solver: 'lm' })).toMatchObject({ status: 'converged', iterations: 0 });
    const direction = problem.addGoal({ type: 'direction', link: 'tool', target: [0, 0, 1] });
    direction.axis = [0, 0, -2];
    expect(direction.axis).toEqual([0, 0, -2]);
    expect(direction.angle).toBeCloseTo(Math.PI, 7);
    const ring = problem.addGoal({ type: 'distance', link: 'tool', target: [0, 0, 0, 6] });
    ring.side = 'inside';
    expect([ring.side, ring.distance]).toEqual(['inside', 0]);
  });

  it('that cannot be are refused by name, and stay what they were', () => {
    const pose = problem.addGoal({ type: 'pose', link: 'tool' });
    const direction = problem.addGoal({ type: 'direction', link: 'tool' });
    const chain = problem.addGoal({ type: 'chain', link: 'tool' });
    const joint = problem.addGoal({ type: 'joint', link: 'link1' });
    const wrong: [object, string, unknown, string, RegExp][] = [
      [pose, 'free', ['w'], 'badGoal', /free has "w".*rx/],
      [pose, 'weight', -0.5, 'badGoal', /weight is -0.5.*0 or more/],
      [pose, 'positionWeight', -1, 'badGoal', /positionWeight is -1.*0 to 1000000/],
      [pose, 'priority', 0.5, 'badGoal', /priority is 0.5.*whole number/],
      [pose, 'offset', { rotation: [0, 0, 0, 2] }, 'notUnit', /unit quaternion/],
      [direction, 'axis', [0, 0, 0], 'badGoal', /axis is zero/],
      [direction, 'axis', [0, Infinity, 0], 'notFinite', /axis has Infinity/],
      [chain, 'chain', ['rotX', 'rotX', 'rotX', 'rotX', 'rotX', 'rotX'], 'badGoal', /three of each at most/],
      [chain, 'rows', [6], 'badGoal', /rows has 6.*0, 1, 2/],
      [joint, 'motion', 1, 'badGoal', /motion is fixed; add another goal/],
    ];
    for (const [goal, name, value, code, text] of wrong) {
      const before: unknown = Reflect.get(goal, name);
      const write = (): void => void Reflect.set(goal, name, value);
      expect(write, name).toThrow(
        expect.objectContaining({ code, message: expect.stringMatching(text) as string }),
      );
      expect(Reflect.get(goal, name)).toEqual(before);
    }
  });
});

it('goals are listed in their order, and keep their own numbers when one goes', () => {
  const goals = [1, 2, 3].map((x) => problem.addGoal({ type: 'position', link: 'tool', target: [x, 1, 0] }));
  expect(problem.goals).toEqual(goals);
  goals[2]!.weight = 0.25;
  problem.state.update();
  const before = goals.map((goal) => [...goal.target, goal.weight, goal.distance]);
  problem.removeGoal(goals[1]!);
  expect(problem.goals).toEqual([goals[0], goals[2]]);
  expect([...goals[0]!.target, goals[0]!.weight, goals[0]!.distance]).toEqual(before[0]);
  expect([...goals[2]!.target, goals[2]!.weight, goals[2]!.distance]).toEqual(before[2]);
});

it('the priority of a goal arrives as it is given, and as it is written', () => {
  const [high, low] = [0, 2 ** 31 - 1].map((priority) =>
    problem.addGoal({ type: 'position', link: 'tool', target: [priority ? -2 : 1, 2, 0], priority }),
  );
  // The core's word for goals of different priorities.
  expect(problem.supports('ccd')).toContain('priorities');
  low!.priority = 0;
  expect(problem.supports('ccd')).toBe(true);
  high!.priority = 3;
  problem.solve({ solver: 'lm', maxIterations: 300 });
  expect(low!.distance).toBeLessThan(1e-4 * model.size);
  expect(high!.distance).toBeCloseTo(3, 2);
});
