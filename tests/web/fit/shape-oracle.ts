/** Reference for fitted shapes. */
import type { Vector3 } from 'three';
import { Model, Problem, type CollisionShape } from 'limber';

const tiny = 1e-6;

/** Signed distances to the union of shapes, by the core. */
export class Oracle {
  readonly #model = Model.from({
    links: [{ name: 'ball', joint: { type: 'free' }, collision: [{ type: 'sphere', radius: tiny }] }],
  });
  readonly #problem = new Problem(this.#model);

  constructor(shapes: readonly CollisionShape[]) {
    for (const shape of shapes) this.#problem.addObstacle(shape);
  }

  distance({ x, y, z }: Vector3): number {
    const { state } = this.#problem;
    state.q.set([x, y, z]);
    state.update();
    return this.#problem.clearance() + tiny;
  }

  [Symbol.dispose](): void {
    this.#problem.dispose();
    this.#model.dispose();
  }
}
