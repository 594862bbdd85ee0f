/** Real workers killed at random: no request is lost, and each answer belongs to its own request. */
import { beforeAll, expect, inject, it } from 'vitest';
import { init, LimberError } from 'limber';
import { robots } from 'limber/robots';
import { WorkerProblem } from 'limber/worker';
import { seeded } from '../web/gltf/skeletons.ts';
import { expectFlat } from './slope.ts';
import { usedByPage } from './page-memory.ts';

const scale = inject('soak');
beforeAll(() => init());

const Plain = globalThis.Worker;
class Thread extends Plain {
  answers = 0;
  constructor(...made: ConstructorParameters<typeof Worker>) {
    super(...made);
    threads.push(this);
    this.addEventListener('message', () => ++this.answers);
  }
}
/** All workers made by the package, to kill them. */
const threads: Thread[] = [];
globalThis.Worker = Thread;

/** Kills by a script error, as if memory ran out, or silently, as if the browser ended it. */
function kill(random: () => number): void {
  // Workers before the last four have been replaced. After three in a row without a solve a request would be
  // refused.
  const thread = threads.at(-1 - Math.floor(4 * random()))!;
  if (thread.answers < 2) return;
  if (random() < 0.5) thread.terminate();
  else thread.dispatchEvent(new ErrorEvent('error', { message: 'killed', cancelable: true }));
}

it('requests while workers are killed', async () => {
  const requests = Math.ceil(1000 * scale);
  const lanes = 4;
  const random = seeded(1);
  const said = { answered: 0, refused: 0, deaths: 0 };
  const memory: [number, number][] = [];
  const lane = async (k: number): Promise<void> => {
    const problem = await WorkerProblem.create(robots.panda, { timeout: 3000 });
    problem.onError = () => ++said.deaths;
    const goal = await problem.addGoal({ type: 'position', link: 'effector' });
    const home = [...goal.target];
    const tool = 7 * problem.model.findLink('effector');
    for (let i = k; i < requests; i += lanes) {
      home.forEach((at, axis) => (goal.target[axis] = at - 0.1 * random()));
      const wanted = [...goal.target];
      if (random() < 0.01) kill(random);
      if (k === 0 && i % Math.ceil(requests / 25) < lanes) memory.push([i, await usedByPage()]);
      try {
        await problem.solve({ solver: 'lm' });
      } catch (error) {
        expect(error).toBeInstanceOf(LimberError);
        ++said.refused;
        continue;
      }
      ++said.answered;
      const off = wanted.map((at, axis) => at - problem.state.poses[tool + axis]!);
      // The residual belongs to this target, not to another request's.
      expect(Math.hypot(...off)).toBeCloseTo(goal.distance, 9);
    }
    problem.dispose();
  };
  await Promise.all(Array.from({ length: lanes }, (_, k) => lane(k)));
  console.log(`${requests} requests, ${JSON.stringify(said)}`);
  expect(said.answered + said.refused).toBe(requests);
  expect(said.refused).toBe(0);
  expectFlat('requests, page', memory, 100);
});
