import { Model, Problem, type Goal, type SolveOptions, type Status } from 'limber';
import { mostIterations, straightArm, type Contender, type Trial } from './trials.ts';

export interface TrialOutcome {
  readonly status: Status;
  readonly iterations: number;
  readonly restarts: number;
  /** Metres. */
  readonly residual: number;
  readonly q: Float64Array;
}

/** The straight arm and one goal; each solve starts from the straight pose. */
export class Lab {
  readonly model: Model;
  readonly problem: Problem;
  readonly #goal: Goal;

  constructor() {
    this.model = Model.from(straightArm.description);
    this.problem = new Problem(this.model);
    this.#goal = this.problem.addGoal({ type: 'position', link: straightArm.effectors[0]! });
  }

  /** One solve; null where the solver does not support the arm. */
  try(contender: Contender, trial: Trial, cut: SolveOptions = {}): TrialOutcome | null {
    if (this.problem.supports(contender.solver) !== true) return null;
    this.#prepare(trial);
    const result = this.problem.solve(optionsOf(contender, trial, cut));
    return this.#outcome(result);
  }

  /**
   * Residuals after each iteration, from the start on. Each point is a separate solve with a limited number
   * of iterations; the points become logarithmically spaced as the iterations grow.
   */
  curve(contender: Contender, trial: Trial): TrialOutcome[] {
    const end = this.try(contender, trial);
    if (!end) return [];
    this.#prepare(trial);
    this.problem.state.update();
    const points = [this.#outcome({ status: 'maxIterations', iterations: 0, restarts: 0 })];
    for (let n = 1; points.at(-1)!.iterations < end.iterations; n = Math.max(n + 1, Math.round(1.1 * n))) {
      const cut = trial.cut?.(n) ?? { maxIterations: n };
      const point = this.try(contender, trial, cut)!;
      if (point.iterations >= end.iterations) break;
      if (point.iterations > points.at(-1)!.iterations) points.push(point);
    }
    return [...points, end];
  }

  [Symbol.dispose](): void {
    this.problem.dispose();
    this.model.dispose();
  }

  /** Resets to the straight pose, with the trial's target and rest posture. */
  #prepare({ target, bend = 0 }: Trial): void {
    const { state, rest } = this.problem;
    state.reset();
    rest.set(state.q);
    for (const { nq, qIndex } of this.model.links) {
      if (nq === 4) rest.set([0, 0, Math.sin(bend / 2), Math.cos(bend / 2)], qIndex);
    }
    this.#goal.target.set(target);
  }

  #outcome({ status, iterations, restarts }: Omit<TrialOutcome, 'residual' | 'q'>): TrialOutcome {
    const q = this.problem.state.q.slice();
    return { status, iterations, restarts, residual: this.#goal.distance, q };
  }
}

function optionsOf({ solver, options }: Contender, trial: Trial, cut: SolveOptions): SolveOptions {
  return { maxIterations: mostIterations, ...options, ...trial.options, ...cut, solver };
}
