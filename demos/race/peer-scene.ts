/** A robot and the targets of the contest; those that a solver misses are larger, in the colour of limits. */
import { ArmShape, type Palette, type View } from 'limber/three';
import { Box3, BufferGeometry, Float32BufferAttribute, Group, Points, PointsMaterial, Vector3 } from 'three';
import { themed } from '../views/looks.ts';
import type { RaceCourse } from './course.ts';
import { lookAt } from './scene.ts';

function dots(size: number, colour: keyof Palette) {
  const points = new Points(new BufferGeometry(), new PointsMaterial({ size, sizeAttenuation: false }));
  points.frustumCulled = false;
  points.renderOrder = size;
  return themed(points, (palette) => points.material.color.set(palette[colour]));
}

export class PeerScene {
  readonly #shape: ArmShape;
  readonly #dots = [dots(5, 'goal'), dots(9, 'warning')] as const;
  // In the targets' frame Z is up.
  readonly #group = new Group().add(...this.#dots).rotateX(-Math.PI / 2);

  /** Owns the course. */
  constructor(
    private readonly view: View,
    private readonly course: RaceCourse,
  ) {
    const { model, root, start } = course;
    const poses = course.linksAt(start);
    this.#shape = new ArmShape(model);
    this.#shape.update(poses);
    view.add(this.#shape, this.#group);
    const box = new Box3().setFromCenterAndSize(root, new Vector3(1.3, 1.5, 1.3).multiplyScalar(model.reach));
    box.min.y = 0;
    lookAt(view, box, [poses], [0.75, 0.35, 1]);
  }

  /** `missed`: indices of targets. */
  show(targets: readonly number[], missed: readonly number[]): void {
    for (const { geometry } of this.#dots)
      geometry.setAttribute('position', new Float32BufferAttribute(targets, 3));
    this.#dots[1].geometry.setIndex([...missed]);
    this.view.invalidate();
  }

  dispose(): void {
    this.view.remove(this.#shape, this.#group);
    for (const { geometry, material } of this.#dots) for (const each of [geometry, material]) each.dispose();
    for (const each of [this.#shape, this.course]) each.dispose();
  }
}
