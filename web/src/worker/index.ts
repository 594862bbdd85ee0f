/**
 * The same interface off the main thread: `await WorkerProblem.create(description)`, goals, `await solve()`.
 */
export { WorkerModel, WorkerProblem, type WorkerOptions, type WorkerState } from './problem.ts';
export type { AnyWorkerGoal, WorkerGoal, WorkerGoalOf } from './goal.ts';
export { WorkerLoop } from './loop.ts';
export { WorkerObstacle, type WorkerNearPair } from './obstacle.ts';
export { type WorkerLike } from './spawn.ts';
export type { Conditioning, WorkerResult, WorkerSolutions, WorkerStepResult } from './messages.ts';
