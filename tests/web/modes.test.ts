/** The modes track and find on a real arm, and proofs by lengths for unreachable targets. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { init, Model, Problem, type Goal, type SolveOptions, type Vec3 } from 'limber';
import { robots } from 'limber/presets';
import { expectInside } from './support/limits.ts';
import { poseLeft, stateMatrix, worldMatrices } from './support/matrices.ts';
import { descents, link } from './support/models.ts';
import './support/silence.ts';

// Before the tests are listed: one per solver.
await init();

describe('on a Panda', () => {
  const model = Model.from(robots.panda);
  const tool = model.links.at(-1)!;
  let problem: Problem;
  let goal: Goal;

  beforeEach(() => {
    problem = new Problem(model);
    goal = problem.addGoal({ type: 'pose', link: tool.name });
    return () => problem.dispose();
  });
  afterAll(() => model.dispose());

  /** Uniform random numbers from 0 to 1, the same in every run: Park and Miller's generator. */
  function makeNumbers(): () => number {
    let state = 1;
    return () => (state = (state * 16807) % 2147483647) / 2147483647;
  }

  /** Poses of the tool for joint values within the limits. */
  function targetsOf(count: number): number[][] {
    const next = makeNumbers();
    using arm = new Problem(model);
    return Array.from({ length: count }, () => {
      const q = model.links.flatMap(({ motions }) =>
        motions.map(({ limits: [min, max] }) => min + next() * (max - min)),
      );
      arm.state.q.set(q);
      arm.state.update();
      return [...arm.state.poses.slice(7 * tool.index, 7 * tool.index + 7)];
    });
  }
  const targets = targetsOf(30);

  function solve(target: readonly number[], options: SolveOptions) {
    problem.state.reset();
    goal.target.set(target);
    const { status, iterations, restarts } = problem.solve(options);
    return { status, iterations, restarts, q: [...problem.state.q] };
  }

  describe.each(['dls', 'sdls', 'lm', 'autodiff'] as const)('with %s', (solver) => {
    it('find reaches every pose, of which track misses some, and counts its restarts', () => {
      const tracked = targets.map((target) => solve(target, { solver }));
      const missed = targets.filter((_, i) => tracked[i]!.status !== 'converged');
      expect(tracked.every(({ restarts }) => restarts === 0)).toBe(true);
      expect(missed.length).toBeGreaterThan(0);
      let restarted = 0;
      for (const target of missed) {
        const { status, iterations, restarts, q } = solve(target, { solver, mode: 'find' });
        expect(status).toBe('converged');
        expect(restarts).toBeLessThanOrEqual(100);
        expect(iterations).toBeGreaterThan(restarts);
        expectInside(model.links, Float64Array.from(q));
        const left = poseLeft(worldMatrices(model, q)[tool.index]!, stateMatrix(target, 0));
        expect(left.distance).toBeLessThanOrEqual(1.0001e-4 * model.reach);
        expect(left.angle).toBeLessThanOrEqual(1.0001e-3);
        if (restarts > 0) ++restarted;
      }
      expect(restarted).toBeGreaterThan(0);
    });
  });

  const isMissed = (target: readonly number[]) => solve(target, { solver: 'lm' }).status !== 'converged';

  it('gives the same bits twice, in another problem too, and other ways for other seeds', () => {
    const target = targets.find(
      (each) => isMissed(each) && solve(each, { solver: 'lm', mode: 'find' }).restarts,
    )!;
    const first = solve(target, { solver: 'lm', mode: 'find', seed: 7 });
    expect(solve(target, { solver: 'lm', mode: 'find', seed: 7 })).toEqual(first);
    using twin = new Problem(model);
    twin.addGoal({ type: 'pose', link: tool.name, target });
    expect(twin.solve({ solver: 'lm', mode: 'find', seed: 7 }).restarts).toBe(first.restarts);
    expect([...twin.state.q]).toEqual(first.q);
    const answers = [1, 2, 3, 4].map((seed) => String(solve(target, { solver: 'lm', mode: 'find', seed }).q));
    expect(new Set(answers).size).toBeGreaterThan(1);
  });

  it('track is the default', () => {
    for (const target of targets.slice(0, 5)) {
      expect(solve(target, { solver: 'lm' })).toEqual(solve(target, { solver: 'lm', mode: 'track' }));
    }
  });

  it('find stops where it has arrived, and without restarts has none', () => {
    for (const target of targets) {
      const { restarts } = solve(target, { solver: 'lm', mode: 'find', maxRestarts: 0 });
      expect(restarts).toBe(0);
      if (problem.solve({ solver: 'lm', mode: 'find' }).status !== 'converged') continue;
      const there = [...problem.state.q];
      const again = problem.solve({ solver: 'lm', mode: 'find' });
      expect([again.status, again.iterations, again.restarts]).toEqual(['converged', 0, 0]);
      expect([...problem.state.q]).toEqual(there);
    }
  });

  it('find keeps the best where nothing is good', () => {
    using arm = new Problem(model);
    const place = arm.addGoal({ type: 'position', link: tool.name, target: [3, 0, 0.333] });
    expect(arm.solve({ solver: 'lm' }).status).toBe('unreachable');
    const tracked = place.distance;
    arm.state.reset();
    const { status, restarts } = arm.solve({ solver: 'lm', mode: 'find', maxRestarts: 10 });
    // Proved by lengths, so no random pose is tried; a descent that lost patience continues at most once.
    expect(status).toBe('unreachable');
    expect(restarts).toBeLessThanOrEqual(1);
    expect(place.distance).toBeCloseTo(tracked, 3);
  });

  it('find says unreachable of a pose that is too far, once it has settled', () => {
    const far = [3, 0, 0.333, 0, 0, 0, 1];
    expect(solve(far, { solver: 'lm' }).status).toBe('unreachable');
    const found = solve(far, { solver: 'lm', mode: 'find', maxRestarts: 10, maxIterations: 1000 });
    expect(found.status).toBe('unreachable');
  });
});

describe.each(descents())('with %s a target', (solver) => {
  /** Balls at the world's origin and 3 m on, the tool 1 m farther: it reaches all points from 2 m to 4 m. */
  const uneven = {
    links: [
      link('upper', null, { type: 'ball' }),
      link('lower', 'upper', { type: 'ball' }, [3, 0, 0]),
      link('tool', 'lower', { type: 'fixed' }, [1, 0, 0]),
    ],
  };

  function solveTo(target: Vec3) {
    using model = Model.from(uneven);
    using problem = new Problem(model);
    const goal = problem.addGoal({ type: 'position', link: 'tool', target });
    problem.state.q.set([0, 0, 0.6, 0.8, 0, 0, 0.8, 0.6]);
    problem.state.update();
    const { status } = problem.solve({ solver, maxIterations: 5000 });
    return { status, distance: goal.distance };
  }

  it('that is farther than the arm is long is unreachable', () => {
    const { status, distance } = solveTo([0, 3, 4]);
    expect(status).toBe('unreachable');
    expect(distance).toBeCloseTo(1, 3);
  });

  it('that is nearer than the long link less the short one is unreachable', () => {
    const { status, distance } = solveTo([0, 0.6, 0.8]);
    expect(status).toBe('unreachable');
    expect(distance).toBeCloseTo(1, 3);
  });

  it('between the two is reached', () => {
    expect(solveTo([0, 1.8, 2.4]).status).toBe('converged');
  });
});
