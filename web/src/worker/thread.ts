/** The worker's script. For your own worker: `import 'limber/worker/thread'`. */
import { searchQuestions } from '../reach/search.ts';
import { serve, type Scope } from './serve.ts';
import { nodeThreads } from './node-threads.ts';

// A Node thread communicates through a port; elsewhere there is none.
serve((nodeThreads()?.parentPort ?? globalThis) as Scope, searchQuestions);
