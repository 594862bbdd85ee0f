/** Goals for distances, lookAt and joint values, and targets on other links. */
import fc from 'fast-check';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { init, Model, Problem, type Goal, type ModelDescription, type Vec3 } from 'limber';
import {
  directionLeft,
  poseLeft,
  poseMatrix,
  product,
  stateMatrix,
  worldMatrices,
} from './support/matrices.ts';
import { expectError, link, zigzag } from './support/models.ts';
import { axis, coordinates, number, unitQuat, vec3 } from './support/random-models.ts';
import './support/silence.ts';

const exact = { solver: 'lm', tolerance: 1e-10, angleTolerance: 1e-10, stallTolerance: 1e-13 } as const;
const offset = fc.record({ position: vec3(1), rotation: unitQuat });

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

const placeOf = (matrix: Matrix4): Vector3 => new Vector3().setFromMatrixPosition(matrix);
const toolPlace = (): Vector3 => placeOf(stateMatrix(problem.state.poses, model.findLink('tool')));
const reset = (goal: Goal, ...target: number[]): void => {
  goal.target.set(target);
  problem.state.update();
};

describe('a distance goal', () => {
  it('has x y z d as its target, at first the world’s origin and how far off the tool is', () => {
    const goal = problem.addGoal({ type: 'distance', link: 'tool' });
    expect([...goal.target]).toEqual([0, 0, 0, expect.closeTo(toolPlace().length(), 12)]);
    expect([goal.distance, goal.angle]).toEqual([expect.closeTo(0, 12), 0]);
  });

  it('is off by what is missing to the sphere, of the tool that is meant', () => {
    const law = fc.property(vec3(3), number(0, 5), offset, (point, far, tool) => {
      const goal = problem.addGoal({ type: 'distance', link: 'tool', offset: tool, target: [...point, far] });
      const at = placeOf(product(stateMatrix(problem.state.poses, model.findLink('tool')), poseMatrix(tool)));
      expect(goal.distance).toBeCloseTo(Math.abs(at.distanceTo(new Vector3(...point)) - far), 12);
      problem.removeGoal(goal);
    });
    fc.assert(law);
  });

  it.each([
    ['exact', 1],
    ['inside', 1],
    ['outside', 4],
  ] as const)('%s is reached from the other side', (side, far) => {
    const centre: Vec3 = [1, 1, 0.5];
    const goal = problem.addGoal({ type: 'distance', link: 'tool', side, target: [...centre, far] });
    expect(goal.distance).toBeGreaterThan(0.1);
    expect(problem.solve(exact).status).toBe('converged');
    const off = toolPlace().distanceTo(new Vector3(...centre)) - far;
    // Stopping on the allowed side is as good as on the sphere.
    expect(side === 'exact' ? Math.abs(off) : side === 'inside' ? off : -off).toBeLessThan(1e-8);
    expect(goal.distance).toBeLessThan(1e-8);
  });

  it.each([
    ['inside', 9],
    ['outside', 0.01],
  ] as const)('%s asks for nothing on its own side', (side, far) => {
    const goal = problem.addGoal({ type: 'distance', link: 'tool', side, target: [1, 1, 0.5, far] });
    const before = [...problem.state.q];
    expect(problem.solve(exact)).toMatchObject({ status: 'converged', iterations: 0 });
    expect([...problem.state.q]).toEqual(before);
    expect(goal.distance).toBe(0);
  });

  it('puts the tool where four spheres meet', () => {
    // Points one metre apart on the axes, each at half the cube's diagonal from (0.5, 0.5, 0.5).
    const far = Math.sqrt(0.75);
    for (const point of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 1],
    ] as const)
      problem.addGoal({ type: 'distance', link: 'tool', target: [...point, far] });
    expect(problem.solve({ ...exact, mode: 'find' }).status).toBe('converged');
    for (const each of toolPlace().toArray()) expect(each).toBeCloseTo(0.5, 8);
  });

  it('takes what is exactly at the point out of it', () => {
    const goal = problem.addGoal({ type: 'distance', link: 'tool' });
    reset(goal, ...toolPlace().toArray(), 0.5);
    expect(goal.distance).toBeCloseTo(0.5, 12);
    const centre = new Vector3().fromArray(goal.target);
    expect(problem.solve(exact).status).toBe('converged');
    expect(toolPlace().distanceTo(centre)).toBeCloseTo(0.5, 8);
  });

  it('that is negative is a result, and nothing moves', () => {
    problem.addGoal({ type: 'distance', link: 'tool', target: [0, 0, 0, -1] });
    const before = [...problem.state.q];
    const { status, reason } = problem.solve(exact);
    expect([status, reason]).toEqual(['notFinite', "the target's distance is negative"]);
    expect([...problem.state.q]).toEqual(before);
  });
});

