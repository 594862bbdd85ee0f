/** The worker's script. In a worker of your own: `import 'limber/worker/thread'`. */
import { serve, type Scope } from './serve.ts';
import { nodeThreads } from './node-threads.ts';

// A thread of Node's speaks through a port; elsewhere there is none.
serve((nodeThreads()?.parentPort ?? globalThis) as Scope);
