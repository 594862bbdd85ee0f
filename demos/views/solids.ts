import type { Vec3 } from 'limber';
import { type BufferGeometry, LatheGeometry, Quaternion, SphereGeometry, Vector2, Vector3 } from 'three';

/** Smooth solids for the figure, in metres. */

const around = 22;

/**
 * An ellipsoid from its half axes; `taper` > 0 makes it wider above its middle than below, < 0 the reverse.
 */
export function egg([x, y, z]: Vec3, [rx, ry, rz]: Vec3, taper = 0): BufferGeometry {
  const geometry = new SphereGeometry(1, around, 14);
  const position = geometry.attributes.position!;
  for (let i = 0; i < position.count; ++i) {
    const height = position.getY(i);
    const wide = 1 + taper * height * (1 - height * height) * 1.3;
    position.setXYZ(i, position.getX(i) * rx * wide, height * ry, position.getZ(i) * rz * wide);
  }
  geometry.computeVertexNormals();
  return mendSeam(geometry).translate(x, y, z);
}

/** Between two points, round at both ends, slightly thicker in its first third. */
export function limb(from: Vec3, to: Vec3, startRadius: number, endRadius: number): BufferGeometry {
  const start = new Vector3(...from);
  const way = new Vector3(...to).sub(start);
  const length = way.length();
  const profile: Vector2[] = [];
  const steps = 18;
  for (let i = 0; i <= steps; ++i) {
    // Denser at the ends, where the outline is round.
    const part = (1 - Math.cos((Math.PI * i) / steps)) / 2;
    const radius = startRadius + (endRadius - startRadius) * part;
    const full = 1 + 0.1 * Math.sin(Math.PI * Math.min(1, part * 1.5));
    const along = -startRadius * 0.5 + part * (length + 0.5 * (startRadius + endRadius));
    profile.push(new Vector2(radius * full * roundness(part, radius, length), along));
  }
  const geometry = new LatheGeometry(profile, around);
  geometry.applyQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), way.normalize()));
  return geometry.translate(...from);
}

/** 0 at both ends, 1 between: a quarter of an ellipse at each end. */
function roundness(part: number, radius: number, length: number): number {
  const cap = Math.min(0.5, (0.9 * radius) / length);
  const fromEnd = Math.min(part, 1 - part) / cap;
  return fromEnd >= 1 ? 1 : Math.sqrt(Math.max(0, 1 - (1 - fromEnd) ** 2));
}

/** A foot: flat below, high at the heel, sloping to the front; `at`: the middle of its sole. */
export function wedge([x, y, z]: Vec3, [width, height, length]: Vec3): BufferGeometry {
  const geometry = new SphereGeometry(1, around, 14);
  const position = geometry.attributes.position!;
  for (let i = 0; i < position.count; ++i) {
    const [px, py, pz] = [position.getX(i), position.getY(i), position.getZ(i)];
    // Inflate the sphere towards a box with round edges.
    const blow = (value: number) => Math.sign(value) * Math.abs(value) ** 0.72;
    const front = (blow(pz) + 1) / 2;
    const top = height * (1 - 0.6 * front);
    const up = py < 0 ? 0.004 + 0.004 * py : 0.004 + (top - 0.004) * blow(py);
    position.setXYZ(i, (blow(px) * width * (0.82 + 0.3 * front)) / 2, up, (blow(pz) * length) / 2);
  }
  geometry.computeVertexNormals();
  return mendSeam(geometry).translate(x, y, z);
}

/** A sphere's first and last meridian coincide, and need the same normals. */
function mendSeam(geometry: BufferGeometry): BufferGeometry {
  const normal = geometry.attributes.normal!;
  const columns = around + 1;
  const sum = new Vector3();
  for (let i = 0; i < normal.count; i += columns) {
    const last = i + columns - 1;
    sum.set(
      normal.getX(i) + normal.getX(last),
      normal.getY(i) + normal.getY(last),
      normal.getZ(i) + normal.getZ(last),
    );
    sum.normalize();
    normal.setXYZ(i, sum.x, sum.y, sum.z);
    normal.setXYZ(last, sum.x, sum.y, sum.z);
  }
  return geometry;
}
