/** Fits one mesh by capsules or by hulls. */
import { asNumber, asObject, asWhole, bad } from '../../describe/flatten.ts';
import type { CollisionCapsule, CollisionHull, CollisionShape } from '../../describe/description.ts';
import { mostHullPoints, mostShapes } from '../../describe/input-limits.ts';
import { capsuleRound } from './capsule.ts';
import { hullRound } from './hull.ts';
import { fitParts } from './parts.ts';
import { trianglesOf, type MeshData } from './surface.ts';

/** How closely a mesh is fitted. */
export interface FitOptions {
  /** Most shapes: 1 to 1,000; default 1. */
  readonly parts?: number;
  /**
   * Metres: stop adding parts once no shape protrudes farther. Default 0. If `parts` does not suffice, the
   * result tells the overshoot reached.
   */
  readonly overshoot?: number;
}

/** As `FitOptions`, for hulls. */
export interface HullFitOptions extends FitOptions {
  /** Most points of a hull: 4 to 256; default 24. */
  readonly points?: number;
}

/** Shapes that together contain every triangle; without an index, every vertex. */
export interface Fit<S extends CollisionShape = CollisionShape> {
  /** Shapes in the mesh's frame. */
  readonly shapes: readonly S[];
  /**
   * Metres: largest distance by which the shapes protrude from the mesh, by about 400 samples on each.
   * Without an index: from the vertices.
   */
  readonly overshoot: number;
}

const ofBoth = ['parts', 'overshoot'];

function checked(options: unknown, known: readonly string[]): Required<HullFitOptions> {
  const { parts = 1, overshoot = 0, points = 24 } = asObject(options, 'options', known);
  return {
    parts: asWhole(parts, 1, mostShapes, 'options.parts'),
    overshoot: atLeast0(overshoot),
    points: asWhole(points, 4, mostHullPoints, 'options.points'),
  };
}

function atLeast0(value: unknown): number {
  const number = asNumber(value, 'options.overshoot');
  return number >= 0 ? number : bad('options.overshoot', '0 or more metres', value);
}

/**
 * Fits capsules around a mesh: best for long and round ones, such as most robot links. Capsules are the
 * fastest shapes to compare.
 *
 * @throws LimberError `badDescription`, `notFinite`, `tooLarge`.
 */
export function fitCapsules(mesh: MeshData, options: FitOptions = {}): Fit<CollisionCapsule> {
  return fitParts(trianglesOf(mesh), capsuleRound, checked(options, ofBoth));
}

/**
 * Fits convex hulls around a mesh, with few points and a rounding that makes up for the others: best for
 * meshes with edges and flat sides.
 *
 * @throws LimberError `badDescription`, `notFinite`, `tooLarge`.
 */
export function fitHulls(mesh: MeshData, options: HullFitOptions = {}): Fit<CollisionHull> {
  const how = checked(options, [...ofBoth, 'points']);
  return fitParts(trianglesOf(mesh), hullRound(how.points), how);
}
