/** The frames that are being picked, drawn in the page's view. */
import type { Problem } from 'limber';
import type { View } from 'limber/three';
import { Box3, Vector3 } from 'three';
import { Scenery } from '../views/scenery.ts';
import { Triad } from '../views/triad.ts';
import { placeNow, type Pick } from './frames.ts';

/** Axis lengths of frame a, and of the smaller frame b, relative to the mechanism's extent. */
const sizes = [0.2, 0.13];

export class ShownFrames {
  #triads: readonly Triad[] = [];
  #picks: readonly (Pick | null)[] = [];
  readonly #scenery: Scenery;
  readonly #stop: () => void;

  constructor(
    private readonly view: View,
    private readonly problem: () => Problem,
  ) {
    this.#scenery = new Scenery(view);
    // Frames follow their links.
    this.#stop = view.onDrawn(() => {
      if (this.#follow()) view.invalidate();
    });
  }

  /** Null entries are not drawn. */
  show(picks: readonly (Pick | null)[]): void {
    this.#picks = picks;
    if (this.#triads.length === 0) {
      const extent = extentOf(this.problem());
      this.#triads = sizes.map((size) => new Triad(size * extent));
      this.#scenery.show(...this.#triads);
    }
    this.#follow();
    this.view.invalidate();
  }

  hide(): void {
    this.#triads = [];
    this.#scenery.show();
  }

  dispose(): void {
    this.hide();
    this.#stop();
  }

  /** Moves the axes to their frames; returns whether any has moved. */
  #follow(): boolean {
    const problem = this.problem();
    const moved = this.#triads.map((triad, i) => {
      const pick = this.#picks[i];
      const isKnown = pick && (pick.link === null || problem.model.findLink(pick.link) >= 0);
      triad.visible = (isKnown && [...pick.position, ...pick.rotation].every(Number.isFinite)) ?? false;
      if (!pick || !triad.visible) return false;
      const { position, rotation } = placeNow(problem, pick);
      if (triad.position.equals(position) && triad.quaternion.equals(rotation)) return false;
      triad.position.copy(position);
      triad.quaternion.copy(rotation);
      return true;
    });
    return moved.includes(true);
  }
}

/** Diagonal of the box around all links' origins. */
function extentOf({ model, state }: Problem): number {
  const box = new Box3();
  const at = new Vector3();
  model.links.forEach((_, i) => box.expandByPoint(at.fromArray(state.poses, 7 * i)));
  return Math.max(box.getSize(at).length(), 0.5 * Math.min(model.reach, 1), 1e-3);
}
