import { LimberError, show } from './errors.ts';
import { core, type Tables } from './loader.ts';
import type { Parameter } from './parameter.ts';
import type { Mode, SolverName } from './core-names.ts';

/** Names of all solvers, in the core's order; call it after `init`. */
export function solverNames(): SolverName[] {
  return [...core().tables.solvers] as SolverName[];
}

/** Every option has a default. A test compares these names with the core's table. */
export interface SolveOptions {
  /** Default 'lm', which supports every problem. */
  readonly solver?: SolverName;
  /** Iterations per descent; one iteration of CCD is a sweep over all joints. Default 100. */
  readonly maxIterations?: number;
  /**
   * Milliseconds after which no further iteration begins; `step` then takes the rest of dt at once. A solve
   * that ends this way has the status `maxTime`. With a finite value the same input may give other results on
   * another machine. Default Infinity.
   */
  readonly maxTime?: number;
  /** Metres within which a position counts as reached. Default 1e-4 of the model's size. */
  readonly tolerance?: number;
  /** Radians within which a direction or orientation counts as reached. Default 1e-3. */
  readonly angleTolerance?: number;
  /**
   * Radians (slides: fraction of the model's size): an iteration that moves no joint farther counts as
   * stalled. Default 1e-6.
   */
  readonly stallTolerance?: number;
  /** Keep the joints' limits. Default true. */
  readonly limits?: boolean;
  /**
   * Radians (slides: fraction of the reach) that a coordinate may move per iteration. Default: the solver's
   * own cap.
   */
  readonly maxStep?: number;
  /**
   * Further descents, from shrinking random offsets of the best pose so far, while not reached. Default 0.
   */
  readonly annealing?: number;
  /** First random offset, as a fraction of each joint's range. Default 1. */
  readonly annealingAmplitude?: number;
  /** Seed of random offsets and poses: equal seeds give equal results. Default 1. */
  readonly seed?: number;
  /** track: solve from the current pose. find: restart from random poses until reached. Default 'track'. */
  readonly mode?: Mode;
  /** find: further descents, from random poses inside the limits, while not reached. Default 100. */
  readonly maxRestarts?: number;
  /**
   * find: a start is abandoned if this many iterations do not halve its error, while restarts are left.
   * Default 5.
   */
  readonly patience?: number;
  /**
   * dls, svd: λ, as a fraction of the reach. Default 0.035 of the root mean square of J's singular values,
   * each weighted by its square.
   */
  readonly damping?: number;
  /**
   * Errors are shortened to this length, as a fraction of the reach; a radian counts as 0.3. Default 0.3 for
   * pseudoinverse, dls and svd, 1 for lm and maximal, half the mean link for itasc and step, else Infinity.
   */
  readonly maxError?: number;
  /**
   * pseudoinverse and svd: singular values below this fraction of the largest are dropped. Default 0.01 for
   * pseudoinverse, none for svd, which damps instead.
   */
  readonly truncation?: number;
  /** transpose: fixed factor of an iteration, which shrinks near the target. Default: Buss's step length. */
  readonly stepSize?: number;
  /**
   * transpose: each joint takes the mean over the goals that it moves instead of their sum. Default false.
   */
  readonly meanOverGoals?: boolean;
  /**
   * transpose, pseudoinverse, dls, svd, sdls, lm, itasc, step: metres to keep between collision shapes, on
   * links (`collision`) and obstacles. Takes precedence over all goals. Kept where a solve ends, not on the
   * way between two. Default: shapes may touch.
   */
  readonly clearance?: number;
  /** Fraction of the way to `problem.rest` per iteration, in the null space of the goals. Default 0. */
  readonly restGain?: number;
  /** itasc, step: K, 1/s: errors decay as exp(−Kt). At most one over the substep's length. Default 20. */
  readonly gain?: number;
  /** step: number of equal parts of dt; 0: as many as the motion requires, at most 10,000. Default 4. */
  readonly substeps?: number;
  /** step: seconds of the shortest substep if substeps is 0. Default 0.01. */
  readonly minTimeStep?: number;
  /** step: seconds of the longest substep if substeps is 0. Default 0.06. */
  readonly maxTimeStep?: number;
  /** itasc, step: radians (slides: reaches) per second of a coordinate. Default 50. */
  readonly maxVelocity?: number;
  /**
   * step: anticipate the motion of targets and driven coordinates instead of only following it. Default true.
   */
  readonly feedForward?: boolean;
  /**
   * itasc, step: cap each singular direction instead of damping it (WSDLS instead of WDLS). Default false.
   */
  readonly selective?: boolean;
  /** itasc, step: largest λ, at a singularity. Default 0.05, or more where errors are large. */
  readonly maxDamping?: number;
  /** itasc, step: damping sets in below this singular value of the dimensionless J. Default: maxDamping. */
  readonly dampingRange?: number;
}

