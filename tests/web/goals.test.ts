/** Every type of goal: its residuals against independent matrices, its weight, target and removal. */
import fc from 'fast-check';
import { Matrix4 } from 'three';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chainJoints,
  init,
  Model,
  poseAxes,
  Problem,
  type Goal,
  type GoalDescription,
  type PoseAxis,
  type Vec3,
} from 'limber';
import { core } from '../../web/src/loader.ts';
import {
  directionLeft,
  poseLeft,
  poseMatrix,
  stateMatrix,
  worldMatrices,
  type Left,
} from './support/matrices.ts';
import { chain, zigzag } from './support/models.ts';
import { axis, coordinates, randomModel, unitQuat, vec3 } from './support/random-models.ts';
import './support/silence.ts';

let model: Model;
let problem: Problem;

beforeAll(() => init());

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

const left = ({ distance, angle }: Goal): Left => ({ distance, angle });

describe('residuals', () => {
  it('are what matrices give, for every type, tool, target and free axis', () => {
    const free = fc.subarray([...poseAxes]);
    const offset = fc.record({ position: vec3(1), rotation: unitQuat });
    const law = fc.property(
      randomModel(),
      coordinates,
      fc.nat(),
      offset,
      vec3(5),
      unitQuat,
      axis,
      free,
      (description, numbers, place, offset, position, rotation, toolAxis, freeAxes) => {
        using random = Model.from(description);
        using each = new Problem(random);
        each.state.q.set(numbers.slice(0, random.nq));
        each.state.update();
        const link = random.links[place % random.links.length]!;
        const on = { link: link.name, offset };
        const goals = [
          each.addGoal({ type: 'position', ...on, target: position }),
          each.addGoal({ type: 'orientation', ...on, target: rotation }),
          each.addGoal({ type: 'pose', ...on, target: [...position, ...rotation] }),
          each.addGoal({ type: 'pose', ...on, target: [...position, ...rotation], free: freeAxes }),
          each.addGoal({ type: 'direction', ...on, axis: toolAxis, target: axisOf(position) }),
        ];
        each.state.update();

        const tool = worldMatrices(random, each.state.q)[link.index]!.multiply(poseMatrix(offset));
        const whole = poseLeft(tool, poseMatrix({ position, rotation }));
        const partly = poseLeft(tool, poseMatrix({ position, rotation }), freeAxes);
        const expected: Left[] = [
          { distance: whole.distance, angle: 0 },
          { distance: 0, angle: whole.angle },
          whole,
          partly,
          { distance: 0, angle: directionLeft(tool, toolAxis, axisOf(position)) },
        ];
        for (const [i, goal] of goals.entries()) {
          expect(goal.distance, goal.type).toBeCloseTo(expected[i]!.distance, 9);
          expect(goal.angle, goal.type).toBeCloseTo(expected[i]!.angle, 6);
        }
      },
    );
    fc.assert(law, { numRuns: 300 });
  });

  /** Replaces zero, which is not a direction. */
  const axisOf = (v: Vec3): Vec3 => (v.some(Boolean) ? v : [1, 0, 0]);

  it('are up to date after solve, update, reset, and adding and removing goals', () => {
    const goal = problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
    const actual = () => {
      const pose = stateMatrix(problem.state.poses, model.findLink('tool'));
      return poseLeft(pose, new Matrix4().makeTranslation(1, 1, 1)).distance;
    };
    problem.state.update();
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
    const tool = stateMatrix(problem.state.poses, model.findLink('tool')).multiply(poseMatrix(offset));
    const types = ['position', 'orientation', 'pose', 'direction'] as const;
    const goals = types.map((type) => problem.addGoal({ type, link: 'tool', offset }));
    for (const goal of goals) {
      expect(goal.distance).toBeCloseTo(0, 12);
      expect(goal.angle).toBeCloseTo(0, 7);
    }
    const at = goals[0]!.target;
    expect(new Matrix4().makeTranslation(at[0]!, at[1]!, at[2]!).elements[12]).toBeCloseTo(
      tool.elements[12],
      12,
    );
    // The tool's X axis.
    expect([...goals[3]!.target]).toEqual(
      [...tool.elements.slice(0, 3)].map((each): unknown => expect.closeTo(each, 12)),
    );
    const before = [...problem.state.q];
    expect(problem.solve().status).toBe('converged');
    expect([...problem.state.q]).toEqual(before);
    expect(problem.solve().iterations).toBe(0);
  });

  it('stands as it was given, and stays under solves', () => {
    const goal = problem.addGoal({ type: 'orientation', link: 'tool', target: [0, 0, 0, 5] });
    problem.solve();
    expect([...goal.target]).toEqual([0, 0, 0, 5]);
  });

  it('of any length is the same orientation and the same direction', () => {
    const solveFor = (target: number[], type: 'orientation' | 'direction'): number[] => {
      problem.state.q.set([0.3, -0.4, 0.5, 0.6, -0.7]);
      problem.state.update();
      const goal = problem.addGoal({ type, link: 'tool', target });
      problem.solve({ maxIterations: 20 });
      problem.removeGoal(goal);
      return [...problem.state.q];
    };
    const expectSame = (a: number[], b: number[]) => {
      for (const [i, each] of a.entries()) expect(each).toBeCloseTo(b[i]!, 6);
    };
    const turned = solveFor([0, 0, 0.6, 0.8], 'orientation');
    for (const length of [-1, 1e-200, 7, 1e150, 1e308]) {
      expectSame(solveFor([0, 0, 0.6 * length, 0.8 * length], 'orientation'), turned);
    }
    const pointed = solveFor([0, 0.6, 0.8], 'direction');
    for (const length of [5e-324, 1e-310, 1e-200, 7, 1e150, 2e307]) {
      expectSame(solveFor([0, 3 * length, 4 * length], 'direction'), pointed);
    }
  });
});

