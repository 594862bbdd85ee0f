/** Closed loops on a live problem: opened, closed, rerouted, added and removed. tests/cpp/problem prove their laws. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  closures,
  Model,
  Problem,
  type ClosureName,
  type LoopDescription,
  type MobilityOptions,
} from 'limber';
import { crankRocker, fourBar, nearlyClosed, pinOf } from './support/linkage-models.ts';
import { expectError, link, zigzag } from './support/models.ts';
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
/** Place of a point at `length` along the coupler, from the angles alone. */
function onCoupler(length: number): [number, number] {
  const [crank, bend] = problem.state.q as unknown as [number, number];
  const along = (trig: (angle: number) => number) => 0.3 * trig(crank) + length * trig(crank + bend);
  return [along(Math.cos), along(Math.sin)];
}

it('a loop says by how much it gapes, as trigonometry has it, and its free axes do not count', () => {
  const [crank, bend, rocker] = nearlyClosed as [number, number, number];
  const [x, y] = onCoupler(0.9);
  const end = [0.8 + 0.7 * Math.cos(rocker), 0.7 * Math.sin(rocker)] as const;
  expect(loop().distance).toBeCloseTo(Math.hypot(x - end[0], y - end[1]), 12);
  expect(loop().angle).toBeLessThan(1e-7);
  loop().route({ free: 'fixed' });
  expect(loop().angle).toBeCloseTo(Math.abs(crank + bend - rocker), 9);
});

describe('each closure', () => {
  const position = [0.3, 0.2, 0.1] as const;
  const held = (more: Omit<LoopDescription, 'a' | 'b'>, b = {}): Problem => {
    const made = new Problem(Model.from({ links: [link('body', null, { type: 'free' })] }));
    made.addLoop({ ...more, a: { link: 'body' }, b: { position, ...b } });
    made.state.q.set([1, -1, 0.5, 0.5, 0.5, -0.5, 0.5]);
    expect(made.solve().status).toBe('converged');
    return made;
  };

  it.each(Object.entries(closures))('%s is its axes %j, which a free body keeps', (free, axes) => {
    const made = held({ free: free as ClosureName });
    expect([...made.state.q]).toEqual([...held({ free: axes }).state.q]);
    expect(made.mobility()).toMatchObject({ mobility: axes.length, counted: axes.length });
    const kept = (['x', 'y', 'z'] as const).map((axis, i) => [axis, i] as const);
    for (const [axis, i] of kept.filter(([axis]) => !axes.includes(axis as never)))
      expect(made.state.q[i], axis).toBeCloseTo(position[i]!, 9);
  });

  it('without a name is fixed, and frame b without a link is in the world', () => {
    for (const made of [held({}), held({ free: [] }), held({ free: 'fixed' }, { link: null })])
      expect([...made.state.q].slice(0, 6)).toEqual(
        [...position, 0, 0, 0].map((each) => expect.closeTo(each, 10) as number),
      );
  });
});

