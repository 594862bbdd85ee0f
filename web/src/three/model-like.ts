import type { Quat, ShapeDescription, Vec3 } from '../description.ts';
import type { Motion } from '../model.ts';
import type { CollisionShape, ObstacleDescription } from '../obstacle.ts';

/** What the views read of a link: part of `Model`, or of any plain object. */
export interface LinkLike {
  readonly name: string;
  readonly index: number;
  /** Index of the parent, −1 for a root; a parent comes before its children. */
  readonly parent: number;
  /** Frame of the joint in the parent link (metres, unit quaternion). */
  readonly origin: { readonly position?: Vec3; readonly rotation?: Quat };
  /** The joint's motions, in order; none: it is fixed. */
  readonly motions: readonly Motion[];
  readonly shapes?: readonly ShapeDescription[];
  /** What must not touch, in the link's frame. */
  readonly collision?: readonly CollisionShape[];
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

/** What the views read of an obstacle. */
export interface ObstacleLike {
  readonly description: ObstacleDescription;
  /** px py pz qx qy qz qw in its link's frame, or in the world: metres, unit quaternion. */
  readonly pose: Float64Array;
}

/** What the views read of a problem with obstacles. */
export interface ProblemLike {
  readonly model: ModelLike;
  readonly state: StateLike;
  readonly obstacles: readonly ObstacleLike[];
}

/** A length for sizes: the reach, or 1 if that is zero. */
export function sizeOf(model: ModelLike): number {
  return model.reach > 0 && Number.isFinite(model.reach) ? model.reach : 1;
}
