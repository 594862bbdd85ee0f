/**
 * As `limber`, with a larger core: closed loops, constraints between links, and the solvers `maximal` and `itasc`. Its
 * `Model` and `Problem` are those of `limber` and more, so that views take them. Load it with its own `init`, before or
 * instead of that of `limber`.
 */
export * from '../api.ts';
export { init } from './init.ts';
export type { ClosureName, FrameDescription, LoopDescription, ModelDescription } from './description.ts';
export { closures } from './description.ts';
export {
  chainJoints,
  type ChainGoal,
  type ChainJoint,
  type DistanceGoal,
  type GoalDescription,
  type JointGoal,
  type LookAtGoal,
  type SlideGoal,
  type Tie,
} from './goals.ts';
export { Loop } from './loop.ts';
export { Model } from './model.ts';
export type { SolveOptions, SolverName, StepOptions } from './options.ts';
export { Problem, type ConstraintState, type Mobility, type StepResult } from './problem.ts';
