/** Shared by the entries `limber` and `limber/wasm`: everything except `init`. */
export type { InitOptions } from './core/loader.ts';
export { Model, type ModelOptions } from './core/model.ts';
export type { Link, Motion } from './core/any-model.ts';
export { Problem } from './core/problem.ts';
export type { BatchArrays, BatchOptions, BatchResult, BatchSignal } from './core/batch.ts';
export type {
  Mobility,
  MobilityOptions,
  SolveRecord,
  SolveResult,
  Status,
  StepResult,
  StepStatus,
} from './core/result.ts';
export type { Redundancy, SolutionOptions, Solutions } from './core/solutions.ts';
export type { State } from './core/state.ts';
export type * from './core/goal.ts';
export { chainJoints } from './core/goal.ts';
export { closures, poseAxes } from './describe/description.ts';
export { Loop } from './core/loop.ts';
export { Obstacle, type CollisionPair, type NearPair } from './core/obstacle.ts';
export { findCollisionPairs } from './core/collision-pairs.ts';
export { solverNames, type SolveOptions, type StepOptions } from './core/options.ts';
export { fromDH, type DHConvention, type DHJoint, type DHTable } from './describe/dh.ts';
export { coordinateNames, Trajectory, type TrajectoryData } from './moves/trajectory.ts';
export { errorCodes, LimberError, type ErrorCode } from './describe/errors.ts';
export type * from './describe/description.ts';
export {
  statuses,
  type CoreStatus,
  type GoalType,
  type Mode,
  type SolverName,
} from './describe/core-names.ts';
