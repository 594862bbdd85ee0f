import { Vector3 } from 'three';
import type { Vec3 } from '../description.ts';
import type { View } from './view.ts';

/** Bounds of a goal point (metres, world); a missing number does not bound. */
export interface PointBounds {
  min?: readonly [x?: number, y?: number, z?: number];
  max?: readonly [x?: number, y?: number, z?: number];
}

export interface GoalHandleOptions {
  /** Where it is first and where Home brings it (metres, world). */
  position: Vec3;
  /** Edge of the cube in metres. */
  size: number;
  /** Metres a key press moves it; default `size` / 4. Shift: a fifth of it. */
  step?: number;
  /** Name for screen readers; default "Goal". */
  label?: string;
  /** How to use it; default tells the keys. */
  help?: string;
  bounds?: PointBounds;
  /** The person took hold of it (pointer or first key). */
  onStart?: () => void;
  /** The person moved it; `position` is the handle's own vector (metres, world). */
  onChange?: (position: Vector3) => void;
  /** The person let go, or the drag was cancelled. */
  onEnd?: () => void;
}

/**
 * A goal point that people drag: a cube in the scene and over it a focusable control for mouse, touch, pen and keyboard.
 * Arrow keys move it in the camera's plane, PageUp and PageDown away from and towards the camera, Shift in small steps,
 * Escape back to where the drag or the focus began, Home to the first point.
 */
export class GoalHandle {
  /** Metres, world. Write through `setPosition`. */
  readonly position = new Vector3();
  /** The focusable control. */
  readonly element!: HTMLElement;

  constructor(
    readonly view: View,
    _options: GoalHandleOptions,
  ) {}

  /** True while a pointer holds it. */
  get dragging(): boolean {
    return false;
  }
  /** Moves it without calling `onChange`; kept inside the bounds. */
  setPosition(_x: number, _y: number, _z: number): void {}
  /** Where Home brings it (metres, world). */
  get home(): Vector3 {
    throw new Error('later');
  }
  /** Changes the bounds; a point outside moves to the nearest inside and `onChange` is called. */
  setBounds(_bounds: PointBounds | null): void {}
  /** Shows or hides cube and control. */
  set visible(_on: boolean) {}
  /** Reads a short text once it has settled: "reached", "2.1 cm away, elbow at its limit". */
  announce(_text: string): void {}
  dispose(): void {}
}
