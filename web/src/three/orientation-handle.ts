import { MathUtils, Quaternion, type Ray, Vector3 } from 'three';
import type { Quat, Vec3 } from '../describe/description.ts';
import { checkView } from './check.ts';
import { Handle, type HandleOptions } from './handle.ts';
import { HandleMesh } from './handle-mesh.ts';
import { merged, ring } from './parts.ts';
import { dragTurn } from './sight.ts';
import type { View } from './view.ts';

/** Options of an `OrientationHandle`. */
export interface OrientationHandleOptions extends Omit<HandleOptions, 'onChange'> {
  /** Centre of the rings (metres, world): usually that of a `GoalHandle`. */
  position: Vec3;
  /** Initial orientation, restored by the Home key: a unit quaternion (world); default no rotation. */
  orientation?: Quat;
  /** Radius of the rings in metres. */
  radius: number;
  /** Degrees per key press; default 5. With Shift: a fifth. */
  step?: number;
  /** Called when it turns, with the handle's own `orientation` (world). */
  onChange?: (orientation: Quaternion) => void;
}

const defaultHelp =
  'Drag the rings, or use the arrow keys to turn them; Page Up and Page Down turn them about the line of sight. ' +
  'Shift turns in small steps, Escape goes back, Home returns to the start.';

/**
 * An orientation to turn: three rings about a point, for goals of type `orientation` and `pose`. Dragging
 * turns them like a ball. The arrow keys turn them left, right, up and down, PageUp and PageDown about the
 * line of sight. Its control lies under that of a `GoalHandle` at the same place.
 */
export class OrientationHandle extends Handle<Rings> {
  /** World. Write through `setOrientation`. */
  readonly orientation = new Quaternion();
  readonly #center = new Vector3();
  readonly #radius: number;
  readonly #stepAngle: number;
  readonly #tellChange: ((orientation: Quaternion) => void) | undefined;
  /** Orientation when the drag began. */
  readonly #start = new Quaternion();
  readonly #turn = new Quaternion();
  readonly #axis = new Vector3();

  constructor(view: View, { onChange, ...options }: OrientationHandleOptions) {
    super(checkView(view), new Rings(options.radius), options);
    this.#radius = options.radius;
    this.#stepAngle = MathUtils.degToRad(options.step ?? 5);
    this.#tellChange = onChange;
    this.#center.fromArray(options.position);
    this.#write(this.#turn.set(...(options.orientation ?? [0, 0, 0, 1])).normalize());
    this.place();
    this.home.copy(this.value);
    this.show(this.#center, options.radius * 1.25, {
      label: options.label ?? 'Orientation',
      roleDescription: 'draggable orientation',
      help: options.help ?? defaultHelp,
    });
    this.element.style.zIndex = '-1';
  }

  /** Sets the orientation without calling `onChange`. */
  setOrientation(x: number, y: number, z: number, w: number): void {
    this.put(() => this.#write(this.#turn.set(x, y, z, w).normalize()));
  }

  /** Moves the centre (metres, world). Call it with a goal's position to make the rings follow it. */
  setPosition(x: number, y: number, z: number): void {
    if (this.#center.equals(this.#axis.set(x, y, z))) return;
    this.#center.copy(this.#axis);
    this.place();
  }

  protected override taken(): void {
    this.#start.copy(this.orientation);
  }

  /** The near side of a ball of this radius follows the pointer. */
  protected drag(sight: Ray): void {
    if (!dragTurn(sight, this.view.camera, this.#center, this.#radius, this.#turn)) return;
    this.#write(this.#turn.multiply(this.#start));
  }

  protected step(right: number, up: number, away: number, fine: boolean): void {
    const { matrixWorld } = this.view.camera;
    // Each axis turns the near side right, up, or clockwise.
    const column = right ? 1 : up ? 0 : 2;
    this.#axis.setFromMatrixColumn(matrixWorld, column);
    this.#turn.setFromAxisAngle(
      this.#axis,
      (right || -up || -away) * (fine ? this.#stepAngle / 5 : this.#stepAngle),
    );
    this.#write(this.#turn.multiply(this.orientation));
  }

  /** The moved value is a vector: the axis times the angle. */
  #write(turned: Quaternion): void {
    if (turned.w < 0) turned.set(-turned.x, -turned.y, -turned.z, -turned.w);
    const { x, y, z, w } = turned.normalize();
    const sine = Math.hypot(x, y, z);
    this.value.set(x, y, z).multiplyScalar(sine > 0 ? (2 * Math.atan2(sine, w)) / sine : 2);
  }

  protected place(): void {
    const angle = this.value.length();
    this.#axis.copy(this.value).divideScalar(angle || 1);
    this.orientation.setFromAxisAngle(this.#axis, angle);
    this.object.position.copy(this.#center);
    this.object.quaternion.copy(this.orientation);
    this.view.invalidate();
  }

  protected override tell(): void {
    this.#tellChange?.(this.orientation);
  }
}

/** Three rings, each about one of its own axes. */
export class Rings extends HandleMesh {
  /** Metres. */
  constructor(radius: number, thickness = radius * 0.025) {
    const rings = [0, 1, 2].map(() => ring(radius, thickness));
    rings[0]!.rotateX(Math.PI / 2);
    rings[1]!.rotateZ(Math.PI / 2);
    super('orientation', merged(rings), 'direction');
  }
}
