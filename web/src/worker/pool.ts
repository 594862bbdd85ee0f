import {
  arraysFor,
  checkHooks,
  countRows,
  keepLengths,
  type BatchArrays,
  type BatchResult,
  type BatchRows,
  type Widths,
} from '../core/batch.ts';
import { copy } from '../describe/copy.ts';
import type { ModelDescription, ObstacleDescription } from '../describe/description.ts';
import { disposeSymbol } from '../core/disposable.ts';
import { LimberError } from '../describe/errors.ts';
import { asList, asObject, bad } from '../describe/flatten.ts';
import type { Goal, GoalDescription } from '../core/goal.ts';
import type { CollisionPair } from '../core/obstacle.ts';
import { WorkerProblem, type WorkerModel, type WorkerOptions } from './problem.ts';
import { solveStream, type BatchSlice, type StreamOptions, type StreamRows } from './stream.ts';

/** Options of a pool. */
export interface PoolOptions extends WorkerOptions {
  /** The goals whose targets form a row, in order. */
  readonly goals: readonly GoalDescription[];
  /** Number of workers. Default: one per core that this process may use. */
  readonly workers?: number;
  /** nv numbers, like `problem.jointWeights`. Default: ones. */
  readonly jointWeights?: ArrayLike<number>;
  /** nq numbers, like `problem.rest`. Default: that of `state.reset()`. */
  readonly rest?: ArrayLike<number>;
  /** Obstacles for the option `clearance`, as for `problem.addObstacle`. Default: none. */
  readonly obstacles?: readonly ObstacleDescription[];
  /** Like `problem.collisionPairs`. Default: the problem's own. */
  readonly collisionPairs?: readonly CollisionPair[];
}

/** Options of the solve for every row, and callbacks during the batch. */
export interface PoolSolveOptions extends StreamOptions {
  /** Start of each solve: nq numbers for all rows, or nq per row. Default: the pose of `state.reset()`. */
  readonly starts?: Float64Array;
  /** Arrays to write to, of the right lengths. Default: new ones. */
  readonly out?: Partial<BatchArrays>;
  /** Called after each slice, in order. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Most rows per message, and slices per worker in the smallest batch, so that the last worker to finish is
 * soon done.
 */
const [mostRows, slicesEach] = [1024, 4];
const mostWorkers = 1024;
/** Slices in progress per worker: one being solved and one ready. */
const roomEach = 2;

/**
 * One problem in several workers. Each row of a batch starts from a given pose. So the answers do not depend,
 * bit for bit, on the number of workers or on which one solved a row. A worker that dies is replaced, and its
 * rows are solved again.
 */
export class SolverPool {
  /** The problem's model. */
  readonly model: WorkerModel;
  /** Number of workers. */
  readonly workers: number;
  readonly #problems: readonly WorkerProblem[];
  readonly #start: Float64Array;
  readonly #widths: Widths;
  readonly #idle: WorkerProblem[];
  readonly #wanted: ((problem: WorkerProblem) => void)[] = [];

  private constructor(problems: readonly WorkerProblem[]) {
    const [{ model, goals, state }] = problems as [WorkerProblem];
    this.#problems = problems;
    this.#idle = [...problems];
    this.#start = state.q.slice();
    this.#widths = {
      targets: goals.reduce((sum, { target }) => sum + target.length, 0),
      nq: model.nq,
      goals: goals.length,
    };
    this.model = model;
    this.workers = problems.length;
  }

  /**
   * Starts the workers and builds the problem in each.
   *
   * Rejects with a LimberError: those of `WorkerProblem.create` and `addGoal`, `badDescription` for wrong
   * options.
   */
  static async create(description: ModelDescription, options: PoolOptions): Promise<SolverPool> {
    const { goals, count, jointWeights, rest, obstacles, collisionPairs, workerOptions } =
      checkOptions(options);
    const made = await Promise.allSettled(
      Array.from({ length: count }, () => WorkerProblem.create(description, workerOptions)),
    );
    const problems = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    try {
      for (const each of made) if (each.status === 'rejected') throw each.reason;
      for (const problem of problems) {
        fill(problem.jointWeights, jointWeights, 'options.jointWeights');
        fill(problem.rest, rest, 'options.rest');
        for (const goal of goals) await problem.addGoal(goal);
        for (const obstacle of obstacles) await problem.addObstacle(obstacle);
        if (collisionPairs) await problem.setCollisionPairs(collisionPairs);
      }
      return new SolverPool(problems);
    } catch (error) {
      for (const each of problems) each.dispose();
      throw error;
    }
  }

