import type { Model, Problem } from 'limber';

/**
 * The frame of a link with a free joint and no parent: a base or an object, moved by hand or by the solver.
 */
export class LooseLink {
  readonly index: number;
  readonly #qIndex: number;
  readonly #vIndex: number;

  constructor(
    private readonly problem: Problem,
    readonly name: string,
  ) {
    const model: Model = problem.model;
    this.index = model.findLink(name);
    const link = model.links[this.index]!;
    this.#qIndex = link.qIndex;
    this.#vIndex = link.vIndex;
  }

  /** Whether it is moved by hand: then no solver moves it. */
  set driven(driven: boolean) {
    this.problem.jointWeights.fill(driven ? 0 : 1, this.#vIndex, this.#vIndex + 6);
  }

  place(x: number, y: number, z: number): void {
    const { q } = this.problem.state;
    q[this.#qIndex] = x;
    q[this.#qIndex + 1] = y;
    q[this.#qIndex + 2] = z;
  }

  turn(rotation: ArrayLike<number>): void {
    this.problem.state.q.set(rotation, this.#qIndex + 3);
  }
}
