/** How far shapes protrude from a mesh. */
import type { Box3, Vector3 } from 'three';
import type { Solid } from './solid.ts';
import type { Surface } from './surface.ts';

/** Sample points per shape. */
const count = 400;
/** Distance by which a shape may miss a point that it covers, as a fraction of the mesh's size. */
const slack = 1e-6;

/** A point on a shape. Its results on the mesh are kept, because only the other shapes change. */
interface Sample {
  readonly point: Vector3;
  /** Another shape that contains the point; null: none; undefined: not yet determined. */
  cover: Exposed | null | undefined;
  /** Distance from the mesh in metres. */
  distance?: number;
  isInside?: boolean;
}

/**
 * A shape among others that are being divided, and how far it protrudes from the mesh where no other shape
 * covers it. Re-examines only samples that a division may have changed.
 */
export class Exposed<S extends Solid = Solid> {
  /** Metres; known after `update`. */
  overshoot = 0;
  readonly solid: S;
  readonly #mesh: Surface;
  readonly #samples: readonly Sample[];
  /** Bounds of the shape: points outside are not covered. */
  readonly #box: Box3;
  #isNew = true;

  constructor(solid: S, mesh: Surface) {
    this.solid = solid;
    this.#mesh = mesh;
    this.#samples = solid.surface(count).map((point) => ({ point, cover: undefined }));
    this.#box = solid.box().expandByScalar(2 * slack * mesh.size);
  }

  /**
   * Update after `gone` was divided into `come`, which are among `all`. The first call has null for `gone`
   * and all shapes.
   */
  update(gone: Exposed | null, come: readonly Exposed[], all: readonly Exposed[]): void {
    const isNear = (other: Exposed): boolean => other !== this && other.#box.intersectsBox(this.#box);
    const coming = come.filter(isNear);
    if (!this.#isNew && coming.length === 0 && !(gone && isNear(gone))) return;
    this.#isNew = false;
    let near: readonly Exposed[] | undefined;
    for (const sample of this.#samples) {
      if (sample.cover && sample.cover !== gone) continue;
      const others = sample.cover === null ? coming : (near ??= all.filter(isNear));
      sample.cover = others.find((other) => other.#covers(sample.point)) ?? null;
    }
    this.overshoot = this.#farthest();
  }

  #covers(point: Vector3): boolean {
    return this.#box.containsPoint(point) && this.solid.distance(point) <= slack * this.#mesh.size;
  }

  #farthest(): number {
    let most = 0;
    for (const sample of this.#samples) {
      if (sample.cover) continue;
      sample.distance ??= this.#mesh.distance(sample.point);
      if (sample.distance <= most) continue;
      sample.isInside ??= this.#mesh.isInside(sample.point);
      if (!sample.isInside) most = sample.distance;
    }
    return most;
  }
}
