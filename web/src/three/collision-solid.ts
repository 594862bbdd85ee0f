import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  CircleGeometry,
  Float32BufferAttribute,
  IcosahedronGeometry,
  SphereGeometry,
  Vector3,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeVertices, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import type { CollisionHull, CollisionMesh, CollisionShape } from '../describe/description.ts';
import { drum, plain } from './parts.ts';

const segments = 32;
/** Subdivision of a hull's rounding: 42 points per corner. */
const detail = 1;
/** Rim relative to the smaller half extent of a cylinder: a rim without rounding looks like paper. */
const leastRim = 0.02;
const creaseAngle = 0.6;
/** Thickness of shapes without volume, relative to their size. */
const leastThickness = 1e-3;

/**
 * Solid of a shape, about the origin of its pose. A half-space is a disc of radius `extent` (metres); a mesh
 * is drawn without its rounding.
 */
export function collisionSolid(shape: CollisionShape | CollisionMesh, extent: number): BufferGeometry {
  switch (shape.type) {
    case 'sphere':
      return plain(new SphereGeometry(shape.radius, segments, 20));
    case 'capsule':
      return plain(new CapsuleGeometry(shape.radius, shape.length, 10, segments).rotateX(Math.PI / 2));
    case 'box': {
      const { size, rounding = 0 } = shape;
      const [x, y, z] = size.map((edge) => edge + 2 * rounding) as [number, number, number];
      return plain(rounding > 0 ? new RoundedBoxGeometry(x, y, z, 4, rounding) : new BoxGeometry(x, y, z));
    }
    case 'cylinder': {
      const { radius, length, rounding = 0 } = shape;
      const [r, h] = [radius + rounding, length / 2 + rounding];
      return drum(r, 2 * h, Math.max(leastRim, rounding / Math.min(r, h))).rotateX(Math.PI / 2);
    }
    case 'halfSpace':
      return plain(new CircleGeometry(extent, 2 * segments).translate(0, 0, shape.rounding ?? 0));
    case 'hull':
      return hullSolid(shape);
    case 'mesh':
      return meshSolid(shape);
  }
}

function meshSolid({ positions, index }: CollisionMesh): BufferGeometry {
  const points = new Float32BufferAttribute(Array.from(positions), 3);
  const mesh = new BufferGeometry().setAttribute('position', points).setIndex(Array.from(index));
  return toCreasedNormals(plain(mesh), creaseAngle);
}

/** Hull of small balls at the corners. */
function hullSolid({ points, rounding = 0 }: CollisionHull): BufferGeometry {
  const corners = points.map((point) => new Vector3(...point));
  const size = Math.max(0, ...corners.map((corner) => corner.distanceTo(corners[0]!)));
  const around = pointsOf(Math.max(rounding, leastThickness * (size || 1)), rounding > 0 ? detail : 0);
  const hull = new ConvexGeometry(
    corners.flatMap((corner) => around.map((each) => each.clone().add(corner))),
  );
  return rounding === 0 ? hull : toCreasedNormals(hull, creaseAngle);
}

/** Points on a ball about the origin. */
function pointsOf(radius: number, detail: number): Vector3[] {
  const ball = new IcosahedronGeometry(radius, detail).deleteAttribute('normal').deleteAttribute('uv');
  const { position } = mergeVertices(ball).attributes;
  return Array.from(
    { length: position!.count },
    (_, i) => new Vector3(position!.getX(i), position!.getY(i), position!.getZ(i)),
  );
}
