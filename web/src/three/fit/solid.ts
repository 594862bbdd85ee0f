import type { Box3, Vector3 } from 'three';
import type { CollisionShape } from '../../describe/description.ts';

/** A shape fitted to points, with the queries that the fit needs. */
export interface Solid<S extends CollisionShape = CollisionShape> {
  readonly shape: S;
  /** Cubic metres. */
  readonly volume: number;
  /** Unit vector along its longest direction. */
  readonly axis: Vector3;
  /** Metres from a point to the shape; 0 or less inside. */
  distance(point: Vector3): number;
  /** Bounding box. */
  box(): Box3;
  /** About `count` points all over its surface, including those that protrude most. */
  surface(count: number): Vector3[];
}

/** Fits a shape that contains all points. `rough`: only to estimate its volume. */
export type FitSolid<S extends CollisionShape = CollisionShape> = (
  points: readonly Vector3[],
  rough: boolean,
) => Solid<S>;

/** Tolerance for containing points, as a fraction of the size. */
export const rounding = 1e-9;

/**
 * Metres, or fraction of the distance from the origin: smaller shapes are points, because rounding leaves
 * them no volume.
 */
export const smallest = 1e-9;
