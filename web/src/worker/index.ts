/**
 * The same interface off the main thread: `await WorkerProblem.create(description)`, goals, `await solve()`.
 * Many targets on all cores: `await SolverPool.create(description, { goals })`, `await pool.solveAll(targets)`.
 */
export {
  WorkerModel,
  WorkerProblem,
  type Conditioning,
  type WorkerOptions,
  type WorkerResult,
  type WorkerState,
} from './problem.ts';
export type { WorkerSolutions } from './questions.ts';
export type { WorkerStepResult } from '../core/result.ts';
export type { AnyGoal as AnyWorkerGoal, Goal as WorkerGoal, GoalOf as WorkerGoalOf } from '../core/goal.ts';
export { Obstacle as WorkerObstacle, type NearPair as WorkerNearPair } from '../core/obstacle.ts';
export { WorkerLoop } from './parts.ts';
export type { WorkerLike } from './messages.ts';
export { SolverPool, type PoolOptions, type PoolSolveOptions } from './pool.ts';
export type { BatchSlice, StreamOptions, StreamRows, StreamSignal } from './stream.ts';
export type { BatchArrays, BatchResult } from '../core/batch.ts';
