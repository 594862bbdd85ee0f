import type { ModelDescription } from '../description.ts';
import { Model } from '../model.ts';
import { Problem } from '../problem.ts';
import { useOwned } from './use-owned.ts';

/** A problem with a model of its own. */
class WholeProblem {
  readonly #model: Model;
  readonly problem: Problem;

  constructor(description: ModelDescription) {
    this.#model = Model.from(description);
    this.problem = new Problem(this.#model);
  }

  dispose(): void {
    this.problem.dispose();
    this.#model.dispose();
  }
}

/**
 * A problem without goals that belongs to the component; null until the core is ready. An equal description
 * keeps it, another one makes another.
 *
 * @throws LimberError of `init` and `Model.from` while rendering, for an error boundary.
 */
export function useProblem(description: ModelDescription): Problem | null {
  return useOwned(description, (described) => new WholeProblem(described))?.problem ?? null;
}
