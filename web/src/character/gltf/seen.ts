import { Quaternion, Vector3 } from 'three';
import type { Similarity } from './similarity.ts';

/**
 * A link's place when the bones were last read, stored relative to the space that holds the skeleton, so it
 * moves along.
 */
export class Seen {
  readonly #position = new Vector3();
  readonly #orientation = new Quaternion();

  constructor(private readonly space: Similarity) {}

  /** Stores a place and an orientation in the world. */
  take(position: Vector3, orientation: Quaternion): void {
    const { rotation } = this.space;
    this.space.inverseApply(this.#position.copy(position));
    this.#orientation.copy(rotation).conjugate().multiply(orientation);
  }

  position(out: Vector3): Vector3 {
    return this.space.apply(out.copy(this.#position));
  }

  orientation(out: Quaternion): Quaternion {
    return out.copy(this.space.rotation).multiply(this.#orientation);
  }
}
