import { type Ray, Vector2, type Vector3 } from 'three';
import { hiddenText, style, uniqueId } from './dom.ts';
import type { View } from './view.ts';

/** Smallest width and height of the control in CSS pixels. */
export const leastTarget = 44;

/** Actions of a handle on drags and keys. */
export interface DragDelegate {
  /** Centre of the control (metres, world); read after every frame. */
  readonly anchor: Vector3;
  /** Size of the dragged object (metres), which the control covers. */
  readonly size: number;
  /** Called when a drag or a key press begins. */
  start(): void;
  /** Moves the anchor to this place (CSS pixels from the view's upper left corner). */
  dragTo(x: number, y: number): void;
  /**
   * Moves it to a line of sight (world). `place`: where the anchor goes with a hand that holds it in the room.
   */
  lead(sight: Ray, place?: Vector3): void;
  /** Steps right, up and away from the camera: −1, 0 or 1 each; `fine`: a small step. */
  step(right: number, up: number, away: number, fine: boolean): void;
  /** Stores the current place for `restore`: the control got focus or a drag begins. */
  remember(): void;
  restore(): void;
  home(): void;
  end(): void;
}

export interface DragControlOptions {
  label: string;
  /** Role description, which screen readers read after the label. */
  roleDescription: string;
  help: string;
}