describe('a lookAt goal', () => {
  it('has three metres as its target, at first ahead of the tool', () => {
    const goal = problem.addGoal({ type: 'lookAt', link: 'tool', axis: [0, 2, 0] });
    const tool = stateMatrix(problem.state.poses, model.findLink('tool'));
    const ahead = new Vector3(0, 1, 0).applyMatrix4(tool).toArray();
    expect([...goal.target]).toEqual(ahead.map((each) => expect.closeTo(each, 12) as number));
    expect(goal.angle).toBeLessThan(1e-7);
  });

  it('is off by the angle between the tool’s axis and where the point is seen', () => {
    const law = fc.property(vec3(3), axis, offset, (point, toolAxis, tool) => {
      const described = {
        type: 'lookAt',
        link: 'tool',
        axis: toolAxis,
        offset: tool,
        target: point,
      } as const;
      const goal = problem.addGoal(described);
      const at = product(stateMatrix(problem.state.poses, model.findLink('tool')), poseMatrix(tool));
      const seen = new Vector3(...point).sub(placeOf(at)).normalize();
      expect(goal.angle).toBeCloseTo(directionLeft(at, toolAxis, seen.toArray()), 7);
      expect(goal.distance).toBe(0);
      problem.removeGoal(goal);
    });
    fc.assert(law);
  });

  it('turns the tool’s ray onto the point, from near and far', () => {
    for (const target of [
      [3, 1, 0.5],
      [0, 2, -1],
      [100, 20, -30],
    ] as const) {
      const goal = problem.addGoal({ type: 'lookAt', link: 'tool', target });
      expect(problem.solve(exact).status).toBe('converged');
      const tool = stateMatrix(problem.state.poses, model.findLink('tool'));
      // In the tool's frame the point lies on +X.
      const seen = new Vector3(...target).applyMatrix4(tool.clone().invert());
      expect(Math.hypot(seen.y, seen.z) / seen.length()).toBeLessThan(1e-8);
      expect(seen.x).toBeGreaterThan(0);
      problem.removeGoal(goal);
    }
  });

  it('asks for nothing where the point is the tool’s own', () => {
    const goal = problem.addGoal({ type: 'lookAt', link: 'tool' });
    reset(goal, ...toolPlace().toArray());
    expect(problem.solve(exact)).toMatchObject({ status: 'converged', iterations: 0 });
  });
});

describe('joint and slide goals', () => {
  const mixed: ModelDescription = {
    links: [
      link('base', null, { type: 'cylindrical' }),
      link('arm', 'base', { type: 'revolute', limits: [-1, 1] }, [1, 0, 0]),
      link('hand', 'arm', { type: 'prismatic', axis: [1, 0, 0] }, [1, 0, 0]),
      link(
        'finger',
        'hand',
        { type: 'revolute', mimic: { link: 'arm', multiplier: -2, offset: 0.5 } },
        [1, 0, 0],
      ),
    ],
  };

  const withMixed = (use: (problem: Problem) => void): void => {
    using made = Model.from(mixed);
    using other = new Problem(made);
    other.state.q.set([0.2, 0.4, 0.6, -0.3]);
    other.state.update();
    use(other);
  };

  it('start where the joint is, and are off by the difference', () =>
    withMixed((other) => {
      const slide = other.addGoal({ type: 'slide', link: 'base' });
      const turn = other.addGoal({ type: 'joint', link: 'base', motion: 1 });
      const arm = other.addGoal({ type: 'joint', link: 'arm' });
      const hand = other.addGoal({ type: 'slide', link: 'hand' });
      const finger = other.addGoal({ type: 'joint', link: 'finger' });
      const goals = [slide, turn, arm, hand, finger];
      const values = [0.2, 0.4, 0.6, -0.3, 0.5 - 2 * 0.6];
      expect(goals.map(({ target }) => target[0])).toEqual(
        values.map((each) => expect.closeTo(each, 12) as number),
      );
      for (const goal of goals) goal.target[0]! += 0.25;
      other.state.update();
      const inMetres = goals.map(({ type }) => String(type) === 'slide');
      expect(goals.map((goal) => goal.distance)).toEqual(
        inMetres.map((is) => expect.closeTo(is ? 0.25 : 0, 12) as number),
      );
      expect(goals.map((goal) => goal.angle)).toEqual(
        inMetres.map((is) => expect.closeTo(is ? 0 : 0.25, 12) as number),
      );
    }));

  it('move that joint and no other', () =>
    withMixed((other) => {
      other.addGoal({ type: 'joint', link: 'base', motion: 1, target: [-1.5] });
      other.addGoal({ type: 'slide', link: 'hand', target: [0.7] });
      expect(other.solve(exact).status).toBe('converged');
      const [z, turn, arm, hand] = other.state.q;
      expect([z, arm]).toEqual([0.2, 0.6]);
      expect(turn).toBeCloseTo(-1.5, 9);
      expect(hand).toBeCloseTo(0.7, 9);
    }));

  it('of a joint that mimics move the one that it follows', () =>
    withMixed((other) => {
      other.addGoal({ type: 'joint', link: 'finger', target: [1] });
      expect(other.solve(exact).status).toBe('converged');
      expect(other.state.q[2]).toBeCloseTo((1 - 0.5) / -2, 9);
    }));

  it('count turns, and stop at limits', () =>
    withMixed((other) => {
      const base = other.addGoal({ type: 'joint', link: 'base', motion: 1, target: [20] });
      const arm = other.addGoal({ type: 'joint', link: 'arm', target: [5] });
      expect(other.solve({ ...exact, maxIterations: 500 }).status).not.toBe('converged');
      expect(other.state.q[1]).toBeCloseTo(20, 9);
      expect(base.angle).toBeLessThan(1e-9);
      expect([other.state.q[2], other.linksAtLimit()]).toEqual([1, ['arm']]);
      expect(arm.angle).toBeCloseTo(4, 12);
    }));

  it('are refused for what has no such number', () =>
    withMixed((other) => {
      expectError(
        () => other.addGoal({ type: 'joint', link: 'hand' }),
        'badGoal',
        "'hand'",
        "'slide' goals for slides",
      );
      expectError(
        () => other.addGoal({ type: 'slide', link: 'arm' }),
        'badGoal',
        "'arm'",
        "'joint' goals are for turns",
      );
      expectError(
        () => other.addGoal({ type: 'joint', link: 'base', motion: 2 }),
        'badGoal',
        "'base'",
        'motion 2',
      );
    }));
});

