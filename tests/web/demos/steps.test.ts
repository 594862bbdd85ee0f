/** The figures of the solvers' steps: their poses are the core's, and their drawings obey the laws that they show. */
import { beforeAll, describe, expect, it } from 'vitest';
import { init, Model, Problem, solverNames, type SolveOptions, type SolverName } from 'limber';
import { dualPoints } from '../../../docs/figures/steps/autodiff.ts';
import { arrow, tween, type Frame, type Mark, type Steps } from '../../../docs/figures/steps/frame.ts';
import { steps } from '../../../docs/figures/steps/index.ts';
import { dt, gain, wanted } from '../../../docs/figures/steps/itasc.ts';
import { end, go, pieces, place, type Loose } from '../../../docs/figures/steps/maximal.ts';
import { anglesOf, columnsOf, dot, modesOf, motionOf, pointsOf } from '../../../docs/figures/steps/planar.ts';
import { lambda } from '../../../docs/figures/steps/svd.ts';
import { wrapped } from '../../../docs/figures/plane-arm.ts';
import { length, minus, type Point } from '../../../demos/shell/plane.ts';
import '../support/silence.ts';

beforeAll(() => init());

const framesOf = (
  own: Steps,
  start = own.start,
  goal = own.goal,
  value = own.slider?.value ?? 0,
): Frame[] => [...own.frames(start, goal, value)];
const reachOf = ({ lengths }: Steps): number => lengths.reduce((sum, each) => sum + each, 0);

/** The figure's arm in the core, with a link for its tip. */
function armOf({ lengths, limit }: Steps, joint: 'revolute' | 'ball' = 'revolute'): Model {
  const names = [...lengths.map((_, i) => `link ${i + 1}`), 'tip'];
  return Model.from({
    links: names.map((name, i) => ({
      name,
      ...(i > 0 && { parent: names[i - 1]!, origin: { position: [lengths[i - 1]!, 0, 0] as const } }),
      joint:
        i === lengths.length
          ? { type: 'fixed' as const }
          : { type: joint, ...(limit && { limits: [-limit, limit] as const }) },
    })),
  });
}

/** The core's pose after some iterations from `q`. */
function solved(own: Steps, q: readonly number[], [x, y]: Point, options: SolveOptions): number[] {
  using model = armOf(own);
  using problem = new Problem(model);
  problem.addGoal({ type: 'position', link: 'tip', target: [x, y, 0] });
  problem.state.q.set(q);
  problem.state.update();
  problem.solve({ maxIterations: 1, mode: 'track', tolerance: 1e-12, stallTolerance: 1e-12, ...options });
  return [...problem.state.q];
}

const pointsIn = ({ links }: Frame): Point[] => [links[0]![0], ...links.map(([, to]) => to)];
const poseIn = (frame: Frame): number[] => anglesOf(pointsIn(frame));

function expectSame(is: readonly number[], wanted: readonly number[], note = ''): void {
  expect(is.length).toBe(wanted.length);
  is.forEach((each, i) =>
    expect(Math.abs(wrapped(each - wanted[i]!)), `${note} joint ${i + 1}`).toBeLessThan(1e-9),
  );
}

/** Poses of the frames whose text matches, or, without a pattern, every new pose. */
function posesOf(frames: readonly Frame[], pattern?: RegExp): number[][] {
  const isNew = (i: number): boolean => {
    const [before, now] = [frames[i - 1]!, frames[i]!].map(pointsIn) as [Point[], Point[]];
    return now.some((p, k) => length(minus(p, before[k]!)) > 1e-12);
  };
  return frames
    .filter((frame, i) => i === 0 || (pattern ? pattern.test(frame.text) : isNew(i)))
    .map((frame) => poseIn(frame));
}

/** The figure's own start and goal, then others: near, beyond the reach, behind. */
function* casesOf(own: Steps): Generator<readonly [readonly number[], Point]> {
  const reach = reachOf(own);
  const goals: Point[] = [own.goal, [0.5, 0.6], [0.2, -0.2], [0.9, 0.2], [1.1, 0.4], [-0.4, 0.5]];
  const scaled = goals.map(([x, y], i): Point => (i ? [reach * x, reach * y] : [x, y]));
  for (const goal of scaled) {
    yield [own.start, goal];
    yield [own.start.map((angle, i) => 0.6 * angle + (i % 2 ? -0.2 : 0.3)), goal];
  }
}

