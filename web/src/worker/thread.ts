/** The worker's script. In a worker of your own: `import 'limber/worker/thread'`. */
import { serve, type Scope } from './serve.ts';

serve(globalThis as unknown as Scope);
