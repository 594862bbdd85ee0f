/** Every type of goal: its residuals against independent matrices, its parameters, weight, target and removal. */
import fc from 'fast-check';
import { Vector3, type Matrix4 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  chainJoints,
  Model,
  poseAxes,
  Problem,
  type GoalDescription,
  type PoseAxis,
  type Vec3,
} from 'limber';
import { core } from '../../web/src/loader.ts';
import {
  directionLeft,
  poseLeft,
  poseMatrix,
  product,
  stateMatrix,
  worldMatrices,
} from './support/matrices.ts';
import { expectError, link, zigzag } from './support/models.ts';
import { axis, coordinates, randomModel, unitQuat, vec3 } from './support/random-models.ts';
import './support/silence.ts';

let model: Model;
let problem: Problem;

beforeEach(() => {
  model = Model.from(zigzag(5));
  problem = new Problem(model);
  problem.state.q.set([0.3, -0.4, 0.5, 0.6, -0.7]);
  problem.state.update();
  return () => {
    problem.dispose();
    model.dispose();
  };
});

const toolMatrix = (): Matrix4 => stateMatrix(problem.state.poses, model.findLink('tool'));
const placeOf = (matrix: Matrix4): Vector3 => new Vector3().setFromMatrixPosition(matrix);

describe('residuals', () => {
  /** Replaces zero, which is not a direction. */
  const axisOf = (v: Vec3): Vec3 => (v.some(Boolean) ? v : [1, 0, 0]);

  it('are what matrices give, for every type, tool, target, free axis and link that carries the target', () => {
    const free = fc.subarray([...poseAxes]);
    const offset = fc.record({ position: vec3(1), rotation: unitQuat });
    const places = fc.tuple(fc.nat(), fc.nat());
    const law = fc.property(
      fc.tuple(randomModel(), coordinates, places),
      fc.tuple(offset, vec3(5), unitQuat, axis, free),
      ([description, numbers, [at, other]], [offset, position, rotation, toolAxis, freeAxes]) => {
        using random = Model.from(description);
        using each = new Problem(random);
        each.state.q.set(numbers.slice(0, random.nq));
        each.state.update();
        const [own, carrier] = [at, other].map((i) => random.links[i % random.links.length]!) as [
          Model['links'][0],
          Model['links'][0],
        ];
        const carries = carrier !== own;
        const on = { link: own.name, offset, ...(carries && { targetLink: carrier.name }) };
        const goals = [
          { type: 'position', ...on, target: position },
          { type: 'orientation', ...on, target: rotation },
          { type: 'pose', ...on, target: [...position, ...rotation] },
          { type: 'pose', ...on, target: [...position, ...rotation], free: freeAxes },
          { type: 'direction', ...on, axis: toolAxis, target: axisOf(position) },
          { type: 'distance', ...on, target: [...position, 1] },
          { type: 'lookAt', ...on, axis: toolAxis, target: position },
        ].map((goal) => each.addGoal(goal as GoalDescription));

        const world = worldMatrices(random, each.state.q);
        const tool = product(world[own.index]!, poseMatrix(offset));
        const frame = carries ? world[carrier.index]! : poseMatrix();
        const target = product(frame, poseMatrix({ position, rotation }));
        const whole = poseLeft(tool, target);
        const partly = poseLeft(tool, target, freeAxes);
        const wanted = new Vector3(...axisOf(position)).transformDirection(frame);
        const seen = placeOf(target).sub(placeOf(tool));
        const expected = [
          [whole.distance, 0],
          [0, whole.angle],
          [whole.distance, whole.angle],
          [partly.distance, partly.angle],
          [0, directionLeft(tool, toolAxis, wanted.toArray())],
          [Math.abs(whole.distance - 1), 0],
          [0, directionLeft(tool, toolAxis, seen.toArray())],
        ];
        for (const [i, goal] of goals.entries()) {
          expect(goal.distance, goal.type).toBeCloseTo(expected[i]![0]!, 9);
          expect(goal.angle, goal.type).toBeCloseTo(expected[i]![1]!, 6);
        }
      },
    );
    fc.assert(law, { numRuns: 300 });
  });

  it('are up to date after solve, update, reset, and adding and removing goals', () => {
    const goal = problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
    const actual = () => placeOf(toolMatrix()).distanceTo(new Vector3(1, 1, 1));
    expect(goal.distance).toBeCloseTo(actual(), 12);
    problem.solve({ maxIterations: 1 });
    expect(goal.distance).toBeCloseTo(actual(), 12);
    problem.state.reset();
    expect(goal.distance).toBeCloseTo(Math.hypot(4, 1, 1), 12);
    const first = problem.addGoal({ type: 'direction', link: 'link0' });
    expect(goal.distance).toBeCloseTo(Math.hypot(4, 1, 1), 12);
    problem.removeGoal(first);
    expect(goal.distance).toBeCloseTo(Math.hypot(4, 1, 1), 12);
  });
});

