/** All that the entries `limber` and `limber/wasm` share: everything but `init`. */
export type { InitOptions } from './loader.ts';
export { Model, type Link, type ModelOptions, type Motion } from './model.ts';
export { Problem, type SolveResult, type State, type Status } from './problem.ts';
export {
  Goal,
  poseAxes,
  type DirectionGoal,
  type GoalDescription,
  type GoalType,
  type OrientationGoal,
  type PoseAxis,
  type PoseGoal,
  type PositionGoal,
} from './goal.ts';
export { solverNames, type Mode, type SolveOptions, type SolverName } from './options.ts';
export { fromDH, type DHConvention, type DHJoint, type DHTable } from './dh.ts';
export { coordinateNames, Trajectory, type TrajectoryData } from './trajectory.ts';
export { errorCodes, LimberError, type ErrorCode } from './errors.ts';
export type * from './description.ts';
