/** `problem.solveAll`: a loop of solves in slices; invalid input is refused. tests/cpp/laws/batch_test.cpp holds that for every solver. */
import { describe, expect, it } from 'vitest';
import {
  LimberError,
  Model,
  Problem,
  statuses,
  type BatchOptions,
  type GoalDescription,
  type ModelDescription,
  type SolveOptions,
} from 'limber';
import { robots } from 'limber/robots';
import { targetsOf } from './support/batch-rows.ts';
import { usedMemory } from './support/heap.ts';
import { expectError } from './support/models.ts';
import './support/silence.ts';

const tip = ({ links }: ModelDescription): string => links.at(-1)!.name;
const pose = (robot: ModelDescription): GoalDescription => ({ type: 'pose', link: tip(robot) });

function make(robot: ModelDescription, goals: readonly GoalDescription[] = [pose(robot)]): Problem {
  const problem = new Problem(Model.from(robot));
  for (const goal of goals) problem.addGoal(goal);
  return problem;
}

/** More rows than one slice. */
const count = 300;

/** A problem, with more rows than one slice. */
const many = () => {
  const problem = make(robots.ur5);
  return { problem, ...targetsOf(problem, count) };
};

/** The reference for solveAll: the numbers of one solve per row. */
function oneByOne(problem: Problem, targets: Float64Array, options: SolveOptions, starts?: Float64Array) {
  const { nq } = problem.model;
  const rows: number[][] = [];
  for (let at = 0; at < targets.length;) {
    for (const { target } of problem.goals) target.set(targets.subarray(at, (at += target.length)));
    if (starts) problem.state.q.set(starts.subarray((rows.length * nq) % starts.length).subarray(0, nq));
    problem.state.update();
    const { status, iterations } = problem.solve(options);
    rows.push([...problem.state.q, ...residuals(problem), statuses.indexOf(status), iterations]);
  }
  return rows;
}

const residuals = ({ goals }: Problem) => goals.flatMap(({ distance, angle }) => [distance, angle]);

it.each<[string, GoalDescription[], number]>([
  ['one goal, more rows than a slice', [pose(robots.ur5)], count],
  ['several goals', [pose(robots.ur5), { type: 'direction', link: robots.ur5.links[3]!.name }], 20],
])('is a loop of solves from one pose, many, the one before, or the state: %s', (_, goals, rows) => {
  using problem = make(robots.ur5, goals);
  const options = { maxIterations: 10 };
  const { targets, starts } = targetsOf(problem, rows);
  const start = starts.slice(0, problem.model.nq);
  for (const given of [start, starts, 'previous', undefined] as const) {
    problem.state.q.set(start);
    problem.state.update();
    const each = given === 'previous' ? undefined : (given ?? start);
    const wanted = oneByOne(problem, targets, options, each);
    problem.state.q.set(start);
    const found = problem.solveAll(targets, { ...options, ...(given && { starts: given }) });
    const row = (name: 'q' | 'residuals', i: number) => {
      const width = found[name].length / rows;
      return found[name].subarray(i * width, (i + 1) * width);
    };
    expect([found.count, found.reason]).toEqual([rows, '']);
    for (const [i, numbers] of wanted.entries())
      expect([...row('q', i), ...row('residuals', i), found.status[i], found.iterations[i]]).toEqual(numbers);
    // The problem is left as by the last of them.
    expect([...problem.state.q, ...residuals(problem)]).toEqual(wanted.at(-1)!.slice(0, -2));
    const targetsLeft = problem.goals.flatMap(({ target }) => [...target]);
    expect(targetsLeft).toEqual([...targets.slice(-targetsLeft.length)]);
  }
});

it('has the reason why the last row was refused', () => {
  using problem = make(robots.ur5);
  const found = problem.solveAll(targetsOf(problem, 2).targets, { solver: 'fabrik' });
  expect([...found.status].map((each) => statuses[each])).toEqual(['unsupported', 'unsupported']);
  expect(found.reason).toBe(problem.supports('fabrik'));
});

it('writes into the arrays that it is given', () => {
  using problem = make(robots.ur5);
  const { targets, starts } = targetsOf(problem, 5);
  const fresh = problem.solveAll(targets, { starts });
  const out = {
    q: new Float64Array(30),
    status: new Uint8Array(5),
    residuals: new Float64Array(10),
    iterations: new Uint32Array(5),
  };
  const found = problem.solveAll(targets, { starts, out });
  for (const name of ['q', 'status', 'residuals', 'iterations'] as const) expect(found[name]).toBe(out[name]);
  expect(found).toEqual(fresh);
});

