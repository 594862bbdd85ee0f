/** Collision shapes: of links, and obstacles. */
import { copy } from './copy.ts';
import type { PoseDescription, Vec3 } from './description.ts';
import { show } from './errors.ts';
import { checkPresent, type Owner, type View } from './part.ts';

/** Everything within a radius of the position. */
export interface CollisionSphere extends PoseDescription {
  /** A ball about its position. */
  readonly type: 'sphere';
  /** Metres. */
  readonly radius: number;
}

/** Everything within a radius of a segment along Z, centred at the position. */
export interface CollisionCapsule extends PoseDescription {
  /** A segment with a radius. */
  readonly type: 'capsule';
  /** Metres. */
  readonly radius: number;
  /** Metres between the centres of its round ends. */
  readonly length: number;
}

/** A box centred at the position. */
export interface CollisionBox extends PoseDescription {
  /** Full edge lengths: see `size`. */
  readonly type: 'box';
  /** Metres along X, Y and Z. */
  readonly size: Vec3;
  /** Metres added all round; default 0. */
  readonly rounding?: number;
}

/** A cylinder along Z, centred at the position. */
export interface CollisionCylinder extends PoseDescription {
  /** A cylinder along Z. */
  readonly type: 'cylinder';
  /** Metres. */
  readonly radius: number;
  /** Metres. */
  readonly length: number;
  /** Metres added all round; default 0. */
  readonly rounding?: number;
}

/** Everything below the XY plane of its pose. */
export interface CollisionHalfSpace extends PoseDescription {
  /** The space below a plane. */
  readonly type: 'halfSpace';
  /** Metres by which the plane is raised; default 0. */
  readonly rounding?: number;
}

/** The convex hull of points. */
export interface CollisionHull extends PoseDescription {
  /** The hull of points. */
  readonly type: 'hull';
  /** 1 to 256 points, metres. */
  readonly points: readonly Vec3[];
  /** Metres added all round; default 0. */
  readonly rounding?: number;
}

/** A convex shape that must not touch others; its pose is in its link's frame, or in the world. */
export type CollisionShape =
  CollisionSphere | CollisionCapsule | CollisionBox | CollisionCylinder | CollisionHalfSpace | CollisionHull;

/**
 * Triangles, as read by `meshOf` of `limber/fit`. They are a surface without an inside: a shape that starts
 * inside a closed one stays inside.
 */
export interface CollisionMesh extends PoseDescription {
  /** A surface of triangles. */
  readonly type: 'mesh';
  /** Metres, three numbers per point. */
  readonly positions: ArrayLike<number>;
  /** Three numbers per triangle: its corners, as point indices from 0. 1 to 20,000 triangles. */
  readonly index: ArrayLike<number>;
  /** Metres added all round; default 0. */
  readonly rounding?: number;
}

/** Argument of `problem.addObstacle`. */
export type ObstacleDescription = (CollisionShape | CollisionMesh) & {
  /** Name of the link that carries it, as a hand carries a gripped object. Default: the world. */
  readonly link?: string | null;
  /** Names of links that may touch it. Default: none. */
  readonly ignore?: readonly string[];
};

/** A pair of links, by name. */
export type CollisionPair = readonly [string, string];

/** Two shapes and their distance. */
export interface NearPair {
  /** Names of the links that carry them; null: the world. */
  readonly links: readonly [string | null, string | null];
  /** Obstacles of the pair; null for a shape of a link. */
  readonly obstacles: readonly [Obstacle | null, Obstacle | null];
  /** Metres; negative where they overlap. */
  readonly distance: number;
  /** Nearest points, in the world. */
  readonly points: readonly [Vec3, Vec3];
  /** Unit vector from the second point to the first, in the world. */
  readonly normal: Vec3;
}

/** An obstacle of a problem. Its numbers may be written at any time; the next solve reads them. */
export class Obstacle {
  /** As it was added, as plain data for JSON. */
  readonly description: ObstacleDescription;
  readonly #owner: Owner;
  readonly #pose: View;
  readonly #size: View;
  /** Index among the problem's obstacles; −1 once removed. @internal */
  index: number;

  /** @internal */
  constructor(owner: Owner, description: ObstacleDescription, index: number, pose: View, size: View) {
    this.#owner = owner;
    // The caller's objects may change later.
    this.description = copy(description);
    this.index = index;
    this.#pose = pose;
    this.#size = size;
  }

  #present(): void {
    checkPresent(this.#owner, this, nameOf);
  }

  /** px py pz qx qy qz qw in its link's frame, or in the world: a view, not to be kept. */
  get pose(): Float64Array {
    this.#present();
    return this.#pose.show();
  }

  /** Its numbers in the order of its description, in metres: a view, not to be kept. */
  get size(): Float64Array {
    this.#present();
    return this.#size.show();
  }
}

const nameOf = ({ description }: Obstacle): string => `the ${show(description.type)}`;
