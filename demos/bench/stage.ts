/** The arm and the targets; those that a solver misses are larger, in the colour of limits. */
import { Model, Problem } from 'limber';
import { ArmShape, type Palette, palettes, type Theme, type Themed, type View } from 'limber/three';
import { Box3, BufferGeometry, Float32BufferAttribute, Group, Points, PointsMaterial } from 'three';
import type { Case } from '../../tests/bench/position-cases.ts';
import { lookAt } from '../views/robot-view.ts';

class Dots extends Points<BufferGeometry, PointsMaterial> implements Themed {
  constructor(
    points: readonly number[],
    size: number,
    private readonly colour: keyof Palette,
  ) {
    super(new BufferGeometry(), new PointsMaterial({ size, sizeAttenuation: false }));
    this.geometry.setAttribute('position', new Float32BufferAttribute(points, 3));
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette[this.colour]);
  }
}

export class BenchStage {
  #scene: Group | null = null;
  #missed!: Dots;

  constructor(readonly view: View) {}

  load({ description, start, targets }: Case): void {
    if (this.#scene) this.view.remove(this.#scene);
    const model = Model.from(description);
    const problem = new Problem(model);
    const { state } = problem;
    state.q.set(start);
    state.update();
    const shape = new ArmShape(model);
    shape.update(state.poses);
    const points = targets.flat();
    this.#missed = new Dots(points, 9, 'warning');
    this.#missed.renderOrder = 1;
    this.mark([]);
    this.#scene = new Group().add(shape, new Dots(points, 5, 'goal'), this.#missed);
    // Z is up in robots' descriptions.
    this.#scene.rotation.x = -Math.PI / 2;
    this.view.add(this.#scene);
    this.#scene.updateMatrixWorld();
    lookAt(this.view, [], 0.02, new Box3().setFromObject(this.#scene));
    problem.dispose();
    model.dispose();
  }

  /** `missed`: indices of targets. */
  mark(missed: readonly number[]): void {
    this.#missed.geometry.setIndex([...missed]);
    this.view.invalidate();
  }
}
