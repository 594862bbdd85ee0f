/**
 * The surface to draw on: a board, or a ball. A point on it is two numbers, metres to the right and up from
 * its middle; on a ball along great circles. Nothing here uses the document.
 */
import type { Vec3 } from 'limber';
import { Matrix4, Plane, Quaternion, type Ray, Sphere, Vector3 } from 'three';

/** Metres, Y up. `radius` 0: flat; `extent`: that of the drawable part around its middle. */
const surface = (
  name: string,
  title: string,
  [at, normal, side]: readonly Vec3[],
  radius = 0,
  extent = 0.26,
) => ({
  ...{ name, title, radius, extent },
  /** Initial position of its middle. */
  at: at!,
  /** Outwards, not unit. */
  normal: normal!,
  /** Direction of the camera, seen from its target. */
  side: side!,
});
export type SurfaceKind = ReturnType<typeof surface>;

// prettier-ignore
export const surfaces: readonly SurfaceKind[] = [
  surface('table', 'A table', [[0.6, 0.25, 0], [0, 1, 0], [0.5, 0.8, 1]]),
  surface('desk', 'A sloping board', [[0.64, 0.32, 0], [-1, 1.4, 0], [-0.45, 0.75, 1]]),
  surface('wall', 'An upright board', [[0.7, 0.5, 0], [-1, 0, 0], [-1, 0.5, 1]]),
  surface('ball', 'A ball', [[0.52, 0.36, 0], [-0.5, 1, 0], [-0.2, 0.8, 1]], 0.24, 0.36),
];

/** A point of a surface (metres). */
export type Spot = readonly [u: number, v: number];

const up = new Vector3(0, 1, 0);
const back = new Vector3(0, 0, -1);
const [place, axis, turn] = [new Vector3(), new Vector3(), new Quaternion()];

export class Surface {
  readonly middle: Vector3;
  readonly normal: Vector3;
  /** Centre of a ball. */
  readonly centre: Vector3;
  /** Orientation at its middle, with z into the surface. */
  readonly rotation = new Quaternion();

  /** `at`: position of its middle (metres). */
  constructor(
    readonly kind: SurfaceKind,
    at: readonly number[] = kind.at,
  ) {
    this.middle = new Vector3().fromArray(at);
    this.normal = new Vector3(...kind.normal).normalize();
    const z = this.normal.clone().negate();
    // The surface's own up, so that letters stand upright for the viewer.
    const y = (Math.abs(z.dot(up)) > 0.999 ? back : up).clone().projectOnPlane(z).normalize().negate();
    this.rotation.setFromRotationMatrix(new Matrix4().makeBasis(y.clone().cross(z), y, z));
    this.centre = this.middle.clone().addScaledVector(z, kind.radius);
  }

  /**
   * The pose of a pen there: px py pz qx qy qz qw, its z axis into the surface. On a ball of radius R at
   * distance r = R a from the middle, in the direction (c, s) of its tangent plane, where y goes down: R (c
   * sin a, s sin a, 1 − cos a), turned by a about (s, −c, 0).
   */
  write([u, v]: Spot, out: Float64Array, first = 0): void {
    const { radius } = this.kind;
    const r = Math.hypot(u, v);
    place.set(u, -v, 0);
    turn.identity();
    if (radius > 0 && r > 0) {
      const [c, s, a] = [u / r, -v / r, r / radius];
      place.set(c * Math.sin(a), s * Math.sin(a), 1 - Math.cos(a)).multiplyScalar(radius);
      turn.setFromAxisAngle(axis.set(s, -c, 0), a);
    }
    place.applyQuaternion(this.rotation).add(this.middle).toArray(out, first);
    turn.premultiply(this.rotation).toArray(out, first + 3);
  }

  /** Positions of spots, three numbers each (metres). */
  places(spots: readonly Spot[]): number[] {
    const pose = new Float64Array(7);
    return spots.flatMap((spot) => (this.write(spot, pose), [...pose.subarray(0, 3)]));
  }

  /** The drawable spot nearest to a point in the world. */
  spotOf(point: Vector3): Spot {
    const [u, v] = this.#seen(point);
    const share = Math.min(1, this.kind.extent / this.#far([u, v]));
    return [u * share, v * share];
  }

  /** Intersection with a line of sight; null: no hit. */
  meet(sight: Ray): Vector3 | null {
    const { radius } = this.kind;
    if (radius > 0) return sight.intersectSphere(new Sphere(this.centre, radius), new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(this.normal, this.middle);
    return sight.intersectPlane(plane, new Vector3());
  }

  /** The drawable spot on a line of sight, if any. */
  spotIn(sight: Ray): Spot | null {
    const point = this.meet(sight);
    const spot = point && this.#seen(point);
    return spot && this.#far(spot) < this.kind.extent ? spot : null;
  }

  /** How far a spot is from the middle, as `extent` counts it. */
  #far([u, v]: Spot): number {
    return this.kind.radius > 0 ? Math.hypot(u, v) : Math.max(Math.abs(u), Math.abs(v));
  }

  #seen(point: Vector3): Spot {
    const { radius } = this.kind;
    const { x, y, z } = place.copy(point).sub(this.middle).applyQuaternion(turn.copy(this.rotation).invert());
    const across = Math.hypot(x, y);
    if (radius === 0 || across === 0) return [x, -y];
    const r = radius * Math.atan2(across, radius - z);
    return [(x * r) / across, (-y * r) / across];
  }
}
