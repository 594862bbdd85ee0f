import type { Model, Problem, Quat, Vec3 } from 'limber';

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

  /** Metres, world. */
  get position(): Vec3 {
    return this.problem.state.q.slice(this.#qIndex, this.#qIndex + 3) as unknown as Vec3;
  }

  /** x y z w. */
  get rotation(): Quat {
    return this.problem.state.q.slice(this.#qIndex + 3, this.#qIndex + 7) as unknown as Quat;
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
