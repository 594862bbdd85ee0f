/**
 * Many targets on all cores: `await SolverPool.create(description, { goals })`, `await
 * pool.solveAll(targets)`.
 */
export { SolverPool, type PoolOptions, type PoolSolveOptions } from './pool.ts';
export type { BatchSlice, StreamOptions, StreamRows, StreamSignal } from './stream.ts';
export type { BatchArrays, BatchResult } from '../core/batch.ts';
export type { WorkerLike } from '../worker/messages.ts';
