import {
  arraysFor,
  checkHooks,
  countRows,
  keepLengths,
  type BatchArrays,
  type BatchResult,
  type Widths,
} from '../batch.ts';
import type { ModelDescription } from '../description.ts';
import { disposeSymbol } from '../disposable.ts';
import { LimberError } from '../errors.ts';
import { asList, asObject, bad } from '../flatten.ts';
import type { GoalDescription } from '../goal.ts';
import type { CollisionPair, ObstacleDescription } from '../obstacle.ts';
import type { WorkerGoal } from '../worker/goal.ts';
import type { WorkerModel } from '../worker/model.ts';
import { WorkerProblem, type WorkerOptions } from '../worker/problem.ts';
import { solveStream, type BatchSlice, type StreamOptions, type StreamRows } from './stream.ts';

/** What a pool is made of. */
export interface PoolOptions extends WorkerOptions {
  /** The goals whose targets a row has, in their order. */
  readonly goals: readonly GoalDescription[];
  /** How many. Default: one for each core that this process may use. */
  readonly workers?: number;
  /** nv numbers, as `problem.jointWeights`. Default: ones. */
  readonly jointWeights?: ArrayLike<number>;
  /** nq numbers, as `problem.rest`. Default: that of `state.reset()`. */
  readonly rest?: ArrayLike<number>;
  /** What the option `clearance` keeps away, as for `problem.addObstacle`. Default: none. */
  readonly obstacles?: readonly ObstacleDescription[];
  /** As `problem.collisionPairs`. Default: its own. */
  readonly collisionPairs?: readonly CollisionPair[];
}

/** What every row is solved with, and what is told meanwhile. */
export interface PoolSolveOptions extends StreamOptions {
  /** Where solves start: nq numbers for all rows, or nq a row. Default: the pose of `state.reset()`. */
  readonly starts?: Float64Array;
  /** Arrays to write to, of the right lengths. Default: new ones. */
  readonly out?: Partial<BatchArrays>;
  /** Called after each slice, in order. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The most rows of a message, and how many slices of the smallest batch a worker gets: the last to end is soon done. */
const [mostRows, slicesEach] = [1024, 4];
const mostWorkers = 1024;
/** Slices under way for each worker: one that it solves, and one that is ready for it. */
const roomEach = 2;

/**
 * One problem in several workers. Each row of a batch starts from a pose that is given, so that answers do not depend, to the
 * last bit, on how many there are, nor on which of them solved a row. A worker that dies is replaced, and its rows solved again.
 */
export class SolverPool {
  /** The problem's model. */
  readonly model: WorkerModel;
  /** How many workers there are. */
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
      targets: goals.reduce((sum, goal) => sum + goal.size, 0),
      nq: model.nq,
      goals: goals.length,
    };
    this.model = model;
    this.workers = problems.length;
  }

  /**
   * Starts the workers and builds the problem in each.
   *
   * Rejects with a LimberError: those of `WorkerProblem.create` and `addGoal`, `badDescription` for wrong options.
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
   * Solves all rows, as `Problem.solveAll` with starts that are given.
   *
   * Rejects with its LimberErrors, with `workerFailed` where workers keep dying, or with the signal's reason; rows that are done
   * are in `out` then.
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
   * Solves rows as they come, and gives the answers in their order: of a Float64Array at most 1024 rows at a time. Reads on only
   * while fewer than two slices a worker are under way or not yet taken, so that memory does not depend on how many rows come.
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
      solve: (rows: Parameters<WorkerProblem['solveRows']>[0]) =>
        this.lend((problem) => problem.solveRows(rows, options)),
    };
    return solveStream(source, solvers, signal);
  }

  /** The problem's goals. @internal */
  get goals(): readonly WorkerGoal[] {
    return this.#problems[0]!.goals;
  }

  /** Lets `use` have the next worker that is free. @internal */
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

  /** Ends the workers. Batches under way, and any later one, are a LimberError `disposed`. */
  dispose(): void {
    for (const problem of this.#problems) problem.dispose();
  }

  /** For `using`: the same as `dispose`. */
  [disposeSymbol](): void {
    this.dispose();
  }
}

/** Cores that this process may use. */
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
  // A slice of hard rows takes as long as it takes.
  const workerOptions = { timeout: Infinity, ...others };
  return { goals, count: workers, jointWeights, rest, obstacles, collisionPairs, workerOptions };
}

/** @throws LimberError `badDescription` for another length. */
function fill(block: Float64Array, given: ArrayLike<number> | undefined, path: string): void {
  if (given === undefined) return;
  if (given?.length !== block.length) bad(path, `${block.length} numbers`, given);
  block.set(given);
}
