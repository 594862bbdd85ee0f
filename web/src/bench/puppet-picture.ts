/** Handles of pins, and the visible parts of a character. */
import { Box3, type Mesh, type Object3D, Vector3 } from 'three';
import { GoalHandle } from '../three/goal-handle.ts';
import type { View } from '../three/view.ts';
import type { Pin, Puppet } from './puppet.ts';

/** Edge of a cube, and its step per key press, as fractions of the height. */
const [cube, step] = [0.038, 0.012];

/** Actions of a hand on pins: grabbing, moving (metres, world) and releasing them. */
export interface PinHand {
  take?(pin: Pin): void;
  move(pin: Pin, place: Vector3): void;
  letGo?(pin: Pin): void;
}

export interface PinHandlesOptions {
  /** Edge of a cube and its step per key press, in metres. */
  readonly size: number;
  readonly step: number;
  /** Called after a pin was grabbed, moved or released. */
  readonly onChange: () => void;
}

/** A cube per pin, visible through the body that contains it. */
export class PinHandles {
  readonly all: readonly GoalHandle[];

  constructor(
    view: View,
    private readonly pins: readonly Pin[],
    hand: PinHand,
    { onChange, size, step }: PinHandlesOptions,
  ) {
    this.all = pins.map((pin) => {
      const tell = (what: 'take' | 'letGo') => () => {
        hand[what]?.(pin);
        onChange();
      };
      return new GoalHandle(view, {
        position: pin.effector.target.toArray(),
        size,
        step,
        seeThrough: true,
        label: pin.label,
        onStart: tell('take'),
        onChange(place) {
          hand.move(pin, place);
          onChange();
        },
        onEnd: tell('letGo'),
      });
    });
  }

  /** Moves handles to their points' targets. */
  update(): void {
    this.pins.forEach(({ effector: { target } }, i) => this.all[i]!.setPosition(...target.toArray()));
  }

  dispose(): void {
    for (const each of this.all) each.dispose();
  }
}

/** The drawing of a puppet: its scene, with handles of its pins. */
export class PuppetPicture {
  readonly pins: PinHandles;
  /** Metres: the largest extent of its initial scene. */
  readonly height: number;
  /** Box around the initial scene. */
  readonly box: Box3;

  /** `onChange`: called after a pin was grabbed, moved or released. */
  constructor(
    readonly view: View,
    puppet: Puppet,
    readonly scene: Object3D,
    onChange: () => void,
  ) {
    scene.updateMatrixWorld(true);
    this.box = new Box3().setFromObject(scene, true);
    // Bones alone have no box.
    if (this.box.isEmpty()) scene.traverse((node) => this.box.expandByPoint(node.getWorldPosition(place)));
    this.height = Math.max(...this.box.getSize(place).toArray(), 1e-6);
    if (view.floor) view.floor.position.y = this.box.min.y;
    scene.traverse((node) => {
      if (!isMesh(node)) return;
      // Skinned meshes move with their bones, which their own boxes ignore.
      node.frustumCulled = false;
      node.castShadow = true;
    });
    view.add(scene);
    const [size, length] = [cube * this.height, step * this.height];
    this.pins = new PinHandles(view, puppet.pins, puppet, { size, step: length, onChange });
    this.pins.update();
  }

  /** Moves handles to their pins. */
  update(): void {
    this.pins.update();
  }

  dispose(): void {
    this.pins.dispose();
    this.view.remove(this.scene);
  }
}

const place = new Vector3();

export const isMesh = (node: Object3D): boolean => (node as Partial<Mesh>).isMesh === true;
