/** The place from which balls are dropped, to drag over the ground. */
import { CylinderGeometry, Group, type Mesh, type Ray, SphereGeometry, Vector3 } from 'three';
import { Handle } from '../../../three/handle.ts';
import { HandleMesh } from '../../../three/handle-mesh.ts';
import type { View } from '../../../three/view.ts';
import { type Pose, wrapped } from './ground.ts';
import type { Picture } from './picture.ts';

/** Units of the ground. */
const [height, width] = [0.34, 0.11];
/** Radians per key press, and with Shift. */
const [step, small] = [Math.PI / 18, Math.PI / 90];

/** A needle with a head; its tip is the origin. */
class Needle extends Group {
  readonly parts = [
    new HandleMesh('pin', new CylinderGeometry(0.006, 0.006, height).translate(0, height / 2, 0), 'needle'),
    new HandleMesh('pin', new SphereGeometry(0.036, 24, 16).translate(0, height, 0), 'needle'),
  ];

  constructor() {
    super();
    this.add(...this.parts);
  }

  dispose(): void {
    for (const part of this.parts as Mesh[]) part.geometry.dispose();
    for (const { material } of this.parts) material.dispose();
  }
}

export interface PinOptions {
  readonly onMove: (pose: Pose) => void;
  /** Released, or Enter. */
  readonly onDrop: () => void;
}

/** Its value is the pose: both angles. */
export class Pin extends Handle<Needle> {
  readonly #anchor = new Vector3();
  #shift = new Vector3();

  constructor(
    view: View,
    private readonly picture: Picture,
    { onMove, onDrop }: PinOptions,
  ) {
    super(view, new Needle(), {
      onChange: ({ x, y }) => onMove([x, y]),
      onEnd: () => this.dragged && onDrop(),
    });
    this.show(this.#anchor, width, {
      label: 'Drop point',
      roleDescription: 'draggable point',
      help: 'Drag it over the ground, or use the arrow keys: left and right turn the first hinge, up and down the second. Enter drops the balls. Shift moves in small steps.',
    });
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onDrop();
    });
  }

  /** True if the last change was by the pointer. */
  dragged = false;

  get pose(): Pose {
    return [this.value.x, this.value.y];
  }

  set pose([first, second]: Pose) {
    this.put(() => this.value.set(first, second, 0));
    this.place();
  }

  /** Home returns it here. */
  keep(): void {
    this.home.copy(this.value);
  }

  /** Follows the ground. */
  place(): void {
    this.picture.placeOf(this.pose, this.object.position);
    this.picture.placeOf(this.pose, this.#anchor, height);
    this.view.invalidate();
  }

  protected override taken(): void {
    this.dragged = false;
  }

  protected drag(sight: Ray): void {
    // The head is held: the ground under the tip is as far below.
    const { x, y, z } = this.#shift.subVectors(this.object.position, this.#anchor);
    sight.origin.set(sight.origin.x + x, sight.origin.y + y, sight.origin.z + z);
    const pose = this.picture.poseUnder(sight);
    this.dragged = true;
    if (pose) this.value.set(pose[0], pose[1], 0);
  }

  protected step(right: number, up: number, _away: number, fine: boolean): void {
    const angle = fine ? small : step;
    this.value.set(wrapped(this.value.x + right * angle), wrapped(this.value.y + up * angle), 0);
  }
}
