/**
 * The straight arm with its target on its own axis, half way out: the result of every solver, and the cures.
 * Plain data; solvers come from the core, and another trial needs one more line.
 */
import type { SolveOptions, SolverName, Vec3 } from 'limber';
import { arms } from 'limber/robots';

/** Straight up at the start. */
export const straightArm = arms[0]!;

const onTheAxis: Vec3 = [0, 0.5, 0];
const beside = (metres: number): Vec3 => [metres, 0.5, 0];

/** Iterations after which a descent is stopped. */
export const mostIterations = 1000;

export interface Trial {
  readonly name: string;
  /** Head of the column. */
  readonly title: string;
  readonly target: Vec3;
  readonly options: SolveOptions;
  /** Turn of each ball in the rest posture about the world's z (radians); default 0. */
  readonly bend?: number;
  /** The options for the curve's point `n`, from 1; default: `maxIterations: n`. */
  readonly cut?: (n: number) => SolveOptions;
}

export const trials: readonly Trial[] = [
  { name: 'axis', title: 'on the axis', target: onTheAxis, options: {} },
  {
    name: 'micrometre',
    title: '1 µm beside it, stallTolerance:\u00a00',
    target: beside(1e-6),
    options: { stallTolerance: 0 },
  },
  { name: 'millimetre', title: '1 mm beside it', target: beside(1e-3), options: {} },
  { name: 'annealing', title: 'annealing: 1', target: onTheAxis, options: { annealing: 1 } },
  {
    name: 'find',
    title: 'mode: ‘find’',
    target: onTheAxis,
    options: { mode: 'find' },
    // Each start has its own iterations: the curve has one point per start.
    cut: (n) => ({ maxIterations: mostIterations, maxRestarts: n - 1 }),
  },
  {
    name: 'rest',
    title: 'restGain:\u00a00.1, rest\u00a0bent',
    target: onTheAxis,
    options: { restGain: 0.1 },
    bend: 0.5,
  },
];

export interface Contender {
  readonly name: string;
  readonly solver: SolverName;
  readonly options: SolveOptions;
}

/** Every solver, plus the transpose as often written: with a flat weight. */
export function contenders(solvers: readonly SolverName[]): Contender[] {
  return solvers.flatMap((solver) => {
    const plain = { name: solver, solver, options: {} };
    if (solver !== 'transpose') return [plain];
    return [plain, { name: 'transpose, stepSize:\u00a00.5', solver, options: { stepSize: 0.5 } }];
  });
}