describe('a loop of a problem', () => {
  it('opens and closes, and keeps nobody else from theirs', () => {
    using second = new Problem(model);
    problem.removeLoop(second.loops[0]!);
    expect([problem.loops.length, second.loops.length]).toEqual([1, 1]);
    loop().closed = false;
    expect([loop().closed, second.loops[0]!.closed]).toEqual([false, true]);
    expect(problem.defaultSolver).toBe('lm');
    expect(problem.solve().iterations).toBe(0);
    expect(loop().distance).toBeGreaterThan(0.01);
    loop().closed = true;
    expect(problem.defaultSolver).toBe('lm');
    expect(problem.solve().status).toBe('converged');
    expect(loop().distance).toBeLessThan(1e-9);
  });

  it('is led to other places without a new model, also into the world', () => {
    const a = { link: 'coupler', position: [0.6, 0, 0] } as const;
    loop().route({ a });
    expect(problem.solve().status).toBe('converged');
    expect(loop().description).toEqual({ ...pinOf(crankRocker), a });
    expect(model.loops).toEqual([pinOf(crankRocker)]);
    const [x, y] = onCoupler(0.6);
    expect(Math.hypot(x - 0.8, y)).toBeCloseTo(0.7, 9);
    const rocker = problem.state.q[2];
    loop().route({ b: { position: [0.7, 0.3, 0] }, free: 'ball' });
    expect(problem.solve().status).toBe('converged');
    expect(onCoupler(0.6)).toEqual([expect.closeTo(0.7, 9), expect.closeTo(0.3, 9)]);
    // Nothing involves the rocker any more, so it stays.
    expect(problem.state.q[2]).toBe(rocker);
  });

  it('added later is as one of the model, and is described by data of its own', () => {
    const { loops, ...tree } = fourBar();
    using bare = Model.from(tree);
    using other = new Problem(bare);
    const position: [number, number, number] = [...(loops![0]!.a.position as [number, number, number])];
    const added = other.addLoop({ ...loops![0]!, a: { link: 'coupler', position } });
    position[0] = 9;
    expect([other.loops, added.name, added.closed]).toEqual([[added], 'pin', true]);
    expect(JSON.parse(JSON.stringify(added.description))).toEqual(pinOf(crankRocker));
    other.state.q.set(nearlyClosed);
    problem.solve();
    other.solve();
    expect([...other.state.q]).toEqual([...problem.state.q]);
  });

  it('taken away asks for nothing, and leaves the others and the goals their numbers', () => {
    const goal = problem.addGoal({ type: 'position', link: 'coupler', target: [0.1, 0.2, 0], weight: 0 });
    const first = loop();
    const ball = problem.addLoop({ name: 'ball', a: { link: 'rocker' }, b: {}, free: 'ball' });
    const third = problem.addLoop({ name: 'third', a: { link: 'crank', position: [0, 1, 0] }, b: {} });
    problem.state.update();
    // The rocker's foot is 0.8 m from the origin, the third frame a metre at every angle.
    expect([ball.distance, third.distance]).toEqual([expect.closeTo(0.8, 9), expect.closeTo(1, 9)]);
    problem.removeLoop(ball);
    problem.removeLoop(ball);
    expect(problem.loops).toEqual([first, third]);
    problem.state.update();
    expect(third.distance).toBeCloseTo(1, 9);
    const pin = onCoupler(0);
    expect(goal.distance).toBeCloseTo(Math.hypot(pin[0] - 0.1, pin[1] - 0.2), 12);
    problem.removeLoop(third);
    expect(problem.solve({ solver: 'lm' }).status).toBe('converged');
    problem.removeLoop(first);
    expect(problem.loops).toEqual([]);
    expect(problem.supports('ccd')).toBe(true);
  });
});

describe('mobility', () => {
  it('of a four-bar is 1, though in space counting says −2, and asking leaves no trace', () => {
    problem.solve();
    const numbers = () => [...problem.state.q, ...problem.state.poses, loop().distance];
    const before = numbers();
    const known = { instantaneous: 1, counted: -2, rank: 17 };
    expect(problem.mobility()).toEqual({ mobility: 1, ...known, complete: true });
    expect(numbers()).toEqual(before);
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
    expect(late.mobility({ maxTime: 1e9 }).complete).toBe(true);
  });

  it.each([
    [{ maxTime: -1 }, 'maxTime is -1; give a number from 0'],
    [{ maxTime: NaN }, 'maxTime is NaN'],
    [{ maxtime: 1 }, 'option "maxtime" is unknown; known: maxTime'],
    [null, 'the options must be an object, not null'],
  ])('refuses %j', (options, words) => {
    expectError(() => problem.mobility(options as MobilityOptions), 'badOption', words);
  });
});

it('links that were placed apart are put together by maximal, and misfits and weights cross over', () => {
  problem.state.poses[7]! += 0.2;
  problem.state.place();
  expect(loop().distance).toBeGreaterThan(0.1);
  const exact = { solver: 'maximal', tolerance: 1e-10, angleTolerance: 1e-10, maxIterations: 300 } as const;
  expect(problem.solve(exact).status).toBe('converged');
  expect(Math.max(...problem.misfits, loop().distance)).toBeLessThan(1e-9);

  // A straight four-bar, a tenth of a metre too short to close: three joints and the loop in series.
  using short = Model.from(fourBar({ crank: 0.2, coupler: 0.3, rocker: 0.2, ground: 0.8 }));
  using other = new Problem(short);
  other.state.q.set([0, 0, Math.PI]);
  other.fitWeights[1] = 4;
  expect(other.solve(exact).status).not.toBe('converged');
  // Like springs in series: the coupler's joint takes a quarter of what each other one does.
  const gaps = [other.misfits[0], other.misfits[2], other.misfits[4], other.loops[0]!.distance];
  const share = 0.1 / (1 + 1 / 4 + 1 + 1);
  expect(gaps).toEqual([share, share / 4, share, share].map((each) => expect.closeTo(each, 5) as number));
});