describe('a target', () => {
  it('is where the tool is, unless given', () => {
    const offset = { position: [0.1, 0.2, 0.3], rotation: [0.5, 0.5, 0.5, 0.5] } as const;
    const tool = product(toolMatrix(), poseMatrix(offset));
    const types = ['position', 'orientation', 'pose', 'direction', 'distance', 'lookAt'] as const;
    const goals = types.map((type) => problem.addGoal({ type, link: 'tool', offset }));
    for (const goal of goals) {
      expect(goal.distance).toBeCloseTo(0, 12);
      expect(goal.angle).toBeLessThan(1e-7);
    }
    const near = (numbers: readonly number[]) => numbers.map((each) => expect.closeTo(each, 12) as number);
    const place = placeOf(tool);
    expect([...goals[0]!.target]).toEqual(near(place.toArray()));
    // The tool's X axis, and how far it is from the world's origin.
    expect([...goals[3]!.target]).toEqual(near(tool.elements.slice(0, 3)));
    expect([...goals[4]!.target]).toEqual([0, 0, 0, ...near([place.length()])]);
    const before = [...problem.state.q];
    expect(problem.solve()).toMatchObject({ status: 'converged', iterations: 0 });
    expect([...problem.state.q]).toEqual(before);
  });

  it('stands as it was given, and stays under solves', () => {
    const goal = problem.addGoal({ type: 'orientation', link: 'tool', target: [0, 0, 0, 5] });
    problem.solve();
    expect([...goal.target]).toEqual([0, 0, 0, 5]);
  });

  it('that nothing can meet is a result', () => {
    problem.addGoal({ type: 'distance', link: 'tool', target: [0, 0, 0, -1] });
    const reason = "the target's distance is negative";
    expect(problem.solve()).toMatchObject({ status: 'notFinite', reason });
  });
});

describe('joint and slide goals', () => {
  it('start where the joint, its second motion or its mimic is, move it alone, and tell metres from radians', () => {
    using made = Model.from({
      links: [
        link('base', null, { type: 'cylindrical' }),
        link('arm', 'base', { type: 'revolute', limits: [-1, 1] }, [1, 0, 0]),
        link('hand', 'arm', { type: 'prismatic', axis: [1, 0, 0] }, [1, 0, 0]),
        link('finger', 'hand', { type: 'revolute', mimic: { link: 'arm', multiplier: -2, offset: 0.5 } }),
      ],
    });
    using other = new Problem(made);
    other.state.q.set([0.2, 0.4, 0.6, -0.3]);
    other.state.update();
    const rows: readonly [GoalDescription, value: number][] = [
      [{ type: 'slide', link: 'base' }, 0.2],
      [{ type: 'joint', link: 'base', motion: 1 }, 0.4],
      [{ type: 'joint', link: 'arm' }, 0.6],
      [{ type: 'slide', link: 'hand' }, -0.3],
      [{ type: 'joint', link: 'finger' }, 0.5 - 2 * 0.6],
    ];
    for (const [i, [description, value]] of rows.entries()) {
      const goal = other.addGoal(description);
      expect(goal.target[0]).toBeCloseTo(value, 12);
      goal.target[0]! += 0.25;
      other.state.update();
      const left = [goal.distance, goal.angle].map((each) => Number(each.toFixed(9)));
      expect(left).toEqual(description.type === 'slide' ? [0.25, 0] : [0, 0.25]);
      const before = [...other.state.q];
      expect(other.solve({ solver: 'lm', angleTolerance: 1e-9 }).status).toBe('converged');
      const moved = before.map((each, k) => other.state.q[k] !== each);
      expect(moved).toEqual([0, 1, 2, 3].map((k) => k === (i === 4 ? 2 : i)));
      other.removeGoal(goal);
      other.state.q.set([0.2, 0.4, 0.6, -0.3]);
      other.state.update();
    }
  });
});

