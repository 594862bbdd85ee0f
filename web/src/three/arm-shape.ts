import { Box3, Group, Matrix4, Mesh, MeshStandardMaterial, Object3D, Quaternion, Vector3 } from 'three';
import type { Vec3 } from '../description.ts';
import { checkModel, checkPoses } from './check.ts';
import { generatedParts, type Part, type PartKind, shapeParts, tipParts } from './arm-layout.ts';
import { type ModelLike, sizeOf } from './model-like.ts';
import { merged } from './parts.ts';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';

export interface ArmShapeOptions {
  /**
   * What links without `shapes` look like: `auto` draws them only when no link of the model has
   * shapes; `always`; `never`.
   */
  generate?: 'auto' | 'always' | 'never';
  /**
   * Axis of the tool in a tip's frame; default: along the bone that leads there, snapped to an axis
   * when close.
   */
  toolAxis?: Vec3;
  /** Draw a gripper at each leaf; default true. */
  tips?: boolean;
  /** Opacity below 1 makes a ghost without shadow: to show another pose of the same model. */
  opacity?: number;
}

/**
 * The look of any model: its boxes where it has some, generated links and joint bodies where not.
 * Stands in the zero pose until `update`. World frame as the model's: metres, poses of links.
 */
export class ArmShape extends Group implements Themed {
  private readonly frames: Object3D[] = [];
  private readonly materials: Record<PartKind, MeshStandardMaterial>;
  private readonly meshes: Mesh[] = [];

  constructor(
    readonly model: ModelLike,
    options: ArmShapeOptions = {},
  ) {
    super();
    this.name = 'arm';
    const opacity = options.opacity ?? 1;
    this.materials = {
      link: material(0.55, opacity),
      joint: material(0.45, opacity),
      tip: material(0.45, opacity),
    };
    for (const link of checkModel(model).links) {
      const frame = new Group();
      frame.name = link.name;
      frame.matrixAutoUpdate = false;
      this.frames.push(frame);
      this.add(frame);
    }
    for (const part of this.parts(options)) this.addPart(part, opacity === 1);
    this.update(zeroPoses(model));
    this.setTheme('light');
  }

  /** Copies world poses (`state.poses`, 7 numbers a link: metres, x y z w); allocates nothing. */
  update(poses: ArrayLike<number>): void {
    checkPoses(poses, this.frames.length);
    for (let i = 0; i < this.frames.length; ++i) {
      const frame = this.frames[i]!;
      position.fromArray(poses, 7 * i);
      rotation.fromArray(poses, 7 * i + 3);
      frame.matrix.compose(position, rotation, unit);
      frame.matrixWorldNeedsUpdate = true;
    }
  }

  /** All that the model can reach from where its roots are: for `View.frame`. Metres, world. */
  reachBox(): Box3 {
    const result = new Box3();
    const reach = sizeOf(this.model);
    for (const link of this.model.links) {
      if (link.parent >= 0) continue;
      position.setFromMatrixPosition(this.frames[link.index]!.matrix);
      result.expandByPoint(position.clone().addScalar(reach));
      result.expandByPoint(position.clone().addScalar(-reach));
    }
    return result;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.materials.link.color.set(palette.link);
    this.materials.joint.color.set(palette.joint);
    this.materials.tip.color.set(palette.tip);
  }

  /** Frees the GPU's memory; take it out of its view first. */
  dispose(): void {
    for (const mesh of this.meshes) mesh.geometry.dispose();
    for (const each of Object.values(this.materials)) each.dispose();
  }

  private parts(options: ArmShapeOptions): Part[] {
    const given = shapeParts(this.model);
    const generate = options.generate ?? 'auto';
    const generated = generate === 'always' || (generate === 'auto' && given.length === 0);
    const parts = generated ? [...given, ...generatedParts(this.model)] : given;
    if (options.tips ?? true) parts.push(...tipParts(this.model, generated, options.toolAxis));
    return mergeParts(parts);
  }

  private addPart({ link, kind, geometry }: Part, castShadow: boolean): void {
    const mesh = new Mesh(geometry, this.materials[kind]);
    mesh.matrixAutoUpdate = false;
    mesh.castShadow = mesh.receiveShadow = castShadow;
    this.meshes.push(mesh);
    (this.frames[link] ?? this).add(mesh);
  }
}

const position = new Vector3();
const rotation = new Quaternion();
const unit = new Vector3(1, 1, 1);

function material(roughness: number, opacity: number): MeshStandardMaterial {
  return new MeshStandardMaterial({ roughness, opacity, transparent: opacity < 1 });
}

/** One geometry for each link and colour. */
function mergeParts(parts: readonly Part[]): Part[] {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const key = `${part.link} ${part.kind}`;
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  return [...groups.values()].map((group) => ({
    link: group[0]!.link,
    kind: group[0]!.kind,
    geometry: merged(group.map((part) => part.geometry)),
  }));
}

/** World poses with every joint at zero. */
export function zeroPoses(model: ModelLike): Float64Array {
  const poses = new Float64Array(7 * model.links.length);
  const world: Matrix4[] = [];
  const scale = new Vector3();
  for (const link of model.links) {
    position.fromArray(link.origin.position ?? [0, 0, 0]);
    rotation.fromArray(link.origin.rotation ?? [0, 0, 0, 1]);
    const matrix = new Matrix4().compose(position, rotation, unit);
    if (link.parent >= 0) matrix.premultiply(world[link.parent]!);
    world.push(matrix);
    matrix.decompose(position, rotation, scale);
    poses.set([...position.toArray(), ...rotation.toArray()], 7 * link.index);
  }
  return poses;
}
