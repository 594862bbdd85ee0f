// For bundlers that do not support the worker's pattern: each worker's script is built as a separate entry.
import { run } from './run.js';

void run({
  worker: () => new Worker('./thread.js', { type: 'module' }),
  ownWorker: () => new Worker('./own-worker.js', { type: 'module' }),
});