/** Options of `problem.step`. */
export type StepOptions = Omit<SolveOptions, 'solver' | 'mode'>;

/**
 * Writes `options` into the core's block, with defaults for missing ones. @throws LimberError `badOption`.
 */
export function writeOptions(tables: Tables, options: SolveOptions, block: Float64Array): void {
  const given = options as Readonly<Record<string, unknown>>;
  checkObject(options);
  block.set(tables.optionDefaults);
  // Looks only at the given options, because this runs before every solve.
  for (const name in given) {
    const value = given[name];
    if (name === 'solver' || value === undefined) continue;
    const index =
      tables.optionIndex.get(name) ?? unknownOption(name, ['solver', ...tables.optionIndex.keys()]);
    const table = tables.options[index]!;
    block[index] = checked(table, value);
  }
}

/** @throws LimberError `badOption` for anything but an object. */
export function checkObject(options: unknown): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw new LimberError('badOption', `the options must be an object, not ${show(options)}`);
}

/** @throws LimberError `badOption`, always. */
export function unknownOption(name: string, known: readonly string[]): never {
  throw new LimberError('badOption', `option ${show(name)} is unknown; known: ${known.join(', ')}`);
}

/** Returns the option's number if it has the right kind and range. @throws LimberError `badOption`. */
export function checked(table: Parameter, value: unknown): number {
  if (table.kind === 'boolean') {
    if (typeof value === 'boolean') return Number(value);
    throw new LimberError('badOption', `${table.name} is ${show(value)}; give true or false`);
  }
  if (table.kind === 'choice') {
    const place = (table.words as unknown[]).indexOf(value);
    if (place >= 0) return place;
    throw new LimberError('badOption', `${table.name} is ${show(value)}; known: ${table.words.join(', ')}`);
  }
  const fits =
    typeof value === 'number' &&
    value >= table.min &&
    value <= table.max &&
    (table.kind !== 'whole' || Number.isInteger(value));
  if (fits) return value;
  const kind = table.kind === 'whole' ? 'a whole number' : 'a number';
  throw new LimberError(
    'badOption',
    `${table.name} is ${show(value)}; give ${kind} from ${table.min} to ${table.max}`,
  );
}

/** Index of a solver in the core's table. @throws LimberError `unknownSolver`. */
export function solverIndex(tables: Tables, name: string): number {
  const index = tables.solvers.indexOf(name);
  if (index >= 0) return index;
  throw new LimberError(
    'unknownSolver',
    `solver ${show(name)} is unknown; known: ${tables.solvers.join(', ')}`,
  );
}

/** An option of a call that does not pass it to the core as an option. */
export const option = (name: string, kind: string, min: number, max: number, initial: number): Parameter => ({
  name,
  need: 'may',
  kind,
  count: 1,
  min,
  max,
  initial: [initial],
  words: [],
});

/** Milliseconds. */
export const maxTimeOption = /* @__PURE__ */ option('maxTime', 'number', 0, Infinity, Infinity);

/** maxTime of calls that take no other option. @throws LimberError `badOption`. */
export function readMaxTime(options: { readonly maxTime?: number }): number {
  checkObject(options);
  const other = Object.keys(options).find((name) => name !== 'maxTime');
  if (other !== undefined) unknownOption(other, ['maxTime']);
  return checkMaxTime(options.maxTime);
}

/** maxTime of any other call. @throws LimberError `badOption`. */
export const checkMaxTime = (maxTime: unknown = Infinity): number => checked(maxTimeOption, maxTime);
