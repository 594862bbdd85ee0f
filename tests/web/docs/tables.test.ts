/** Names in the TypeScript types against the core's tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import {
  chainJoints,
  closures,
  Model,
  poseAxes,
  Problem,
  type GoalDescription,
  type GoalType,
  type JointType,
  type SolveOptions,
  type SolverName,
} from 'limber';
import { meanings, statedDefault } from '../../../docs/generate/options.ts';
import { core } from '../../../web/src/core/loader.ts';
import { fourBar, nearlyClosed } from '../support/linkage-models.ts';
import { chain } from '../support/models.ts';
import { root } from '../support/readme.ts';
import '../support/silence.ts';

/** Compiles only if both have the same members. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
export const described: Same<GoalDescription['type'], GoalType> = true;

/** Solvers that do not support closed loops. */
const alongTrees: SolverName[] = ['ccd', 'fabrik', 'curl', 'autodiff', 'analytic'];
it('and types of the core are what the build writes', async () => {
  const script = pathToFileURL(join(root, 'scripts/core-types.mjs')).href;
  const { generated } = (await import(/* @vite-ignore */ script)) as {
    generated: () => Promise<[file: string, text: string][]>;
  };
  for (const [file, text] of await generated())
    expect(readFileSync(file, 'utf8'), `${file} is stale: npm run build wasm`).toBe(text);
});

it('has joint types all of which build', () => {
  for (const type of core().tables.jointTypes as JointType[]) {
    using model = Model.from(chain(1, () => ({ type })));
    expect(model.links[0]!.joint.type).toBe(type);
  }
});

it('has goal types all of which can be added', () => {
  using model = Model.from(chain(2, (i) => ({ type: i ? 'prismatic' : 'revolute' })));
  using problem = new Problem(model);
  for (const type of core().tables.goalTypes) {
    const link = { joint: 'link0', slide: 'link1' }[type] ?? 'tool';
    const goal = problem.addGoal({ type, link } as GoalDescription);
    expect(goal.type).toBe(type);
    // A new goal is met: its target is the tool's pose.
    expect([goal.distance, goal.angle]).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 7)]);
  }
});

it('has solvers each of which says whether it takes a loop, and does what it says', () => {
  using model = Model.from(fourBar());
  for (const solver of core().tables.solvers as SolverName[]) {
    using problem = new Problem(model);
    problem.state.q.set(nearlyClosed);
    const answer = problem.supports(solver);
    expect([solver, answer === true]).toEqual([solver, !alongTrees.includes(solver)]);
    const { status, reason } = problem.solve({ solver });
    expect([solver, status]).toEqual([solver, answer === true ? 'converged' : 'unsupported']);
    expect(reason).toBe(answer === true ? '' : answer);
    if (answer === true) expect(problem.loops[0]!.distance).toBeLessThan(1e-8);
  }
});

it('has the defaults that the types document', () => {
  const documented = meanings('web/src/describe/core-names.ts', 'SolveOptions');
  const { options } = core().tables;
  expect([...documented.keys()].sort()).toEqual(['solver', ...options.map(({ name }) => name)].sort());
  for (const { name, kind, initial } of options) {
    const value = initial[0]!;
    const said = statedDefault.exec(documented.get(name)!)?.[1];
    const numbers: Record<string, number> = { true: 1, false: 0, "'track'": 0, "'find'": 1 };
    // Negative values mean automatic, by the model or the solver; every fixed default is documented.
    if (kind !== 'number' || value >= 0) expect(numbers[said!] ?? Number(said), name).toBe(value);
  }
});

it('takes each option in a solve, at either end of its range', () => {
  using model = Model.from(fourBar());
  using problem = new Problem(model);
  for (const { name, kind, min, max, words } of core().tables.options) {
    for (const end of [min, Math.min(max, 1e6)]) {
      const value = { boolean: end === 1, choice: words[end] }[kind] ?? end;
      const options = { solver: 'itasc', maxIterations: 2, [name]: value } as SolveOptions;
      expect(() => problem.solve(options), `${name} ${end}`).not.toThrow();
    }
  }
});

it('numbers free axes and joints of a chain as the core does: slides, then turns', () => {
  expect(poseAxes).toEqual(['x', 'y', 'z', 'rx', 'ry', 'rz']);
  expect(chainJoints).toEqual(['transX', 'transY', 'transZ', 'rotX', 'rotY', 'rotZ']);
  const freedoms = Object.entries(closures).map(([name, axes]) => [name, axes.length]);
  expect(Object.fromEntries(freedoms)).toEqual({
    fixed: 0,
    revolute: 1,
    prismatic: 1,
    cylindrical: 2,
    planar: 3,
    ball: 3,
  });
});