const steps: Readonly<Record<string, readonly [right: number, up: number, away: number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

/** The controls of each view. */
export const controls = new WeakMap<View, Set<DragControl>>();

/**
 * A focusable control over a point of a view: mouse, touch, pen and keyboard in one place. It follows the
 * point, stays inside the view when the point does not, and is at least 44 × 44 CSS pixels. A drag keeps the
 * offset at which the pointer grabbed it, and ends with pointerup, pointercancel, a lost capture or a blurred
 * window.
 */
export class DragControl {
  readonly element = document.createElement('div');
  readonly #ring = document.createElement('div');
  readonly #help: HTMLElement;
  readonly #place = new Vector2();
  readonly #grab = new Vector2();
  readonly #stopFollowing: () => void;
  readonly #stopWaiting: () => void;
  #pointer: number | null = null;
  #keysHeld = false;
  #clamped = false;
  #hovered = false;
  #width = 0;
  #x = Number.NaN;
  #y = Number.NaN;

  constructor(
    private readonly view: View,
    readonly delegate: DragDelegate,
    options: DragControlOptions,
  ) {
    const { element } = this;
    element.tabIndex = 0;
    element.setAttribute('role', 'application');
    element.setAttribute('aria-roledescription', options.roleDescription);
    element.setAttribute('aria-label', options.label);
    this.#help = hiddenText(options.help);
    this.#help.id = uniqueId();
    element.setAttribute('aria-describedby', this.#help.id);
    style(element, { position: 'absolute', left: '0', top: '0', borderRadius: '50%' });
    style(element, { touchAction: 'none', pointerEvents: 'auto', cursor: 'grab', outline: 'none' });
    style(element, { userSelect: 'none', willChange: 'transform' });
    element.style.setProperty('-webkit-tap-highlight-color', 'transparent');
    style(this.#ring, { position: 'absolute', inset: '0', borderRadius: '50%' });
    style(this.#ring, { pointerEvents: 'none', boxSizing: 'border-box' });
    element.append(this.#ring);
    view.overlay.append(element, this.#help);
    controls.set(view, (controls.get(view) ?? new Set()).add(this));
    for (const [type, listener] of this.#listeners) element.addEventListener(type, listener);
    this.#stopFollowing = view.onDrawn(this.#follow);
    this.#stopWaiting = view.onDispose(() => this.dispose());
    this.#follow();
  }

  get dragging(): boolean {
    return this.#pointer !== null;
  }

  set visible(on: boolean) {
    if (!on) this.#endDrag();
    this.element.style.display = on ? '' : 'none';
  }

  /** Begins a drag when the pointer is pressed on the object under the control. */
  take(event: PointerEvent): void {
    this.#onPointerDown(event);
  }

  dispose(): void {
    this.#endDrag();
    this.#stopFollowing();
    this.#stopWaiting();
    for (const [type, listener] of this.#listeners) this.element.removeEventListener(type, listener);
    this.element.remove();
    this.#help.remove();
    controls.get(this.view)!.delete(this);
  }

  /** Places the control over the anchor, or at the view's edge if the anchor is out of sight. */
  readonly #follow = (): void => {
    const { view, delegate } = this;
    const place = this.#place;
    const { width, height } = view.size;
    const ahead = view.project(delegate.anchor, place);
    const pixels = ahead ? pixelsPerMetre(view, delegate.anchor) * delegate.size * 1.6 : 0;
    const size = Math.round(Math.min(Math.max(leastTarget, pixels), 0.4 * Math.min(width, height)));
    this.#resize(Math.max(size, leastTarget));
    // A point behind the camera appears mirrored: stay on the side that leads to it.
    if (!ahead) place.set(width - place.x, height * 2);
    const half = this.#width / 2;
    const x = clamp(place.x, half, width - half);
    const y = clamp(place.y, half, height - half);
    // A control that is partly outside stays over its point.
    const out = !ahead || Math.abs(x - place.x) > half || Math.abs(y - place.y) > half;
    if (out !== this.#clamped) {
      this.#clamped = out;
      this.#drawRing();
    }
    if (Math.abs(x - this.#x) < 0.05 && Math.abs(y - this.#y) < 0.05) return;
    this.#x = x;
    this.#y = y;
    this.element.style.transform = `translate(${x - half}px, ${y - half}px)`;
  };

  #resize(width: number): void {
    if (width === this.#width) return;
    this.#width = width;
    this.#x = Number.NaN;
    this.element.style.width = this.element.style.height = `${width}px`;
  }

  readonly #onPointerDown = (event: PointerEvent): void => {
    if (this.#pointer !== null || event.button !== 0) return;
    // Where controls overlap, the nearest is meant.
    const nearest = event.currentTarget ? this.#nearest(event) : this;
    if (nearest !== this) return nearest.#onPointerDown(event);
    // Prevents text selection and synthesized mouse events; sets the focus explicitly, without scrolling.
    event.preventDefault();
    const box = this.view.overlay.getBoundingClientRect();
    this.#endKeys();
    this.element.focus({ preventScroll: true });
    this.#pointer = event.pointerId;
    this.element.setPointerCapture(event.pointerId);
    window.addEventListener('blur', this.#onWindowBlur);
    if (this.#clamped) this.#grab.set(0, 0);
    else this.#grab.set(event.clientX - box.left, event.clientY - box.top).sub(this.#place);
    this.element.style.cursor = 'grabbing';
    this.delegate.remember();
    this.delegate.start();
    this.#drawRing();
  };

  #nearest(event: PointerEvent): DragControl {
    let [nearest, least] = [this as DragControl, this.#distance(event) - 1];
    for (const other of controls.get(this.view) ?? []) {
      const distance = other.#distance(event);
      if (distance > Math.min(least, other.#width / 2) || !other.element.checkVisibility()) continue;
      [nearest, least] = [other, distance];
    }
    return nearest;
  }

  /** Pixels from the control's middle. */
  #distance({ clientX, clientY }: PointerEvent): number {
    const { left, top } = this.view.overlay.getBoundingClientRect();
    return Math.hypot(clientX - left - this.#x, clientY - top - this.#y);
  }

  readonly #onPointerMove = (event: PointerEvent): void => {
    if (event.pointerId !== this.#pointer) return;
    const box = this.view.overlay.getBoundingClientRect();
    const x = event.clientX - box.left - this.#grab.x;
    const y = event.clientY - box.top - this.#grab.y;
    this.delegate.dragTo(clamp(x, 0, box.width), clamp(y, 0, box.height));
  };

  readonly #onPointerEnd = (event: PointerEvent): void => {
    if (event.pointerId === this.#pointer) this.#endDrag();
  };

  readonly #onWindowBlur = (): void => {
    this.#endDrag();
    this.#endKeys();
  };

  #endDrag(): void {
    const pointer = this.#pointer;
    if (pointer === null) return;
    this.#pointer = null;
    window.removeEventListener('blur', this.#onWindowBlur);
    if (this.element.hasPointerCapture(pointer)) this.element.releasePointerCapture(pointer);
    this.element.style.cursor = 'grab';
    this.delegate.end();
    this.#drawRing();
    this.view.invalidate();
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (event.key === 'Escape') {
      this.delegate.restore();
      this.#endDrag();
    } else if (event.key === 'Home') {
      this.#endDrag();
      this.delegate.home();
    } else if (step) {
      if (!this.#keysHeld && this.#pointer === null) {
        this.#keysHeld = true;
        this.delegate.start();
      }
      this.delegate.step(step[0], step[1], step[2], event.shiftKey);
    } else {
      return;
    }
    event.preventDefault();
    this.#drawRing();
  };

  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (steps[event.key]) this.#endKeys();
  };

  #endKeys(): void {
    if (!this.#keysHeld) return;
    this.#keysHeld = false;
    this.delegate.end();
  }

  readonly #onFocus = (): void => {
    this.delegate.remember();
    this.#drawRing();
  };

  readonly #onBlur = (): void => {
    this.#endKeys();
    this.#drawRing();
  };

  readonly #onPointerEnter = (event: PointerEvent): void => {
    this.#hovered = event.pointerType !== 'touch';
    this.#drawRing();
  };

  readonly #onPointerLeave = (): void => {
    this.#hovered = false;
    this.#drawRing();
  };

  readonly #listeners = Object.entries({
    pointerdown: this.#onPointerDown,
    pointermove: this.#onPointerMove,
    pointerup: this.#onPointerEnd,
    pointercancel: this.#onPointerEnd,
    lostpointercapture: this.#onPointerEnd,
    pointerenter: this.#onPointerEnter,
    pointerleave: this.#onPointerLeave,
    keydown: this.#onKeyDown,
    keyup: this.#onKeyUp,
    focus: this.#onFocus,
    blur: this.#onBlur,
  }) as [string, EventListener][];

  /** Draws the ring: full for keyboard focus, faint under the pointer and for a point out of sight. */
  #drawRing(): void {
    const focused = this.element.matches(':focus-visible');
    const faint = this.#hovered || this.dragging || this.#clamped;
    const { goal, background } = this.view.palette;
    this.#ring.style.border = focused || faint ? `${focused ? 3 : 2}px solid ${goal}` : 'none';
    this.#ring.style.boxShadow = focused ? `0 0 0 2px ${background}` : 'none';
    this.#ring.style.opacity = focused ? '1' : '0.45';
  }
}

/** CSS pixels per metre across the line of sight at a world point. */
export function pixelsPerMetre(view: View, point: Vector3): number {
  const { camera } = view;
  const e = camera.matrixWorldInverse.elements;
  const depth = -(e[2] * point.x + e[6] * point.y + e[10] * point.z + e[14]);
  return (camera.projectionMatrix.elements[5] * view.size.height) / (2 * Math.max(depth, 1e-9));
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