describe('a target that hangs on a link', () => {
  it('is where that link carries it: residuals as matrices have them', () => {
    const law = fc.property(offset, vec3(2), unitQuat, coordinates, (tool, position, rotation, random) => {
      const { q } = problem.state;
      for (let i = 0; i < q.length; ++i) q[i] = random[i % random.length]!;
      problem.state.update();
      const common = { link: 'tool', targetLink: 'link1', offset: tool } as const;
      const pose = problem.addGoal({ type: 'pose', ...common, target: [...position, ...rotation] });
      const place = problem.addGoal({ type: 'position', ...common, target: position });
      const far = problem.addGoal({ type: 'distance', ...common, target: [...position, 1] });
      const world = worldMatrices(model, q);
      const at = product(world[model.findLink('tool')]!, poseMatrix(tool));
      const wanted = product(world[1]!, poseMatrix({ position, rotation }));
      const left = poseLeft(at, wanted);
      expect(pose.distance).toBeCloseTo(left.distance, 9);
      expect(pose.angle).toBeCloseTo(left.angle, 6);
      expect(place.distance).toBeCloseTo(left.distance, 9);
      expect(far.distance).toBeCloseTo(Math.abs(left.distance - 1), 9);
      for (const each of [pose, place, far]) problem.removeGoal(each);
    });
    fc.assert(law, { numRuns: 50 });
  });

  it('is at first where the tool is seen from that link', () => {
    const goal = problem.addGoal({ type: 'pose', link: 'tool', targetLink: 'link2' });
    const world = worldMatrices(model, problem.state.q);
    const seen = product(world[2]!.clone().invert(), world[model.findLink('tool')]!);
    const position = placeOf(seen).toArray();
    expect([...goal.target].slice(0, 3)).toEqual(position.map((each) => expect.closeTo(each, 12) as number));
    const turn = new Quaternion().setFromRotationMatrix(seen);
    expect(Math.abs(new Quaternion().fromArray(goal.target, 3).dot(turn))).toBeCloseTo(1, 12);
    expect(problem.solve(exact)).toMatchObject({ status: 'converged', iterations: 0 });
  });

  /** Two arms of two hinges each, face to face. The target of one lies in the other's hand. */
  const pair = (): ModelDescription => ({
    links: ['left', 'right'].flatMap((side, i) => [
      link(`${side} upper`, null, { type: 'revolute' }, [2 * i, 0, 0]),
      link(`${side} lower`, `${side} upper`, { type: 'revolute' }, [0, 1, 0]),
      link(`${side} hand`, `${side} lower`, { type: 'fixed' }, [0, 0.8, 0]),
    ]),
  });

  it('is followed by one arm where another carries it', () => {
    using made = Model.from(pair());
    using other = new Problem(made);
    other.state.q.set([0.2, -0.4, -0.2, 0.4]);
    other.state.update();
    const follow = {
      type: 'position',
      link: 'right hand',
      targetLink: 'left hand',
      target: [0, 0.1, 0],
    } as const;
    const followed = other.addGoal(follow);
    // The left arm is moved by the caller.
    other.jointWeights.set([0, 0, 1, 1]);
    for (const turn of [-0.7, -0.8, -1, -1.2]) {
      other.state.q[0] = turn;
      expect(other.solve(exact).status).toBe('converged');
      expect([...other.state.q].slice(0, 2)).toEqual([turn, -0.4]);
      const world = worldMatrices(made, other.state.q);
      const wanted = new Vector3(0, 0.1, 0).applyMatrix4(world[made.findLink('left hand')]!);
      expect(placeOf(world[made.findLink('right hand')]!).distanceTo(wanted)).toBeLessThan(1e-8);
      expect(followed.distance).toBeLessThan(1e-8);
    }
  });

  it('moves both where both may move', () => {
    using made = Model.from(pair());
    using other = new Problem(made);
    other.state.q.set([0.2, -0.4, -0.2, 0.4]);
    other.addGoal({ type: 'position', link: 'right hand', targetLink: 'left hand', target: [0, 0.1, 0] });
    expect(other.solve(exact).status).toBe('converged');
    for (const [i, before] of [0.2, -0.4, -0.2, 0.4].entries()) expect(other.state.q[i]).not.toBe(before);
  });

  it('carries a box with two hands, wherever the box goes', () => {
    const grips = { left: [-0.3, 0, 0], right: [0.3, 0, 0] } as const;
    const { links } = pair();
    using made = Model.from({ links: [...links, link('box', null, { type: 'free' })] });
    using other = new Problem(made);
    const box = made.links[made.findLink('box')]!;
    other.state.q.set([-0.5, -0.9, 0.5, 0.9]);
    other.jointWeights.fill(0, box.vIndex, box.vIndex + box.nv);
    for (const [side, target] of Object.entries(grips))
      other.addGoal({ type: 'position', link: `${side} hand`, targetLink: 'box', target });
    for (const [x, y, turn] of [
      [1, 1.2, 0],
      [0.9, 1.1, 0.3],
      [1.2, 1.3, -0.4],
    ] as const) {
      other.state.q.set([x, y, 0, 0, 0, Math.sin(turn / 2), Math.cos(turn / 2)], box.qIndex);
      expect(other.solve(exact).status).toBe('converged');
      const world = worldMatrices(made, other.state.q);
      for (const [side, [along]] of Object.entries(grips)) {
        const hand = placeOf(world[made.findLink(`${side} hand`)]!);
        const grip = new Vector3(x + along * Math.cos(turn), y + along * Math.sin(turn), 0);
        expect(hand.distanceTo(grip)).toBeLessThan(1e-8);
      }
    }
  });

  it('is refused by solvers that go along a tree', () => {
    problem.addGoal({ type: 'position', link: 'tool', targetLink: 'link1' });
    for (const solver of ['ccd', 'fabrik', 'curl', 'autodiff'] as const) {
      const reason = problem.supports(solver);
      expect(problem.solve({ solver })).toMatchObject({ status: 'unsupported', reason });
      expect(String(reason).length).toBeGreaterThan(10);
    }
  });
});

describe('a point on', () => {
  it('a line: a pose goal whose z is the line', () => {
    const free = ['z', 'rx', 'ry', 'rz'] as const;
    // Through (1, 1, 0), along Y: z turned onto Y about X.
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(0, 1, 0));
    problem.addGoal({ type: 'pose', link: 'tool', free, target: [1, 1, 0, ...turn.toArray()] });
    expect(problem.solve(exact).status).toBe('converged');
    const { x, z } = toolPlace();
    expect([x, z]).toEqual([expect.closeTo(1, 8), expect.closeTo(0, 8)]);
  });

  it('a plane: a pose goal whose z is the normal', () => {
    const free = ['x', 'y', 'rx', 'ry', 'rz'] as const;
    const normal = new Vector3(1, 2, 2).normalize();
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal);
    problem.addGoal({ type: 'pose', link: 'tool', free, target: [1, 0, 0, ...turn.toArray()] });
    expect(problem.solve(exact).status).toBe('converged');
    expect(
      toolPlace()
        .sub(new Vector3(1, 0, 0))
        .dot(normal),
    ).toBeCloseTo(0, 8);
  });
});
