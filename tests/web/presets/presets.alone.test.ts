/** Every preset arm builds and reaches what the tracks ask; runs along tracks. Loops over the tables. */
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Model, Problem, solverNames, type ModelDescription, type SolverName, type Vec3 } from 'limber';
import {
  type ArmPreset,
  arms,
  ballChain,
  fourEffectorTree,
  hand,
  prismaticMix,
  Run,
  tracks,
  twoEffectorTree,
} from 'limber/robots';
import { lostBytes } from '../support/heap.ts';
import { expectError, expectInside } from '../support/models.ts';
import '../support/silence.ts';

const byName = <T extends { name: string }>(table: readonly T[], name: string): T =>
  table.find((each) => each.name === name)!;
const circle = byName(tracks, 'circle');
const eight = byName(tracks, 'eight');
const fork = byName(arms, 'fork');

/** World position of a link in the start pose. */
function placeOf(description: ModelDescription, link: string): Vector3 {
  using model = Model.from(description);
  using problem = new Problem(model);
  return new Vector3().fromArray(problem.state.poses, 7 * model.findLink(link));
}

const typesOf = ({ description }: ArmPreset) => description.links.map(({ joint }) => joint?.type ?? 'fixed');
const rootsOf = ({ description }: ArmPreset) => description.links.filter(({ parent }) => !parent);

it('an arm with another number of joint values than its model has is refused by name', () => {
  expectError(() => new Run({ ...fork, q: [1, 2] }, hand), 'badDescription', '"fork" has 2 numbers');
});

describe('the table of arms', () => {
  it('has five, by the numbers of the student program', () => {
    expect(arms.map(({ effectors }) => effectors.length)).toEqual([1, 1, 2, 4, 3]);
    expect(arms.map((arm) => rootsOf(arm).length)).toEqual([1, 1, 1, 1, 3]);
    const [balls, lengths, , limited] = arms.map((arm) => new Set(typesOf(arm)));
    expect(balls).toEqual(new Set(['ball', 'fixed']));
    expect(lengths).toEqual(new Set(['ball', 'prismatic', 'fixed']));
    expect(limited).toEqual(new Set(['revolute', 'prismatic', 'fixed']));
    const jointsOf = ({ description }: ArmPreset) => description.links.flatMap(({ joint }) => joint ?? []);
    expect(jointsOf(arms[3]!).every(({ limits }) => limits)).toBe(true);
    const slides = jointsOf(arms[1]!).filter(({ type }) => type === 'prismatic');
    expect(slides.length > 1 && slides.every(({ limits }) => limits)).toBe(true);
  });

  it('has a name of one word for each, a title and a sentence', () => {
    expect(new Set(arms.map(({ name }) => name)).size).toBe(arms.length);
    for (const { name, title, text } of arms) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(title).not.toBe('');
      expect(text).toMatch(/^[A-Z].*[^.]\.$/);
    }
  });

  it.each(arms.map((arm) => [arm.name, arm] as const))('%s builds, and reaches a metre', (_, arm) => {
    using model = Model.from(arm.description);
    expect(model.reach).toBeCloseTo(1, 12);
    for (const name of arm.effectors) expect(model.findLink(name), name).toBeGreaterThanOrEqual(0);
    // Effectors are the links without children.
    const parents = new Set(arm.description.links.map(({ parent }) => parent));
    const tips = arm.description.links.map(({ name }) => name).filter((name) => !parents.has(name));
    expect([...arm.effectors].sort()).toEqual(tips.sort());
  });

  it.each(arms.map((arm) => [arm.name, arm] as const))('%s starts inside its limits', (_, arm) => {
    using run = new Run(arm, hand);
    expectInside(run.problem);
  });

  it('serves its descriptions by name', () => {
    expect(arms.map(({ description }) => description)).toEqual(
      expect.arrayContaining([prismaticMix, twoEffectorTree, fourEffectorTree]),
    );
  });
});

describe('ballChain', () => {
  it.each([1, 2, 10, 50, 100, 1000])('of %i balls stands straight up, a metre long', (count) => {
    const description = ballChain(count);
    expect(description.links).toHaveLength(count + 1);
    using model = Model.from(description);
    expect(model.nv).toBe(3 * count);
    expect(model.reach).toBeCloseTo(1, 12);
    expect(placeOf(description, 'effector').distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-12);
    const lengths = model.links.slice(1).map(({ origin }) => Math.hypot(...origin.position));
    for (const length of lengths) expect(length).toBeCloseTo(1 / count, 15);
  });

  it('is as long as it is told', () => {
    expect(placeOf(ballChain(7, { length: 3.5 }), 'effector').y).toBeCloseTo(3.5, 12);
  });

  it('refuses what is no count and no length', () => {
    for (const count of [0, -1, 2.5, NaN, Infinity, 200_000, '5' as unknown as number]) {
      expectError(() => ballChain(count), 'badDescription', 'count', 'from 1 to 199999');
    }
    for (const length of [0, -1, NaN, Infinity]) {
      expectError(() => ballChain(3, { length }), 'badDescription', `length is ${length}`, 'above 0');
    }
  });
});

