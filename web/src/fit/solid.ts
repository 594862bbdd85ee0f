import type { Box3, Vector3 } from 'three';
import type { CollisionShape } from '../obstacle.ts';

/** A shape that has been fitted to points, and what is asked of it. */
export interface Solid<S extends CollisionShape = CollisionShape> {
  readonly shape: S;
  /** Cubic metres. */
  readonly volume: number;
  /** Along its longest way. */
  readonly axis: Vector3;
  /** Metres from a point to the shape; 0 or less inside. */
  distance(point: Vector3): number;
  /** That it is in. */
  box(): Box3;
  /** About so many points all over its surface, those that stick out most among them. */
  surface(count: number): Vector3[];
}

/** Fits a shape that contains all the points. `rough`: for a guess of its volume. */
export type FitSolid<S extends CollisionShape = CollisionShape> = (
  points: readonly Vector3[],
  rough: boolean,
) => Solid<S>;

/** What may be less than exact in containing: a part of the size. */
export const rounding = 1e-9;

/** Metres, or so much of the way from the origin: what is smaller is a point, because rounding leaves it no volume. */
export const smallest = 1e-9;
