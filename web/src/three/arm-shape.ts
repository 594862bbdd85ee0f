import { Group } from 'three';
import type { Vec3 } from '../description.ts';
import type { ModelLike } from './model-like.ts';
import type { Theme, Themed } from './theme.ts';

export interface ArmShapeOptions {
  /**
   * What links without `shapes` look like: `auto` draws them only when no link of the model has shapes;
   * `always`; `never`.
   */
  generate?: 'auto' | 'always' | 'never';
  /** Axis of the tool in a tip's frame; default: along the bone that leads there, snapped to an axis when close. */
  toolAxis?: Vec3;
  /** Draw a gripper at each leaf; default true. */
  tips?: boolean;
  /** Opacity below 1 makes a ghost that casts no shadow: to show another pose of the same model. */
  opacity?: number;
}

/** The look of any model: its boxes where it has some, generated links and joint bodies where not. */
export class ArmShape extends Group implements Themed {
  constructor(
    readonly model: ModelLike,
    _options: ArmShapeOptions = {},
  ) {
    super();
  }
  /** Copies world poses (`state.poses`, 7 numbers a link: metres, quaternion x y z w); allocates nothing. */
  update(_poses: ArrayLike<number>): void {}
  /** Colours of links in a warning colour: pass the names of links whose joints are at a limit. */
  setTheme(_theme: Theme): void {}
  dispose(): void {}
}
