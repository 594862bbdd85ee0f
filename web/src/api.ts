/** Shared by the entries `limber` and `limber/wasm`: everything except `init`. */
export type { InitOptions } from './loader.ts';
export { Model, type ModelOptions } from './model.ts';
export type { Link, Motion } from './any-model.ts';
export { Problem } from './problem.ts';
export type { BatchArrays, BatchOptions, BatchResult, BatchSignal } from './batch.ts';
export type {
  Mobility,
  MobilityOptions,
  SolveRecord,
  SolveResult,
  Status,
  StepResult,
  StepStatus,
} from './result.ts';
export type { Redundancy, SolutionOptions, Solutions } from './solutions.ts';
export type { State } from './state.ts';
export type * from './goal.ts';
export { chainJoints } from './goal.ts';
export { closures, poseAxes } from './description.ts';
export { Loop } from './loop.ts';
export { Obstacle, type CollisionPair, type NearPair } from './obstacle.ts';
export { findCollisionPairs } from './collision-pairs.ts';
export { solverNames, type SolveOptions, type StepOptions } from './options.ts';
export { fromDH, type DHConvention, type DHJoint, type DHTable } from './dh.ts';
export { coordinateNames, Trajectory, type TrajectoryData } from './trajectory.ts';
export { errorCodes, LimberError, type ErrorCode } from './errors.ts';
export type * from './description.ts';
export { statuses, type CoreStatus, type GoalType, type Mode, type SolverName } from './core-names.ts';
