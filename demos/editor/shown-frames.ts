/** The frames that are being picked, drawn in the page's view. */
import type { Problem } from 'limber';
import type { View } from 'limber/three';
import { Box3, Vector3 } from 'three';
import { Triad } from '../views/triad.ts';
import { placeNow, type Pick } from './frames.ts';

/** Of the mechanism's extent. */
const part = 0.2;
/** Frame b is the smaller one. */
const smaller = 0.65;

export class ShownFrames {
  private triads: readonly Triad[] = [];
  private picks: readonly (Pick | null)[] = [];
  private readonly stop: () => void;

  constructor(
    private readonly view: View,
    private readonly problem: () => Problem,
  ) {
    // A link that moves takes its frame along.
    this.stop = view.onDrawn(() => {
      if (this.follow()) this.view.invalidate();
    });
  }

  /** Those that are null are not drawn. */
  show(picks: readonly (Pick | null)[]): void {
    this.picks = picks;
    if (this.triads.length === 0) {
      const size = part * extentOf(this.problem());
      this.triads = [new Triad(size), new Triad(smaller * size)];
      this.view.add(...this.triads);
    }
    this.follow();
    this.view.invalidate();
  }

  hide(): void {
    if (this.triads.length === 0) return;
    this.view.remove(...this.triads);
    for (const triad of this.triads) triad.dispose();
    this.triads = [];
  }

  dispose(): void {
    this.hide();
    this.stop();
  }

  /** Whether anything has moved. */
  private follow(): boolean {
    let moved = false;
    this.triads.forEach((triad, i) => {
      const pick = this.picks[i];
      const isKnown = pick && (pick.link === null || this.problem().model.findLink(pick.link) >= 0);
      const isFinite = isKnown && [...pick.position, ...pick.rotation].every(Number.isFinite);
      triad.visible = isFinite ?? false;
      if (!pick || !triad.visible) return;
      const { position, rotation } = placeNow(this.problem(), pick);
      if (triad.position.equals(position) && triad.quaternion.equals(rotation)) return;
      triad.position.copy(position);
      triad.quaternion.copy(rotation);
      moved = true;
    });
    return moved;
  }
}

/** From corner to corner of the box around all links' origins. */
function extentOf({ model, state }: Problem): number {
  const box = new Box3();
  const at = new Vector3();
  model.links.forEach((_, i) => box.expandByPoint(at.fromArray(state.poses, 7 * i)));
  return Math.max(box.getSize(at).length(), 0.5 * Math.min(model.reach, 1), 1e-3);
}
