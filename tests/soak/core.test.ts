/** Models and problems created and disposed, or forgotten: neither heap grows. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, inject, it } from 'vitest';
import { init, Model, Problem } from 'limber';
import { fromURDF, robots } from 'limber/robots';
import { heapSize, usedMemory } from '../web/support/heap.ts';
import { zigzag } from '../web/support/models.ts';
import { calm } from './calm.ts';
import { expectFlat } from './slope.ts';

const scale = inject('soak');
for (const flag of ['--expose-gc', ...calm]) setFlagsFromString(flag);
const collect = runInNewContext('gc') as () => void;
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

beforeAll(() => init());

/** A typical life of a problem in an application. */
function use(i: number): { model: Model; problem: Problem } {
  const model = Model.from(i % 50 === 0 ? robots.panda : zigzag(3));
  const problem = new Problem(model);
  const link = model.links.at(-1)!.name;
  const goal = problem.addGoal({ type: i % 2 ? 'position' : 'pose', link });
  goal.target[0]! += 0.01;
  goal.weight = 2;
  problem.solve({ maxIterations: 2, solver: i % 3 ? 'lm' : 'dls' });
  if (i % 5 === 0) problem.removeGoal(goal);
  if (i % 7 === 0) expect(() => problem.addGoal({ type: 'position', link: 'nowhere' })).toThrow('nowhere');
  return { model, problem };
}

/** Collects garbage. Forgotten objects are finalised in a task after the collection. */
async function settle(): Promise<void> {
  for (let k = 0; k < 3; ++k) {
    collect();
    await nextTask();
  }
}

/** Bytes of the core's memory lost per round, and a line through the script's memory. */
async function soak(what: string, count: number, live: (i: number) => void): Promise<void> {
  const warm = Math.ceil(count / 5);
  const each = Math.ceil(count / 25);
  // A typed array, because objects would count as script memory.
  const script = new Float64Array(Math.ceil(count / each));
  let before = 0;
  for (let i = -warm; i < count; ++i) {
    if (i === 0) {
      await settle();
      before = usedMemory();
    }
    if (i >= 0 && i % each === 0) {
      await settle();
      script[i / each] = process.memoryUsage().heapUsed;
    }
    live(i);
    if (i % 2000 === 0) await nextTask();
  }
  await settle();
  const size = heapSize();
  const lost = usedMemory() - before;
  console.log(`${what}: ${lost} bytes lost by ${count}, memory of ${size / 2 ** 20} MiB`);
  const points = Array.from(script, (bytes, k): [number, number] => [k * each, bytes]);
  expectFlat(`${what}, script`, points, 1);
  // Some of the forgotten ones may not have been finalised yet.
  expect(Math.abs(lost)).toBeLessThanOrEqual(3 * 65536);
}

it('problems made and disposed', () =>
  soak('made and disposed', Math.ceil(10_000 * scale), (i) => {
    const { model, problem } = use(i);
    problem.dispose();
    model.dispose();
  }));

it('problems made and forgotten', () => soak('made and forgotten', Math.ceil(1000 * scale), use));

it('robots read from URDF and disposed', () => {
  const links = Array.from({ length: 30 }, (_, i) => `<link name="l${i}"/>`).join('');
  const joint = (_: unknown, i: number): string =>
    `<joint name="j${i}" type="continuous"><parent link="l${i}"/><child link="l${i + 1}"/></joint>`;
  const text = `<robot name="r">${links}${Array.from({ length: 29 }, joint).join('')}</robot>`;
  return soak('URDF', Math.ceil(2000 * scale), () => Model.from(fromURDF(text)).dispose());
});
