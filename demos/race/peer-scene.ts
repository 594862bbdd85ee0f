/** A robot and the targets of the contest; those that a solver misses are larger, in the colour of limits. */
import { ArmShape, palettes, type Palette, type Theme, type Themed, type View } from 'limber/three';
import { Box3, BufferGeometry, Float32BufferAttribute, Group, Points, PointsMaterial, Vector3 } from 'three';
import { lookAt } from '../views/robot-view.ts';
import type { RaceCourse } from './course.ts';

class Dots extends Points<BufferGeometry, PointsMaterial> implements Themed {
  constructor(
    size: number,
    private readonly colour: keyof Palette,
  ) {
    super(new BufferGeometry(), new PointsMaterial({ size, sizeAttenuation: false }));
    this.renderOrder = size;
    this.frustumCulled = false;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette[this.colour]);
  }
}

export class PeerScene {
  readonly #shape: ArmShape;
  readonly #dots = [new Dots(5, 'goal'), new Dots(9, 'warning')] as const;
  // In the targets' frame Z is up.
  readonly #group = new Group().add(...this.#dots).rotateX(-Math.PI / 2);

  constructor(
    private readonly view: View,
    course: RaceCourse,
  ) {
    const { model, start } = course;
    const poses = course.linksAt(start);
    this.#shape = new ArmShape(model);
    this.#shape.update(poses);
    view.add(this.#shape, this.#group);
    const box = new Box3().setFromCenterAndSize(
      course.root,
      new Vector3(1.3, 1.5, 1.3).multiplyScalar(model.reach),
    );
    box.min.y = 0;
    lookAt(view, [poses], 0, box);
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
    this.#shape.dispose();
    for (const { geometry, material } of this.#dots) {
      geometry.dispose();
      material.dispose();
    }
  }
}
