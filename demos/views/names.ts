import { Vector2, type Vector3 } from 'three';
import type { View } from 'limber/three';

/** Words beside points of a view. Screen readers get the same from the handles and the text. */
export class Names {
  readonly #all: { element: HTMLElement; anchor: Vector3; dx: number; dy: number }[] = [];
  readonly #place = new Vector2();
  readonly #stop: () => void;

  constructor(private readonly view: View) {
    this.#stop = view.onDrawn(() => this.#follow());
  }

  dispose(): void {
    this.#stop();
    for (const { element } of this.#all) element.remove();
  }

  /**
   * `anchor` (metres, world) is read after every frame; `dx`, `dy`: offset from it to the middle of the word
   * (pixels).
   */
  add(text: string, kind: string, anchor: Vector3, dx = 0, dy = 0): HTMLElement {
    const element = document.createElement('span');
    element.className = `place-name ${kind}`;
    element.textContent = text;
    element.setAttribute('aria-hidden', 'true');
    this.view.overlay.append(element);
    this.#all.push({ element, anchor, dx, dy });
    return element;
  }

  #follow(): void {
    for (const { element, anchor, dx, dy } of this.#all) {
      const ahead = this.view.project(anchor, this.#place);
      element.style.visibility = ahead ? '' : 'hidden';
      const [x, y] = [this.#place.x + dx, this.#place.y + dy];
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }
}