it('shows every solver', () => {
  expect(Object.keys(steps).sort()).toEqual([...solverNames()].sort());
});

describe('one iteration of the core is one step of the figure', () => {
  const options = (own: Steps): Partial<Record<SolverName, SolveOptions>> => ({
    transpose: {},
    svd: { truncation: own.slider?.value ?? 0, maxError: Infinity },
    sdls: {},
  });

  it.each(['transpose', 'svd', 'sdls'] as const)('%s', (solver) => {
    const own = steps[solver];
    let count = 0;
    for (const [start, goal] of casesOf(own)) {
      const poses = posesOf(framesOf(own, start, goal));
      for (const [k, next] of poses.slice(1).entries()) {
        expectSame(next, solved(own, poses[k]!, goal, { solver, ...options(own)[solver] }), `step ${k + 1}`);
        ++count;
      }
    }
    expect(count).toBeGreaterThan(20);
  });

  it('svd, damped instead of truncated', () => {
    const own = steps.svd;
    const poses = posesOf(framesOf(own, own.start, own.goal, 0));
    expect(poses.length).toBeGreaterThan(3);
    for (const [k, next] of poses.slice(1).entries()) {
      const damping = lambda / reachOf(own);
      expectSame(next, solved(own, poses[k]!, own.goal, { solver: 'svd', damping, maxError: Infinity }));
    }
  });

  // The figures show these two as they are; the core halves a step that gains too little.
  it.each(['pseudoinverse', 'dls'] as const)('%s, but for its length', (solver) => {
    const own = steps[solver];
    const damping = (own.slider?.value ?? 0) / reachOf(own);
    let whole = 0;
    for (const goal of Object.values(own.goals!)) {
      const poses = posesOf(framesOf(own, own.start, goal));
      for (const [k, next] of poses.slice(1).entries()) {
        const q = poses[k]!;
        const core = solved(own, q, goal, {
          solver,
          ...{ maxError: Infinity, maxStep: Infinity },
          ...(solver === 'dls' ? { damping } : { truncation: 0 }),
        });
        const [dq, made] = [next, core].map((pose) => pose.map((angle, i) => wrapped(angle - q[i]!))) as [
          number[],
          number[],
        ];
        const part = made[1]! / dq[1]!;
        expect(Math.abs(Math.log2(part) - Math.round(Math.log2(part)))).toBeLessThan(1e-6);
        expect(part).toBeLessThan(1 + 1e-6);
        expectSame(
          made,
          dq.map((turn) => 0.5 ** Math.round(-Math.log2(part)) * turn),
        );
        whole += Math.round(part);
      }
    }
    expect(whole).toBeGreaterThan(2);
  });

  it('lm, with its damping from step to step', () => {
    const own = steps.lm;
    let failures = 0;
    for (const [start, goal] of casesOf(own)) {
      const frames = framesOf(own, start, goal);
      failures += frames.filter(({ text }) => text.includes('taken back')).length;
      for (const [k, pose] of posesOf(frames, /^It helps/).entries())
        expectSame(pose, solved(own, start, goal, { solver: 'lm', maxIterations: k }), `step ${k}`);
    }
    expect(failures).toBeGreaterThan(3);
  });

  it('ccd, with its limits, and fabrik', () => {
    for (const [solver, pattern] of [
      ['ccd', /^Sweep/],
      ['fabrik', /^Step \d is done/],
    ] as const) {
      const own = steps[solver];
      for (const [start, goal] of casesOf(own)) {
        const inside = start.map((angle) => Math.max(-(own.limit ?? 9), Math.min(own.limit ?? 9, angle)));
        const poses = posesOf(framesOf(own, inside, goal), pattern);
        for (const [k, next] of poses.slice(1).entries())
          expectSame(next, solved(own, poses[k]!, goal, { solver }), `${solver}, sweep ${k + 1}`);
      }
    }
  });

  it('autodiff: the first', () => {
    const own = steps.autodiff;
    for (const [start, goal] of casesOf(own))
      expectSame(
        poseIn(framesOf(own, start, goal).at(-1)!),
        solved(own, start, goal, { solver: 'autodiff' }),
      );
  });

  it('curl: all joints at once', () => {
    const own = steps.curl;
    using model = armOf(own, 'ball');
    for (const [start, goal] of casesOf(own)) {
      using problem = new Problem(model);
      problem.addGoal({ type: 'position', link: 'tip', target: [...goal, 0] });
      start.forEach((angle, i) =>
        problem.state.q.set([0, 0, Math.sin(angle / 2), Math.cos(angle / 2)], 4 * i),
      );
      problem.state.update();
      problem.solve({ solver: 'curl', maxIterations: 1, tolerance: 1e-10 });
      const points = pointsIn(framesOf(own, start, goal).at(-1)!);
      points.forEach((point, i) => {
        const [x, y] = problem.state.poses.subarray(7 * i, 7 * i + 2);
        expect(length(minus(point, [x!, y!])), `joint ${i + 1}`).toBeLessThan(1e-9);
      });
    }
  });

  it('itasc: a substep', () => {
    const own = steps.itasc;
    for (const [start, goal] of casesOf(own)) {
      using model = armOf(own);
      using problem = new Problem(model);
      problem.addGoal({ type: 'distance', link: 'tip', target: [...goal, 0, wanted] });
      problem.state.q.set(start);
      problem.state.update();
      const poses = posesOf(framesOf(own, start, goal));
      expect(poses.length).toBeGreaterThan(4);
      for (const next of poses.slice(1)) {
        problem.step(dt, { substeps: 1, gain, maxError: Infinity });
        expectSame(next, [...problem.state.q]);
      }
    }
  });

  it('maximal: joint values of loose links', () => {
    const own = steps.maximal;
    const { lengths, start, goal } = own;
    const names = lengths.map((_, i) => `link ${i + 1}`);
    using model = Model.from({
      links: names.map((name, i) => ({
        name,
        ...(i > 0 && { parent: names[i - 1]!, origin: { position: [lengths[i - 1]!, 0, 0] as const } }),
        joint: { type: 'revolute' as const },
      })),
    });
    let [x, mu]: [Loose, number] = [pieces(start, lengths), 3e-3];
    const torn = x;
    for (let k = 1; k <= 3; ++k) {
      ({ x, mu } = go(x, lengths, goal, mu));
      using problem = new Problem(model);
      problem.addGoal({
        type: 'position',
        link: names.at(-1)!,
        offset: { position: [lengths.at(-1)!, 0, 0] },
        target: [...goal, 0],
      });
      names.forEach((_, i) => {
        const half = torn[3 * i + 2]! / 2;
        problem.state.poses.set([...place(torn, i), 0, 0, 0, Math.sin(half), Math.cos(half)], 7 * i);
      });
      problem.state.place();
      problem.solve({ solver: 'maximal', maxIterations: k, tolerance: 1e-12 });
      expectSame([...problem.state.q], x.slice(9), `step ${k}`);
    }
  });

  it('analytic: both poses', () => {
    const own = steps.analytic;
    const frames = framesOf(own, own.start, own.goal, 0);
    using model = armOf(own);
    using problem = new Problem(model);
    problem.addGoal({
      type: 'pose',
      link: 'tip',
      target: [...own.goal, 0, 0, 0, 0, 1],
      free: ['z', 'rx', 'ry', 'rz'],
    });
    problem.state.q.set(own.start);
    problem.state.update();
    problem.solve({ solver: 'analytic' });
    expectSame(poseIn(frames.at(-2)!), [...problem.state.q]);
    for (const frame of frames.slice(-2))
      expect(length(minus(pointsIn(frame).at(-1)!, own.goal))).toBeLessThan(1e-12);
    expect(framesOf(own, own.start, [0.9, 0.3]).at(-1)!.text).toContain('no pose');
  });
});

