import type { ModelDescription } from '../describe/description.ts';
import { startOf } from '../bench/rest.ts';
import { LimberError } from '../describe/errors.ts';
import { Model } from '../core/model.ts';
import { Problem } from '../core/problem.ts';
import { useOwned } from './use-owned.ts';

/** A problem with a model of its own. */
class WholeProblem {
  readonly #model: Model;
  readonly problem: Problem;

  constructor(description: ModelDescription, q: ArrayLike<number> = startOf(description)) {
    this.#model = Model.from(description);
    this.problem = new Problem(this.#model);
    try {
      stand(this.problem, q);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  dispose(): void {
    this.problem.dispose();
    this.#model.dispose();
  }
}

/** Gives a problem other joint values. @throws LimberError `badOption` for another number of them. */
export function stand({ model, state }: Problem, q: ArrayLike<number>): void {
  if (q.length !== model.nq)
    throw new LimberError('badOption', `q has ${q.length} numbers; this model has ${model.nq} joint values`);
  state.q.set(q);
  state.update();
}

/**
 * A problem without goals that belongs to the component; null until the core is ready. An equal description
 * keeps it, another one makes another, which stands at `q`: by default in the middle of its limits, because
 * zero is often a corner.
 *
 * @throws LimberError of `init` and `Model.from` while rendering, for an error boundary.
 */
export function useProblem(description: ModelDescription, q?: ArrayLike<number>): Problem | null {
  return useOwned(description, (described) => new WholeProblem(described, q))?.problem ?? null;
}
