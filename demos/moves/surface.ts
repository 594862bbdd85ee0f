/**
 * The surface to draw on: a board, or a ball. A point on it is two numbers, metres to the right and up from
 * its middle; on a ball along great circles. Nothing here uses the document.
 */
import type { Vec3 } from 'limber';
import { Matrix4, Plane, Quaternion, type Ray, Sphere, Vector3 } from 'three';

export interface SurfaceKind {
  /** Name in the address. */
  readonly name: string;
  readonly title: string;
  /** Initial position of its middle (metres, Y up). */
  readonly at: Vec3;
  /** Outward normal, not unit. */
  readonly normal: Vec3;
  /** Direction of the camera, seen from its target. */
  readonly side: Vec3;
  /** Radius in metres; 0: flat. */
  readonly radius: number;
  /** Extent of the drawable part around its middle (metres). */
  readonly extent: number;
}

const board = { radius: 0, extent: 0.26 };

// prettier-ignore
export const surfaces: readonly SurfaceKind[] = [
  { name: 'table', title: 'A table', at: [0.6, 0.25, 0], normal: [0, 1, 0], side: [0.5, 0.8, 1], ...board },
  {
    name: 'desk', title: 'A sloping board', at: [0.64, 0.32, 0], normal: [-1, 1.4, 0], side: [-0.45, 0.75, 1],
    ...board,
  },
  { name: 'wall', title: 'An upright board', at: [0.7, 0.5, 0], normal: [-1, 0, 0], side: [-1, 0.5, 1], ...board },
  {
    name: 'ball', title: 'A ball', at: [0.52, 0.36, 0], normal: [-0.5, 1, 0], side: [-0.2, 0.8, 1],
    extent: 0.36, radius: 0.24,
  },
];

/** A point of a surface (metres). */
export type Spot = readonly [u: number, v: number];

const up = new Vector3(0, 1, 0);
const back = new Vector3(0, 0, -1);

export class Surface {
  readonly middle = new Vector3();
  /** Centre of a ball. */
  readonly centre = new Vector3();
  /** Orientation at its middle, with z into the surface. */
  readonly rotation = new Quaternion();
  readonly normal = new Vector3();
  readonly #inverse = new Quaternion();
  readonly #place = new Vector3();
  readonly #turn = new Quaternion();
  readonly #axis = new Vector3();

  /** `at`: position of its middle (metres). */
  constructor(
    readonly kind: SurfaceKind,
    at: readonly number[] = kind.at,
  ) {
    this.middle.fromArray(at);
    this.normal.fromArray(kind.normal).normalize();
    const z = this.normal.clone().negate();
    // The surface's own up, so that letters stand upright for the viewer.
    const y = (Math.abs(z.dot(up)) > 0.999 ? back : up).clone();
    y.addScaledVector(z, -y.dot(z)).normalize().negate();
    this.rotation.setFromRotationMatrix(new Matrix4().makeBasis(y.clone().cross(z), y, z));
    this.#inverse.copy(this.rotation).invert();
    this.centre.copy(this.middle).addScaledVector(z, kind.radius);
  }

  /**
   * The pose of a pen there: px py pz qx qy qz qw, its z axis into the surface. On a ball of radius R at
   * distance r = R a from the middle, in the direction (c, s) of its tangent plane, where y goes down: R (c
   * sin a, s sin a, 1 − cos a), turned by a about (s, −c, 0).
   */
  write([u, v]: Spot, out: Float64Array, first = 0): void {
    const { kind } = this;
    const place = this.#place;
    const turn = this.#turn;
    const r = Math.hypot(u, v);
    turn.identity();
    if (kind.radius === 0 || r === 0) place.set(u, -v, 0);
    else {
      const [c, s, a] = [u / r, -v / r, r / kind.radius];
      const across = kind.radius * Math.sin(a);
      place.set(c * across, s * across, kind.radius * (1 - Math.cos(a)));
      turn.setFromAxisAngle(this.#axis.set(s, -c, 0), a);
    }
    place.applyQuaternion(this.rotation).add(this.middle).toArray(out, first);
    turn.premultiply(this.rotation).toArray(out, first + 3);
  }

  /** The spot nearest to a point in the world. */
  spotOf(place: Vector3): Spot {
    const local = this.#place.copy(place).sub(this.middle).applyQuaternion(this.#inverse);
    if (this.kind.radius === 0) return this.#within([local.x, -local.y]);
    const across = Math.hypot(local.x, local.y);
    const r = this.kind.radius * Math.atan2(across, this.kind.radius - local.z);
    return this.#within(across > 0 ? [(local.x * r) / across, (-local.y * r) / across] : [0, 0]);
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
    const place = this.meet(sight);
    if (!place) return null;
    const { extent, radius } = this.kind;
    const spot = this.spotOf(place);
    const [u, v] = spot.map(Math.abs) as [number, number];
    const isOn =
      radius > 0
        ? Math.hypot(u, v) < extent
        : place.distanceTo(this.middle) < 1.5 * extent && Math.max(u, v) < extent;
    return isOn ? spot : null;
  }

  #within([u, v]: Spot): Spot {
    const { extent, radius } = this.kind;
    if (radius > 0) {
      const share = Math.min(1, extent / (Math.hypot(u, v) || 1));
      return [u * share, v * share];
    }
    return [Math.min(extent, Math.max(-extent, u)), Math.min(extent, Math.max(-extent, v))];
  }
}