describe('laws', () => {
  const [q, lengths]: [number[], number[]] = [
    [0.7, -0.9, 0.4],
    [0.4, 0.3, 0.2],
  ];
  const columns = columnsOf(pointsOf(q, lengths));

  it('columns of J are differences, and derivatives of dual numbers', () => {
    columns.forEach((column, i) => {
      const tipAt = (h: number): Point =>
        pointsOf(
          q.map((angle, k) => angle + (k === i ? h : 0)),
          lengths,
        ).at(-1)!;
      const [ahead, behind] = [tipAt(1e-5), tipAt(-1e-5)];
      const [x, y] = dualPoints(q, lengths, i).at(-1)!;
      for (const k of [0, 1] as const) {
        expect(column[k]).toBeCloseTo((ahead[k] - behind[k]) / 2e-5, 8);
        expect([x, y][k]!.slope).toBeCloseTo(column[k], 14);
        expect([x, y][k]!.value).toBeCloseTo(pointsOf(q, lengths).at(-1)![k], 14);
      }
    });
  });

  it('modes are orthogonal, σ u = J v, and larger first', () => {
    const [first, second] = modesOf(columns, [0.3, -0.2]);
    expect(dot(first.u, second.u)).toBeCloseTo(0, 14);
    expect(first.v.reduce((sum, each, i) => sum + each * second.v[i]!, 0)).toBeCloseTo(0, 14);
    expect(first.sigma).toBeGreaterThan(second.sigma);
    for (const { sigma, u, v } of [first, second]) {
      expect(Math.hypot(...v)).toBeCloseTo(1, 14);
      motionOf(columns, v).forEach((each, k) => expect(each).toBeCloseTo(sigma * u[k]!, 14));
    }
  });

  it('rods and loose links keep their lengths, and gaps close', () => {
    for (const own of [steps.fabrik, steps.maximal]) {
      for (const { links } of framesOf(own, own.start, own.goal, 0))
        links.forEach(([from, to], i) => expect(length(minus(to, from))).toBeCloseTo(own.lengths[i]!, 12));
    }
    const { links } = framesOf(steps.maximal).at(-1)!;
    links.slice(1).forEach(([from], i) => expect(length(minus(from, links[i]![1]))).toBeLessThan(1e-4));
    expect(end(pieces(q, lengths), 2, lengths)).not.toEqual(pointsOf(q, lengths).at(-1));
  });
});

