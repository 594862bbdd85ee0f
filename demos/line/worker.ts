/** Plans in a thread of its own: a hard plan must not block the page. */
import { serve, type Scope } from '../../web/src/worker/serve.ts';
import { questions } from './plan.ts';

serve(globalThis as unknown as Scope, questions);
