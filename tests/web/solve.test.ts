/** The solve: its statuses, and the effect of every option. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { init, Model, Problem, type Goal, type SolveOptions } from 'limber';
import { chain, link, zigzag } from './support/models.ts';
import './support/silence.ts';

let model: Model;
let problem: Problem;
let goal: Goal;

beforeAll(() => init());

beforeEach(() => {
  model = Model.from(zigzag(4));
  problem = new Problem(model);
  goal = problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
  return () => {
    problem.dispose();
    model.dispose();
  };
});

const q = () => [...problem.state.q];
const restart = () => problem.state.reset();

describe('the status', () => {
  it('is converged where all goals are within their tolerance', () => {
    const { status, iterations, reason } = problem.solve();
    expect([status, reason]).toEqual(['converged', '']);
    expect(iterations).toBeGreaterThan(0);
    expect(goal.distance).toBeLessThanOrEqual(1e-4 * model.reach);
  });

  it('is converged at once where there is nothing to do, or nothing wanted', () => {
    problem.solve();
    const before = q();
    expect(problem.solve().iterations).toBe(0);
    expect(q()).toEqual(before);
    problem.removeGoal(goal);
    expect([problem.solve().status, problem.solve().iterations]).toEqual(['converged', 0]);
  });

  it('is maxIterations where steps are used up while all still moves', () => {
    const { status, iterations } = problem.solve({ maxIterations: 1 });
    expect([status, iterations]).toEqual(['maxIterations', 1]);
    expect(q()).not.toEqual([0, 0, 0, 0]);
  });

  it('is maxTime where time is used up: after the first iteration where there is none', () => {
    const { status, iterations } = problem.solve({ maxTime: 0, mode: 'find' });
    expect([status, iterations]).toEqual(['maxTime', 1]);
    expect(q()).not.toEqual([0, 0, 0, 0]);
    expect(() => problem.solve({ maxTime: -1 })).toThrow('maxTime is -1');
  });

  it('is unreachable where nothing moves on and the target is farther than the arm is long', () => {
    goal.target.set([9, 0, 0]);
    expect(problem.solve().status).toBe('unreachable');
    expect(goal.distance).toBeCloseTo(5, 6);
  });

  it('is stalled where nothing can move on, straight or held, though the target is near enough', () => {
    goal.target.set([2, 0, 0]);
    expect(problem.solve({ solver: 'ccd' }).status).toBe('stalled');

    goal.target.set([1, 2, 1]);
    problem.jointWeights.fill(0);
    expect(problem.solve().status).toBe('stalled');
    expect(q().every((each) => each === 0)).toBe(true);
  });

  it('is unsupported, with the reason, where a solver does not take the problem', () => {
    problem.addGoal({ type: 'direction', link: 'tool', target: [0, 1, 0] });
    problem.state.q.set([0.1, 0.2, 0.3, 0.4]);
    problem.state.update();
    const { status, iterations, reason } = problem.solve({ solver: 'fabrik' });
    expect([status, iterations]).toEqual(['unsupported', 0]);
    expect(reason).toBe(problem.supports('fabrik'));
    expect(reason).toContain('use position goals');
    expect(q()).toEqual([0.1, 0.2, 0.3, 0.4]);
    expect(problem.supports('ccd')).toBe(true);
  });
});

describe('iterations', () => {
  it('may be none: then the state is only brought inside its limits', () => {
    const { status, iterations } = problem.solve({ maxIterations: 0 });
    expect([status, iterations]).toEqual(['maxIterations', 0]);
    expect(q()).toEqual([0, 0, 0, 0]);
  });

  // lm adapts its damping within a solve; CCD keeps only half turns between sweeps.
  it('one by one come to the same as all at once', () => {
    problem.solve({ solver: 'ccd', maxIterations: 6, tolerance: 0, stallTolerance: 0 });
    const together = q();
    restart();
    for (let i = 0; i < 6; ++i)
      problem.solve({ solver: 'ccd', maxIterations: 1, tolerance: 0, stallTolerance: 0 });
    // Not the same bits: half turns are remembered within a solve.
    for (const [i, each] of together.entries()) expect(problem.state.q[i]).toBeCloseTo(each, 12);
  });

  it('never lead away from a single place', () => {
    problem.state.update();
    let before = goal.distance;
    for (let i = 0; i < 30; ++i) {
      problem.solve({ maxIterations: 1 });
      expect(goal.distance).toBeLessThanOrEqual(before + 1e-12);
      before = goal.distance;
    }
  });
});

describe('tolerances', () => {
  it('say when it is near enough, in metres', () => {
    const used = [1, 1e-2, 1e-4, 1e-8].map((tolerance) => {
      restart();
      const { status, iterations } = problem.solve({ tolerance, stallTolerance: 0, maxIterations: 1000 });
      expect(status).toBe('converged');
      expect(goal.distance).toBeLessThanOrEqual(tolerance);
      return iterations;
    });
    expect(used).toEqual([...used].sort((a, b) => a - b));
    expect(used.at(-1)).toBeGreaterThan(used[0]!);
    restart();
    expect(problem.solve({ tolerance: Infinity }).iterations).toBe(0);
  });

  it('say when it is near enough, in radians', () => {
    problem.removeGoal(goal);
    const direction = problem.addGoal({ type: 'direction', link: 'tool', target: [0, 1, 1] });
    for (const angleTolerance of [0.5, 1e-2, 1e-6]) {
      restart();
      expect(problem.solve({ angleTolerance, maxIterations: 1000 }).status).toBe('converged');
      expect(direction.angle).toBeLessThanOrEqual(angleTolerance);
    }
  });

  it('follow the size of the model where they are not given', () => {
    const { iterations } = problem.solve();
    for (const size of [1e-3, 1e3]) {
      const links = zigzag(4).links.map((each) => {
        const position = each.origin!.position!.map((x) => x * size) as [number, number, number];
        return { ...each, origin: { position } };
      });
      using scaled = Model.from({ links });
      using each = new Problem(scaled);
      const at = each.addGoal({ type: 'position', link: 'tool', target: [size, 2 * size, size] });
      const result = each.solve();
      // The same steps in any unit.
      expect([result.status, result.iterations]).toEqual(['converged', iterations]);
      expect(at.distance).toBeLessThanOrEqual(1e-4 * scaled.reach);
      expect(scaled.reach).toBeCloseTo(4 * size, 9);
    }
  });

  it('of stalling end what hardly moves', () => {
    goal.target.set([0, 3.9999, 0]);
    const impatient = problem.solve({ stallTolerance: 0.1, tolerance: 0, maxIterations: 1000 });
    expect(impatient.status).toBe('stalled');
    const few = impatient.iterations;
    restart();
    problem.solve({ stallTolerance: 1e-9, tolerance: 0, maxIterations: 1000 });
    expect(impatient.iterations).toBeGreaterThan(few);
  });
});

describe('maxStep', () => {
  it('holds every turn and slide of a step below it', () => {
    using mixed = Model.from(
      chain(4, (i) => (i % 2 ? { type: 'ball' } : { type: 'revolute', axis: [0, 1, 1] })),
    );
    using each = new Problem(mixed);
    each.addGoal({ type: 'position', link: 'tool', target: [-2, 1, 1] });
    each.state.q.set([0.1, 0.1, 0, 0, 1]);
    each.state.update();
    for (let i = 0; i < 20; ++i) {
      const before = [...each.state.q];
      each.solve({ maxIterations: 1, maxStep: 0.05 });
      const after = [...each.state.q];
      for (const { qIndex, motions } of mixed.links) {
        for (const { isBall } of motions) {
          const [a, b] = [before, after].map((all) => all.slice(qIndex, qIndex + 4));
          const dot = Math.abs(a!.reduce((sum, x, k) => sum + x * b![k]!, 0));
          const turn = isBall ? 2 * Math.acos(Math.min(1, dot)) : Math.abs(a![0]! - b![0]!);
          expect(turn).toBeLessThanOrEqual(0.05 + 1e-7);
        }
      }
    }
    expect(each.solve({ maxIterations: 1000, maxStep: 0.05 }).status).toBe('converged');
  });

  it('of zero moves nothing', () => {
    expect(problem.solve({ maxStep: 0 }).status).toBe('stalled');
    expect(q()).toEqual([0, 0, 0, 0]);
  });
});

describe('limits', () => {
  const hinge = (limits: [number, number]) => ({ type: 'revolute' as const, limits });
  /** An arm of one hinge, with its tool a metre away. */
  const pointer = {
    links: [link('upper', null, hinge([-0.5, 0.5])), link('tool', 'upper', { type: 'fixed' }, [1, 0, 0])],
  };

  function solvePointer(options: SolveOptions, target: [number, number, number], start = 0) {
    using pointerModel = Model.from(pointer);
    using each = new Problem(pointerModel);
    each.addGoal({ type: 'position', link: 'tool', target });
    each.state.q[0] = start;
    const { status } = each.solve(options);
    return { status, angle: each.state.q[0], active: [...each.activeLimits], at: each.linksAtLimit() };
  }

  it('hold a joint exactly at its bound, and say so', () => {
    const upper = solvePointer({}, [0, 1, 0]);
    expect(upper).toEqual({ status: 'stalled', angle: 0.5, active: [1], at: ['upper'] });
    const lower = solvePointer({}, [0, -1, 0]);
    expect(lower).toEqual({ status: 'stalled', angle: -0.5, active: [-1], at: ['upper'] });
  });

  it('are silent between their bounds', () => {
    const { status, active, at } = solvePointer({}, [Math.cos(0.3), Math.sin(0.3), 0]);
    expect({ status, active, at }).toEqual({ status: 'converged', active: [0], at: [] });
  });

  it('let go where they are switched off, and take hold again', () => {
    const off = solvePointer({ limits: false }, [0, 1, 0]);
    expect(off.status).toBe('converged');
    expect(off.angle).toBeCloseTo(Math.PI / 2, 4);
    // If the start is outside, the first solve brings it back inside.
    expect(solvePointer({ maxIterations: 0 }, [1, 0, 0], 1).angle).toBe(0.5);
    expect(solvePointer({ maxIterations: 0, limits: false }, [1, 0, 0], 1).angle).toBe(1);
  });

  it('that leave a joint one value name it at once, by the model and by linksAtLimit', () => {
    using locked = Model.from({
      links: [
        link('base', null, hinge([0, 0])),
        link('upper', 'base', hinge([-0.5, 0.5])),
        link('tool', 'upper', { type: 'fixed' }, [1, 0, 0]),
      ],
    });
    using each = new Problem(locked);
    expect(locked.links.map(({ isLocked }) => isLocked)).toEqual([true, false, false]);
    expect(each.linksAtLimit()).toEqual(['base']);
    each.addGoal({ type: 'position', link: 'tool', target: [0, 1, 0] });
    each.solve();
    expect(each.linksAtLimit()).toEqual(['base', 'upper']);
  });

  it('are told by activeLimits after update, reset and projection too', () => {
    using pointerModel = Model.from(pointer);
    using each = new Problem(pointerModel);
    const sides = [0.5, 0.2, -0.5].map((value) => {
      each.state.q[0] = value;
      each.state.update();
      return each.activeLimits[0];
    });
    expect(sides).toEqual([1, 0, -1]);
    each.state.reset();
    expect(each.activeLimits[0]).toBe(0);
    each.state.q[0] = 7;
    each.state.projectOntoLimits();
    // Less a whole turn, 7 is 0.72.
    expect([each.state.q[0], each.activeLimits[0]]).toEqual([0.5, 1]);
  });

  it('of balls tell swing and twist apart', () => {
    using ball = Model.from({
      links: [
        {
          name: 'eye',
          joint: { type: 'ball', swing: { x: [-0.5, 0.5], y: [-0.5, 0.5] }, twist: [-0.1, 0.2] },
        },
      ],
    });
    using each = new Problem(ball);
    const pointing = each.addGoal({ type: 'direction', link: 'eye', axis: [0, 0, 1], target: [1, 0, 0] });
    each.solve();
    expect([...each.activeLimits]).toEqual([1, 0, 0]);
    expect(each.linksAtLimit()).toEqual(['eye']);
    expect(pointing.angle).toBeCloseTo(Math.PI / 2 - 0.5, 6);

    each.removeGoal(pointing);
    each.addGoal({ type: 'direction', link: 'eye', axis: [1, 0, 0], target: [0, 1, 0] });
    each.state.reset();
    each.solve();
    expect(each.activeLimits[2]).toBe(1);
  });

  it('name only links that have reached one, in the order of the model', () => {
    using arm = Model.from(chain(3, (i) => ({ type: 'revolute', limits: [-0.3, i === 1 ? 3 : 0.1] })));
    using each = new Problem(arm);
    const goal = each.addGoal({ type: 'position', link: 'tool' });
    const seen = new Set<string>();
    for (let turn = 0; turn < 6; turn += 0.25) {
      goal.target.set([2 * Math.cos(turn), 2 * Math.sin(turn), 0]);
      each.solve();
      const sides = arm.links.slice(0, 3).map(({ joint, qIndex }) => {
        const [min, max] = joint.limits as readonly [number, number];
        const value = each.state.q[qIndex]!;
        return value === max ? 1 : value === min ? -1 : 0;
      });
      expect([...each.activeLimits]).toEqual(sides);
      const names = ['link0', 'link1', 'link2'].filter((_, i) => sides[i] !== 0);
      expect(each.linksAtLimit()).toEqual(names);
      seen.add(String(sides));
    }
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe('joint weights', () => {
  it('say how willingly a joint moves: not at all, half way, whole', () => {
    const turns = [0, 0.5, 1].map((weight) => {
      restart();
      problem.jointWeights.fill(0);
      problem.jointWeights[0] = weight;
      problem.solve({ solver: 'ccd', maxIterations: 1 });
      return problem.state.q[0]!;
    });
    expect(turns[0]).toBe(0);
    expect(turns[2]).toBeGreaterThan(0);
    expect(turns[1]).toBeCloseTo(turns[2]! / 2, 12);
  });

  it('start at one, and stay as they are written', () => {
    expect([...problem.jointWeights]).toEqual([1, 1, 1, 1]);
    problem.jointWeights[2] = 0.25;
    problem.solve();
    problem.state.reset();
    expect([...problem.jointWeights]).toEqual([1, 1, 0.25, 1]);
  });
});

describe('annealing', () => {
  /** Straight ahead of a straight arm: every joint points at the target, and nothing turns. */
  const stuck = [1.5, 0, 0];

  const anneal = (options: SolveOptions) => {
    restart();
    goal.target.set(stuck);
    const { status, restarts, iterations } = problem.solve({ solver: 'ccd', ...options });
    return { status, restarts, iterations, distance: goal.distance, q: q() };
  };

  it('frees what is stuck, where plain descent stalls', () => {
    expect(anneal({}).status).toBe('stalled');
    const freed = anneal({ annealing: 50 });
    expect(freed.status).toBe('converged');
    expect(freed.restarts).toBeGreaterThan(0);
    expect(freed.restarts).toBeLessThanOrEqual(50);
    expect(freed.distance).toBeLessThanOrEqual(1e-4 * model.reach);
  });

  it('gives the same answer for the same seed, in another problem too, and others for others', () => {
    const first = anneal({ annealing: 50, seed: 7 });
    expect(anneal({ annealing: 50, seed: 7 })).toEqual(first);
    using twin = new Problem(model);
    twin.addGoal({ type: 'position', link: 'tool', target: stuck });
    twin.solve({ solver: 'ccd', annealing: 50, seed: 7 });
    expect([...twin.state.q]).toEqual(first.q);
    const answers = new Set(
      [0, 1, 2, 3, 2 ** 31 - 1].map((seed) => String(anneal({ annealing: 50, seed }).q)),
    );
    expect(answers.size).toBe(5);
  });

  it('keeps the best pose where none is good', () => {
    const unreachable = [0, 6, 0];
    restart();
    goal.target.set(unreachable);
    problem.solve();
    const plain = goal.distance;
    for (let seed = 0; seed < 10; ++seed) {
      restart();
      const { status, restarts } = problem.solve({ annealing: 5, seed });
      expect([status, restarts]).toEqual(['unreachable', 5]);
      expect(goal.distance).toBeLessThanOrEqual(plain);
    }
  });

  it('does nothing where the first descent arrives, and nothing by an amplitude of zero', () => {
    const { status, restarts } = problem.solve({ annealing: 50 });
    expect([status, restarts]).toEqual(['converged', 0]);
    // Straight ahead and out of reach: no joint turns.
    restart();
    goal.target.set([6, 0, 0]);
    const still = problem.solve({ annealing: 3, annealingAmplitude: 0 });
    expect([still.status, still.restarts]).toEqual(['unreachable', 3]);
    expect(q()).toEqual([0, 0, 0, 0]);
  });
});

it('solves to the same bits, whatever was solved before in the same problem or another', () => {
  const run = () => {
    restart();
    goal.target.set([-1, 1, 2]);
    problem.solve({ annealing: 3 });
    return q();
  };
  const first = run();
  using other = new Problem(model);
  other.addGoal({ type: 'pose', link: 'tool', target: [1, 1, 1, 0, 0, 0, 1] });
  other.solve({ annealing: 5 });
  goal.target.set([NaN, 0, 0]);
  problem.solve();
  goal.target.set([5, 5, 5]);
  problem.solve({ seed: 9, annealing: 2 });
  expect(run()).toEqual(first);
});
