import type { View } from 'limber/three';
import { Raycaster, Vector2, type Vector3 } from 'three';
import type { Spot, Surface } from './surface.ts';

export interface PencilEvents {
  /** As drawn so far (metres). */
  readonly draw: (spots: readonly Spot[]) => void;
  readonly end: (spots: readonly Spot[]) => void;
}

/**
 * Draws on the surface: the mouse and the pen whenever they are pressed on it, a finger while `byFinger`, because it scrolls the
 * page otherwise. The camera turns where the surface is not.
 */
export class Pencil {
  surface!: Surface;
  private spots: Spot[] | null = null;
  private pointer = 0;
  private finger = false;
  private readonly raycaster = new Raycaster();

  constructor(
    private readonly view: View,
    private readonly on: PencilEvents,
  ) {
    const { canvas } = view;
    canvas.addEventListener('pointerdown', this.onDown, { capture: true });
    canvas.addEventListener('pointermove', this.onMove, { capture: true });
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      canvas.addEventListener(type, this.onEnd, { capture: true });
  }

  set byFinger(on: boolean) {
    this.finger = on;
    this.view.canvas.style.touchAction = on ? 'none' : 'pan-y';
  }

  get byFinger(): boolean {
    return this.finger;
  }

  private readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || this.spots || (event.pointerType === 'touch' && !this.finger)) return;
    const place = this.placeAt(event);
    if (!place) return;
    event.stopImmediatePropagation();
    this.pointer = event.pointerId;
    this.view.canvas.setPointerCapture(event.pointerId);
    this.spots = [this.surface.spotOf(place)];
  };

  private readonly onMove = (event: PointerEvent): void => {
    if (!this.spots) {
      if (event.buttons === 0) this.view.canvas.style.cursor = this.placeAt(event) ? 'crosshair' : 'grab';
      return;
    }
    if (event.pointerId !== this.pointer) return;
    event.stopImmediatePropagation();
    const place = this.placeAt(event);
    if (!place) return;
    this.spots.push(this.surface.spotOf(place));
    this.on.draw(this.spots);
  };

  private readonly onEnd = (event: PointerEvent): void => {
    const { spots } = this;
    if (!spots || event.pointerId !== this.pointer) return;
    this.spots = null;
    this.on.end(spots);
  };

  /** Where it is on the surface; null: beside it. */
  private placeAt({ clientX, clientY }: PointerEvent): Vector3 | null {
    const { camera, canvas } = this.view;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.raycaster.setFromCamera(at, camera);
    const place = this.surface.meet(this.raycaster.ray);
    return place && this.surface.holds(place) ? place : null;
  }
}
