import {
  Box3,
  type BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  Vector3,
} from 'three';
import type { Vec3 } from '../describe/description.ts';
import { checkView } from './check.ts';
import { collisionSolid } from './collision-solid.ts';
import type { ObstacleLike } from './model-like.ts';
import { PointHandle, type PointHandleOptions } from './point-handle.ts';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';
import type { View } from './view.ts';

/** Options of an `ObstacleHandle`. */
export interface ObstacleHandleOptions extends PointHandleOptions {
  /**
   * Obstacles that it moves, in the world: one, or several that stay together, such as the boards of a shelf.
   */
  obstacles: readonly ObstacleLike[];
  /**
   * Place of its control (metres from the position of the first obstacle, in the world's axes); default: the
   * middle.
   */
  grip?: Vec3;
}

/** Size of a control that is not in the middle, relative to the smallest edge of all. */
const gripPart = 0.25;
/** Radius in metres of the disc drawn for a half-space. */
const discRadius = 2;

/**
 * Obstacles to drag: solids in the scene, which the mouse can grab anywhere, and a focusable control for
 * mouse, touch, pen and keyboard, with the keys of a `GoalHandle`. Moving them writes their poses and
 * allocates nothing.
 */
export class ObstacleHandle extends PointHandle<ObstacleSolids> {
  readonly #obstacles: readonly ObstacleLike[];
  /** Offsets from the first obstacle. */
  readonly #offsets: readonly Vector3[];
  #pointed = false;

  constructor(view: View, options: ObstacleHandleOptions) {
    const { obstacles, grip } = options;
    const solids = new ObstacleSolids(obstacles);
    super(checkView(view), solids, options, grip ? gripPart * solids.least : solids.least);
    this.#obstacles = obstacles;
    const first = new Vector3().fromArray(obstacles[0]!.pose);
    this.#offsets = obstacles.map(({ pose }) => new Vector3().fromArray(pose).sub(first));
    if (grip) this.grip.fromArray(grip);
    else solids.box.getCenter(this.grip);
    this.begin(first.toArray(), 'Obstacle', 'draggable obstacle');
    // A goal in front of it must be grabbed first.
    this.element.style.zIndex = '-1';
    const { canvas } = view;
    canvas.addEventListener('pointerdown', this.#onPointerDown, { capture: true });
    canvas.addEventListener('pointermove', this.#onPointerMove);
  }

  override dispose(): void {
    const { canvas } = this.view;
    canvas.removeEventListener('pointerdown', this.#onPointerDown, { capture: true });
    canvas.removeEventListener('pointermove', this.#onPointerMove);
    if (this.#pointed) canvas.style.cursor = '';
    super.dispose();
  }

  protected override place(): void {
    super.place();
    for (let i = 0; i < this.#obstacles.length; ++i) {
      const { pose } = this.#obstacles[i]!;
      const offset = this.#offsets[i]!;
      pose[0] = this.position.x + offset.x;
      pose[1] = this.position.y + offset.y;
      pose[2] = this.position.z + offset.z;
    }
  }

  /** A finger scrolls the page, and grabs only the control. */
  readonly #onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || event.button !== 0 || !this.#isAt(event)) return;
    event.stopImmediatePropagation();
    this.take(event);
  };

  readonly #onPointerMove = (event: PointerEvent): void => {
    if (event.buttons !== 0) return;
    const pointed = this.#isAt(event);
    if (pointed === this.#pointed) return;
    this.#pointed = pointed;
    this.view.canvas.style.cursor = pointed ? 'pointer' : '';
  };

  /** True if its solids are the visible objects there. */
  #isAt({ clientX, clientY }: PointerEvent): boolean {
    if (!this.visible) return false;
    const { canvas, scene } = this.view;
    const { left, top } = canvas.getBoundingClientRect();
    this.sight(clientX - left, clientY - top);
    const [own] = this.raycaster.intersectObject(this.object);
    if (!own) return false;
    const seen = this.raycaster.intersectObject(scene).find(({ object }) => !isFaint(object as Mesh));
    return !seen || seen.distance >= own.distance;
  }
}

/** Transparent or hidden objects do not block. */
const isFaint = ({ material, visible }: Mesh): boolean =>
  !visible || [material].flat().some((each) => each?.transparent);

const hue = /* @__PURE__ */ new Color();

class ObstacleSolids extends Group implements Themed {
  /** Box about the first obstacle's position. */
  readonly box = new Box3();
  readonly #material = new MeshStandardMaterial({ roughness: 0.55 });
  readonly #meshes: readonly Mesh<BufferGeometry>[];

  constructor(obstacles: readonly ObstacleLike[]) {
    super();
    this.name = 'obstacle';
    const [first] = obstacles;
    this.#meshes = obstacles.map(({ description, pose }) => {
      const mesh = new Mesh(collisionSolid(description, discRadius), this.#material);
      for (let i = 0; i < 3; ++i) mesh.position.setComponent(i, pose[i]! - first!.pose[i]!);
      mesh.quaternion.fromArray(pose, 3);
      mesh.castShadow = true;
      // A surface is seen from both sides, and would shadow itself.
      if (description.type === 'mesh') this.#material.side = DoubleSide;
      else mesh.receiveShadow = true;
      return mesh;
    });
    this.add(...this.#meshes);
    this.box.setFromObject(this);
  }

  /** The smallest edge of its box in metres. */
  get least(): number {
    const { x, y, z } = this.box.getSize(new Vector3());
    return Math.min(x, y, z);
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    // Large things in the plain colour would outshine the arm.
    this.#material.color.set(palette.link).lerp(hue.set(palette.obstacle), 0.5);
    this.#material.emissive.set(palette.obstacle);
    this.#material.emissiveIntensity = 0.12;
  }

  dispose(): void {
    for (const { geometry } of this.#meshes) geometry.dispose();
    this.#material.dispose();
  }
}
