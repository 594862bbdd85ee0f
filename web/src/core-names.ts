/** Words of the core. Written by `node scripts/build.mjs wasm` from the core's tables. */

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

/** Names of the options, except the solver. */
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

/** track: solve from the current pose, so that a smooth target is followed smoothly. find: restart from random poses within the limits until reached; keep the best. */
export type Mode = 'track' | 'find';

/** Ways in which a solve or step can end; a batch gives the index of a status in this list. */
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
