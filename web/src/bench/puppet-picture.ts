/** Handles of pins, and what is seen of a character. */
import {
  Box3,
  BufferGeometry,
  Line,
  LineBasicMaterial,
  type Mesh,
  type Object3D,
  SkeletonHelper,
  Vector3,
} from 'three';
import { GoalHandle } from '../three/goal-handle.ts';
import { type Palette, palettes, type Theme, type Themed } from '../three/theme.ts';
import type { View } from '../three/view.ts';
import type { Pin, PolePin, Puppet } from './puppet.ts';

/** As parts of the height: edges of the cubes of pins and poles, and how far a key moves one. */
const [cube, poleCube, step] = [0.038, 0.026, 0.012];
/** Opacity of a handle that holds nothing. */
const faint = 0.4;

/** What a hand does with pins: takes them, moves them (metres, world) and lets them go. */
export type PinHand = Pick<Puppet, 'move'> & Partial<Pick<Puppet, 'take' | 'letGo'>>;

export interface PinHandlesOptions {
  /** Metres: edge of a cube, and how far a key moves it. */
  readonly size: number;
  readonly step: number;
  /** Opacity of a pin that is not held; default 0.4. */
  readonly faint?: number;
  /** A pin was taken, moved or let go. */
  readonly onChange: () => void;
}

/** A cube for each pin, which is seen through what it is inside of. */
export class PinHandles {
  readonly all: readonly GoalHandle[];
  readonly #faint: number;

  constructor(
    view: View,
    private readonly pins: readonly Pin[],
    hand: PinHand,
    { onChange, size, step, ...options }: PinHandlesOptions,
  ) {
    this.#faint = options.faint ?? faint;
    const told =
      <Given extends unknown[]>(act: (...given: Given) => void) =>
      (...given: Given): void => {
        act(...given);
        onChange();
      };
    this.all = pins.map(
      (pin) =>
        new GoalHandle(view, {
          position: pin.effector.target.toArray(),
          size,
          step,
          seeThrough: true,
          label: pin.label,
          onStart: told(() => hand.take?.(pin)),
          // Home and Escape move it without taking hold.
          onChange: told((place: Vector3) => hand.move(pin, place)),
          onEnd: told(() => hand.letGo?.(pin)),
        }),
    );
  }

  /** Brings handles to where their points are to be. */
  update(): void {
    this.pins.forEach(({ effector: { target }, held }, i) => {
      const handle = this.all[i]!;
      handle.setPosition(target.x, target.y, target.z);
      handle.object.material.opacity = held ? 1 : this.#faint;
    });
  }

  dispose(): void {
    for (const each of this.all) each.dispose();
  }
}

/** The drawing of a puppet: its scene, or its bones where there is nothing else, with handles of pins and poles. */
export class PuppetPicture {
  readonly pins: PinHandles;
  /** Metres: the greatest extent of its scene at first. */
  readonly height: number;
  /** Around the scene at first. */
  readonly box: Box3;
  #poles: readonly PoleHandle[] = [];
  #shown: readonly PolePin[] = [];
  readonly #skeleton: SkeletonHelper | null;

  /** `onChange`: a pin or a pole was moved. */
  constructor(
    readonly view: View,
    readonly puppet: Puppet,
    readonly scene: Object3D,
    private readonly onChange: () => void,
  ) {
    this.box = boxAround(scene);
    this.height = Math.max(...this.box.getSize(new Vector3()).toArray(), 1e-6);
    if (view.floor) view.floor.position.y = this.box.min.y;
    this.#skeleton = prepare(scene) ? null : new SkeletonHelper(scene);
    view.add(scene, ...(this.#skeleton ? [this.#skeleton] : []));
    this.pins = new PinHandles(view, puppet.pins, puppet, {
      size: cube * this.height,
      step: step * this.height,
      onChange,
    });
    this.update();
  }

  /** Brings handles and poles to where they are. */
  update(): void {
    const { puppet, scene } = this;
    this.pins.update();
    if (puppet.poles !== this.#shown) this.#showPoles();
    for (const each of this.#poles) each.update();
    // A helper reads the bones' matrices, which the renderer makes after it.
    if (this.#skeleton) scene.updateMatrixWorld(true);
  }

  dispose(): void {
    this.pins.dispose();
    for (const each of this.#poles) each.dispose();
    this.view.remove(this.scene, ...(this.#skeleton ? [this.#skeleton] : []));
    this.#skeleton?.dispose();
  }

  #showPoles(): void {
    for (const each of this.#poles) each.dispose();
    this.#shown = this.puppet.poles;
    this.#poles = this.#shown.map(
      (pole) =>
        new PoleHandle(this.view, pole, this.height, () => {
          this.puppet.wake();
          this.onChange();
        }),
    );
  }
}

/** A cube at a pole, and a line to it from its elbow or knee. */
class PoleHandle {
  readonly #handle: GoalHandle;
  readonly #line = new PoleLine();

  constructor(
    private readonly view: View,
    private readonly pin: PolePin,
    height: number,
    onChange: () => void,
  ) {
    const { label, pole } = pin;
    this.#handle = new GoalHandle(view, {
      position: pole.target.toArray(),
      size: poleCube * height,
      step: step * height,
      colour: 'direction',
      seeThrough: true,
      label: `Pole of the ${label.toLowerCase()}`,
      onChange: (place) => {
        pole.target.copy(place);
        onChange();
      },
    });
    view.add(this.#line);
  }

  update(): void {
    const { pole } = this.pin;
    this.#handle.setPosition(...pole.target.toArray());
    this.#line.geometry.setFromPoints([pole.position(point), pole.target]);
  }

  dispose(): void {
    this.#handle.dispose();
    this.view.remove(this.#line);
    this.#line.geometry.dispose();
    this.#line.material.dispose();
  }
}

const point = new Vector3();

class PoleLine extends Line<BufferGeometry, LineBasicMaterial> implements Themed {
  constructor() {
    super(new BufferGeometry(), new LineBasicMaterial({ depthTest: false, transparent: true }));
    this.frustumCulled = false;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.direction);
  }
}

/** Whether it has meshes. Skinned ones go where their bones go, which their own boxes do not know. */
function prepare(scene: Object3D): boolean {
  let found = false;
  scene.traverse((node) => {
    if (!(node as Partial<Mesh>).isMesh) return;
    found = true;
    node.frustumCulled = false;
    node.castShadow = true;
  });
  return found;
}

/** Around the meshes as they are now, or around the bones where there are none. */
function boxAround(scene: Object3D): Box3 {
  scene.updateMatrixWorld(true);
  const box = new Box3().setFromObject(scene, true);
  if (!box.isEmpty() && box.getSize(new Vector3()).length() > 0) return box;
  scene.traverse((node) => box.expandByPoint(node.getWorldPosition(new Vector3())));
  return box;
}