it('a target on another link is at first where the tool is seen from there, and goes with it', () => {
  const goal = problem.addGoal({ type: 'pose', link: 'tool', targetLink: 'link2' });
  problem.state.q[0] = 1.5;
  problem.state.update();
  expect([goal.distance, goal.angle]).toEqual([expect.closeTo(0, 12), expect.closeTo(0, 7)]);
  problem.state.q[4]! += 0.2;
  expect(problem.solve({ solver: 'lm', tolerance: 1e-9 }).status).toBe('converged');
  expect(problem.state.q[4]).toBeCloseTo(-0.7, 3);
  expect(problem.supports('ccd')).not.toBe(true);
});

describe('a weight', () => {
  /** One slide, pulled both ways: its rest position shows the weights. */
  function rest(low: number, high: number): number {
    using cart = Model.from({ links: [{ name: 'cart', joint: { type: 'prismatic' } }] });
    using each = new Problem(cart);
    each.addGoal({ type: 'position', link: 'cart', target: [0, 0, 0], weight: low });
    each.addGoal({ type: 'position', link: 'cart', target: [0, 0, 1], weight: high });
    each.state.q[0] = 0.2;
    each.solve({ tolerance: 0 });
    return each.state.q[0];
  }

  it('of each says who gets nearer', () => {
    expect([rest(1, 1), rest(0, 1)]).toEqual([expect.closeTo(0.5, 9), expect.closeTo(1, 9)]);
    expect(rest(1, 3)).toBeGreaterThan(0.6);
  });

  it('of zero is off: not followed, not judged, and its target not looked at', () => {
    const off = problem.addGoal({ type: 'position', link: 'tool', target: [NaN, 0, 0], weight: 0 });
    const on = problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
    expect(problem.solve().status).toBe('converged');
    expect(on.distance).toBeLessThanOrEqual(1e-4 * model.reach);
    off.weight = 1;
    expect(off.weight).toBe(1);
    expect(problem.solve().status).toBe('notFinite');
    off.weight = 0;
    expect(problem.solve().status).toBe('converged');
  });
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

  it('that are written are followed by the next solve', () => {
    const goal = problem.addGoal({ type: 'direction', link: 'tool' });
    for (const axis of [
      [0, 1, 0],
      [0, 0, -2],
    ] as const) {
      goal.axis = axis;
      expect(goal.axis).toEqual(axis);
      expect(problem.solve({ solver: 'lm', mode: 'find' }).status).toBe('converged');
      expect(directionLeft(toolMatrix(), axis, [...goal.target])).toBeLessThanOrEqual(1e-3);
    }
  });

  it('an offset that is written moves the point that reaches', () => {
    const goal = problem.addGoal({ type: 'position', link: 'tool' });
    expect(goal.distance).toBeCloseTo(0, 12);
    goal.offset = { position: [0.3, 0, 0.4] };
    expect(goal.distance).toBeCloseTo(0.5, 12);
    expect(goal.offset).toEqual({ position: [0.3, 0, 0.4] });
  });

  it('a free axis, a side and a weight of a part decide what is left', () => {
    const pose = problem.addGoal({ type: 'pose', link: 'tool' });
    pose.target[0]! += 1;
    problem.state.update();
    expect(pose.distance).toBeCloseTo(1, 12);
    pose.free = ['x', 'y', 'z'];
    expect(pose.distance).toBeCloseTo(0, 12);
    pose.free = [];
    pose.positionWeight = 0;
    expect(problem.solve({ solver: 'lm' })).toMatchObject({ status: 'converged', iterations: 0 });
    problem.removeGoal(pose);
    const ring = problem.addGoal({ type: 'distance', link: 'tool', target: [0, 0, 0, 100] });
    expect(ring.distance).toBeGreaterThan(1);
    ring.side = 'inside';
    expect(ring.distance).toBe(0);
    ring.side = 'outside';
    expect(ring.distance).toBeGreaterThan(1);
  });

  it('that cannot be are refused by name, and stay what they were', () => {
    const pose = problem.addGoal({ type: 'pose', link: 'tool' });
    const direction = problem.addGoal({ type: 'direction', link: 'tool' });
    const chain = problem.addGoal({ type: 'chain', link: 'tool' });
    const wrong: [object, string, unknown, string, RegExp][] = [
      [pose, 'free', ['w'], 'badGoal', /free has "w".*rx/],
      [pose, 'free', 'x', 'badDescription', /free must be an array/],
      [pose, 'positionWeight', -1, 'badGoal', /positionWeight is -1.*0 to 1000000/],
      [pose, 'positionWeight', NaN, 'badGoal', /positionWeight is NaN/],
      [pose, 'gain', 2e6, 'badGoal', /gain is 2000000.*0 to 1000000/],
      [pose, 'weight', '1', 'badDescription', /weight must be a number/],
      [pose, 'priority', 0.5, 'badGoal', /priority is 0.5.*whole number/],
      [pose, 'offset', { rotation: [0, 0, 0, 2] }, 'notUnit', /unit quaternion/],
      [direction, 'axis', [0, 0, 0], 'badGoal', /axis is zero/],
      [direction, 'axis', [0, Infinity, 0], 'notFinite', /axis has Infinity/],
      [chain, 'chain', ['rotX', 'rotX', 'rotX', 'rotX', 'rotX', 'rotX'], 'badGoal', /three of each at most/],
      [chain, 'rows', [6], 'badGoal', /rows has 6.*0, 1, 2/],
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

  it('of a joint that say which motion it is stay', () => {
    const goal = problem.addGoal({ type: 'joint', link: 'link1' });
    expect(goal.motion).toBe(0);
    expect(() => ((goal as { motion: number }).motion = 1)).toThrow(/motion is fixed; add another goal/);
  });
});

describe('goals', () => {
  it('are listed in their order, and keep their own numbers when one goes', () => {
    const goals = [1, 2, 3].map((x) =>
      problem.addGoal({ type: 'position', link: 'tool', target: [x, 1, 0] }),
    );
    expect(problem.goals).toEqual(goals);
    goals[2]!.weight = 0.25;
    problem.state.update();
    const before = goals.map((goal) => [...goal.target, goal.weight, goal.distance]);
    problem.removeGoal(goals[1]!);
    expect(problem.goals).toEqual([goals[0], goals[2]]);
    expect([...goals[0]!.target, goals[0]!.weight, goals[0]!.distance]).toEqual(before[0]);
    expect([...goals[2]!.target, goals[2]!.weight, goals[2]!.distance]).toEqual(before[2]);
  });

  it('that are removed pull no more', () => {
    const wanted = problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
    const against = problem.addGoal({ type: 'position', link: 'tool', target: [-9, 0, 0] });
    expect(problem.solve().status).not.toBe('converged');
    problem.removeGoal(against);
    expect(problem.solve({ annealing: 5 }).status).toBe('converged');
    problem.removeGoal(wanted);
    const before = [...problem.state.q];
    expect(problem.solve().status).toBe('converged');
    expect([...problem.state.q]).toEqual(before);
  });

  it('tell their type and link', () => {
    const goal = problem.addGoal({ type: 'pose', link: 'link2', free: ['x'] as PoseAxis[] });
    expect([goal.type, goal.link, goal.weight]).toEqual(['pose', 'link2', 1]);
  });
});

describe('the priority of a goal', () => {
  it.each([-1, 0.5, NaN, Infinity, '1', 2 ** 40])('%j is refused, named with its remedy', (priority) => {
    const wanted = { type: 'position', link: 'tool', priority } as GoalDescription;
    const shown = typeof priority === 'string' ? `"${priority}"` : String(priority);
    const words = [`goal.priority is ${shown}`, 'a whole number from 0 to 2147483647'];
    expectError(() => problem.addGoal(wanted), 'badGoal', ...words);
    problem.addGoal({ ...wanted, priority: 2 ** 31 - 1 });
    expect(problem.solve({ solver: 'dls' }).status).toBe('converged');
  });

  it('keeps the goal of the smaller number', () => {
    const goals = [1, 0].map((priority) =>
      problem.addGoal({ type: 'position', link: 'tool', target: [priority ? -2 : 1, 2, 0], priority }),
    );
    expect(problem.solve({ solver: 'lm', maxIterations: 300 }).status).not.toBe('converged');
    expect(goals[1]!.distance).toBeLessThan(1e-4 * model.size);
    expect(goals[0]!.distance).toBeCloseTo(3, 2);
  });
});
