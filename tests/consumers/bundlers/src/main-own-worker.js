// For bundlers that do not know the worker's pattern: each worker's script is built as an entry of its own.
import { run } from './run.js';

void run({
  worker: () => new Worker('./thread.js', { type: 'module' }),
  ownWorker: () => new Worker('./own-worker.js', { type: 'module' }),
});
