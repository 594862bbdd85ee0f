/**
 * The program of every consumer: the README's first program, a view of limber/three, and solves in workers.
 */
import { first } from './first.js';
import { solveInOwnWorker, solveInWorker } from './workers.js';
import { show } from './view.js';

/** Leaves the results or errors where the test reads them. */
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
