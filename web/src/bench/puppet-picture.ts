/** Handles of pins, and what is seen of a character. */
import { Box3, type Mesh, type Object3D, Vector3 } from 'three';
import { GoalHandle } from '../three/goal-handle.ts';
import type { View } from '../three/view.ts';
import type { Pin, Puppet } from './puppet.ts';

/** As parts of the height: edge of a cube, and how far a key moves it. */
const [cube, step] = [0.038, 0.012];

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
  /** A pin was taken, moved or let go. */
  readonly onChange: () => void;
}

/** A cube for each pin, which is seen through what it is inside of. */
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

  /** Brings handles to where their points are to be. */
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
    scene.updateMatrixWorld(true);
    this.box = new Box3().setFromObject(scene, true);
    // Bones alone are nowhere.
    if (this.box.isEmpty()) scene.traverse((node) => this.box.expandByPoint(node.getWorldPosition(place)));
    this.height = Math.max(...this.box.getSize(place).toArray(), 1e-6);
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

const place = new Vector3();

export const isMesh = (node: Object3D): boolean => (node as Partial<Mesh>).isMesh === true;
