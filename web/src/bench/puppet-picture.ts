/** Handles of pins, and what is seen of a character. */
import { Box3, type Mesh, type Object3D, Vector3 } from 'three';
import { GoalHandle } from '../three/goal-handle.ts';
import type { View } from '../three/view.ts';
import type { Pin, Puppet } from './puppet.ts';

/** As parts of the height: edge of a cube, and how far a key moves it. */
const [cube, step] = [0.038, 0.012];
/** Opacity of a handle that holds nothing. */
const faint = 0.4;

/** What a hand does with pins: takes them, moves them (metres, world) and lets them go. */
export interface PinHand {
  take?(pin: Pin): void;
  move(pin: Pin, place: Vector3): void;
  letGo?(pin: Pin): void;
}

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

/** The drawing of a puppet: its scene, with handles of its pins. */
export class PuppetPicture {
  readonly pins: PinHandles;
  /** Metres: the greatest extent of its scene at first. */
  readonly height: number;
  /** Around the scene at first. */
  readonly box: Box3;

  /** `onChange`: a pin was taken, moved or let go. */
  constructor(
    readonly view: View,
    puppet: Puppet,
    readonly scene: Object3D,
    onChange: () => void,
  ) {
    this.box = boxAround(scene);
    this.height = Math.max(...this.box.getSize(new Vector3()).toArray(), 1e-6);
    if (view.floor) view.floor.position.y = this.box.min.y;
    scene.traverse((node) => {
      if (!isMesh(node)) return;
      // Skinned ones go where their bones go, which their own boxes do not know.
      node.frustumCulled = false;
      node.castShadow = true;
    });
    view.add(scene);
    const [size, length] = [cube * this.height, step * this.height];
    this.pins = new PinHandles(view, puppet.pins, puppet, { size, step: length, onChange });
    this.pins.update();
  }

  /** Brings handles to where their pins are. */
  update(): void {
    this.pins.update();
  }

  dispose(): void {
    this.pins.dispose();
    this.view.remove(this.scene);
  }
}

export const isMesh = (node: Object3D): boolean => (node as Partial<Mesh>).isMesh === true;

/** Around the meshes as they are now, or around the bones where there are none. */
function boxAround(scene: Object3D): Box3 {
  scene.updateMatrixWorld(true);
  const box = new Box3().setFromObject(scene, true);
  if (!box.isEmpty() && box.getSize(new Vector3()).length() > 0) return box;
  scene.traverse((node) => box.expandByPoint(node.getWorldPosition(new Vector3())));
  return box;
}
