/** Closed loops: opened, closed, rerouted, added and removed on a live problem; joints that do not quite fit. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  closures,
  Model,
  Problem,
  type ClosureName,
  type LoopDescription,
  type MobilityOptions,
  type SolverName,
} from 'limber';
import {
  crankRocker,
  fourBar,
  freudenstein,
  heldBody,
  nearlyClosed,
  pinEnds,
  pinOf,
} from './support/linkage-models.ts';
import { poseLeft, poseMatrix, product, stateMatrix } from './support/matrices.ts';
import { expectError, zigzag } from './support/models.ts';
import { number, unitQuat, vec3 } from './support/random-models.ts';
import './support/silence.ts';

let model: Model;
let problem: Problem;

beforeEach(() => {
  model = Model.from(fourBar());
  problem = new Problem(model);
  problem.state.q.set(nearlyClosed);
  problem.state.update();
  return () => {
    problem.dispose();
    model.dispose();
  };
});

const loop = () => problem.loops[0]!;
const left = (bar = crankRocker) => Math.abs(freudenstein(bar, problem.state.q));

describe('a closed loop', () => {
  it('is solved by lm unless another is named, closed or open', () => {
    const run = (solver?: SolverName): number[] => {
      problem.state.q.set(nearlyClosed);
      problem.solve(solver ? { solver } : {});
      return [...problem.state.q];
    };
    problem.addGoal({ type: 'position', link: 'coupler', target: [0.1, 0.25, 0] });
    expect(run()).toEqual(run('lm'));
    loop().closed = false;
    expect(run()).toEqual(run('lm'));
    expect(run()).not.toEqual(run('ccd'));
  });

  it('says by how much it gapes, as trigonometry has it', () => {
    const law = fc.property(fc.tuple(number(-3, 3), number(-3, 3), number(-3, 3)), (q) => {
      problem.state.q.set(q);
      problem.state.update();
      const { coupler, rocker } = pinEnds(crankRocker, q);
      expect(loop().distance).toBeCloseTo(Math.hypot(coupler[0] - rocker[0], coupler[1] - rocker[1]), 12);
      // A hinge is free about its own axis.
      expect(loop().angle).toBeLessThan(1e-7);
      loop().route({ free: 'fixed' });
      const turn = q[0] + q[1] - q[2];
      expect(loop().angle).toBeCloseTo(Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))), 9);
      loop().route({ free: 'revolute' });
    });
    fc.assert(law);
  });
});

describe('each closure', () => {
  const names = Object.keys(closures) as ClosureName[];

  it.each(names)('%s leaves a free body the motions of its name, and no other', (free) => {
    const frame = fc.record({ position: vec3(1), rotation: unitQuat });
    const law = fc.property(frame, frame, vec3(1), unitQuat, (a, b, position, rotation) => {
      using held = Model.from(heldBody({ a, b, free }));
      using other = new Problem(held);
      other.state.q.set([...position, ...rotation]);
      expect(other.solve({ solver: 'lm', maxIterations: 300 }).status).toBe('converged');
      const tool = product(stateMatrix(other.state.poses, 0), poseMatrix(a));
      const { distance, angle } = poseLeft(tool, poseMatrix(b), closures[free]);
      expect(distance).toBeLessThan(1e-10);
      expect(angle).toBeLessThan(1e-7);
      const count = closures[free].length;
      const instantaneous = count;
      expect(other.mobility()).toEqual({
        mobility: count,
        instantaneous,
        counted: count,
        rank: 6 - count,
        complete: true,
      });
    });
    fc.assert(law, { numRuns: 25 });
  });

  it.each(names)('%s is the same as its list of axes', (free) => {
    const run = (described: LoopDescription['free'] & {}): number[] => {
      using held = Model.from(heldBody({ b: { position: [0.3, 0.2, 0.1] }, free: described }));
      using other = new Problem(held);
      other.state.q.set([1, -1, 0.5, 0.5, 0.5, -0.5, 0.5]);
      other.solve();
      return [...other.state.q];
    };
    expect(run(free)).toEqual(run(closures[free]));
  });

  it('without a name is fixed, and frame b without a link is in the world', () => {
    for (const more of [{}, { free: 'fixed' }, { free: [] }] as const)
      for (const b of [{}, { link: null }]) {
        using held = Model.from(heldBody({ b: { position: [0.3, 0.2, 0.1], ...b }, ...more }));
        using other = new Problem(held);
        other.state.q.set([1, -1, 0.5, 0.5, 0.5, -0.5, 0.5]);
        expect(other.solve().status).toBe('converged');
        const near = [0.3, 0.2, 0.1, 0, 0, 0].map((each) => expect.closeTo(each, 10) as number);
        expect([...other.state.q].slice(0, 6)).toEqual(near);
      }
  });
});

describe('a loop of a problem', () => {
  it('opens and closes, and keeps nobody else from theirs', () => {
    using second = new Problem(model);
    loop().closed = false;
    expect([loop().closed, second.loops[0]!.closed]).toEqual([false, true]);
    const goal = problem.addGoal({ type: 'position', link: 'rocker', offset: { position: [0.7, 0, 0] } });
    goal.target.set([0.8, -0.7, 0]);
    expect(problem.solve({ solver: 'lm', mode: 'find' }).status).toBe('converged');
    // Only the rocker's end.
    expect(loop().distance).toBeGreaterThan(0.1);
    problem.removeGoal(goal);
    loop().closed = true;
    expect(problem.solve({ mode: 'find' }).status).toBe('converged');
    expect(left()).toBeLessThan(1e-12);
  });

  it('is led to other places without a new model', () => {
    loop().route({ a: { link: 'coupler', position: [0.6, 0, 0] } });
    expect(problem.solve().status).toBe('converged');
    expect(left({ ...crankRocker, coupler: 0.6 })).toBeLessThan(1e-12);
    expect(left()).toBeGreaterThan(1e-3);
    expect(loop().description).toEqual({
      ...pinOf(crankRocker),
      a: { link: 'coupler', position: [0.6, 0, 0] },
    });
    // The model's own description is unchanged.
    expect(model.loops).toEqual([pinOf(crankRocker)]);
    loop().route(pinOf(crankRocker));
    expect(problem.solve().status).toBe('converged');
    expect(left()).toBeLessThan(1e-12);
  });

  it('is led from a link into the world', () => {
    loop().route({ b: { position: [0.7, 0.6, 0] }, free: 'ball' });
    expect(problem.solve().status).toBe('converged');
    const { coupler } = pinEnds(crankRocker, problem.state.q);
    expect(coupler[0]).toBeCloseTo(0.7, 10);
    expect(coupler[1]).toBeCloseTo(0.6, 10);
    // Nothing involves the rocker any more, so it stays.
    expect(problem.state.q[2]).toBe(nearlyClosed[2]);
  });

  it('added later is as one of the model', () => {
    const { loops, ...tree } = fourBar();
    using bare = Model.from(tree);
    using other = new Problem(bare);
    expect([bare.loops, other.loops]).toEqual([[], []]);
    const added = other.addLoop(loops![0]!);
    expect(other.loops).toEqual([added]);
    expect([added.name, added.closed, added.description]).toEqual(['pin', true, pinOf(crankRocker)]);
    other.state.q.set(nearlyClosed);
    problem.solve();
    other.solve();
    expect([...other.state.q]).toEqual([...problem.state.q]);
  });

  it('is described by data of its own, whatever becomes of the caller’s', () => {
    const position: [number, number, number] = [0.6, 0, 0];
    const description = { a: { link: 'crank', position }, b: { position: [0.2, 0, 0] } } as const;
    const added = problem.addLoop(description);
    position[0] = 9;
    expect(added.description.a.position).toEqual([0.6, 0, 0]);
    expect(JSON.parse(JSON.stringify(added.description))).toEqual(added.description);
  });

  it('taken away asks for nothing, and leaves the others their numbers', () => {
    const ball = problem.addLoop({ name: 'ball', a: { link: 'rocker' }, b: {}, free: 'ball' });
    const third = problem.addLoop({ name: 'third', a: { link: 'crank', position: [0, 1, 0] }, b: {} });
    problem.state.update();
    const first = loop();
    // The rocker's end is 0.8 m from the origin, the third one a metre at every angle.
    expect([ball.distance, third.distance].map((each) => each.toFixed(9))).toEqual([
      '0.800000000',
      '1.000000000',
    ]);
    problem.removeLoop(ball);
    expect(problem.loops).toEqual([first, third]);
    problem.state.update();
    expect(third.distance).toBeCloseTo(1, 9);
    problem.removeLoop(third);
    expect(problem.solve().status).toBe('converged');
    problem.removeLoop(first);
    expect(problem.loops).toEqual([]);
    expect(problem.supports('ccd')).toBe(true);
  });

  it('taken away twice, or another problem’s, changes nothing', () => {
    using other = new Problem(model);
    problem.removeLoop(other.loops[0]!);
    expect([problem.loops.length, other.loops.length]).toEqual([1, 1]);
    const gone = loop();
    problem.removeLoop(gone);
    problem.removeLoop(gone);
    expect([problem.loops.length, other.loops.length]).toEqual([0, 1]);
    expect(other.loops[0]!.closed).toBe(true);
  });

  it('stands among any number of goals', () => {
    const goals = [0.1, 0.2, 0.3].map((x) =>
      problem.addGoal({ type: 'position', link: 'coupler', target: [x, 0.2, 0], weight: 0 }),
    );
    const added = problem.addLoop({ a: { link: 'crank', position: [0, 1, 0] }, b: {}, free: 'ball' });
    problem.removeGoal(goals[1]!);
    problem.state.update();
    const crank = [0.3 * Math.cos(0.5), 0.3 * Math.sin(0.5)];
    for (const goal of [goals[0]!, goals[2]!])
      expect(goal.distance).toBeCloseTo(Math.hypot(goal.target[0]! - crank[0]!, 0.2 - crank[1]!), 12);
    expect(added.distance).toBeCloseTo(1, 12);
  });
});

describe('mobility', () => {
  const mobilityOf = (description: Parameters<typeof Model.from>[0], q?: number[]) => {
    using made = Model.from(description);
    using other = new Problem(made);
    if (q) other.state.q.set(q);
    expect(other.solve({ maxIterations: 500 }).status).toBe('converged');
    return other.mobility();
  };

  it('of a four-bar is 1, though in space counting says −2', () => {
    expect(mobilityOf(fourBar(), nearlyClosed)).toEqual({
      mobility: 1,
      instantaneous: 1,
      counted: -2,
      rank: 17,
      complete: true,
    });
  });

  it('of one that is opened is that of a tree', () => {
    loop().closed = false;
    expect(problem.mobility()).toMatchObject({ mobility: 3, instantaneous: 3, counted: 3, rank: 15 });
  });

  /** A chain of `count` hinges whose end has a fixed place and orientation. */
  const ring = (count: number): Problem => {
    const made = new Problem(Model.from(zigzag(count)));
    made.addLoop({ a: { link: 'tool' }, b: { position: [5, 2, 3] } });
    return made;
  };

  it('of a long ring takes one small move', () => {
    // Trying all coordinates would take minutes.
    using long = ring(200);
    long.solve();
    expect(long.mobility()).toMatchObject({ mobility: 194, instantaneous: 194, complete: true });
  });

  it('is at least what was found when maxTime was over', () => {
    using late = ring(12);
    expect(late.mobility({ maxTime: 0 })).toMatchObject({ mobility: 0, instantaneous: 6, complete: false });
    expect(late.mobility({ maxTime: 1e9 })).toEqual(late.mobility());
    // Known without any trial.
    expect(problem.mobility({ maxTime: 1e9 }).complete).toBe(true);
  });

  it.each([
    [{ maxTime: -1 }, 'maxTime is -1; give a number from 0'],
    [{ maxTime: NaN }, 'maxTime is NaN'],
    [{ maxtime: 1 }, 'option "maxtime" is unknown; known: maxTime'],
    [null, 'the options must be an object, not null'],
  ])('refuses %j', (options, words) => {
    expectError(() => problem.mobility(options as MobilityOptions), 'badOption', words);
  });

  it('is asked for without leaving a trace', () => {
    problem.solve();
    const before = [...problem.state.q, ...problem.state.poses, loop().distance];
    problem.mobility();
    expect([...problem.state.q, ...problem.state.poses, loop().distance]).toEqual(before);
  });
});

