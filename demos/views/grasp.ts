/** Grasps objects in a view with mouse, pen or finger; elsewhere the pointer moves the camera. */
import type { View } from 'limber/three';
import { Raycaster, Vector2 } from 'three';

export interface Graspable<T> {
  /** The object that a line of sight meets; null: nothing that can be grasped. */
  find(sight: Raycaster): T | null;
  take(what: T): void;
  move(sight: Raycaster): void;
  letGo(): void;
  /** The object under the pointer; null: none. */
  hover(what: T | null): void;
}

export class Grasp<T> {
  /** A finger grasps, too; otherwise it scrolls the page. */
  byFinger = true;
  #pointer: number | null = null;
  readonly #raycaster = new Raycaster();
  readonly #cursor = new Vector2();
  readonly #stop = new AbortController();

  constructor(
    private readonly view: View,
    private readonly what: Graspable<T>,
  ) {
    const { host, canvas } = view;
    const { signal } = this.#stop;
    // Runs before the camera's own listeners on the canvas.
    host.addEventListener('pointerdown', this.#onDown, { capture: true, signal });
    // A finger that holds something must not scroll the page.
    const onTouch = (event: TouchEvent): void => {
      if (this.holding) event.preventDefault();
    };
    host.addEventListener('touchstart', onTouch, { capture: true, passive: false, signal });
    canvas.addEventListener('pointermove', this.#onMove, { signal });
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      canvas.addEventListener(type, ({ pointerId }) => pointerId === this.#pointer && this.end(), { signal });
    canvas.addEventListener('pointerleave', () => this.holding || what.hover(null), { signal });
    window.addEventListener('blur', () => this.end(), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && this.end(), { signal });
  }

  get holding(): boolean {
    return this.#pointer !== null;
  }

  /** Releases the held object. */
  end(): void {
    const pointer = this.#pointer;
    if (pointer === null) return;
    this.#pointer = null;
    const { canvas } = this.view;
    if (canvas.hasPointerCapture(pointer)) canvas.releasePointerCapture(pointer);
    this.what.letGo();
  }

  /** Listens no more; what is held is not let go. */
  dispose(): void {
    this.#stop.abort();
  }

  /** The object at a point (CSS pixels of the window). */
  find(event: Pick<PointerEvent, 'clientX' | 'clientY'>): T | null {
    return this.what.find(this.#aim(event));
  }

  readonly #onDown = (event: PointerEvent): void => {
    const { canvas } = this.view;
    if (event.target !== canvas || event.button !== 0 || this.holding) return;
    if (event.pointerType === 'touch' && !this.byFinger) return;
    const found = this.find(event);
    if (found === null) return;
    event.stopPropagation();
    event.preventDefault();
    this.#pointer = event.pointerId;
    canvas.setPointerCapture(event.pointerId);
    this.what.take(found);
  };

  readonly #onMove = (event: PointerEvent): void => {
    if (event.pointerId === this.#pointer) this.what.move(this.#aim(event));
    else if (!this.holding && event.buttons === 0 && event.pointerType !== 'touch')
      this.what.hover(this.find(event));
  };

  #aim({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>): Raycaster {
    const { host, camera, size } = this.view;
    const { left, top } = host.getBoundingClientRect();
    this.#cursor.set(((clientX - left) / size.width) * 2 - 1, 1 - ((clientY - top) / size.height) * 2);
    this.#raycaster.setFromCamera(this.#cursor, camera);
    return this.#raycaster;
  }
}
