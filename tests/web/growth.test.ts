/** Growth of the core's memory in mid-session changes no result. */
import { beforeAll, expect, it } from 'vitest';
import { init, Model, Problem, solverNames, type ModelDescription, type SolverName } from 'limber';
import { WorkerProblem } from 'limber/worker';
import { robots } from 'limber/presets';
import { growMemory, heapSize } from './support/heap.ts';
import { chain } from './support/models.ts';
import { fakeWorker } from './support/worker-support.ts';
import './support/silence.ts';

beforeAll(() => init());

const arms: Record<string, ModelDescription> = {
  hinges: robots.panda,
  balls: chain(6, () => ({ type: 'ball' })),
};
const targets = [
  [0.4, 0.2, 0.5],
  [-0.3, 0.4, 0.3],
  [0.1, -0.5, 0.6],
  [5, 1, -2],
  [0.3, 0.3, 0.3],
];

/** All results of a session with one problem per supporting solver. */
function session(description: ModelDescription, between: () => void) {
  using model = Model.from(description);
  const make = (solver: SolverName) => {
    const problem = new Problem(model);
    const goal = problem.addGoal({ type: 'position', link: model.links.at(-1)!.name });
    return { solver, problem, goal };
  };
  const able = solverNames()
    .map(make)
    .filter(({ solver, problem }) => problem.supports(solver) === true);
  return targets.flatMap((target, i) => {
    if (i === 2) between();
    return able.map(({ solver, problem, goal }) => {
      goal.target.set(target);
      const { status, iterations } = problem.solve({ solver, annealing: 2, maxIterations: 15 });
      const { q, poses } = problem.state;
      return [solver, status, iterations, goal.distance, ...q, ...poses, ...problem.activeLimits];
    });
  });
}

it.each(Object.keys(arms))('changes no bit of what any solver finds on %s', (name) => {
  const quiet = session(arms[name]!, () => {});
  const before = heapSize();
  expect(session(arms[name]!, growMemory)).toEqual(quiet);
  expect(heapSize()).toBeGreaterThan(before);
  expect(quiet.length).toBeGreaterThan(5 * targets.length);
});

it('changes none in a worker', async () => {
  const run = async (between: () => void): Promise<number[][]> => {
    using problem = await WorkerProblem.create(robots.panda, { worker: fakeWorker });
    const goal = await problem.addGoal({ type: 'position', link: 'effector' });
    const frames: number[][] = [];
    for (const [i, target] of targets.entries()) {
      goal.target.set(target);
      await problem.solve({ solver: 'lm' });
      if (i === 2) between();
      frames.push([...problem.state.q, ...problem.state.poses, goal.distance]);
    }
    return frames;
  };
  expect(await run(growMemory)).toEqual(await run(() => {}));
});
