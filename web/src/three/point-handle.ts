import { type Object3D, type Ray, Vector3 } from 'three';
import type { Vec3 } from '../describe/description.ts';
import { checkView } from './check.ts';
import { Handle, type HandleOptions } from './handle.ts';
import { dragPoint, edgeOn } from './sight.ts';
import type { View } from './view.ts';

/** Bounds of a point (metres, world); a missing or undefined number means no bound. */
export interface PointBounds {
  /** Smallest x, y, z. */
  min?: readonly [x?: number | undefined, y?: number | undefined, z?: number | undefined];
  /** Largest x, y, z. */
  max?: readonly [x?: number | undefined, y?: number | undefined, z?: number | undefined];
}

export interface PointHandleOptions extends HandleOptions {
  /** Metres per key press; with Shift a fifth. Default: a quarter of its size. */
  step?: number;
  /** Allowed region; default: anywhere. */
  bounds?: PointBounds;
  /**
   * Keeps it in the plane perpendicular to this direction (world), for things that move flat. If the plane is
   * seen edge on, it moves as without. Default: it is dragged in the plane that faces the camera.
   */
  normal?: Vec3;
}

const depthHelp = '; Page Up and Page Down move it away from and towards you';
const helpOf = ({ help, normal }: PointHandleOptions): string =>
  help ??
  `Drag it, or use the arrow keys${normal ? '' : depthHelp}. Shift moves in small steps, Escape goes back, Home returns it to the start.`;

/**
 * A point to move: arrow keys move it in the camera's plane, PageUp and PageDown away from and towards the
 * camera, Shift in small steps, Escape back to the place before the drag or the focus, Home to the first
 * point.
 */
export abstract class PointHandle<Shown extends Object3D & { dispose(): void }> extends Handle<Shown> {
  /** Metres, world. Write through `setPosition`. */
  readonly position = this.value;
  /** Offset from the point to its control (metres, world). */
  protected readonly grip = new Vector3();
  readonly #anchor = new Vector3();
  readonly #direction = new Vector3();
  readonly #normal: Vector3 | null;
  readonly #axes = [new Vector3(), new Vector3(), new Vector3()] as const;
  readonly #stepLength: number;
  #bounds: PointBounds | null;

  /** `size`: size in metres of the object that the control covers. */
  protected constructor(
    view: View,
    object: Shown,
    private readonly options: PointHandleOptions,
    private readonly size: number,
  ) {
    super(checkView(view), object, options);
    this.#bounds = options.bounds ?? null;
    this.#stepLength = options.step ?? size / 4;
    this.#normal = options.normal ? new Vector3(...options.normal).normalize() : null;
  }

  /** Moves it without calling `onChange`; kept inside the bounds. */
  setPosition(x: number, y: number, z: number): void {
    this.put(() => this.position.set(x, y, z));
  }

  /** Changes the bounds. A point outside moves to the nearest point inside, and `onChange` is called. */
  setBounds(bounds: PointBounds | null): void {
    this.change(() => (this.#bounds = bounds));
  }

  /** Call it last in the constructor. `place`: the first point, restored by the Home key. */
  protected begin(place: Vec3, label: string, roleDescription: string): void {
    this.home.fromArray(place);
    this.position.fromArray(place);
    this.confine();
    this.place();
    const { options } = this;
    const words = { label: options.label ?? label, roleDescription, help: helpOf(options) };
    this.show(this.#anchor, this.size, words);
  }

  /** Moves the point in its plane, with a hand in the room, or in the plane through it that faces the camera. */
  protected drag(sight: Ray, place?: Vector3): void {
    const { camera } = this.view;
    if (place && !this.#normal) this.position.subVectors(place, this.grip);
    else if (dragPoint(sight, camera, this.#anchor, this.#normal, this.#direction)) {
      this.position.subVectors(this.#direction, this.grip);
    } else {
      // The point is behind the camera: bring it in front, at the distance of its first place.
      sight.at(camera.position.distanceTo(this.home), this.position);
    }
  }

  protected step(right: number, up: number, away: number, fine: boolean): void {
    const length = fine ? this.#stepLength / 5 : this.#stepLength;
    const axes = this.#axes;
    const normal = this.#normal;
    const [x, y, z] = axes;
    this.view.camera.matrixWorld.extractBasis(x, y, z);
    if (normal && Math.abs(z.dot(normal)) > edgeOn) {
      x.projectOnPlane(normal).normalize();
      // Of the two directions across, the one that points up.
      this.#direction.crossVectors(normal, x);
      y.copy(this.#direction.multiplyScalar(Math.sign(this.#direction.dot(y)) || 1));
      z.set(0, 0, 0);
    }
    [right, up, -away].forEach((steps, i) => this.position.addScaledVector(axes[i]!, steps * length));
  }

  protected place(): void {
    this.object.position.copy(this.position);
    this.#anchor.addVectors(this.position, this.grip);
    this.view.invalidate();
  }

  protected override confine(): void {
    if (!this.#bounds) return;
    const { min, max } = this.#bounds;
    const { position } = this;
    for (let i = 0; i < 3; ++i) {
      const low = min?.[i] ?? -Infinity;
      const high = max?.[i] ?? Infinity;
      position.setComponent(i, Math.min(Math.max(position.getComponent(i), low), high));
    }
  }
}
