/** Plans in a thread of its own: a hard plan must not block the page. */
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
