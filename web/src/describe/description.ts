/** Plain data that describes a model: the input of `Model.from` and the contents of JSON files. */
import type { JointType } from './core-names.ts';

export type { JointType };

/** Three numbers: metres for a position, no unit for an axis. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** Numbers in a row: an array, or an object of three.js that has them, such as a `Vector3` or a `Quaternion`. */
export type NumbersLike = ArrayLike<number> | { toArray(): ArrayLike<number> };

/** A unit quaternion in the order of Eigen and three.js. */
export type Quat = readonly [x: number, y: number, z: number, w: number];

/** As TypeScript reads a JSON file: lists of any length, and any words. `Model.from` checks what it is given. */
export type FromJSON<T> = T extends string
  ? string
  : T extends readonly (infer E)[]
    ? readonly FromJSON<E>[]
    : T extends object
      ? { readonly [K in keyof T]: FromJSON<T[K]> | undefined }
      : T;

/** A frame in another frame. */
export interface PoseDescription {
  /** Metres; default the origin. */
  readonly position?: Vec3;
  /** Unit quaternion; default no rotation. */
  readonly rotation?: Quat;
}

/** Smallest and largest value: radians for a turn, metres for a slide. */
export type Interval = readonly [min: number, max: number];

/** A joint, the follower, whose value is that of another, its leader: `multiplier * value of the leader + offset`. */
export interface MimicDescription {
  /** Name of the link whose joint leads; both joints share one coordinate. */
  readonly link: string;
  /** Default 1. */
  readonly multiplier?: number;
  /** Radians or metres; default 0. */
  readonly offset?: number;
  /**
   * What the follower's own limits do. Default: nothing, but where the leader takes it beyond, `model.warnings` says so.
   * 'cut': they narrow the leader's limits to what both allow.
   */
  readonly limits?: 'cut';
}

/** How a link moves in its parent. Axes are given in the joint's frame, which is the link's frame at zero. */
export interface JointDescription {
  /** How the joint moves. */
  readonly type: JointType;
  /** Name of the joint, if it differs from its link's, as in URDF. */
  readonly name?: string;
  /**
   * Axis of a turn or slide, normal of a planar joint, bone (twist axis) of a ball; any length but zero.
   * Default +Z.
   */
  readonly axis?: Vec3;
  /** Second axis of a universal joint; default +X. */
  readonly axis2?: Vec3;
  /** Helical joint: metres per radian; default 0.01. */
  readonly pitch?: number;
  /**
   * One interval: for the joint's first motion. A list: one interval (or null) per turn and slide, in the
   * order of motion: universal turn, turn2; cylindrical slide, turn; planar slide, slide, turn; free slide x,
   * y, z.
   */
  readonly limits?: Interval | readonly (Interval | null)[];
  /**
   * Ball and free joints: limits of the swing. The swing away from the bone, as a rotation vector across the
   * bone, must stay inside an ellipse whose half axes are these bounds, separately for each quadrant
   * (radians, min ≤ 0 ≤ max, at most π). `x` and `y` are the joint's axes across the bone: the images of X
   * and Y under the least rotation that takes Z to `axis`.
   */
  readonly swing?: { readonly x: Interval; readonly y: Interval };
  /** Ball and free joints: limits of the turn about the bone (radians). */
  readonly twist?: Interval;
  /** The joint to follow. Default: none. */
  readonly mimic?: MimicDescription;
  /**
   * Ready pose: the joint's numbers in q, where new problems start and `state.reset()` returns to: radians,
   * metres, a ball's quaternion x y z w. A joint that mimics has none. Default: zero, or the nearest value
   * within the limits.
   */
  readonly rest?: number | readonly number[];
  /**
   * Fastest that each of its turns and slides may be: rad/s or m/s, above 0; a ball has no such bound. Default: not
   * known. Solvers do not heed it; a robot's motion does, by the option of the same name.
   */
  readonly maxVelocity?: number;
}

