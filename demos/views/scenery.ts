import type { View } from 'limber/three';
import type { Object3D } from 'three';

/** Objects shown together in a view; showing others replaces them. */
export class Scenery {
  #shown: readonly (Object3D & { dispose?(): void })[] = [];

  constructor(private readonly view: View) {}

  show(...objects: readonly (Object3D & { dispose?(): void })[]): void {
    this.view.remove(...this.#shown);
    for (const each of this.#shown) each.dispose?.();
    this.#shown = objects;
    for (const each of objects) this.view.add(each);
  }
}
