import { Handle, HandleMesh, type HandleOptions, type View } from 'limber/three';
import { type Ray, SphereGeometry, Vector3 } from 'three';
import type { Spot, Surface } from './surface.ts';

const help =
  'Drag it over the surface, or use the arrow keys. Shift moves in small steps, Escape goes back, Home returns it to the start.';

/** Metres: radius, and a key's step. */
const [size, stepLength] = [0.012, 0.02];

/** A point of the line, which stays on the surface. */
export class Knot extends Handle<HandleMesh> {
  constructor(
    view: View,
    private readonly surface: Surface,
    spot: Spot,
    options: HandleOptions & { readonly label: string },
  ) {
    super(view, new HandleMesh('knot', new SphereGeometry(size, 20, 14)), options);
    this.object.castShadow = true;
    this.spot = spot;
    this.home.copy(this.value);
    this.show(this.value, 2 * size, { label: options.label, roleDescription: 'draggable point', help });
  }

  get spot(): Spot {
    return this.surface.spotOf(this.value);
  }

  /** Sets the position without calling `onChange`. */
  set spot(spot: Spot) {
    this.put(() => this.value.fromArray(this.surface.places([spot])));
  }

  protected drag(sight: Ray): void {
    this.value.copy(this.surface.meet(sight) ?? this.value);
  }

  protected step(right: number, up: number, away: number, fine: boolean): void {
    const { matrixWorld } = this.view.camera;
    // Directions as the camera sees them, but along the surface.
    for (const [column, steps] of [right, up + away].entries()) {
      const across = new Vector3().setFromMatrixColumn(matrixWorld, column);
      across.projectOnPlane(this.surface.normal).setLength((steps * stepLength) / (fine ? 5 : 1));
      this.value.add(across);
    }
  }

  protected override confine(): void {
    this.value.fromArray(this.surface.places([this.spot]));
  }

  protected place(): void {
    this.object.position.copy(this.value);
    this.view.invalidate();
  }
}
