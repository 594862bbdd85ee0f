import { Box3, Group, Matrix4, Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import type { Vec3 } from '../describe/description.ts';
import { checkModel, checkPoses } from './check.ts';
import { hasSolids } from './arm-layout.ts';
import { Look } from './arm-look.ts';
import { ArmPaint, unpainted } from './arm-paint.ts';
import { meshesOf, type MeshSource, type WornMesh } from './mesh-source.ts';
import { advance, motionsOf, readMotion } from './joint-motions.ts';
import { type ModelLike, sizeOf } from './model-like.ts';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';

export interface ArmShapeOptions {
  /**
   * Whether to draw generated parts for links without `shapes`: `auto` (only if nothing else of the model can
   * be drawn), `always` or `never`.
   */
  generate?: 'auto' | 'always' | 'never';
  /**
   * Axis of the tool in a tip's frame; default: along the bone that leads there, snapped to a frame axis when
   * close.
   */
  toolAxis?: Vec3;
  /** Draw a gripper at each leaf; default true, but false for a model with meshes. */
  tips?: boolean;
  /** Opacity. Below 1 it draws a ghost without shadow, to show another pose of the same model. */
  opacity?: number;
  /** Source of the model's meshes, such as the address of its URDF; default: they are not drawn. */
  meshes?: MeshSource;
}

/**
 * Draws any model: its shapes, or generated links and joint bodies if it has none. Shows the zero pose until
 * `update`. Its world frame is the model's: metres, poses of links. Arms of one model share their geometry.
 */
export class ArmShape extends Group implements Themed {
  /** Resolves when all meshes have been tried, with a sentence for each that could not be drawn. */
  readonly loaded: Promise<readonly string[]>;
  readonly #frames: Object3D[] = [];
  readonly #opaque: boolean;
  readonly #material: ArmPaint;
  readonly #look: Look;
  /** Look of the meshes in files. */
  #worn: Look | null = null;
  readonly #solids: Mesh[] = [];
  /** Boxes of links that no joint moves, each in its link's frame. */
  readonly #feet = new Map<Object3D, Box3>();
  #disposed = false;

  constructor(
    readonly model: ModelLike,
    options: ArmShapeOptions = {},
  ) {
    super();
    this.name = 'arm';
    for (const link of checkModel(model).links) {
      const frame = new Group();
      frame.name = link.name;
      this.#frames.push(frame);
      this.add(frame);
    }
    const worn = meshesOf(model);
    const { generate = 'auto', tips = worn.length === 0, toolAxis, opacity = 1 } = options;
    const auto = generate === 'auto' && !hasSolids(model);
    this.#opaque = opacity === 1;
    this.#look = Look.of(model, { generate: generate === 'always' || auto, tips, toolAxis });
    this.#material = new ArmPaint(this.#look.paints, opacity);
    this.#addSolids();
    this.update(posesAt(model));
    this.#material.setPalette(palettes.light);
    const wears = options.meshes !== undefined && worn.length > 0;
    this.loaded = wears ? this.#wear(worn, options.meshes!, auto) : Promise.resolve([]);
  }

  /** Copies world poses (`state.poses`, 7 numbers per link: metres, x y z w); allocates nothing. */
  update(poses: ArrayLike<number>): void {
    checkPoses(poses, this.#frames.length);
    for (let i = 0; i < this.#frames.length; ++i) {
      const frame = this.#frames[i]!;
      frame.position.fromArray(poses, 7 * i);
      frame.quaternion.fromArray(poses, 7 * i + 3);
      frame.updateMatrix();
    }
    let i = 0;
    const feet = this.userData.feet as Box3[];
    for (const [{ matrix }, box] of this.#feet) feet[i++]!.copy(box).applyMatrix4(matrix);
  }

  /** Calls `take` with the frame of each link and its pose at `q`, for `toClip`. */
  poseAt(
    q: ArrayLike<number>,
    take: (object: Object3D, quaternion: Quaternion, position: Vector3) => void,
  ): void {
    const poses = posesAt(this.model, q);
    for (const [i, frame] of this.#frames.entries())
      take(frame, rotation.fromArray(poses, 7 * i + 3), position.fromArray(poses, 7 * i));
  }

  /** Box of everything that the model can reach from its roots. Metres, the model's world. */
  reachBox(): Box3 {
    const result = new Box3();
    const reach = sizeOf(this.model);
    for (const link of this.model.links) {
      if (link.parent >= 0) continue;
      position.copy(this.#frames[link.index]!.position);
      result.expandByPoint(position.clone().addScalar(reach));
      result.expandByPoint(position.clone().addScalar(-reach));
    }
    return result;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.#material.setPalette(palette);
  }

  /** Frees the GPU memory; remove it from its view first. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#look.leave();
    this.#worn?.leave();
    this.#material.dispose();
  }

  #addSolids(): void {
    for (const { link, geometry } of this.#look.parts) {
      const mesh = new Mesh(geometry, this.#material);
      mesh.matrixAutoUpdate = false;
      mesh.castShadow = mesh.receiveShadow = this.#opaque;
      this.#solids.push(mesh);
      this.#stand(link, mesh);
      (this.#frames[link] ?? this).add(mesh);
    }
  }

  /** Adds meshes from files; `replace`: instead of generated parts. */
  async #wear(worn: readonly WornMesh[], source: MeshSource, replace: boolean): Promise<string[]> {
    const look = Look.of(this.model, { generate: false, tips: false });
    const load = async ({ link, shape }: WornMesh) => {
      try {
        return { link, mesh: await look.mesh(shape, source) };
      } catch (error) {
        return `${shape.file}: ${error instanceof Error ? error.message : String(error)}`;
      }
    };
    const loaded = await Promise.all(worn.map(load));
    const missing = loaded.filter((each) => typeof each === 'string');
    const found = loaded.filter((each) => typeof each !== 'string');
    if (this.#disposed || found.length === 0) {
      look.leave();
      return missing;
    }
    if (replace) for (const mesh of this.#solids) mesh.removeFromParent();
    this.#worn = look;
    for (const { link, mesh } of found) {
      this.#stand(link.index, mesh);
      this.#frames[link.index]!.add(this.#dressed(mesh.clone()));
    }
    return missing;
  }

  /** The floor shows a contact shadow under a solid in this link's frame, unless a joint moves the link. */
  #stand(link: number, solid: Object3D): void {
    const { links } = this.model;
    for (let i = link; i >= 0; i = links[i]!.parent)
      if (links[i]!.parent >= 0 && links[i]!.motions.length) return;
    const frame = this.#frames[link] ?? this;
    const box = this.#feet.get(frame) ?? new Box3();
    this.#feet.set(frame, box.expandByObject(solid));
    this.userData.feet = Array.from(this.#feet, ([{ matrix }, each]) => each.clone().applyMatrix4(matrix));
  }

  #dressed(object: Object3D): Object3D {
    object.traverse((each) => {
      if (!(each instanceof Mesh)) return;
      each.castShadow = each.receiveShadow = this.#opaque;
      if (each.material === unpainted) each.material = this.#material;
    });
    return object;
  }
}

const position = new Vector3();
const rotation = new Quaternion();
const unit = new Vector3(1, 1, 1);

/** World poses at `q`; by default every joint is at zero. */
export function posesAt(model: ModelLike, q?: ArrayLike<number>): Float64Array {
  const poses = new Float64Array(7 * model.links.length);
  const world: Matrix4[] = [];
  const scale = new Vector3();
  for (const link of model.links) {
    position.fromArray(link.origin.position ?? [0, 0, 0]);
    rotation.fromArray(link.origin.rotation ?? [0, 0, 0, 1]);
    const matrix = new Matrix4().compose(position, rotation, unit);
    if (link.parent >= 0) matrix.premultiply(world[link.parent]!);
    for (const motion of q ? motionsOf(link) : [])
      advance(matrix, motion, readMotion(motion, q!, rotation), rotation);
    world.push(matrix);
    matrix.decompose(position, rotation, scale);
    poses.set([...position.toArray(), ...rotation.toArray()], 7 * link.index);
  }
  return poses;
}
