import { CylinderGeometry, Plane, type Ray, Vector3 } from 'three';
import type { Vec3 } from '../describe/description.ts';
import { Handle, type HandleOptions } from './handle.ts';
import { HandleMesh } from './handle-mesh.ts';
import type { View } from './view.ts';

export interface FloorHandleOptions extends HandleOptions {
  /** Initial place, restored by Home (metres, world). */
  readonly position: Vec3;
  /** Radius of the plinth (metres). */
  readonly radius: number;
  readonly height: number;
  /** Largest distance from the world's origin in metres. */
  readonly most: number;
}

const help =
  'Drag it over the floor, or use the arrow keys: up is away from you. Shift moves in small steps, Escape goes back, ' +
  'Home returns it to the start.';

/** The plinth of a robot, which can be pushed about on the floor. Keys as for a `GoalHandle`. */
export class FloorHandle extends Handle<Plinth> {
  /** Metres, world. Write through `setPosition`. */
  readonly position = this.value;
  readonly #plane = new Plane(new Vector3(0, 1, 0));
  readonly #direction = new Vector3();
  readonly #stepLength: number;

  constructor(
    view: View,
    private readonly options: FloorHandleOptions,
  ) {
    super(view, new Plinth(options.radius, options.height), options);
    this.#stepLength = options.radius / 4;
    this.home.fromArray(options.position);
    this.position.copy(this.home);
    this.confine();
    this.place();
    this.show(this.position, 2 * options.radius, {
      label: options.label ?? 'Base',
      roleDescription: 'draggable base',
      help: options.help ?? help,
    });
  }

  /** Moves it without calling `onChange`. */
  setPosition(x: number, y: number, z: number): void {
    this.put(() => this.position.set(x, y, z));
  }

  protected drag(sight: Ray): void {
    this.#plane.constant = -this.home.y;
    if (sight.intersectPlane(this.#plane, this.#direction)) this.position.copy(this.#direction);
  }

  protected step(right: number, up: number, away: number, fine: boolean): void {
    const length = fine ? this.#stepLength / 5 : this.#stepLength;
    const { matrixWorld } = this.view.camera;
    // Along the floor, regardless of the camera's tilt.
    this.#direction.setFromMatrixColumn(matrixWorld, 0).setY(0).normalize();
    this.position.addScaledVector(this.#direction, right * length);
    this.#direction.set(-this.#direction.z, 0, this.#direction.x);
    this.position.addScaledVector(this.#direction, -(up + away) * length);
  }

  protected place(): void {
    this.object.position.copy(this.position);
    this.view.invalidate();
  }

  protected override confine(): void {
    this.position.y = this.home.y;
    const { most } = this.options;
    const [x, z] = [this.position.x, this.position.z];
    const far = Math.hypot(x, z);
    if (far > most) this.position.set((x * most) / far, this.home.y, (z * most) / far);
  }
}

class Plinth extends HandleMesh {
  constructor(radius: number, height: number) {
    super('base', new CylinderGeometry(radius, 1.06 * radius, height, 48).translate(0, height / 2, 0));
    this.castShadow = this.receiveShadow = true;
  }
}
