import type {
  Quat,
  ShapeDescription,
  Vec3,
  CollisionShape,
  ObstacleDescription,
} from '../describe/description.ts';
import type { Motion } from '../core/any-model.ts';

/** The properties of a link that the views read: part of `Model`, or of any plain object. */
export interface LinkLike {
  readonly name: string;
  readonly index: number;
  /** Index of the parent, −1 for a root; a parent comes before its children. */
  readonly parent: number;
  /** Frame of the joint in the parent link (metres, unit quaternion). */
  readonly origin: { readonly position?: Vec3; readonly rotation?: Quat };
  /** The joint's motions, in order; empty for a fixed joint. */
  readonly motions: readonly Motion[];
  readonly shapes?: readonly ShapeDescription[];
  /** Collision shapes in the link's frame. */
  readonly collision?: readonly CollisionShape[];
}

/** The properties of a model that the views read. */
export interface ModelLike {
  /** Metres. */
  readonly reach: number;
  /** Links, parents first. */
  readonly links: readonly LinkLike[];
}

/** The properties of a state that the views read. */
export interface StateLike {
  /** Joint values: radians, metres, quaternions (x y z w) of balls. */
  readonly q: ArrayLike<number>;
  /** World poses, 7 numbers per link: position (metres), quaternion (x y z w). */
  readonly poses: ArrayLike<number>;
}

/** The properties of an obstacle that the views read. */
export interface ObstacleLike {
  readonly description: ObstacleDescription;
  /** px py pz qx qy qz qw in its link's frame, or in the world: metres, unit quaternion. */
  readonly pose: Float64Array;
}

/** The properties of a problem with obstacles that the views read. */
export interface ProblemLike {
  readonly model: ModelLike;
  readonly state: StateLike;
  readonly obstacles: readonly ObstacleLike[];
}

/** A reference length for sizes: the reach, or 1 if that is zero. */
export function sizeOf(model: ModelLike): number {
  return model.reach > 0 && Number.isFinite(model.reach) ? model.reach : 1;
}
