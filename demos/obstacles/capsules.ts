/** Shapes for links that have none: a capsule along each bone. */
import type { CollisionCapsule, ModelDescription, Quat, Vec3 } from 'limber';
import { Quaternion, Vector3 } from 'three';

/** Metres: a shorter bone has none. */
const shortest = 0.03;

const alongZ = new Vector3(0, 0, 1);

/** From the origin of a frame to a point in it; null: they are too near. */
export function capsuleTo(point: Vec3, radius: number): CollisionCapsule | null {
  const way = new Vector3(...point);
  const length = way.length();
  if (length < shortest) return null;
  const turn = new Quaternion().setFromUnitVectors(alongZ, way.clone().divideScalar(length));
  const position = way.multiplyScalar(0.5).toArray();
  return { type: 'capsule', radius, length, position, rotation: turn.toArray() as unknown as Quat };
}

/** The same model with capsules from each link's frame to those of its children. */
export function withCapsules(description: ModelDescription, radius: number): ModelDescription {
  const links = description.links.map((link) => {
    const ends = description.links.filter(({ parent }) => parent === link.name);
    const collision = ends.flatMap(({ origin }) => capsuleTo(origin?.position ?? [0, 0, 0], radius) ?? []);
    return collision.length > 0 ? { ...link, collision } : link;
  });
  return { ...description, links };
}
