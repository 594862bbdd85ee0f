/** SolverPool: the answers of a single core, in order, however workers share, die, wait or stop. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Model, Problem, type BatchResult, type ErrorCode } from 'limber';
import { SolverPool, type BatchSlice, type PoolOptions } from 'limber/worker';
import { robots } from 'limber/robots';
import { targetsOf } from '../support/batch-rows.ts';
import { expectRejection } from '../support/rejection.ts';
import { nodeThread } from '../support/node-thread.ts';
import { fakeWorker, type FakeWorker } from '../support/worker-support.ts';
import '../support/silence.ts';

const robot = robots.ur5;
const goals = [{ type: 'pose', link: robot.links.at(-1)!.name }] as const;
const count = 100;
const nq = 6;
let rows: { targets: Float64Array; starts: Float64Array };
let alone: BatchResult;
let workers: FakeWorker[];
let pool: SolverPool;
let pools: SolverPool[] = [];
const reason = new Error('enough');

beforeAll(() => {
  using problem = new Problem(Model.from(robot));
  problem.addGoal(goals[0]);
  rows = targetsOf(problem, count);
  alone = problem.solveAll(rows.targets, { starts: rows.starts, mode: 'find' });
});

beforeEach(async () => {
  pool = await make();
  return () => {
    for (const each of pools) each.dispose();
    pools = [];
  };
});

function newWorker(): FakeWorker {
  workers.push(fakeWorker());
  return workers.at(-1)!;
}

/** Another pool, with workers of its own. */
async function make(options: Partial<PoolOptions> = {}): Promise<SolverPool> {
  workers = [];
  pools.push(await SolverPool.create(robot, { goals, worker: newWorker, workers: 2, ...options }));
  return pools.at(-1)!;
}

const slicesSent = (worker: FakeWorker): number =>
  worker.sent.filter(({ kind }) => kind === 'solveAll').length;
const find = { mode: 'find' } as const;
const solve = (pool: SolverPool, options = {}): Promise<BatchResult> =>
  pool.solveAll(rows.targets, { starts: rows.starts, ...find, ...options });

/** A row of the batch as a piece of a stream. */
const piece = (i: number, length = 1) => ({
  targets: rows.targets.slice(7 * i, 7 * (i + length)),
  starts: rows.starts.slice(nq * i, nq * (i + length)),
});

/** All slices of a stream, also in `slices`, which has those before an error. */
async function slicesOf(stream: AsyncIterable<BatchSlice>, slices: BatchSlice[] = []): Promise<BatchSlice[]> {
  for await (const slice of stream) slices.push(slice);
  return slices;
}

/** Waits for all messages in flight to arrive. */
async function settle(): Promise<void> {
  for (let i = 0; i < 50; ++i) await new Promise((resolve) => setImmediate(resolve));
}

describe('gives the bits of one core', () => {
  it.each([1, 2, 3, 7])('with %i workers', async (number) => {
    pool = await make({ workers: number });
    expect(await solve(pool)).toEqual(alone);
    expect(workers).toHaveLength(number);
    expect(Math.min(...workers.map(slicesSent))).toBeGreaterThan(0);
  });

  it('in threads of Node', async () => {
    expect(await solve(await make({ worker: nodeThread }))).toEqual(alone);
  });

  it('with joint weights, another rest posture, and the pose of reset() as the start', async () => {
    const jointWeights = [1, 0.5, 1, 1, 1, 0.2];
    const rest = [0, -1, 1, 0, 0, 0];
    using problem = new Problem(Model.from(robot));
    problem.addGoal(goals[0]);
    problem.jointWeights.set(jointWeights);
    problem.rest.set(rest);
    const options = { restGain: 0.1, solver: 'dls' } as const;
    const wanted = problem.solveAll(rows.targets, options);
    pool = await make({ jointWeights, rest });
    expect(await pool.solveAll(rows.targets, options)).toEqual(wanted);
  });

  it('for two batches at the same time, one of them in arrays that it is given', async () => {
    const q = new Float64Array(nq * count);
    const [a, b] = await Promise.all([solve(pool, { out: { q } }), solve(pool)]);
    expect(a.q).toBe(q);
    expect([a, b]).toEqual([alone, alone]);
  });
});