describe('between slices', () => {
  it('tells how far it is, and does not mind other solves there', () => {
    const { problem, targets, starts } = many();
    const options = { starts, maxIterations: 3 };
    const alone = problem.solveAll(targets, options);
    const told: [number, number][] = [];
    const onProgress = (...each: [number, number]): void => {
      told.push(each);
      problem.solve({ solver: 'ccd', maxIterations: 3 });
    };
    expect(problem.solveAll(targets, { ...options, onProgress })).toEqual(alone);
    expect(told).toEqual([
      [256, count],
      [count, count],
    ]);
  });

  it('stops where the signal says so, and leaves what is done', () => {
    const { problem, targets, starts } = many();
    const whole = problem.solveAll(targets, { starts });
    const [stop, reason] = [new AbortController(), new Error('enough')];
    const q = new Float64Array(6 * count).fill(NaN);
    const options = { starts, out: { q }, signal: stop.signal, onProgress: () => stop.abort(reason) };
    expect(() => problem.solveAll(targets, options)).toThrow(reason);
    expect(q.slice(0, 6 * 256)).toEqual(whole.q.slice(0, 6 * 256));
    expect(q.slice(6 * 256).every(Number.isNaN)).toBe(true);
  });

  it('throws where goals are added or the problem disposed there', () => {
    const { problem, targets } = many();
    const adds = () => problem.addGoal(pose(robots.ur5));
    expectError(() => problem.solveAll(targets, { onProgress: adds }), 'badGoal', 'onProgress');
    problem.removeGoal(problem.goals[1]!);
    expectError(() => problem.solveAll(targets, { onProgress: () => problem.dispose() }), 'disposed');
  });

  it.each(['targets', 'starts', 'status'] as const)('throws where %s is given away there', (name) => {
    const { problem, ...arrays } = many();
    const given = { ...arrays, status: new Uint8Array(count) };
    const options = {
      starts: given.starts,
      out: { status: given.status },
      onProgress: (): void => void structuredClone(null, { transfer: [given[name].buffer] }),
    };
    const words = [name, `${given[name].length} numbers`];
    expectError(() => problem.solveAll(given.targets, options), 'badDescription', ...words);
  });
});

describe('refuses', () => {
  const nan = (length: number, at: number): Float64Array => new Float64Array(length).fill(NaN, at, at + 1);
  const wrong: readonly [what: string, targets: unknown, BatchOptions, LimberError['code'], ...string[]][] = [
    ['no array', [0, 0, 0, 0, 0, 0, 1], {}, 'badDescription', 'targets', 'Float64Array'],
    ['nothing', undefined, {}, 'badDescription', 'targets'],
    ['no row', new Float64Array(0), {}, 'badDescription', 'targets', '7 numbers per row', 'length 0'],
    ['half a row', new Float64Array(10), {}, 'badDescription', 'targets', '7 numbers per row', 'length 10'],
    ['NaN', nan(21, 15), {}, 'notFinite', 'targets', 'number 1 of row 2 is NaN'],
    ['a start that is NaN', new Float64Array(14), { starts: nan(12, 11) }, 'notFinite', 'starts', 'row 1'],
    ['starts of a wrong length', new Float64Array(21), { starts: new Float64Array(7) }, 'badDescription', 'starts', '6 numbers, or 18'],
    ['other starts', new Float64Array(7), { starts: 'next' as never }, 'badDescription', 'starts', 'previous'],
    ['a wrong array', new Float64Array(7), { out: { q: new Float64Array(5) } }, 'badDescription', 'out.q', 'length 6'],
    ['an array of another type', new Float64Array(7), { out: { status: new Float64Array(1) as never } }, 'badDescription', 'out.status', 'Uint8Array'],
    ['no arrays', new Float64Array(7), { out: null as never }, 'badDescription', 'out', 'null'],
    ['an unknown array', new Float64Array(7), { out: { poses: new Float64Array(7) } as never }, 'badDescription', 'out.poses'],
    ['what cannot be called', new Float64Array(7), { onProgress: 5 as never }, 'badDescription', 'onProgress', 'a function'],
    ['no signal', new Float64Array(7), { signal: 5 as never }, 'badDescription', 'signal', 'AbortSignal'],
    ['a signal that is null', new Float64Array(7), { signal: null as never }, 'badDescription', 'signal'],
    ['an unknown option', new Float64Array(7), { steps: 3 } as never, 'badOption', 'steps'],
    ['an unknown solver', new Float64Array(7), { solver: 'magic' as never }, 'unknownSolver', 'magic'],
    ['no options', new Float64Array(7), 3 as never, 'badOption', 'options'],
    ['a list of options', new Float64Array(7), [] as never, 'badOption', 'options'],
  ]; // prettier-ignore
  it.each(wrong)('%s', (_, targets, options, code, ...words) => {
    using problem = make(robots.ur5);
    const before = [...problem.state.q];
    expectError(() => problem.solveAll(targets as Float64Array, options), code, ...words);
    expect([...problem.state.q]).toEqual(before);
  });

  it('a problem without goals, and one that is disposed', () => {
    const problem = make(robots.ur5, []);
    expectError(() => problem.solveAll(new Float64Array(7)), 'badGoal', 'add one');
    problem.dispose();
    expectError(() => problem.solveAll(new Float64Array(7)), 'disposed');
  });
});

it('takes no more of the core’s memory for more rows than a slice', () => {
  const { problem, targets } = many();
  const options = { maxIterations: 1 };
  problem.solveAll(targets.slice(0, 7 * 256), options);
  const before = usedMemory();
  problem.solveAll(targets, options);
  expect(usedMemory()).toBe(before);
});
