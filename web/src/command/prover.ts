/** Says for rows of a batch that were not reached whether a pose exists. */
import type { CoreStatus } from '../core-names.ts';
import { init } from '../init.ts';
import { Model } from '../model.ts';
import { Problem } from '../problem.ts';
import { disposeSymbol } from '../disposable.ts';
import { fromURDF } from '../urdf/index.ts';
import type { BatchCommand } from './batch-arguments.ts';
import { readFile } from './solve.ts';

/** `none` is proven; `beyond limits`: a pose exists only there. */
export type PoseFact = 'found' | 'exists' | 'beyond limits' | 'none' | 'unknown';

export type Prove = (target: readonly number[], status: CoreStatus) => PoseFact;

/** The robot and goal of a batch, in this thread. `tip` must be given. */
export async function makeProver({ robot, tip, free }: BatchCommand) {
  await init();
  const model = Model.from(fromURDF(readFile(robot)));
  const problem = new Problem(model);
  const goal = problem.addGoal({ type: 'pose', link: tip!, free });
  const prove: Prove = (target, status) => {
    if (status === 'converged') return 'found';
    if (!target.every(Number.isFinite)) return 'unknown';
    goal.target.set(target);
    problem.state.reset();
    problem.state.update();
    const within = problem.solutions({ most: 1, intervals: false });
    if (within.count > 0) return 'exists';
    const proven = status === 'unreachable' || problem.solve({ mode: 'find' }).status;
    if (proven === 'converged') return 'exists';
    if (problem.solutions({ limits: false, most: 1, intervals: false }).count > 0) return 'beyond limits';
    return proven === true || proven === 'unreachable' ? 'none' : 'unknown';
  };
  return {
    prove,
    [disposeSymbol]() {
      problem.dispose();
      model.dispose();
    },
  };
}
