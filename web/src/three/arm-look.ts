import { BufferAttribute, type BufferGeometry, Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import type { MeshShape, Vec3 } from '../describe/description.ts';
import { generatedParts, type Paint, paints, shapeParts, tipParts } from './arm-layout.ts';
import { loadMesh, type MeshSource } from './mesh-source.ts';
import type { ModelLike } from './model-like.ts';
import { merged } from './parts.ts';
import { releaseGpu } from './scene-tree.ts';

/** Options for the look of an arm. */
export interface LookOptions {
  /** True to generate links and joint bodies even if the model has shapes. */
  readonly generate: boolean;
  readonly tips: boolean;
  readonly toolAxis?: Vec3 | undefined;
}

/** All solids of a link in one geometry, for one draw call. */
export interface LookPart {
  readonly link: number;
  readonly geometry: BufferGeometry;
}

/** The geometry of an arm. Arms that look the same share it. */
export class Look {
  readonly parts: readonly LookPart[];
  /** Colour of each texel that `uv` refers to. */
  readonly paints: readonly Paint[];
  /** Files by source: the same function, or the same address. */
  readonly #files = new Map<unknown, Map<string, Promise<Object3D>>>();
  #users = 0;

  private constructor(
    model: ModelLike,
    options: LookOptions,
    private readonly key: string,
  ) {
    const parts = shapeParts(model);
    if (options.generate) parts.push(...generatedParts(model));
    if (options.tips) parts.push(...tipParts(model, options.generate, options.toolAxis));
    const given = model.links.flatMap(({ shapes = [] }) => shapes.flatMap(({ color }) => color ?? []));
    this.paints = [...new Set<Paint>([...paints, ...(given as Paint[])])];
    const byLink = new Map<number, BufferGeometry[]>();
    for (const { link, geometry, paint } of parts) {
      const group = byLink.get(link) ?? [];
      group.push(this.#painted(geometry, paint));
      byLink.set(link, group);
    }
    this.parts = Array.from(byLink, ([link, group]) => ({ link, geometry: merged(group) }));
  }

  /** The look of a model, shared with equal arms. Return it with `leave`. */
  static of(model: ModelLike, options: LookOptions): Look {
    const key = keyOf(model, options);
    let look = looks.get(key);
    if (!look) looks.set(key, (look = new Look(model, options, key)));
    look.#users += 1;
    return look;
  }

  /** Frees the memory when the last user leaves. */
  leave(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    looks.delete(this.key);
    for (const { geometry } of this.parts) geometry.dispose();
    for (const files of this.#files.values())
      for (const file of files.values()) file.then(releaseGpu, () => {});
  }

  /** A mesh in its link's frame, to be cloned. @throws Error with the reason if there is none. */
  mesh(shape: MeshShape, source: MeshSource): Promise<Object3D> {
    const { file, color, scale, position, rotation } = shape;
    const place = typeof source === 'function' ? source : String(source);
    const files = this.#files.get(place) ?? new Map<string, Promise<Object3D>>();
    this.#files.set(place, files);
    const key = JSON.stringify([file, color, scale, position, rotation]);
    const found = files.get(key) ?? this.#place(shape, source);
    files.set(key, found);
    return found;
  }

  async #place(shape: MeshShape, source: MeshSource): Promise<Object3D> {
    const object = await loadMesh(shape.file, source);
    const { scale = [1, 1, 1], position = [0, 0, 0], rotation = [0, 0, 0, 1] } = shape;
    // The file may already rotate and scale its root.
    object.scale.multiply(size.fromArray(scale));
    object.position.multiply(size).applyQuaternion(turn.fromArray(rotation)).add(place.fromArray(position));
    object.quaternion.premultiply(turn);
    object.traverse((each) => {
      if (!(each instanceof Mesh)) return;
      const geometry = each.geometry as BufferGeometry;
      if (!geometry.hasAttribute('uv')) this.#painted(geometry, (shape.color ?? 'link') as Paint);
    });
    return object;
  }

  #painted(geometry: BufferGeometry, paint: Paint): BufferGeometry {
    const { count } = geometry.attributes.position!;
    const uv = new Float32Array(2 * count).fill(0.5);
    const u = (this.paints.indexOf(paint) + 0.5) / this.paints.length;
    for (let i = 0; i < uv.length; i += 2) uv[i] = u;
    return geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  }
}

const looks = new Map<string, Look>();
const size = new Vector3();
const place = new Vector3();
const turn = new Quaternion();

/** Key made of everything that the geometry depends on. */
function keyOf({ links, reach }: ModelLike, options: LookOptions): string {
  const seen = links.map(({ parent, origin, motions, shapes }) => [parent, origin, motions, shapes]);
  return JSON.stringify([seen, reach, options]);
}
