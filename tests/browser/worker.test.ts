/**
 * limber/worker in a real thread: its script found from the sources, answers at most one frame late, worker
 * killed and replaced.
 */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { init, Model, Problem, type LimberError } from 'limber';
import { robots } from 'limber/robots';
import { WorkerProblem, type WorkerLike, type WorkerOptions, type WorkerResult } from 'limber/worker';

let problem: WorkerProblem | undefined;

beforeAll(() => init());
afterEach(() => problem?.dispose());

const make = async (options?: WorkerOptions): Promise<WorkerProblem> =>
  (problem = await WorkerProblem.create(robots.panda, options));

const find = { solver: 'lm', mode: 'find' } as const;

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

test('solves to the same bits as the page, without SharedArrayBuffer', async () => {
  expect(globalThis.crossOriginIsolated).toBe(false);
  const theirs = await make();
  const goal = await theirs.addGoal({ type: 'position', link: 'effector' });
  using ours = new Problem(Model.from(robots.panda));
  const own = ours.addGoal({ type: 'position', link: 'effector' });
  for (const each of [goal, own]) each.target.set([0.3, -0.4, 0.5]);
  const { status } = ours.solve({ solver: 'lm' });
  expect(await theirs.solve({ solver: 'lm' })).toMatchObject({ status });
  expect([...theirs.state.q]).toEqual([...ours.state.q]);
  expect([...theirs.state.poses]).toEqual([...ours.state.poses]);
});

test('follows a target that moves every frame: each answer is for the newest target when the one before came', async () => {
  const theirs = await make();
  const goal = await theirs.addGoal({ type: 'position', link: 'effector' });
  const [x, y, z] = goal.target as unknown as [number, number, number];
  const step = 0.001;
  const tool = 7 * theirs.model.findLink('effector');
  let frame = 0;
  const answers = new Map<object, { shown: number; frame: number }>();
  const note = (result: WorkerResult): void => {
    // The tool's way tells which frame's target it has reached.
    const shown = Math.round((theirs.state.poses[tool + 1]! - y) / step);
    if (!answers.has(result)) answers.set(result, { shown, frame });
  };
  const asked: Promise<unknown>[] = [];
  while (frame < 30) {
    goal.target.set([x, y + step * ++frame, z]);
    asked.push(theirs.solve({ solver: 'dls' }).then(note));
    await nextFrame();
  }
  await Promise.all(asked);
  const list = [...answers.values()];
  expect(list.length).toBeGreaterThan(1);
  expect(list.at(-1)!.shown).toBe(30);
  list.forEach(({ shown }, i) => expect(shown).toBeGreaterThanOrEqual(list[i - 1]?.frame ?? 1));
});

test('is replaced when its thread ends by an error, and the next solve goes on from where it was', async () => {
  const threads: Worker[] = [];
  const errors: LimberError[] = [];
  const worker = (): WorkerLike => {
    const url = new URL('../../web/src/worker/thread.ts', import.meta.url);
    const script = `import '${url.href}'; addEventListener('message', ({ data }) => { if (data === null) throw Error(); });`;
    const blob = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    threads.push(new Worker(blob, { type: 'module' }));
    return threads.at(-1)!;
  };
  const theirs = await make({ worker, onError: (error) => errors.push(error) });
  const goal = await theirs.addGoal({ type: 'position', link: 'effector', target: [0.3, -0.4, 0.5] });
  await theirs.solve(find);
  const q = [...theirs.state.q];
  // The script throws an uncaught error.
  threads[0]!.postMessage(null);
  await expect.poll(() => errors.length).toBe(1);
  expect(errors[0]).toMatchObject({
    code: 'workerFailed',
    message: expect.stringContaining('again') as string,
  });
  expect(threads).toHaveLength(2);
  expect((await theirs.solve(find)).status).toBe('converged');
  expect([...theirs.state.q]).toEqual(q);
  expect(goal.distance).toBeLessThan(1e-3);
});

test('is replaced when its thread is gone without a word', async () => {
  const threads: Worker[] = [];
  const errors: LimberError[] = [];
  const worker = (): WorkerLike => {
    const url = new URL('../../web/src/worker/thread.ts', import.meta.url);
    threads.push(new Worker(url, { type: 'module' }));
    return threads.at(-1)!;
  };
  const theirs = await make({ worker, timeout: 2000, onError: (error) => errors.push(error) });
  await theirs.addGoal({ type: 'position', link: 'effector', target: [0.3, -0.4, 0.5] });
  threads[0]!.terminate();
  expect((await theirs.solve(find)).status).toBe('converged');
  expect(errors).toHaveLength(1);
  expect(errors[0]!.message).toContain('2000 ms');
});

test('says so when its script is not there', async () => {
  const worker = (): WorkerLike =>
    new Worker(new URL('/nowhere/thread.js', location.href), { type: 'module' });
  await expect(make({ worker })).rejects.toMatchObject({
    code: 'workerFailed',
    message: expect.stringContaining('did not load') as string,
  });
});
