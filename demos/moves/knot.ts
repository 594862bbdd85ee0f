import { Handle, type HandleOptions, type View } from 'limber/three';
import { type Ray, SphereGeometry, Vector3 } from 'three';
import { HandleMesh } from '../views/handle-mesh.ts';
import type { Spot, Surface } from './surface.ts';

const help =
  'Drag it over the surface, or use the arrow keys. Shift moves in small steps, Escape goes back, Home returns it to the start.';

/** Metres. */
const radius = 0.012;
const stepLength = 0.02;

/** A point of the line, which stays on the surface. */
export class Knot extends Handle<HandleMesh> {
  constructor(
    view: View,
    private readonly surface: Surface,
    spot: Spot,
    options: HandleOptions & { readonly label: string },
  ) {
    super(view, new HandleMesh('knot', new SphereGeometry(radius, 20, 14)), options);
    this.spot = spot;
    this.home.copy(this.value);
    this.show(this.value, 2 * radius, { label: options.label, roleDescription: 'draggable point', help });
  }

  get spot(): Spot {
    return this.surface.spotOf(this.value);
  }

  /** Sets the position without calling `onChange`. */
  set spot(spot: Spot) {
    this.put(() => this.#write(spot));
  }

  /** Begins a drag with a press that was meant for this knot. */
  grab(event: PointerEvent): void {
    this.take(event);
  }

  protected drag(sight: Ray): void {
    const place = this.surface.meet(sight);
    if (place) this.#write(this.surface.spotOf(place));
  }

  protected step(right: number, up: number, away: number, fine: boolean): void {
    const length = fine ? stepLength / 5 : stepLength;
    const next = this.value.clone();
    // Directions as the camera sees them, but along the surface.
    for (const [column, steps] of [right, up + away].entries()) {
      if (steps === 0) continue;
      const across = new Vector3().setFromMatrixColumn(this.view.camera.matrixWorld, column);
      next.add(across.projectOnPlane(this.surface.normal).setLength(steps * length));
    }
    this.#write(this.surface.spotOf(next));
  }

  protected place(): void {
    this.object.position.copy(this.value);
    this.view.invalidate();
  }

  #write(spot: Spot): void {
    const pose = new Float64Array(7);
    this.surface.write(spot, pose);
    this.value.fromArray(pose);
  }
}