describe.each(arms.map((arm, i) => [i + 1, arm.name, arm] as const))('arm %i, %s', (_number, _name, arm) => {
  it('can reach all that circle and figure eight ask', () => {
    for (const track of [circle, eight]) {
      using run = new Run(arm, track, { options: { maxIterations: 300, annealing: 100 } });
      for (let frame = 0; frame < 250; frame += 10) {
        for (let i = 0; i < 10; i += 1) run.step();
        expect(Math.max(...run.residuals), `${track.name} at ${run.time} s`).toBeLessThan(2e-3);
      }
    }
  });
});

describe('a run', () => {
  const trace = (run: Run, frames: number): number[] => {
    const rows: number[] = [];
    for (let i = 0; i < frames; i += 1) {
      run.step();
      rows.push(run.time, ...run.targets, ...run.q, ...run.residuals);
    }
    return rows;
  };

  it('gives the same bits again, after a reset too, whatever was held between', () => {
    for (const solver of solverNames()) {
      using one = new Run(fork, eight, { solver });
      using two = new Run(fork, eight, { solver });
      const first = trace(one, 40);
      expect(trace(two, 40)).toEqual(first);
      one.hold(0, [0.5, 0.5, 0.5]);
      trace(one, 5);
      one.reset();
      expect([one.frame, one.time]).toEqual([0, 0]);
      expect(trace(one, 40)).toEqual(first);
    }
  });

  it('counts time in frames and not by sums', () => {
    using run = new Run(fork, circle, { dt: 0.1 });
    for (let i = 0; i < 30; i += 1) run.step();
    expect([run.frame, run.time]).toEqual([30, 30 * 0.1]);
  });

  it('tells how far each effector is from its target', () => {
    using run = new Run(fork, circle);
    run.step();
    for (const [i, name] of fork.effectors.entries()) {
      const at = new Vector3().fromArray(run.problem.state.poses, 7 * run.model.findLink(name));
      const target = new Vector3().fromArray(run.targets, 3 * i);
      expect(run.residuals[i]).toBeCloseTo(at.distanceTo(target), 14);
      expect([...run.goals[i]!.target]).toEqual(target.toArray());
    }
  });

  it('starts with targets where the track begins, and nothing solved', () => {
    using still = new Run(fork, hand);
    expect(Math.max(...still.residuals)).toBe(0);
    using run = new Run(fork, circle);
    expect([...run.q]).toEqual([...still.q]);
    expect(Math.min(...run.residuals)).toBeGreaterThan(0.1);
  });

  it('leaves to the hand what it holds, and takes it back', () => {
    using run = new Run(fork, circle);
    using other = new Run(fork, circle);
    const held: Vec3 = [-0.3, 0.6, 0.2];
    run.hold(0, held);
    for (const each of [run, other]) for (let i = 0; i < 60; i += 1) each.step();
    expect([...run.targets.subarray(0, 3)]).toEqual(held);
    expect(run.residuals[0]).toBeLessThan(1e-3);
    expect(run.targets.subarray(3)).toEqual(other.targets.subarray(3));
    run.hold(0, null);
    run.step();
    other.step();
    expect(run.targets).toEqual(other.targets);
  });

  it('leaves targets that no curve moves where the hand let go of them', () => {
    using run = new Run(fork, hand);
    run.hold(1, [0.2, 0.7, 0.1]);
    run.step();
    run.hold(1, null);
    for (let i = 0; i < 20; i += 1) run.step();
    expect([...run.targets.subarray(3)]).toEqual([0.2, 0.7, 0.1]);
    expect(run.residuals[1]).toBeLessThan(1e-3);
  });

  it('lets frames go by without the arm', () => {
    using run = new Run(arms[1]!, tracks[0]!);
    using other = new Run(arms[1]!, tracks[0]!);
    const q = [...run.q];
    run.skip(20);
    for (let i = 0; i < 20; i += 1) other.step();
    expect([run.frame, run.time, ...run.targets]).toEqual([20, other.time, ...other.targets]);
    expect([...run.q]).toEqual(q);
    run.step();
    other.step();
    expect([...run.targets]).toEqual([...other.targets]);
    for (const frames of [-1, 0.5, NaN])
      expectError(() => run.skip(frames), 'badOption', 'frames', 'whole number');
  });

  it('changes its solver and options between frames', () => {
    using run = new Run(fork, circle, { options: { maxIterations: 1 } });
    expect(run.options).toMatchObject({ solver: 'lm', maxIterations: 1 });
    expect(run.step().iterations).toBe(1);
    for (const solver of solverNames()) {
      run.solver = solver;
      expect(run.options).toMatchObject({ solver, maxIterations: 1 });
    }
    run.options = {};
    expect(run.options).toMatchObject({ solver: run.solver, maxIterations: 50 });
  });

  it('refuses what is wrong, and lets go of its memory', () => {
    const make =
      (options: object, arm: ArmPreset = fork) =>
      () =>
        new Run(arm, circle, options);
    for (const dt of [0, -1, NaN, Infinity]) expectError(make({ dt }), 'badOption', `dt is ${dt}`);
    expectError(make({ solver: 'magic' }), 'unknownSolver', 'magic', 'ccd');
    expectError(make({}, { ...fork, effectors: ['nose'] }), 'unknownLink', 'nose');
    expect(lostBytes(() => expectError(make({ solver: 'magic' }), 'unknownSolver'))).toBeLessThanOrEqual(0);

    using run = new Run(fork, circle);
    expectError(() => (run.solver = 'magic' as SolverName), 'unknownSolver', 'magic');
    expect(run.solver).toBe('lm');
    expectError(() => run.hold(2, [0, 0, 0]), 'badDescription', 'effector 2', '0 to 1');
    expectError(() => run.hold(0, [0, 0]), 'badDescription', 'a target must be 3 numbers');
    expectError(() => run.hold(0, undefined as never), 'badDescription', 'a target must be 3 numbers');
    run.step();
    expect(run.targets).toEqual(new Float64Array(run.goals.flatMap(({ target }) => [...target])));
    run.dispose();
    expectError(() => run.step(), 'disposed');
  });

  const many: ArmPreset = {
    name: 'many',
    title: 'Many',
    text: 'Goals of several types.',
    description: {
      ...fourEffectorTree,
      loops: [{ a: { link: 'left outer effector' }, b: { link: 'left inner effector' }, free: 'ball' }],
    },
    effectors: ['right inner effector'],
    goals: [
      { type: 'pose', link: 'left outer effector', free: ['rx', 'ry', 'rz'] },
      { type: 'position', link: 'right outer effector', target: [0.3, 0.5, 0.1] },
      { type: 'slide', link: 'trunk slide', target: [0.02] },
      { type: 'direction', link: 'lean', axis: [0, 1, 0], target: [0, 1, 0], weight: 0.1 },
      { type: 'position', link: 'left inner effector', targetLink: 'lean', weight: 0 },
    ],
  };

  it('takes goals of every type and loops; the track moves points that have no target of their own', () => {
    using run = new Run(many, circle, { options: { maxIterations: 200 } });
    const points = ['right inner effector', 'left outer effector', 'right outer effector'];
    expect(run.effectors).toEqual(points);
    expect(run.goals.map(({ type }) => type)).toEqual(['position', ...many.goals!.map(({ type }) => type)]);
    expect(run.curves.map(({ curve }) => curve === null)).toEqual([false, false, true]);
    const before = run.targets.slice();
    for (let frame = 0; frame < 30; frame += 1) run.step();
    expect([...run.targets.subarray(6)]).toEqual([0.3, 0.5, 0.1]);
    for (const i of [0, 1]) expect(run.targets[3 * i]).not.toBeCloseTo(before[3 * i]!, 2);
    run.goals
      .slice(0, 3)
      .forEach(({ target }, i) =>
        expect([...target.subarray(0, 3)]).toEqual([...run.targets.subarray(3 * i, 3 * i + 3)]),
      );
    expect(run.problem.loops[0]!.distance).toBeLessThan(1e-6);
    run.hold(2, [0.2, 0.6, 0]);
    run.goals[1]!.target.set([0, 0, 1, 0], 3);
    run.reset();
    expect(run.targets).toEqual(before);
    expect([...run.goals[1]!.target.subarray(3)]).not.toEqual([0, 0, 1, 0]);
  });

  it('lets an arm say its pose at the start and its options', () => {
    const two = ballChain(2);
    const turned = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const arm: ArmPreset = {
      name: 'two',
      title: 'Two',
      text: 'Two.',
      description: two,
      effectors: ['effector'],
      q: [...turned, 0, 0, 0, 1],
      options: { maxIterations: 3 },
    };
    using run = new Run(arm, hand);
    expect(new Vector3(...run.targets).distanceTo(new Vector3(-1, 0, 0))).toBeLessThan(1e-15);
    expect(run.options.maxIterations).toBe(3);
    run.hold(0, [0.5, 0.5, 0]);
    run.step();
    run.reset();
    expect(new Vector3(...run.targets).distanceTo(new Vector3(-1, 0, 0))).toBeLessThan(1e-15);
  });
});
