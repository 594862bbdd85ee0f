import type { JointDescription, Quat, ShapeDescription, Vec3 } from '../description.ts';

/** What the views read of a link; limber's `Model` has it, and so may any plain object. */
export interface LinkLike {
  readonly name: string;
  readonly index: number;
  /** Index of the parent, −1 for a root; a parent comes before its children. */
  readonly parent: number;
  /** Frame of the joint in the parent link (metres, unit quaternion). */
  readonly origin: { readonly position?: Vec3; readonly rotation?: Quat };
  readonly joint: JointDescription;
  readonly shapes?: readonly ShapeDescription[];
  /** First coordinate of the joint in `q` and in the tangent, and how many there are. */
  readonly qIndex: number;
  readonly nq: number;
  readonly vIndex: number;
  readonly nv: number;
}

/** What the views read of a model. */
export interface ModelLike {
  /** Metres. */
  readonly reach: number;
  /** Parents first. */
  readonly links: readonly LinkLike[];
}

/** What the views read of a state. */
export interface StateLike {
  /** Joint values: radians, metres, quaternions (x y z w) of balls. */
  readonly q: ArrayLike<number>;
  /** World poses, 7 numbers a link: position (metres), quaternion (x y z w). */
  readonly poses: ArrayLike<number>;
}

/** A length to size things by: the reach, or 1 for a model that reaches nowhere. */
export function sizeOf(model: ModelLike): number {
  return model.reach > 0 && Number.isFinite(model.reach) ? model.reach : 1;
}
