import { Problem, type GoalDescription, type Model, type SolveOptions } from 'limber';
import { measure, type Answers } from './answers.ts';

type Numbers = ArrayLike<number>;

/** Targets contain the numbers of all goals in turn. Without starts every solve begins at the zero pose. */
export function solveByWasm(
  model: Model,
  goals: readonly GoalDescription[],
  options: SolveOptions,
  targets: readonly Numbers[],
  starts: readonly Numbers[],
  repeats: number,
): Answers {
  using problem = new Problem(model);
  const added = goals.map((goal) => problem.addGoal(goal));
  return measure(targets.length, repeats, {
    place(i) {
      const start = starts[i];
      if (start) problem.state.q.set(start);
      else problem.state.reset();
      let first = 0;
      for (const { target } of added) {
        for (let k = 0; k < target.length; ++k) target[k] = targets[i]![first + k]!;
        first += target.length;
      }
    },
    solve: () => problem.solve(options).iterations,
    read: () => problem.state.q,
  });
}
