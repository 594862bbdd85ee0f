// The entries for Node with their types, in a project that knows nothing of pages.
import { init, Model, Problem, type SolveResult } from 'limber';
import { robots } from 'limber/presets';
import { fromURDF } from 'limber/urdf';
import { init as stream } from 'limber/wasm';
import { WorkerProblem } from 'limber/worker';

export async function solved(urdf: string): Promise<SolveResult> {
  await init();
  const problem = new Problem(Model.from(fromURDF(urdf)));
  problem.addGoal({ type: 'position', link: 'hand', target: [0, 1, 0] });
  return problem.solve();
}

export const others = [robots.panda, stream, WorkerProblem];
