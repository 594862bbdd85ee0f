/** Words of the core. Written by `node scripts/build.mjs wasm` out of the core's own tables. */

/** Names of the joint types; `JointDescription` says what each needs. */
export type JointType =
  | 'fixed'
  | 'revolute'
  | 'continuous'
  | 'prismatic'
  | 'helical'
  | 'universal'
  | 'cylindrical'
  | 'planar'
  | 'ball'
  | 'free';

/** Names of the types of goals. */
export type GoalType =
  'position' | 'orientation' | 'pose' | 'direction' | 'distance' | 'lookAt' | 'joint' | 'slide' | 'chain';

/** Names of the solvers. */
export type SolverName =
  | 'ccd'
  | 'fabrik'
  | 'curl'
  | 'transpose'
  | 'pseudoinverse'
  | 'dls'
  | 'svd'
  | 'sdls'
  | 'lm'
  | 'autodiff'
  | 'maximal'
  | 'itasc'
  | 'analytic';

/** Names of the options, but for the solver. */
export type OptionName =
  | 'maxIterations'
  | 'maxTime'
  | 'tolerance'
  | 'angleTolerance'
  | 'stallTolerance'
  | 'limits'
  | 'maxStep'
  | 'annealing'
  | 'annealingAmplitude'
  | 'seed'
  | 'mode'
  | 'maxRestarts'
  | 'patience'
  | 'damping'
  | 'maxError'
  | 'truncation'
  | 'stepSize'
  | 'meanOverGoals'
  | 'clearance'
  | 'restGain'
  | 'gain'
  | 'substeps'
  | 'minTimeStep'
  | 'maxTimeStep'
  | 'maxVelocity'
  | 'feedForward'
  | 'selective'
  | 'maxDamping'
  | 'dampingRange';

/** track: from the pose it has, so that what moves smoothly is followed smoothly. find: restarts from random poses inside the limits until reached; keeps the best. */
export type Mode = 'track' | 'find';

/** How a solve or a step can end; a batch tells the place of a status here. */
export const statuses = [
  'converged',
  'stalled',
  'maxIterations',
  'notFinite',
  'unreachable',
  'unsupported',
  'moving',
  'maxTime',
  'blocked',
] as const;

/** One of `statuses`. */
export type CoreStatus = (typeof statuses)[number];

/** Codes of the core's errors. */
export const coreErrorCodes = [
  'emptyModel',
  'tooLarge',
  'duplicateName',
  'unknownParent',
  'cycle',
  'unknownJointType',
  'zeroAxis',
  'parallelAxes',
  'notFinite',
  'notUnit',
  'badLimits',
  'badMimic',
  'unknownGoalType',
  'unknownLink',
  'badGoal',
  'unknownSolver',
  'badOption',
  'badLoop',
  'badUrdf',
  'badShape',
] as const;
