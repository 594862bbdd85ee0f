/**
 * Moves of joints, or of a tool along a path, and their timing. `moveTo(problem, move)`, `retime(trajectory,
 * model, bounds)`.
 */
export { moveTo, type MoveOptions } from './move.ts';
export { type Move, moveEnds, type Explanation, type MoveEnd } from './explain.ts';
export {
  moveTypes,
  type ArcMove,
  type FunctionMove,
  type JointMove,
  type LineMove,
  type MoveDescription,
  type PosesMove,
  type SplineMove,
  type ToolMove,
  type ToolPose,
} from './paths.ts';
export { retime, type MotionRow, type RetimeOptions, type TimedMotion } from './retime.ts';
export type { MotionBounds, ToolBounds } from './bounds.ts';
export { blend, cost, resample, reverse, type TrajectoryCost } from './trajectories.ts';
