import {
  BufferGeometry,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  type Vector3,
} from 'three';
import type { Palette } from '../theme.ts';

/** A translucent surface of size 1 with a line along its edges. */
export class Surface extends Group {
  readonly #area: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #line: Line<BufferGeometry, LineBasicMaterial>;
  #palette: Palette | null = null;
  #hot = false;

  constructor(geometry: BufferGeometry, edges: Vector3[]) {
    super();
    const look = { transparent: true, opacity: 0.13, depthWrite: false, fog: false, side: DoubleSide };
    this.#area = new Mesh(geometry, new MeshBasicMaterial(look));
    this.#line = new Line(
      new BufferGeometry().setFromPoints(edges),
      new LineBasicMaterial({ transparent: true, fog: false }),
    );
    this.add(this.#area, this.#line);
  }

  setPalette(palette: Palette): void {
    this.#palette = palette;
    this.#paint();
  }

  /** Sets or clears the warning colour. */
  setHot(hot: boolean): void {
    if (hot === this.#hot) return;
    this.#hot = hot;
    this.#paint();
  }

  dispose(): void {
    for (const { geometry, material } of [this.#area, this.#line]) {
      geometry.dispose();
      material.dispose();
    }
  }

  #paint(): void {
    if (!this.#palette) return;
    this.#area.material.color.set(this.#palette.goal);
    this.#line.material.color.set(this.#palette[this.#hot ? 'warning' : 'goal']);
  }
}
