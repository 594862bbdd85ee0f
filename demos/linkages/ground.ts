import { Group, Mesh, MeshStandardMaterial } from 'three';
import { box } from '../../web/src/three/parts.ts';
import { themed } from '../views/looks.ts';
import type { Mechanism } from './mechanism.ts';

/** Metres. */
const spacing = 0.25;
const half = 1;

/** Stones beside a walker's way. The standing foot drags the ground along, so stones pass by as it walks. */
export class Stones extends Group {
  #standing = -1;
  #stoodAt = 0;
  #gone = 0;

  constructor(private readonly rig: Mechanism) {
    super();
    this.name = 'stones';
    const geometry = box(0.05, 0.014, 0.05, 0.3);
    const material = new MeshStandardMaterial({ roughness: 0.7 });
    for (let i = 0; i < (4 * half) / spacing; i += 1) {
      const stone = themed(new Mesh(geometry, material), ({ joint }) => material.color.set(joint));
      stone.position.set(0, 0.007, i % 2 === 0 ? -0.3 : 0.3);
      stone.castShadow = stone.receiveShadow = true;
      this.add(stone);
    }
    this.#goBy(0);
  }

  update(): void {
    const feet = this.rig.linkage.feet!.map((foot) => this.rig.place(foot));
    const lowest = feet.reduce((low, { y }, i) => (y < feet[low]!.y ? i : low), 0);
    const { x } = feet[lowest]!;
    if (lowest === this.#standing) this.#goBy(this.#stoodAt - x);
    this.#standing = lowest;
    this.#stoodAt = x;
  }

  /** Moves the stones as the walker advances by `length` (metres). */
  #goBy(length: number): void {
    this.#gone += length;
    this.children.forEach((stone, i) => {
      const x = Math.floor(i / 2) * spacing - this.#gone;
      stone.position.x = ((((x + half) % (2 * half)) + 2 * half) % (2 * half)) - half;
    });
  }
}
