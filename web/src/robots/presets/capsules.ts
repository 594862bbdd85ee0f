/** Collision shapes for arms that have none. */
import { findCollisionPairs } from '../../core/collision-pairs.ts';
import type { ModelDescription, Quat, Vec3, CollisionCapsule } from '../../describe/description.ts';
import { mostShapes } from '../../describe/input-limits.ts';
import type { Problem } from '../../core/problem.ts';

/** Default radius, and shortest bone that gets a capsule, as fractions of the longest chain. */
const usual = 0.05;
const shortest = 0.02;

/** A capsule from the origin of a frame to a point in it, metres. Null if they are the same. */
export function capsuleTo([x, y, z]: Vec3, radius: number): CollisionCapsule | null {
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) return null;
  // The smallest rotation that takes Z there: Z × (x, y, z) and 1 + cos, both times the length.
  const [a, b, w] = length + z > 1e-9 * length ? [-y, x, length + z] : [1, 0, 0];
  const norm = Math.hypot(a, b, w);
  const rotation: Quat = [a / norm, b / norm, 0, w / norm];
  return { type: 'capsule', radius, length, position: [x / 2, y / 2, z / 2], rotation };
}

/**
 * The same model with a capsule along each bone, from a link's frame to those of its children, replacing its
 * links' `collision`. `radius`: metres; default a twentieth of the longest chain.
 */
export function withCapsules(description: ModelDescription, radius?: number): ModelDescription {
  const size = lengthOf(description);
  const links = description.links.map((link) => {
    const ends = description.links.filter(({ parent }) => parent === link.name);
    const collision = ends.flatMap(({ origin }) => {
      const end = origin?.position ?? [0, 0, 0];
      return Math.hypot(...end) < shortest * size ? [] : (capsuleTo(end, radius ?? usual * size) ?? []);
    });
    return collision.length > 0 ? { ...link, collision } : link;
  });
  return { ...description, links };
}

/** Metres: the longest path from a root along straight bones; parents may come after their children. */
function lengthOf({ links }: ModelDescription): number {
  const byName = new Map(links.map((link) => [link.name, link]));
  const ways = links.map((link) => {
    let way = 0;
    // Model.from refuses a cycle of parents.
    let left = links.length;
    for (let at: typeof link | undefined = link; at && left > 0; at = byName.get(at.parent ?? ''), left -= 1)
      way += Math.hypot(...(at.origin?.position ?? [0, 0, 0]));
    return way;
  });
  return Math.max(...ways) || 1;
}

/**
 * Limits comparison to pairs that can touch but do not always (`findCollisionPairs`), without those nearer
 * than `distance` (metres) at the current pose, which is assumed clear: coarse shapes of neighbours overlap
 * where the links do not.
 */
export function compareFromHere(problem: Problem, distance: number): void {
  problem.collisionPairs = findCollisionPairs(problem.model);
  const touching = problem
    .nearestPairs(mostShapes)
    .filter((pair) => pair.distance < distance)
    .map(({ links }) => [...links].sort().join('\n'));
  problem.collisionPairs = problem.collisionPairs.filter(
    (pair) => !touching.includes([...pair].sort().join('\n')),
  );
}
