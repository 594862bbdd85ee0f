import { WorkerProblem } from 'limber/worker';
import { description } from './description.js';

/** Solves in the package's worker. `worker` is the option of `WorkerProblem.create`. */
export async function solveInWorker({ worker }) {
  const problem = await WorkerProblem.create(description, worker ? { worker } : {});
  const goal = await problem.addGoal({ type: 'position', link: 'hand' });
  goal.target.set([0.3, 0.6, 0.4]);
  const { status } = await problem.solve();
  const q = [...problem.state.q];
  problem.dispose();
  return [status, q];
}

/** Solves in the page's own module worker, which imports limber. */
export function solveInOwnWorker({ ownWorker }) {
  const make =
    ownWorker ?? (() => new Worker(new URL('./own-worker.js', import.meta.url), { type: 'module' }));
  return new Promise((resolve, reject) => {
    const worker = make();
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message || 'the worker did not load'));
  });
}
