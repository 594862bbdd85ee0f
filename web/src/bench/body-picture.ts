/** Visible parts of a body besides its pins: poles, and bones if there are no meshes. */
import { type Object3D, SkeletonHelper, Vector3 } from 'three';
import { GoalHandle } from '../three/goal-handle.ts';
import { PlainLine } from '../three/plain-line.ts';
import type { View } from '../three/view.ts';
import type { Body, PolePin } from './body.ts';
import { isMesh, PuppetPicture } from './puppet-picture.ts';

/** Edge of a pole's cube, and its step per key press, as fractions of the height. */
const [cube, step] = [0.026, 0.012];
/** Opacity of a handle of a pin that is not held. */
const faint = 0.4;

/**
 * The drawing of a body: its scene, or its bones if the scene has no meshes, with handles of pins and poles.
 */
export class BodyPicture extends PuppetPicture {
  #poles: readonly PoleHandle[] = [];
  #shown: readonly PolePin[] = [];
  readonly #body: Body;
  readonly #onChange: () => void;
  readonly #skeleton: SkeletonHelper | null = null;

  /** `onChange`: called after a pin was grabbed, moved or released, or a pole moved. */
  constructor(view: View, body: Body, scene: Object3D, onChange: () => void) {
    super(view, body, scene, onChange);
    this.#body = body;
    this.#onChange = () => {
      body.wake();
      onChange();
    };
    let hasMeshes = false;
    scene.traverse((node) => (hasMeshes ||= isMesh(node)));
    if (hasMeshes) return;
    this.#skeleton = new SkeletonHelper(scene);
    view.add(this.#skeleton);
  }

  override update(): void {
    super.update();
    this.#body.pins.forEach(({ held }, i) => {
      this.pins.all[i]!.object.material.opacity = held ? 1 : faint;
    });
    if (this.#body.poles !== this.#shown) this.#showPoles();
    for (const each of this.#poles) each.update();
    // A helper reads the bones' matrices before the renderer updates them.
    if (this.#skeleton) this.scene.updateMatrixWorld(true);
  }

  set visible(on: boolean) {
    this.scene.visible = on;
    if (this.#skeleton) this.#skeleton.visible = on;
    for (const each of [...this.pins.all, ...this.#poles]) each.visible = on;
  }

  override dispose(): void {
    super.dispose();
    for (const each of this.#poles) each.dispose();
    if (!this.#skeleton) return;
    this.view.remove(this.#skeleton);
    this.#skeleton.dispose();
  }

  #showPoles(): void {
    for (const each of this.#poles) each.dispose();
    this.#shown = this.#body.poles;
    this.#poles = this.#shown.map((pin) => new PoleHandle(this.view, pin, this.height, this.#onChange));
  }
}

/** A cube at a pole, and a line to it from its elbow or knee. */
class PoleHandle {
  readonly #handle: GoalHandle;
  readonly #line = new PlainLine('direction', { depthTest: false });

  constructor(
    private readonly view: View,
    private readonly pin: PolePin,
    height: number,
    onChange: () => void,
  ) {
    const { label, pole } = pin;
    this.#handle = new GoalHandle(view, {
      position: pole.target.toArray(),
      size: cube * height,
      step: step * height,
      colour: 'direction',
      seeThrough: true,
      label: `Pole of the ${label.toLowerCase()}`,
      onChange: (place) => {
        pole.target.copy(place);
        onChange();
      },
    });
    this.#line.frustumCulled = false;
    view.add(this.#line);
  }

  set visible(on: boolean) {
    this.#handle.visible = this.#line.visible = on;
  }

  update(): void {
    const { pole } = this.pin;
    this.#handle.setPosition(...pole.target.toArray());
    this.#line.geometry.setFromPoints([pole.position(point), pole.target]);
  }

  dispose(): void {
    this.#handle.dispose();
    this.view.remove(this.#line);
    this.#line.dispose();
  }
}

const point = new Vector3();
