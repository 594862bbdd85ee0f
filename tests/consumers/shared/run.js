/** What every consumer does: the README's first program, a view of limber/three, and solves in workers. */
import { first } from './first.js';
import { solveInOwnWorker, solveInWorker } from './workers.js';
import { show } from './view.js';

/** Leaves what came out of it, or what went wrong, where the test reads it. */
export async function run(options = {}) {
  const parts = { first, show, solveInWorker, solveInOwnWorker };
  const results = {};
  try {
    for (const [name, part] of Object.entries(parts)) results[name] = await part(options);
  } catch (error) {
    results.error = `${error.code ?? error.name}: ${error.message}`;
  }
  document.documentElement.dataset.results = JSON.stringify(results);
}
