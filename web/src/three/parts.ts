import {
  type BufferGeometry,
  LatheGeometry,
  type Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';

/**
 * Solids of arms, each along +Y about the origin unless noted; lengths in metres. All are non-indexed and
 * without texture coordinates, so that they can be merged.
 */

const segments = 32;
const creaseAngle = 0.6;

/** A box with slightly rounded edges. */
export function box(x: number, y: number, z: number, edge = 0.07): BufferGeometry {
  const least = Math.min(Math.abs(x), Math.abs(y), Math.abs(z));
  return plain(new RoundedBoxGeometry(x, y, z, 3, least * edge));
}

/** A cylinder with rounded rims. */
export function drum(radius: number, length: number, rim = 0.14): BufferGeometry {
  const h = length / 2;
  const c = Math.min(radius, h) * rim;
  const points = [new Vector2(0, -h)];
  corner(points, radius - c, -h + c, c, -Math.PI / 2, 0);
  corner(points, radius - c, h - c, c, 0, Math.PI / 2);
  points.push(new Vector2(0, h));
  return lathe(points);
}

/** A round bone from the origin to (0, length, 0): a sphere at each end and the cone that touches both. */
export function bone(startRadius: number, endRadius: number, length: number): BufferGeometry {
  const slope = Math.asin(clampUnit((startRadius - endRadius) / length));
  const points: Vector2[] = [];
  const arc = (radius: number, y: number, from: number, to: number): void => {
    for (let i = 0; i <= 8; ++i) {
      const a = from + ((to - from) * i) / 8;
      points.push(new Vector2(Math.max(0, radius * Math.cos(a)), y + radius * Math.sin(a)));
    }
  };
  arc(startRadius, 0, -Math.PI / 2, slope);
  arc(endRadius, length, slope, Math.PI / 2);
  return plain(new LatheGeometry(points, segments));
}

/** An open tube for a slide to run in. */
export function tube(radius: number, wall: number, length: number): BufferGeometry {
  const h = length / 2;
  const c = wall * 0.3;
  const inner = radius - wall;
  const points: Vector2[] = [];
  corner(points, inner + c, -h + c, c, -Math.PI, -Math.PI / 2);
  corner(points, radius - c, -h + c, c, -Math.PI / 2, 0);
  corner(points, radius - c, h - c, c, 0, Math.PI / 2);
  corner(points, inner + c, h - c, c, Math.PI / 2, Math.PI);
  points.push(points[0]!.clone());
  return lathe(points);
}

export function ball(radius: number): BufferGeometry {
  return plain(new SphereGeometry(radius, segments, 20));
}

/** A ring about +Y. */
export function ring(radius: number, thickness: number): BufferGeometry {
  const geometry = new TorusGeometry(radius, thickness, 10, segments);
  geometry.rotateX(Math.PI / 2);
  return plain(geometry);
}

/** A cone from a disc at the origin to the tip (0, length, 0). */
export function cone(radius: number, length: number): BufferGeometry {
  const points = [new Vector2(0, 0)];
  corner(points, radius * 0.92, radius * 0.08, radius * 0.08, -Math.PI / 2, 0.3);
  points.push(new Vector2(0, length));
  return lathe(points);
}

/** Two fingers and a palm; the palm at the origin, the fingers' ends at (0, length, 0). */
export function gripper(size: number, length: number): BufferGeometry {
  const palm = box(size * 1.5, size * 0.4, size * 0.8, 0.2);
  palm.translate(0, size * 0.2, 0);
  const fingers = [-1, 1].map((side) => {
    const finger = box(size * 0.28, length - size * 0.3, size * 0.6, 0.25);
    finger.translate(side * size * 0.58, (length + size * 0.3) / 2, 0);
    return finger;
  });
  return merged([palm, ...fingers]);
}

/** Moves a solid from along +Y to along `axis`, with its origin at `position`. */
export function placed(
  geometry: BufferGeometry,
  axis: Vector3,
  position: Vector3,
  turn: Quaternion,
): BufferGeometry {
  geometry.applyQuaternion(turn.setFromUnitVectors(unitY, axis));
  return geometry.translate(position.x, position.y, position.z);
}

/** Merges geometries and frees them. */
export function merged(geometries: BufferGeometry[]): BufferGeometry {
  if (geometries.length === 1) return geometries[0]!;
  const result = mergeGeometries(geometries);
  for (const geometry of geometries) geometry.dispose();
  return result;
}

const unitY = new Vector3(0, 1, 0);

function lathe(points: Vector2[]): BufferGeometry {
  const geometry = new LatheGeometry(points, segments);
  geometry.deleteAttribute('uv');
  const creased = toCreasedNormals(geometry, creaseAngle);
  geometry.dispose();
  // Triangles at the axis have no area and no normal, for which writers of files ask.
  const { normal } = creased.attributes;
  for (let i = 0; i < normal!.count; ++i)
    if (normal!.getX(i) === 0 && normal!.getY(i) === 0 && normal!.getZ(i) === 0) normal!.setY(i, 1);
  return creased;
}

/** Removes index and texture coordinates. */
export function plain(geometry: BufferGeometry): BufferGeometry {
  geometry.deleteAttribute('uv');
  if (!geometry.index) return geometry;
  const result = geometry.toNonIndexed();
  geometry.dispose();
  return result;
}

/** An arc about (x, y), usually a quarter of a circle. */
function corner(points: Vector2[], x: number, y: number, radius: number, from: number, to: number) {
  for (let i = 0; i <= 3; ++i) {
    const a = from + ((to - from) * i) / 3;
    points.push(new Vector2(x + radius * Math.cos(a), y + radius * Math.sin(a)));
  }
}

function clampUnit(value: number): number {
  return Math.min(Math.max(value, -1), 1);
}