  /**
   * Solves all rows, like `Problem.solveAll` with given starts.
   *
   * Rejects with its LimberErrors, with `workerFailed` if workers keep dying, or with the signal's reason;
   * finished rows are then in `out`.
   */
  async solveAll(targets: Float64Array, options: PoolSolveOptions = {}): Promise<BatchResult> {
    const {
      starts = this.#start,
      out,
      onProgress,
      ...others
    } = asObject(options, 'options') as PoolSolveOptions;
    const widths = this.#widths;
    const count = countRows(targets, widths, this.#checkStarts(starts));
    checkHooks({ onProgress });
    const arrays = arraysFor(count, widths, out);
    const checkLengths = keepLengths({ ...arrays });
    const most = Math.max(1, Math.min(mostRows, Math.ceil(count / (slicesEach * this.workers))));
    let reason = '';
    for await (const { first, ...slice } of this.#stream([{ targets, starts }], others, most)) {
      checkLengths();
      arrays.q.set(slice.q, first * widths.nq);
      arrays.status.set(slice.status, first);
      arrays.residuals.set(slice.residuals, first * 2 * widths.goals);
      arrays.iterations.set(slice.iterations, first);
      reason = slice.reason;
      onProgress?.(first + slice.count, count);
    }
    return { ...arrays, count, reason };
  }

  /** @throws LimberError `badDescription`. */
  #checkStarts(starts: unknown): unknown {
    if (starts !== 'previous') return starts;
    throw new LimberError(
      'badDescription',
      "starts is 'previous': each row would wait for the one before; use problem.solveAll, or give poses",
    );
  }

  /**
   * Solves rows as they arrive, and yields the answers in order: for a Float64Array at most 1024 rows at a
   * time. Reads on only while fewer than two slices per worker are in progress or not yet taken, so that
   * memory does not depend on the number of rows.
   *
   * Throws the same LimberErrors as `solveAll`, naming rows by their number in the stream.
   */
  stream(
    rows: Iterable<StreamRows> | AsyncIterable<StreamRows>,
    options: StreamOptions = {},
  ): AsyncGenerator<BatchSlice, void, undefined> {
    return this.#stream(rows, asObject(options, 'options'), mostRows);
  }

  #stream(
    source: Iterable<StreamRows> | AsyncIterable<StreamRows>,
    { signal, ...options }: StreamOptions,
    most: number,
  ): AsyncGenerator<BatchSlice, void, undefined> {
    const solvers = {
      widths: this.#widths,
      start: this.#start,
      most,
      room: roomEach * this.workers,
      solve: ({ targets, starts }: BatchRows) =>
        this.lend((problem) => {
          // Sending a view would send its whole buffer.
          const ask = () => ({ targets: targets.slice(), starts: starts.slice(), options: copy(options) });
          return problem.ask<BatchResult>('solveAll', ask);
        }),
    };
    return solveStream(source, solvers, signal);
  }

  /** The problem's goals. @internal */
  get goals(): readonly Goal[] {
    return this.#problems[0]!.goals;
  }

  /** Calls `use` with the next free worker. @internal */
  async lend<T>(use: (problem: WorkerProblem) => Promise<T>): Promise<T> {
    const problem = this.#idle.pop() ?? (await new Promise<WorkerProblem>((take) => this.#wanted.push(take)));
    try {
      return await use(problem);
    } finally {
      const next = this.#wanted.shift();
      if (next) next(problem);
      else this.#idle.push(problem);
    }
  }

  /** Stops the workers. Current batches and any later ones fail with a LimberError `disposed`. */
  dispose(): void {
    for (const problem of this.#problems) problem.dispose();
  }

  /** For `using`: the same as `dispose`. */
  [disposeSymbol](): void {
    this.dispose();
  }
}

/** Number of cores that this process may use. */
function cores(): number {
  const { process, navigator } = globalThis as unknown as {
    process?: { getBuiltinModule?(name: string): { availableParallelism(): number } };
    navigator?: { hardwareConcurrency?: number };
  };
  return process?.getBuiltinModule?.('os').availableParallelism() ?? navigator?.hardwareConcurrency ?? 1;
}

function checkOptions(options: PoolOptions) {
  const {
    goals,
    workers = cores(),
    jointWeights,
    rest,
    obstacles = [],
    collisionPairs,
    ...others
  } = asObject(options, 'options') as unknown as PoolOptions;
  if (!Number.isInteger(workers) || workers < 1 || workers > mostWorkers)
    bad('options.workers', `a whole number from 1 to ${mostWorkers}`, workers);
  if (asList(goals, 'options.goals').length === 0)
    throw new LimberError('badGoal', 'options.goals is empty; give the goals whose targets a row has');
  asList(obstacles, 'options.obstacles');
  // No timeout: a slice of hard rows may take long.
  const workerOptions = { timeout: Infinity, ...others };
  return { goals, count: workers, jointWeights, rest, obstacles, collisionPairs, workerOptions };
}

/** @throws LimberError `badDescription` for another length. */
function fill(block: Float64Array, given: ArrayLike<number> | undefined, path: string): void {
  if (given === undefined) return;
  if (given?.length !== block.length) bad(path, `${block.length} numbers`, given);
  block.set(given);
}
