import { Group } from 'three';
import type { ModelLike, StateLike } from './model-like.ts';
import type { Theme, Themed } from './theme.ts';

export interface JointOverlayOptions {
  /** A thin line through each turning joint; default true. */
  axes?: boolean;
  /** Sectors, tracks and swing cones from least to greatest value with a needle at the present one; default true. */
  limits?: boolean;
  /** Radius of an arc in metres; default by the model's reach. */
  radius?: number;
}

/** Joint axes and limits drawn over an arm; a joint at its limit takes the warning colour. */
export class JointOverlay extends Group implements Themed {
  constructor(
    readonly model: ModelLike,
    _options: JointOverlayOptions = {},
  ) {
    super();
  }
  /** Shows or hides the axis lines; invalidate the view after it. */
  showAxes = true;
  /** Shows or hides the limits; invalidate the view after it. */
  showLimits = true;
  /**
   * Copies joint values and poses. `activeLimits`: `problem.activeLimits` (nv numbers, −1 at the lower bound, 1 at the
   * upper, 0 between); without it values are compared with the limits. Allocates nothing.
   */
  update(_state: StateLike, _activeLimits?: ArrayLike<number>): void {}
  setTheme(_theme: Theme): void {}
  dispose(): void {}
}
