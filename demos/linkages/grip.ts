/** Takes hold of any link where the pointer is on it: mouse, pen and finger. The camera has what is beside. */
import type { View } from 'limber/three';
import { type Mesh, Raycaster, Vector2, Vector3 } from 'three';
import { bring } from './sight.ts';

export interface GripDelegate {
  readonly planar: boolean;
  readonly solids: readonly Mesh[];
  /** The link that a solid belongs to; below 0: it stands. */
  linkOf(solid: Mesh): number;
  take(link: number, place: Vector3): void;
  move(place: Vector3): void;
  letGo(): void;
  /** The pointer is on a link, or on none. */
  hover(link: number | null): void;
}

export class Grip {
  delegate: GripDelegate | null = null;
  private pointer: number | null = null;
  private readonly raycaster = new Raycaster();
  private readonly cursor = new Vector2();
  private readonly place = new Vector3();

  constructor(private readonly view: View) {
    const { host, canvas } = view;
    // Before the camera's own listeners on the canvas.
    host.addEventListener('pointerdown', this.onDown, { capture: true });
    host.addEventListener('touchstart', this.onTouch, { capture: true, passive: false });
    canvas.addEventListener('pointermove', this.onMove);
    canvas.addEventListener('pointerup', this.onEnd);
    canvas.addEventListener('pointercancel', this.onEnd);
    canvas.addEventListener('lostpointercapture', this.onEnd);
    canvas.addEventListener('pointerleave', () => this.hover(null));
    window.addEventListener('blur', () => this.end());
    window.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.end();
    });
  }

  get holding(): boolean {
    return this.pointer !== null;
  }

  /** Another linkage is shown. */
  end(): void {
    const { pointer } = this;
    if (pointer === null) return;
    this.pointer = null;
    const { canvas } = this.view;
    if (canvas.hasPointerCapture(pointer)) canvas.releasePointerCapture(pointer);
    canvas.style.cursor = 'grab';
    this.delegate?.letGo();
  }

  private readonly onDown = (event: PointerEvent): void => {
    const { canvas } = this.view;
    if (event.target !== canvas || event.button !== 0 || this.pointer !== null) return;
    const link = this.find(event);
    if (link === null) return;
    event.stopPropagation();
    event.preventDefault();
    this.pointer = event.pointerId;
    canvas.setPointerCapture(event.pointerId);
    canvas.style.cursor = 'grabbing';
    this.delegate!.take(link, this.place);
  };

  /** A finger that has hold of a link does not scroll the page. */
  private readonly onTouch = (event: TouchEvent): void => {
    if (this.holding) event.preventDefault();
  };

  private readonly onMove = (event: PointerEvent): void => {
    if (this.pointer === null) {
      if (event.buttons === 0 && event.pointerType !== 'touch') this.hover(this.find(event));
      return;
    }
    if (event.pointerId !== this.pointer) return;
    this.aim(event);
    const { delegate, place, raycaster, view } = this;
    if (bring(raycaster.ray, view.camera, place, delegate!.planar, place)) delegate!.move(place);
  };

  private readonly onEnd = (event: PointerEvent): void => {
    if (event.pointerId === this.pointer) this.end();
  };

  private hover(link: number | null): void {
    if (!this.holding) this.delegate?.hover(link);
  }

  private aim(event: Pick<PointerEvent, 'clientX' | 'clientY'>): void {
    const { host, camera, size } = this.view;
    const box = host.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    this.cursor.set((x / size.width) * 2 - 1, 1 - (y / size.height) * 2);
    this.raycaster.setFromCamera(this.cursor, camera);
  }

  /** The link that is seen there (CSS pixels of the window); its point is in `place` then. */
  find(event: Pick<PointerEvent, 'clientX' | 'clientY'>): number | null {
    const { delegate } = this;
    if (!delegate) return null;
    this.aim(event);
    const [hit] = this.raycaster.intersectObjects(delegate.solids as Mesh[], false);
    if (!hit) return null;
    const link = delegate.linkOf(hit.object as Mesh);
    if (link < 0) return null;
    this.place.copy(hit.point);
    return link;
  }
}
