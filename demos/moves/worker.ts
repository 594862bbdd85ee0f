/** Plans in a thread of its own: a way that is hard to find must not hold up the page. */
import { init } from 'limber';
import { type Job, Planner } from './plan.ts';

const ready = init();
const planner = new Planner();

self.addEventListener('message', ({ data }: MessageEvent<Job>) => {
  void ready
    .then(() => planner.plan(data))
    .then(
      (plan) => self.postMessage(plan),
      (error: unknown) => self.postMessage(String(error)),
    );
});
