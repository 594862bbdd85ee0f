/** Finds the readers of an option: changes it and checks whether results change. */
import { Model, Problem, solverNames, type SolveOptions } from 'limber';
import type { OptionTable } from '../../../web/src/describe/tables.ts';
import { chain, link } from './models.ts';

/** A tree with ball joints, limits and two hands, and a free chain. Every solver supports one of them. */
function problems(): Problem[] {
  const limits = { swing: { x: [-1.2, 1.2], y: [-1, 1] }, twist: [-1, 1] } as const;
  const tree = Model.from({
    links: [
      link('base', null, { type: 'revolute', axis: [0, 1, 0], limits: [-2, 2] }),
      link('chest', 'base', { type: 'revolute' }, [0, 1, 0]),
      ...[-1, 1].flatMap((x) => [
        link(`arm ${x}`, 'chest', { type: 'ball', ...limits }, [x, 0, 0]),
        link(`hand ${x}`, `arm ${x}`, { type: 'fixed' }, [x, 0.3, 0]),
      ]),
    ],
  });
  const two = new Problem(tree);
  two.addGoal({ type: 'position', link: 'hand -1', target: [-0.6, 1.9, 0.9] });
  two.addGoal({ type: 'position', link: 'hand 1', target: [1.5, 0.1, -1] });
  const { links } = chain(5, () => ({ type: 'ball' }));
  const collision = [{ type: 'sphere', radius: 0.1 }] as const;
  const one = new Problem(Model.from({ links: links.map((each) => ({ ...each, collision })) }));
  one.addGoal({ type: 'position', link: 'tool', target: [1, -2, 1.5] });
  one.addObstacle({ type: 'sphere', radius: 0.3, position: [4.6, -0.5, 0.5] });
  return [two, one];
}

/** Result of a few steps as text; null if the solver does not support the problem. */
function course(problem: Problem, options: SolveOptions): string | null {
  const { state } = problem;
  state.reset();
  state.q.forEach((_, i) => (state.q[i]! += 0.05 * Math.sin(i + 1)));
  state.update();
  problem.rest.fill(0.4);
  const { status } = problem.solve({ maxIterations: 6, tolerance: 0, ...options });
  return status === 'unsupported' ? null : state.q.join();
}

/** Result of a few steps in time with moving targets, as text. Shows the options of `problem.step`. */
function walk(problem: Problem, options: SolveOptions): string {
  const { state, goals } = problem;
  state.reset();
  const starts = goals.map(({ target }) => [...target]);
  problem.forgetMotion();
  for (let step = 1; step <= 4; step += 1) {
    for (const { target } of goals) target[0]! += 0.3;
    problem.step(0.2, options);
  }
  goals.forEach(({ target }, i) => target.set(starts[i]!));
  return [...state.q, ...problem.velocities].join();
}

const others: Readonly<Record<string, readonly unknown[]>> = {
  boolean: [true, false],
  number: [0.003, 0.3, 1],
  whole: [1, 7],
};

/** Automatic substeps, which read their bounds. */
const automatic: SolveOptions = { substeps: 0 };

/** Solvers whose steps change with the option, and 'step' if `problem.step` does. */
export function readersOf({ name, kind }: OptionTable): string[] {
  const all = problems();
  const differs = (where: (options: SolveOptions) => string | null, base: SolveOptions): boolean =>
    others[kind]!.some((value) => {
      const there = where({ ...base, [name]: value });
      return there !== null && there !== where(base);
    });
  const solvers = solverNames().filter((solver) =>
    all.some(
      (problem) =>
        problem.supports(solver) === true && differs((options) => course(problem, options), { solver }),
    ),
  );
  const steps = all.some((problem) =>
    [automatic, {}].some((base) => differs((options) => walk(problem, options), base)),
  );
  return steps ? [...solvers, 'step'] : solvers;
}
