import { Model, Problem, type ModelDescription, type StepOptions, type StepResult } from 'limber';
import { RestRule } from 'limber/run';
import { frameTime } from '../shell/clock.ts';
import { LooseLink } from './loose-link.ts';

/** A model that moves over time, one step per frame, on bases that the reader can push. */
export class Simulation {
  readonly model: Model;
  readonly problem: Problem;
  /** Bases, moved by hand. */
  readonly stands: readonly LooseLink[];
  /** Result of the last step. */
  result: StepResult | null = null;
  readonly #rest: RestRule;

  /** `stands`: names of the links that are its bases. */
  constructor(
    description: ModelDescription,
    stands: readonly string[],
    readonly options: Writable<StepOptions>,
  ) {
    this.model = Model.from(description);
    this.problem = new Problem(this.model);
    this.#rest = new RestRule(this.problem);
    this.stands = stands.map((name) => {
      const stand = new LooseLink(this.problem, name);
      stand.driven = true;
      return stand;
    });
  }

  /** Nothing moves any more, or it will never come to rest. */
  get settled(): boolean {
    return this.#rest.resting;
  }

  /** Facts for the page. */
  get facts(): { readonly limits: string; readonly warning: string } {
    return {
      limits: this.problem.linksAtLimit().join(', ') || 'none',
      warning: this.result?.warning || 'none',
    };
  }

  wake(): void {
    this.#rest.wake();
  }

  step(): void {
    this.result = this.problem.step(frameTime, this.options);
    this.#rest.end();
  }

  /** Steps until it is settled. */
  settle(): void {
    while (!this.settled) this.step();
  }

  /** Moves to its targets at once, without time passing. */
  solve(maxIterations = 200, tolerance?: number): void {
    this.problem.solve({ solver: 'lm', maxIterations, ...(tolerance !== undefined && { tolerance }) });
    this.problem.forgetMotion();
    this.wake();
  }

  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
