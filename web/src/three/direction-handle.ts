import { CylinderGeometry, MathUtils, Quaternion, type Ray, Sphere, Vector3 } from 'three';
import type { Vec3 } from '../describe/description.ts';
import { unitVector } from './joint-motions.ts';
import { Handle, type HandleOptions } from './handle.ts';
import { HandleMesh } from './handle-mesh.ts';
import { cone, merged, plain } from './parts.ts';
import type { View } from './view.ts';

/** Options of a `DirectionHandle`. */
export interface DirectionHandleOptions extends HandleOptions {
  /** Initial direction, restored by the Home key (world; any length but zero). */
  direction: Vec3;
  /** Foot of the arrow (metres, world). */
  origin: Vec3;
  /** Length of the arrow in metres. */
  length: number;
  /** Degrees per key press; default 5. With Shift: a fifth. */
  step?: number;
}

const defaultHelp =
  'Drag the arrow’s tip, or turn it with the arrow keys; Page Up and Page Down turn it away from and ' +
  'towards you. Shift turns in small steps, Escape goes back, Home returns it to the start.';

/**
 * A direction to turn: an arrow whose tip is dragged on a sphere or turned by the arrow keys (PageUp and
 * PageDown: away from and towards the camera).
 */
export class DirectionHandle extends Handle<Arrow> {
  /** Unit vector, world. Write through `setDirection`. */
  readonly direction = this.value;
  readonly #tip = new Vector3();
  readonly #sphere = new Sphere();
  readonly #scratch = new Vector3();
  readonly #towards = new Vector3();
  readonly #turn = new Quaternion();
  /** Degrees. */
  readonly #stepAngle: number;
  /** True while a drag continues on the half of the sphere that faces away from the camera. */
  #behind = false;

  constructor(view: View, options: DirectionHandleOptions) {
    super(view, new Arrow(options.length), options);
    this.#stepAngle = options.step ?? 5;
    this.home.copy(unitVector(options.direction, [0, -1, 0]));
    this.#sphere.radius = options.length;
    this.#sphere.center.fromArray(options.origin);
    this.direction.copy(this.home);
    this.place();
    this.show(this.#tip, options.length * 0.3, {
      label: options.label ?? 'Direction',
      roleDescription: 'draggable direction',
      help: options.help ?? defaultHelp,
    });
  }

  /** Sets the direction without calling `onChange`; zero is ignored. */
  setDirection(x: number, y: number, z: number): void {
    this.#scratch.set(x, y, z);
    if (this.#scratch.lengthSq() > 0) this.put(() => this.direction.copy(this.#scratch).normalize());
  }

  /** Moves the foot (metres, world). Call it with a goal's position to make the arrow follow it. */
  setOrigin(x: number, y: number, z: number): void {
    const { center } = this.#sphere;
    if (center.equals(this.#scratch.set(x, y, z))) return;
    center.copy(this.#scratch);
    this.place();
  }

  protected override taken(): void {
    this.#scratch.subVectors(this.view.camera.position, this.#tip);
    this.#behind = this.#scratch.dot(this.direction) < 0;
  }

  /** Moves the tip to where the line of sight meets the sphere, or to the sphere's outline beside it. */
  protected drag(sight: Ray): void {
    const { center, radius } = this.#sphere;
    const middle = this.#scratch.subVectors(center, sight.origin).dot(sight.direction);
    sight.at(middle, this.#scratch).sub(center);
    const left = radius * radius - this.#scratch.lengthSq();
    if (left > 0) {
      const half = Math.sqrt(left);
      this.#scratch.addScaledVector(sight.direction, this.#behind ? half : -half);
    } else {
      this.#toOutline();
    }
    this.direction.copy(this.#scratch).normalize();
  }

  /** Moves a point beside the sphere (`scratch`, from its centre) to the outline seen by the camera. */
  #toOutline(): void {
    // From here the tip returns to the near side.
    this.#behind = false;
    const { center, radius } = this.#sphere;
    const toCamera = this.#towards.subVectors(this.view.camera.position, center);
    const sine = Math.min(1, radius / toCamera.length());
    toCamera.normalize();
    this.#scratch.addScaledVector(toCamera, -this.#scratch.dot(toCamera));
    this.#scratch.setLength(Math.sqrt(1 - sine * sine)).addScaledVector(toCamera, sine);
  }

  /** Turns the tip towards the camera's right, top or far side, and stops when it points there. */
  protected step(right: number, up: number, away: number, fine: boolean): void {
    const { matrixWorld } = this.view.camera;
    const column = right ? 0 : up ? 1 : 2;
    const towards = this.#towards.setFromMatrixColumn(matrixWorld, column);
    towards.multiplyScalar(right || up || -away);
    const axis = this.#scratch.crossVectors(this.direction, towards);
    const left = Math.atan2(axis.length(), this.direction.dot(towards));
    if (left < 1e-9) return;
    // From the opposite direction all ways round are equally short.
    if (axis.lengthSq() < 1e-12) axis.setFromMatrixColumn(matrixWorld, (column + 1) % 3);
    const degrees = this.#stepAngle / (fine ? 5 : 1);
    this.#turn.setFromAxisAngle(axis.normalize(), Math.min(MathUtils.degToRad(degrees), left));
    this.direction.applyQuaternion(this.#turn).normalize();
  }

  protected place(): void {
    this.#tip.copy(this.#sphere.center).addScaledVector(this.direction, this.#sphere.radius);
    this.object.position.copy(this.#sphere.center);
    this.object.quaternion.setFromUnitVectors(unitY, this.direction);
    this.view.invalidate();
  }
}

const unitY = new Vector3(0, 1, 0);

/** An arrow along its own +Y. */
export class Arrow extends HandleMesh {
  constructor(length: number) {
    const shaft = new CylinderGeometry(length * 0.025, length * 0.025, length * 0.75, 16);
    const head = cone(length * 0.09, length * 0.28).translate(0, length * 0.72, 0);
    super('direction', merged([plain(shaft).translate(0, length * 0.375, 0), head]), 'direction');
    this.castShadow = true;
  }
}
