/** Runs the contest in a thread of its own. */
import { init } from 'limber';
import { contest } from './contest.ts';
import type { ArmName } from './picks.ts';

async function run(arm: ArmName): Promise<void> {
  await init();
  for await (const progress of contest(arm)) self.postMessage(progress);
}

self.addEventListener('message', ({ data }: MessageEvent<ArmName>) => {
  run(data).catch((error: unknown) => self.postMessage(String(error)));
});
