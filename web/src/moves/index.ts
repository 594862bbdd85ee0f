/** Whole ways: joints or a tool along a path, with times. `moveTo(problem, move)`, `retime(trajectory, model, bounds)`. */
export { moveTo, type Move, type MoveOptions } from './move.ts';
export { moveEnds, type Explanation, type MoveEnd } from './explain.ts';
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