it('keeps the order where a worker is late', async () => {
  workers[1]!.pause();
  const told: number[] = [];
  const found = solve(pool, { onProgress: (done: number) => told.push(done) });
  await settle();
  // The other worker has done all slices that fit.
  expect(slicesSent(workers[0]!)).toBe(3);
  workers[1]!.resume();
  expect(await found).toEqual(alone);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told.at(-1)).toBe(count);
});

describe('a worker that dies', () => {
  it('is replaced, and its rows are solved again', async () => {
    workers[1]!.pause();
    const found = solve(pool);
    await settle();
    expect(slicesSent(workers[1]!)).toBe(1);
    workers[1]!.fail('out of memory');
    expect(await found).toEqual(alone);
    expect(workers).toHaveLength(3);
    expect(slicesSent(workers[2]!)).toBeGreaterThan(0);
  });

  it('again and again is an error', async () => {
    workers[1]!.pause();
    const found = solve(pool);
    await settle();
    for (const i of [1, 2, 3]) workers[i]!.fail('out of memory');
    await expectRejection(found, 'workerFailed', 'out of memory');
  });
});

describe('a stream', () => {
  it('is answered in order, in pieces as they come', async () => {
    const lengths = [1, 30, 2, 0, 67];
    let first = 0;
    const source = lengths.map((length) => piece((first += length) - length, length));
    const found = await slicesOf(pool.stream(source, find));
    expect(found.map((slice) => slice.count)).toEqual(lengths.filter(Boolean));
    expect(found.map((slice) => slice.first)).toEqual([0, 1, 31, 33]);
    expect(found.flatMap(({ q }) => [...q])).toEqual([...alone.q]);
  });

  it('of arrays is solved from the pose of reset(), in slices of 1024 rows', async () => {
    const targets = new Float64Array(7 * 2500);
    for (let i = 0; i < 2500; ++i) targets.set(rows.targets.subarray(0, 7), 7 * i);
    const found = await slicesOf(pool.stream([targets], { maxIterations: 1 }));
    expect(found.map((slice) => slice.count)).toEqual([1024, 1024, 452]);
    const [{ q }] = found as [BatchSlice];
    expect(q).toEqual((await pool.solveAll(targets.subarray(0, 7 * 1024), { maxIterations: 1 })).q);
  });

  it.each([1, 3])('is read no further than there is room, with %i workers', async (number) => {
    pool = await make({ workers: number });
    let [read, taken] = [0, 0];
    function* source() {
      for (let i = 0; i < 1000; ++i) {
        read += 1;
        yield piece(i % count);
      }
    }
    // Two slices per worker, and one that waits for a free slot.
    const most = 2 * number + 1;
    for await (const slice of pool.stream(source())) {
      taken += slice.count;
      if (taken % 100 === 1) await settle();
      expect(read - taken).toBeLessThanOrEqual(most);
    }
    expect(taken).toBe(1000);
  });

  it('keeps no answer that was taken', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    pool = await make({ workers: 1 });
    const source = Array.from({ length: count }, (_, i) => piece(i));
    const taken: WeakRef<object>[] = [];
    let kept = Infinity;
    for await (const { q } of pool.stream(source, { signal: new AbortController().signal })) {
      taken.push(new WeakRef(q));
      if (taken.length < source.length) continue;
      await settle();
      collect();
      kept = taken.filter((each) => each.deref()).length;
    }
    // The last slice, and those that the message channel may still hold.
    expect(kept).toBeLessThan(10);
  });

  it('hands out an answer before it has the next row', async () => {
    const answered: number[] = [];
    async function* source() {
      for (let i = 0; i < 3; ++i) {
        yield piece(i);
        // Deadlocks if answers wait for rows.
        while (answered.length <= i) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    for await (const slice of pool.stream(source())) answered.push(slice.first);
    expect(answered).toEqual([0, 1, 2]);
  });

  it('names the row that is wrong, after those before it', async () => {
    const bad = piece(2, 5);
    bad.targets[7 * 3 + 2] = NaN;
    const found: BatchSlice[] = [];
    const stream = pool.stream([piece(0), piece(1), bad]);
    await expectRejection(slicesOf(stream, found), 'notFinite', 'number 2 of row 5');
    expect(found.length).toBeLessThanOrEqual(2);
  });

  it('closes its source where its reader has enough', async () => {
    let closed = false;
    function* source() {
      try {
        for (;;) yield piece(0);
      } finally {
        closed = true;
      }
    }
    for await (const slice of pool.stream(source())) if (slice.first > 3) break;
    await settle();
    expect(closed).toBe(true);
  });

  it.each([undefined, 3, { length: 2 }])('is not %s', async (source) => {
    await expectRejection(pool.stream(source as never).next(), 'badDescription', 'iterable');
  });
});

describe('a signal', () => {
  it('that was given before stops all', async () => {
    await expect(solve(pool, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(workers.map(slicesSent)).toEqual([0, 0]);
  });

  it('stops a batch, and leaves the pool as good as before', async () => {
    const stop = new AbortController();
    const onProgress = (): void => stop.abort(reason);
    await expect(solve(pool, { signal: stop.signal, onProgress })).rejects.toBe(reason);
    const sent = workers.reduce((sum, worker) => sum + slicesSent(worker), 0);
    expect(sent).toBeLessThanOrEqual(5);
    expect(await solve(pool)).toEqual(alone);
  });

  it('stops a stream whose source says nothing', async () => {
    const stop = new AbortController();
    async function* source() {
      yield piece(0);
      await new Promise(() => {});
    }
    const stream = pool.stream(source(), { signal: stop.signal });
    expect((await stream.next()).value?.first).toBe(0);
    const next = stream.next();
    stop.abort(reason);
    await expect(next).rejects.toBe(reason);
  });
});

it('throws where an array is given away between slices', async () => {
  for (const name of ['targets', 'q'] as const) {
    const targets = rows.targets.slice();
    const out = { q: new Float64Array(alone.q.length) };
    const { buffer } = name === 'q' ? out.q : targets;
    const onProgress = (): void => void (buffer.byteLength && structuredClone(null, { transfer: [buffer] }));
    const found = pool.solveAll(targets, { out, onProgress });
    await expectRejection(found, 'badDescription', name, 'leave it alone');
  }
});

describe('refuses', () => {
  it('what a pool cannot be made of, and leaves no worker', async () => {
    const wrong: readonly [Partial<PoolOptions>, ErrorCode, string][] = [
      [{ workers: 0 }, 'badDescription', 'options.workers'],
      [{ workers: 1.5 }, 'badDescription', 'options.workers'],
      [{ goals: [] }, 'badGoal', 'options.goals'],
      [{ goals: 3 as never }, 'badDescription', 'options.goals'],
      [{ goals: [{ type: 'pose', link: 'nobody' }] }, 'unknownLink', 'nobody'],
      [{ jointWeights: [1] }, 'badDescription', 'options.jointWeights'],
      [{ rest: [1] }, 'badDescription', 'options.rest'],
      [{ cores: 3 } as never, 'badDescription', 'cores'],
    ];
    for (const [options, code, word] of wrong) {
      await expectRejection(make(options), code, word);
      expect(workers.every(({ terminated }) => terminated)).toBe(true);
    }
  });

  it('wrong rows and options', async () => {
    const { targets } = rows;
    await expectRejection(pool.solveAll(targets.slice(1)), 'badDescription', 'targets');
    for (const [word, options, code = 'badDescription'] of [
      ['previous', { starts: 'previous' }],
      ['starts', { starts: new Float64Array(7) }],
      ['out', { out: null }],
      ['onProgress', { onProgress: 5 }],
      ['mode', { mode: 'guess' }, 'badOption'],
      ['options', 3 as never],
    ] as [string, object, ErrorCode?][])
      await expectRejection(pool.solveAll(targets, options), code, word);
    for (const signal of [5, null, { aborted: false }] as never[]) {
      await expectRejection(pool.solveAll(targets, { signal }), 'badDescription', 'signal');
      await expectRejection(pool.stream([targets], { signal }).next(), 'badDescription', 'signal');
    }
  });

  it('everything once it is disposed', async () => {
    const found = solve(pool);
    pool.dispose();
    await expectRejection(found, 'disposed');
    await expectRejection(solve(pool), 'disposed');
  });
});
