// Types of the entries for Node, in a project without DOM types.
import { init, Model, Problem, type SolveResult } from 'limber';
import { type BatchResult, SolverPool, WorkerProblem } from 'limber/worker';
import { fromURDF, robots } from 'limber/robots';
import { reachability } from 'limber/reach';
import { init as stream } from 'limber/wasm';

export async function solved(urdf: string): Promise<SolveResult> {
  await init();
  const problem = new Problem(Model.from(fromURDF(urdf)));
  problem.addGoal({ type: 'position', link: 'hand', target: [0, 1, 0] });
  return problem.solve();
}

export async function solvedAll(urdf: string, signal: AbortSignal): Promise<BatchResult[]> {
  const goals = [{ type: 'position', link: 'hand' }] as const;
  const pool = await SolverPool.create(fromURDF(urdf), { goals, workers: 2 });
  const problem = new Problem(Model.from(fromURDF(urdf)));
  const targets = Float64Array.of(0, 1, 0);
  return [await pool.solveAll(targets, { signal }), problem.solveAll(targets, { signal })];
}

export const others = [robots.panda, reachability, stream, WorkerProblem];