/** Pose in the link's frame and colour, common to every shape. */
interface ShapeBase extends PoseDescription {
  /** `#rrggbb`; default: the view's colour for links. */
  readonly color?: string;
}

/** A box centred at the shape's position. */
export interface BoxShape extends ShapeBase {
  /** Full edge lengths: see `size`. */
  readonly type: 'box';
  /** Metres along X, Y and Z. */
  readonly size: Vec3;
}

/** A cylinder along Z, centred at the shape's position. */
export interface CylinderShape extends ShapeBase {
  /** A cylinder along Z. */
  readonly type: 'cylinder';
  /** Metres. */
  readonly radius: number;
  /** Metres. */
  readonly length: number;
}

/** A sphere centred at the shape's position. */
export interface SphereShape extends ShapeBase {
  /** A sphere about the position. */
  readonly type: 'sphere';
  /** Metres. */
  readonly radius: number;
}

/** A mesh in a separate file: STL, OBJ or Collada. */
export interface MeshShape extends ShapeBase {
  /** A mesh from a file. */
  readonly type: 'mesh';
  /**
   * Address of the file, as written in the robot's own file: `meshes/arm.stl`,
   * `package://arm/meshes/arm.stl`.
   */
  readonly file: string;
  /** Default 1 along each axis. */
  readonly scale?: Vec3;
}

/** Drawn by a view for a link, in the link's frame. Solvers ignore it. */
export type ShapeDescription = BoxShape | CylinderShape | SphereShape | MeshShape;

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
 * Triangles, as read by `meshOf` of `limber/three`. They are a surface without an inside: a shape that starts
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

/** A rigid part, and the joint that moves it in its parent. */
export interface LinkDescription {
  /** Unique in the model. */
  readonly name: string;
  /** Name of the parent link; omitted: the joint is attached to the world. */
  readonly parent?: string | null | undefined;
  /** Frame of the joint in the parent link (in the world for a root). */
  readonly origin?: PoseDescription;
  /** Default: fixed. */
  readonly joint?: JointDescription;
  /** Shapes that a view draws for it; default: none, and the view draws its own. */
  readonly shapes?: readonly ShapeDescription[];
  /** Shapes of the link that must not touch anything, for the option `clearance`; default: none. */
  readonly collision?: readonly CollisionShape[];
}

/** Axes of a pose goal's target: translations along them and rotations about them. */
export const poseAxes = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
/** The name of one of `poseAxes`. */
export type PoseAxis = (typeof poseAxes)[number];

/** Axes of frame b that each named closure leaves free: a hinge turns about z, a slider slides along it. */
export const closures = {
  fixed: [],
  revolute: ['rz'],
  prismatic: ['z'],
  cylindrical: ['z', 'rz'],
  planar: ['x', 'y', 'rz'],
  ball: ['rx', 'ry', 'rz'],
} as const satisfies Record<string, readonly PoseAxis[]>;

/** One of `closures`. */
export type ClosureName = keyof typeof closures;

/** A frame on a link. */
export interface FrameDescription extends PoseDescription {
  /** Name of the link; omitted: the world. */
  readonly link?: string | null;
}

/** Two frames that stay together although no joint connects them. */
export interface LoopDescription {
  /** For messages; default ''. */
  readonly name?: string;
  /** Frame on a link. */
  readonly a: FrameDescription;
  /** Frame on another link or in the world. */
  readonly b: FrameDescription;
  /**
   * How frame `a` may move along and about the axes of `b`: a name or a list of axes. Default 'fixed': not at
   * all.
   */
  readonly free?: ClosureName | readonly PoseAxis[];
  /** Above 0; maximal: stiffness where not all joints fit. Default 1. */
  readonly weight?: number;
}

/** Links in any order. Metres, radians, right-handed. */
export interface ModelDescription {
  /** Name of the model, for messages and files; default ''. */
  readonly name?: string;
  /** At least one, at most 200,000. */
  readonly links: readonly LinkDescription[];
  /** Loop closures. A problem starts with all of them closed and may open them. Default: none. */
  readonly loops?: readonly LoopDescription[];
}
