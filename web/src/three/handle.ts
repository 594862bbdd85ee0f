import { type Object3D, type Ray, Raycaster, Vector2, Vector3 } from 'three';
import { DragControl, type DragControlOptions } from './drag-control.ts';
import type { View } from './view.ts';

export interface HandleOptions {
  /** Name for screen readers; default "Goal" or "Direction". */
  label?: string;
  /** Help for screen readers; default: the keys. */
  help?: string;
  /** Called when it is grabbed (pointer or first key). */
  onStart?: () => void;
  /** Called when it moves, with the handle's own `position` or `direction` (world). */
  onChange?: (value: Vector3) => void;
  /** Called when it is released, or the drag is cancelled. */
  onEnd?: () => void;
}

/** A vector to move: an object in the scene and over it a focusable control. */
export abstract class Handle<Shown extends Object3D & { dispose(): void }> {
  /** Value restored by the Home key (world). */
  readonly home = new Vector3();
  /** The moved value (world). */
  protected readonly value = new Vector3();
  #control!: DragControl;
  readonly #remembered = new Vector3();
  readonly #before = new Vector3();
  protected readonly raycaster = new Raycaster();
  readonly #cursor = new Vector2();

  protected constructor(
    readonly view: View,
    /** Object in the view's scene. */
    readonly object: Shown,
    private readonly callbacks: HandleOptions,
  ) {}

  /** The focusable control. */
  get element(): HTMLElement {
    return this.#control.element;
  }

  /** True while a pointer holds it. */
  get dragging(): boolean {
    return this.#control.dragging;
  }

  /** Shows or hides object and control. */
  get visible(): boolean {
    return this.object.visible;
  }
  set visible(on: boolean) {
    this.object.visible = on;
    this.#control.visible = on;
    this.view.invalidate();
  }

  /** Begins a drag when the pointer is pressed, as on its control. */
  protected take(event: PointerEvent): void {
    this.#control.take(event);
  }

  /** Reads out a short text once it has settled: "reached", "2.1 cm away, elbow at its limit". */
  announce(text: string): void {
    this.view.announce(text);
  }

  dispose(): void {
    this.#control.dispose();
    this.view.remove(this.object);
    this.object.dispose();
  }

  /**
   * Call it last in the constructor. Shows the object, and places a control of `size` metres over `anchor`.
   */
  protected show(anchor: Vector3, size: number, words: DragControlOptions): void {
    const { callbacks, view } = this;
    this.#remembered.copy(this.value);
    view.add(this.object);
    const delegate = {
      anchor,
      size,
      start: () => {
        this.taken();
        callbacks.onStart?.();
      },
      end: () => callbacks.onEnd?.(),
      remember: () => this.#remembered.copy(this.value),
      restore: () => this.change(() => this.value.copy(this.#remembered)),
      home: () => this.change(() => this.value.copy(this.home)),
      dragTo: (x: number, y: number) => delegate.lead(this.sight(x, y)),
      lead: (sight: Ray, place?: Vector3) => this.change(() => this.drag(sight, place)),
      step: (right: number, up: number, away: number, fine: boolean) =>
        this.change(() => this.step(right, up, away, fine)),
    };
    this.#control = new DragControl(view, delegate, words);
  }

  /** Changes the value, and calls `tell` if it differs. */
  protected change(write: () => void): void {
    if (this.put(write)) this.tell();
  }

  /** Changes the value; returns whether it differs. An unchanged handle is not redrawn. */
  protected put(write: () => void): boolean {
    this.#before.copy(this.value);
    write();
    this.confine();
    if (this.value.equals(this.#before)) return false;
    this.place();
    return true;
  }

  /** Called after the value changes. */
  protected tell(): void {
    this.callbacks.onChange?.(this.value);
  }

  /** Called when it is grabbed. */
  protected taken(): void {}

  /** Keeps the value within its bounds. */
  protected confine(): void {}

  /** Moves the object to the value and redraws. */
  protected abstract place(): void;

  /** Moves the value to a line of sight. `place`: a place on it, where a hand in the room would have the control. */
  protected abstract drag(sight: Ray, place?: Vector3): void;

  /** Moves the value right, up and away from the camera: −1, 0 or 1 each; `fine`: a small step. */
  protected abstract step(right: number, up: number, away: number, fine: boolean): void;

  /** The line of sight through a point of the view (CSS pixels from its upper left corner). */
  protected sight(x: number, y: number): Ray {
    const { camera, size } = this.view;
    this.#cursor.set((x / size.width) * 2 - 1, 1 - (y / size.height) * 2);
    this.raycaster.setFromCamera(this.#cursor, camera);
    return this.raycaster.ray;
  }
}
