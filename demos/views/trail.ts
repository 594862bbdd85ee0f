import { BufferAttribute, BufferGeometry, Line, LineBasicMaterial } from 'three';

/** Number of points in a trail. */
const memory = 200;

/** The path of an effector, fading away. */
export class Trail extends Line<BufferGeometry, LineBasicMaterial> {
  readonly #places = new Float32Array(3 * memory);
  #filled = 0;

  constructor() {
    super(new BufferGeometry(), new LineBasicMaterial({ transparent: true, vertexColors: true, fog: false }));
    this.geometry.setAttribute('position', new BufferAttribute(this.#places, 3));
    const fade = Float32Array.from({ length: 4 * memory }, (_, i) =>
      i % 4 < 3 ? 1 : (i / 4 / memory) ** 1.5,
    );
    this.geometry.setAttribute('color', new BufferAttribute(fade, 4));
    this.frustumCulled = false;
    this.forget();
  }

  forget(): void {
    this.#filled = 0;
    this.geometry.setDrawRange(0, 0);
  }

  /** Metres, world. */
  push(x: number, y: number, z: number): void {
    // Filled from the end, so that the newest point has the full colour.
    this.#places.copyWithin(0, 3);
    this.#places.set([x, y, z], 3 * (memory - 1));
    this.#filled = Math.min(memory, this.#filled + 1);
    this.geometry.setDrawRange(memory - this.#filled, this.#filled);
    this.geometry.attributes.position!.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