it('keeps marks at ends of links that move, leaves those that rest, and drops those without a successor', () => {
  const [goal, base]: [Point, Point] = [
    [0, 1],
    [0, 0],
  ];
  const frame = (tip: Point, ...marks: Mark[]): Frame => ({
    links: [[base, tip]],
    marks: [arrow('to-goal', tip, goal), ...marks],
    text: '',
  });
  const { links, marks } = tween(frame([1, 0], arrow('aim', base, goal)), frame(goal), 0.5);
  expect(length(minus(links[0]![1], [Math.SQRT1_2, Math.SQRT1_2]))).toBeLessThan(1e-12);
  expect(marks).toEqual([arrow('to-goal', links[0]![1], goal)]);
});

describe.each(Object.entries(steps))('the figure of %s', (_, own) => {
  const frames = framesOf(own);
  it('has three to twenty-one frames with short sentences', () => {
    expect(frames.length).toBeGreaterThanOrEqual(3);
    expect(frames.length).toBeLessThanOrEqual(21);
    for (const { text } of frames) {
      expect(text.length, text).toBeLessThan(185);
      expect(text).toMatch(/^[A-Z1d].*\.$/u);
      expect(text).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it('turns its links from frame to frame, and they keep their lengths and joints', () => {
    for (const [k, frame] of frames.slice(0, -1).entries()) {
      const between = tween(frame, frames[k + 1]!, 0.4);
      between.links.forEach(([from, to], i) => {
        expect(length(minus(to, from))).toBeCloseTo(own.lengths[i]!, 9);
        const hangs = (links: Frame['links']): boolean => i > 0 && links[i]![0] === links[i - 1]![1];
        if (hangs(frame.links) && hangs(frames[k + 1]!.links)) expect(from).toEqual(between.links[i - 1]![1]);
      });
      for (const part of [0, 1]) {
        const [is, goal] = [tween(frame, frames[k + 1]!, part), frames[k + part]!];
        is.links
          .flat()
          .forEach((p, i) => expect(length(minus(p, goal.links.flat()[i]!))).toBeLessThan(1e-12));
      }
    }
  });

  it('says something sensible wherever start and goal are', () => {
    for (const [start, goal] of [...casesOf(own), [own.lengths.map(() => 0), [reachOf(own), 0]] as const]) {
      for (const value of own.slider?.range ?? [0]) {
        for (const { links, text } of framesOf(own, start, goal, value)) {
          expect(links.flat(2).every(Number.isFinite)).toBe(true);
          expect(text).not.toMatch(/NaN|undefined|Infinity/);
        }
      }
    }
  });
});