describe('links apart, put together by maximal', () => {
  const exact = { solver: 'maximal', tolerance: 1e-10, angleTolerance: 1e-10, maxIterations: 300 } as const;

  it('begin where poses were written, once placed', () => {
    problem.state.poses[7]! += 0.2;
    problem.state.place();
    expect(loop().distance).toBeGreaterThan(0.1);
    expect(problem.solve(exact).status).toBe('converged');
    expect(Math.max(...problem.misfits)).toBeLessThan(1e-9);
    expect(left()).toBeLessThan(1e-9);
  });

  it('stay where they were placed if nothing pulls them back', () => {
    using floating = Model.from({ links: [{ name: 'box', joint: { type: 'free' } }] });
    using other = new Problem(floating);
    other.state.poses.set([1, 2, 3]);
    other.state.place();
    expect(other.solve(exact).status).toBe('converged');
    expect([...other.state.poses.subarray(0, 3)]).toEqual(
      [1, 2, 3].map((x) => expect.closeTo(x, 12) as number),
    );
  });

  it('share a gap among their joints, less to those of more weight, until another solver is used', () => {
    // A straight four-bar, a tenth of a metre too short to close: three joints and the loop in series.
    using short = Model.from(fourBar({ crank: 0.2, coupler: 0.3, rocker: 0.2, ground: 0.8 }));
    using other = new Problem(short);
    other.state.q.set([0, 0, Math.PI]);
    expect(other.solve(exact).status).not.toBe('converged');
    const gaps = () => [...[0, 1, 2].map((i) => other.misfits[2 * i]!), other.loops[0]!.distance];
    for (const gap of gaps()) expect(gap).toBeCloseTo(0.1 / 4, 5);
    for (const i of [0, 1, 2]) expect(other.misfits[2 * i + 1]).toBeLessThan(1e-6);
    other.fitWeights[1] = 4;
    other.solve(exact);
    expect(gaps()[0]! / gaps()[1]!).toBeGreaterThan(3);
    other.solve({ solver: 'lm' });
    expect(Math.max(...other.misfits)).toBe(0);
  });
});
