import { LimberError } from '../describe/errors.ts';
import type { WorkerLike } from './messages.ts';
import { inNode, nodeThreads } from './node-threads.ts';

/** Bundlers search for this pattern: it must stay one expression. */
const own = (): Worker =>
  new Worker(new URL('./thread.js', import.meta.url), { type: 'module', name: 'limber' });

/** Written so that bundlers do not mistake it for the expression above. */
function script(): URL {
  const here = import.meta.url;
  return new URL('./thread.js', here);
}

/** A script of another origin cannot be a worker, but one of our own workers can import it. */
function foreign(): Worker {
  const text = `import ${JSON.stringify(script().href)};`;
  // Never revoked, because some browsers read it after the constructor has returned.
  const blob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return new Worker(blob, { type: 'module', name: 'limber' });
}

/** @throws LimberError `workerFailed` if there are no workers. */
export function spawn(): WorkerLike {
  if (typeof Worker === 'undefined') {
    const node = nodeThreads();
    // Flags such as --input-type would be wrong for a file.
    if (node) return inNode(new node.Worker(script(), { execArgv: [] }));
    throw new LimberError(
      'workerFailed',
      'there is no Worker here; solve with Problem of limber itself, or give the option worker',
    );
  }
  try {
    return own();
  } catch {
    return foreign();
  }
}
