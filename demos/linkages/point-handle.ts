import { Handle, type HandleOptions, type View } from 'limber/three';
import { type Ray, Vector3 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { HandleMesh } from '../views/handle-mesh.ts';
import { bring } from './sight.ts';

export interface PointHandleOptions extends HandleOptions {
  readonly label: string;
  /** Edge of the cube in metres. */
  readonly size: number;
  readonly planar: boolean;
}

const help =
  'Drag it, or use the arrow keys; with a linkage in space, Page Up and Page Down move it away from and towards you. ' +
  'Shift moves in small steps, Escape goes back, Home returns it to the start.';

/** A blue cube on a link that can be pulled by pointer and keyboard; let go, it is where its link has it. */
export class PointHandle extends Handle<HandleMesh> {
  /** Metres, world. */
  readonly position = this.value;
  private readonly planar: boolean;
  private readonly size: number;
  private readonly across = new Vector3();

  constructor(view: View, options: PointHandleOptions) {
    const { size } = options;
    const cube = new RoundedBoxGeometry(size, size, size, 3, size * 0.12);
    super(view, new HandleMesh('handle', cube), options);
    this.planar = options.planar;
    this.size = options.size;
    this.show(this.position, options.size, {
      label: options.label,
      roleDescription: 'draggable point',
      help,
    });
  }

  /** Where its link has it. */
  setPosition(place: Vector3): void {
    this.put(() => this.position.copy(place));
  }

  protected drag(sight: Ray): void {
    bring(sight, this.view.camera, this.position, this.planar, this.position);
  }

  protected step(right: number, up: number, away: number, fine: boolean): void {
    const length = this.size * (fine ? 0.1 : 0.5);
    if (this.planar) {
      this.position.x += right * length;
      this.position.y += up * length;
      return;
    }
    const { matrixWorld } = this.view.camera;
    [right, up, -away].forEach((steps, column) => {
      this.position.addScaledVector(this.across.setFromMatrixColumn(matrixWorld, column), steps * length);
    });
  }

  protected place(): void {
    this.object.position.copy(this.position);
    this.view.invalidate();
  }
}
