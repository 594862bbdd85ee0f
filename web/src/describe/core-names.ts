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

/** track: solve from the current pose, so that a smooth target is followed smoothly. find: restart from random poses within the limits until reached; keep the best. */
export type Mode = 'track' | 'find';

/** Every option has a default. */
export interface SolveOptions {
  /** Default 'lm', which supports every problem. */
  readonly solver?: SolverName;
  /** Iterations per descent; one iteration of CCD is a sweep over all joints. Default 100. */
  readonly maxIterations?: number;
  /** Milliseconds after which no further iteration begins; `step` then takes the rest of dt at once. A solve that ends this way has the status `maxTime`. With a finite value the same input may give other results on another machine. Default Infinity. */
  readonly maxTime?: number;
  /** Metres within which a position counts as reached. Default 1e-4 of the model's size. */
  readonly tolerance?: number;
  /** Radians within which a direction or orientation counts as reached. Default 1e-3. */
  readonly angleTolerance?: number;
  /** Radians (slides: fraction of the model's size): an iteration that moves no joint farther counts as stalled. Default 1e-6. */
  readonly stallTolerance?: number;
  /** Keep the joints' limits. Default true. */
  readonly limits?: boolean;
  /** Radians (slides: fraction of the reach) that a coordinate may move per iteration. Default: the solver's own cap. */
  readonly maxStep?: number;
  /** track: solve from the current pose. find: restart from random poses until reached. Default 'track'. */
  readonly mode?: Mode;
  /** find: further descents, from random poses inside the limits, while not reached. Default 100. */
  readonly maxRestarts?: number;
  /** find: a start is abandoned if this many iterations do not halve its error, while restarts are left. Default 5. */
  readonly patience?: number;
  /** Further descents, from shrinking random offsets of the best pose so far, while not reached. Default 0. */
  readonly annealing?: number;
  /** First random offset, as a fraction of each joint's range. Default 1. */
  readonly annealingAmplitude?: number;
  /** Seed of random offsets and poses: equal seeds give equal results. Default 1. */
  readonly seed?: number;
  /** dls, svd: λ, as a fraction of the reach. Default 0.035 of the root mean square of J's singular values, each weighted by its square. */
  readonly damping?: number;
  /** Errors are shortened to this length, as a fraction of the reach; a radian counts as 0.3. Default 0.3 for pseudoinverse, dls and svd, 1 for lm and maximal, half the mean link for itasc and step, else Infinity. */
  readonly maxError?: number;
  /** pseudoinverse and svd: singular values below this fraction of the largest are dropped. Default 0.01 for pseudoinverse, none for svd, which damps instead. */
  readonly truncation?: number;
  /** transpose: fixed factor of an iteration, which shrinks near the target. Default: Buss's step length. */
  readonly stepSize?: number;
  /** transpose: each joint takes the mean over the goals that it moves instead of their sum. Default false. */
  readonly meanOverGoals?: boolean;
  /** Solvers that invert J, step and, to find, analytic: metres to keep between collision shapes, on links (`collision`) and obstacles. Takes precedence over all goals. Kept where a solve ends, not on the way between two. Default: shapes may touch. */
  readonly clearance?: number;
  /** Fraction of the way to `problem.rest` per iteration, in the null space of the goals. Default 0. */
  readonly restGain?: number;
  /** step: K, 1/s: errors decay as exp(−Kt). At most one over the substep's length. Default 20. */
  readonly gain?: number;
  /** step: number of equal parts of dt; 0: as many as the motion requires, at most 10,000. Default 4. */
  readonly substeps?: number;
  /** step: seconds of the shortest substep if substeps is 0. Default 0.01. */
  readonly minTimeStep?: number;
  /** step: seconds of the longest substep if substeps is 0. Default 0.06. */
  readonly maxTimeStep?: number;
  /** step: radians (slides: reaches) per second of a coordinate. Default 50. */
  readonly maxVelocity?: number;
  /** step: largest acceleration of a coordinate, in the same unit per second. With a bound on acceleration or jerk, or with `problem.motionBounds`, joints brake before their limits. Default Infinity. */
  readonly maxAcceleration?: number;
  /** step: largest jerk of a coordinate, in the same unit per second squared. Default Infinity. */
  readonly maxJerk?: number;
  /** step: anticipate the motion of targets and driven coordinates instead of only following it. Default true. */
  readonly feedForward?: boolean;
  /** itasc, step: cap each singular direction instead of damping it (WSDLS instead of WDLS). Default false. */
  readonly selective?: boolean;
  /** itasc, step: largest λ, at a singularity. Default 0.05, or more where errors are large. */
  readonly maxDamping?: number;
  /** itasc, step: damping sets in below this singular value of the dimensionless J. Default: maxDamping. */
  readonly dampingRange?: number;
}

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
  'badRest',
  'unknownGoalType',
  'unknownLink',
  'badGoal',
  'unknownSolver',
  'badOption',
  'badLoop',
  'badUrdf',
  'badShape',
] as const;
