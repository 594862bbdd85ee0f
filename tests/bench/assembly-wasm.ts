// Solves an assembly in WebAssembly through standard streams. A separate process, because a process has one
// core and the other benchmarks use the smaller one.
import { readFileSync } from 'node:fs';
import { init, Model, Problem, type GoalDescription, type ModelDescription, type SolveOptions } from 'limber';
import { measure, type Rounds } from './answers.ts';

export interface AssemblyInput {
  readonly description: ModelDescription;
  readonly goals: readonly GoalDescription[];
  readonly options: SolveOptions;
  readonly targets: readonly number[][];
  readonly starts: readonly number[][];
  readonly rounds: Rounds;
}

const input = JSON.parse(readFileSync(0, 'utf8')) as AssemblyInput;
await init();
using model = Model.from(input.description);
using problem = new Problem(model);
const goals = input.goals.map((goal) => problem.addGoal(goal));

const answers = measure(input.targets.length, input.rounds, {
  place(i) {
    problem.state.q.set(input.starts[i]!);
    problem.state.update();
    let first = 0;
    for (const { target } of goals) {
      target.set(input.targets[i]!.slice(first, first + target.length));
      first += target.length;
    }
  },
  solve: () => problem.solve(input.options).iterations,
  read: () => problem.state.q,
});
process.stdout.write(JSON.stringify(answers));