describe('every type of goal is reached', () => {
  /** A chain of balls can meet every goal. */
  const balls = chain(4, () => ({ type: 'ball' }));
  const half = Math.SQRT1_2;

  it.each([
    { type: 'position', target: [1, 2, -0.5] },
    { type: 'position', target: [1, 1, 1], offset: { position: [0.5, 0.5, 0] } },
    { type: 'orientation', target: [0, half, 0, half] },
    { type: 'orientation', target: [0, 1, 0, 0] },
    { type: 'direction', target: [0, 0, -2] },
    { type: 'direction', target: [-1, 0, 0] },
    { type: 'direction', axis: [0, 1, 1], target: [1, 1, 0] },
    { type: 'pose', target: [1, 2, 0, 0, 0, half, half] },
    { type: 'pose', target: [2, 1, 1, half, 0, 0, half], free: ['rx', 'ry', 'rz'] },
    { type: 'pose', target: [1, 9, 9, 0, half, 0, half], free: ['x', 'y'] },
  ] as const)('$type to $target', (wanted) => {
    using ballModel = Model.from(balls);
    using each = new Problem(ballModel);
    const goal = each.addGoal({ ...wanted, link: 'tool' });
    // A bent start: a straight chain that points at its target cannot turn.
    each.state.q.set([0.1, 0.2, 0.05, 1], 4);
    each.state.update();
    expect(Math.max(goal.distance, goal.angle)).toBeGreaterThan(0.1);
    expect(each.solve({ maxIterations: 300, annealing: 20 }).status).toBe('converged');
    expect(goal.distance).toBeLessThanOrEqual(1e-4 * ballModel.reach);
    expect(goal.angle).toBeLessThanOrEqual(1e-3);
  });

  it('two of them at once: a place and a direction', () => {
    const position = problem.addGoal({ type: 'position', link: 'tool', target: [2, 1, 1] });
    const direction = problem.addGoal({ type: 'direction', link: 'tool', target: [0, 0, -1] });
    expect(problem.solve({ maxIterations: 500, annealing: 30 }).status).toBe('converged');
    expect(left(position).distance).toBeLessThanOrEqual(1e-4 * model.reach);
    expect(left(direction).angle).toBeLessThanOrEqual(1e-3);
  });

  it('two tools of one tree', () => {
    using tree = Model.from({
      links: [
        { name: 'trunk', joint: { type: 'ball' } },
        ...['left', 'right'].flatMap((side, i) => {
          const at = { position: [i ? 1 : -1, 1, 0] as const };
          return [
            { name: side, parent: 'trunk', origin: at, joint: { type: 'ball' as const } },
            { name: `${side} hand`, parent: side, origin: { position: [0, 1, 0] as const } },
          ];
        }),
      ],
    });
    using each = new Problem(tree);
    // Both targets come from one pose, so that both are reachable.
    each.state.q.set([0.1, 0.2, 0.3, 0.9, 0.3, 0, 0.1, 0.9, -0.1, 0, 0.4, 0.9]);
    each.state.update();
    const goals = ['left hand', 'right hand'].map((link) => each.addGoal({ type: 'position', link }));
    each.state.reset();
    expect(each.solve({ maxIterations: 2000, stallTolerance: 0 }).status).toBe('converged');
    for (const goal of goals) expect(goal.distance).toBeLessThanOrEqual(1e-4 * tree.reach);
  });
});

describe('a weight', () => {
  /** One slide, pulled both ways: its rest position shows the weights. */
  const slide = { links: [{ name: 'cart', joint: { type: 'prismatic' as const } }] };

  function rest(low: number, high: number): number {
    using cart = Model.from(slide);
    using each = new Problem(cart);
    each.addGoal({ type: 'position', link: 'cart', target: [0, 0, 0], weight: low });
    each.addGoal({ type: 'position', link: 'cart', target: [0, 0, 1], weight: high });
    each.state.q[0] = 0.2;
    each.state.update();
    each.solve({ tolerance: 0 });
    return each.state.q[0];
  }

  it('of each says who gets nearer, and equals meet in the middle', () => {
    expect(rest(1, 1)).toBeCloseTo(0.5, 9);
    expect(rest(7, 7)).toBeCloseTo(0.5, 9);
    const rests = [1, 2, 4, 8].map((high) => rest(1, high));
    for (const [i, at] of rests.entries()) if (i > 0) expect(at).toBeGreaterThan(rests[i - 1]!);
    expect(rest(3, 1)).toBeCloseTo(1 - rest(1, 3), 9);
  });

  it('of zero is off: not followed, not judged, and its target not looked at', () => {
    expect(rest(0, 1)).toBeCloseTo(1, 9);
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
      const tool = stateMatrix(problem.state.poses, model.findLink('tool'));
      expect(directionLeft(tool, axis, [...goal.target])).toBeLessThanOrEqual(1e-3);
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
