/** Where a cloud is cut open: a cube to drag along an axis, and the outline of the cut. */
import { GoalHandle, type View } from 'limber/three';
import { Box3, Box3Helper, type LineBasicMaterial, Vector3 } from 'three';
import { themed } from '../views/looks.ts';

export type Axis = 0 | 1 | 2;

export class Cut {
  readonly handle: GoalHandle;
  /** A flat box. */
  readonly #outline = themed(new Box3Helper(new Box3()), ({ goal }) => {
    (this.#outline.material as LineBasicMaterial).color.set(goal);
  });

  /** `size`: metres; `onMove`: the reader moves it, metres along the axis in the world. */
  constructor(
    private readonly view: View,
    readonly axis: Axis,
    size: number,
    onMove: (place: number) => void,
  ) {
    this.handle = new GoalHandle(view, {
      ...{ position: [0, 0, 0], size, step: size, label: 'Cut' },
      help: 'Drag it, or use the arrow keys and Page Up and Page Down; Shift moves in small steps.',
      onChange: (place) => onMove(place.getComponent(axis)),
    });
    this.#outline.frustumCulled = false;
    view.add(this.#outline);
  }

  /** Puts the cube at a corner of a cut through a box (metres, world); it moves along the axis only. */
  place(box: Box3, at: number): void {
    const { axis, handle } = this;
    const { min, max } = box;
    const corner = [
      new Vector3(at, max.y, max.z),
      new Vector3(max.x, at, max.z),
      new Vector3(min.x, max.y, at),
    ][axis]!;
    this.#outline.box.copy(box);
    this.#outline.box.min.setComponent(axis, at);
    this.#outline.box.max.setComponent(axis, at);
    if (handle.position.equals(corner)) return;
    handle.home.copy(corner);
    handle.setBounds(null);
    handle.setPosition(...corner.toArray());
    const along = (end: Vector3) => corner.clone().setComponent(axis, end.getComponent(axis)).toArray();
    handle.setBounds({ min: along(min), max: along(max) });
  }

  dispose(): void {
    this.handle.dispose();
    this.view.remove(this.#outline);
    this.#outline.dispose();
  }
}
