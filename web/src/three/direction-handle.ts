import { Vector3 } from 'three';
import type { Vec3 } from '../description.ts';
import type { View } from './view.ts';

export interface DirectionHandleOptions {
  /** Where it points first and where Home brings it (world; any length but zero). */
  direction: Vec3;
  /** Foot of the arrow (metres, world). */
  origin: Vec3;
  /** Length of the arrow in metres. */
  length: number;
  /** Degrees a key press turns it; default 5, with Shift 1. */
  step?: number;
  /** Name for screen readers; default "Direction". */
  label?: string;
  help?: string;
  onStart?: () => void;
  /** The person turned it; `direction` is the handle's own unit vector (world). */
  onChange?: (direction: Vector3) => void;
  onEnd?: () => void;
}

/** A direction that people turn: an arrow whose tip is dragged on a sphere or turned by the arrow keys. */
export class DirectionHandle {
  /** Unit vector, world. */
  readonly direction = new Vector3(0, -1, 0);
  /** The focusable control at the arrow's tip. */
  readonly element!: HTMLElement;

  constructor(
    readonly view: View,
    _options: DirectionHandleOptions,
  ) {}

  get dragging(): boolean {
    return false;
  }
  /** Turns it without calling `onChange`. */
  setDirection(_x: number, _y: number, _z: number): void {}
  /** Moves the foot (metres, world): call it with a goal's position to have the arrow follow it. */
  setOrigin(_x: number, _y: number, _z: number): void {}
  set visible(_on: boolean) {}
  announce(_text: string): void {}
  dispose(): void {}
}
