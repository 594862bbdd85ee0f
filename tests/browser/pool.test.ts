/** SolverPool in real threads of a page: the same bits as one core, even if a worker is killed. */
import { beforeAll, expect, it } from 'vitest';
import { init, Model, Problem, type BatchResult } from 'limber';
import { SolverPool, type WorkerLike } from 'limber/worker';
import { robots } from 'limber/robots';
import { targetsOf } from '../web/support/batch-rows.ts';

const goals = [{ type: 'pose', link: robots.panda.links.at(-1)!.name }] as const;
const find = { mode: 'find' } as const;
let rows: { targets: Float64Array; starts: Float64Array };
let alone: BatchResult;

beforeAll(async () => {
  await init();
  using problem = new Problem(Model.from(robots.panda));
  problem.addGoal(goals[0]);
  rows = targetsOf(problem, 200);
  alone = problem.solveAll(rows.targets, { starts: rows.starts, ...find });
});

it.each([1, 3])('gives what one core gives, with %i workers', async (workers) => {
  using pool = await SolverPool.create(robots.panda, { goals, workers });
  expect(pool.workers).toBe(workers);
  expect(await pool.solveAll(rows.targets, { starts: rows.starts, ...find })).toEqual(alone);
});

it('has a worker for each core', async () => {
  using pool = await SolverPool.create(robots.ur5, {
    goals: [{ type: 'pose', link: robots.ur5.links.at(-1)!.name }],
  });
  expect(pool.workers).toBe(navigator.hardwareConcurrency);
});

it('solves again what a killed worker had', async () => {
  const made: Worker[] = [];
  const worker = (): WorkerLike => {
    const url = new URL('../../web/src/worker/thread.ts', import.meta.url);
    const thread = new Worker(url, { type: 'module' });
    made.push(thread);
    const send = thread.postMessage.bind(thread) as WorkerLike['postMessage'];
    let isDead = made.length !== 2;
    thread.postMessage = (message: { kind: string }, transfer: never) => {
      send(message, transfer);
      if (isDead || message.kind !== 'solveAll') return;
      isDead = true;
      thread.terminate();
      thread.onerror!(new ErrorEvent('error', { message: 'killed' }));
    };
    return thread;
  };
  using pool = await SolverPool.create(robots.panda, { goals, workers: 2, worker });
  expect(await pool.solveAll(rows.targets, { starts: rows.starts, ...find })).toEqual(alone);
  expect(made).toHaveLength(3);
});
