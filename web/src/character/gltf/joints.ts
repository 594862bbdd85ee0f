import { Quaternion, Vector3, Matrix4, type Object3D } from 'three';
import type {
  Interval,
  JointDescription,
  LinkDescription,
  ModelDescription,
  PoseDescription,
  Vec3,
  CollisionHalfSpace,
  CollisionShape,
} from '../../describe/description.ts';
import { LimberError, show } from '../../describe/errors.ts';
import { asPose } from '../../describe/flatten.ts';
import type { BoneNode } from './bones.ts';

/**
 * How a bone moves. Angles are in radians from the rest pose. `flex` turns about `axis`, `twist` about the
 * bone, `side` about the axis across both (bone × axis). A ball's flex and side bound an ellipse, separately
 * for each quadrant.
 */
export interface BoneJoint {
  /** Default `ball`. A `hinge` turns only about `axis`; `fixed` moves only with other bones. */
  readonly type?: 'ball' | 'hinge' | 'fixed';
  /**
   * Axis in world axes, in the rest pose; its part along the bone is removed. Default: any axis across the
   * bone.
   */
  readonly axis?: Vec3;
  /** The bone's direction in world axes, in the rest pose. Default: towards its longest branch. */
  readonly along?: Vec3;
  /** Default: no bounds. min ≤ 0 ≤ max for a ball. */
  readonly flex?: Interval;
  readonly side?: Interval;
  readonly twist?: Interval;
  /** How readily it moves, from 0 (fixed) to 1; default 1. */
  readonly weight?: number;
}

/** A link's frame in its bone's space: z along the bone, x the axis of flex. */
export function linkInBone({ world }: BoneNode, along: Vector3, { axis }: BoneJoint): Quaternion {
  const z = along;
  const x = axis ? new Vector3(...axis) : new Vector3();
  x.addScaledVector(z, -x.dot(z));
  if (x.length() < 1e-6) x.set(1, 0, 0).applyQuaternion(world.rotation).addScaledVector(z, -leanOf(z, world));
  if (x.length() < 1e-6) x.set(0, 1, 0).applyQuaternion(world.rotation);
  x.normalize();
  const y = new Vector3().crossVectors(z, x);
  const worldFromLink = new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
  return world.rotation.clone().conjugate().multiply(worldFromLink).normalize();
}

const leanOf = (z: Vector3, { rotation }: BoneNode['world']): number =>
  new Vector3(1, 0, 0).applyQuaternion(rotation).dot(z);

/** Unit vectors along the bones, in world axes in the rest pose. */
export function directionsOf(bones: readonly BoneNode[]): Vector3[] {
  const children: number[][] = bones.map(() => []);
  bones.forEach(({ parent }, i) => children[parent]?.push(i));
  // Length of the longest branch below each bone (metres).
  const branch = bones.map(() => 0);
  const lengthOf = (i: number): number =>
    bones[i]!.world.position.distanceTo(bones[bones[i]!.parent]!.world.position);
  for (let i = bones.length - 1; i >= 0; --i) {
    for (const child of children[i]!) branch[i] = Math.max(branch[i]!, branch[child]! + lengthOf(child));
  }
  const directions: Vector3[] = [];
  for (const [i, { world, parent }] of bones.entries()) {
    const main = children[i]!.reduce(
      (best, child) => (best < 0 || reach(child) > reach(best) ? child : best),
      -1,
    );
    const direction = new Vector3();
    if (main >= 0) direction.subVectors(bones[main]!.world.position, world.position);
    if (direction.length() < 1e-9 && parent >= 0) direction.copy(directions[parent]!);
    if (direction.length() < 1e-9) direction.set(0, 1, 0);
    directions.push(direction.normalize());
  }
  return directions;

  function reach(i: number): number {
    return branch[i]! + lengthOf(i);
  }
}

/** Warns if an effector's bone is attached to bones that do not move. */
export function tellFixed({ node }: JointedBone, joints: readonly JointedBone[]): string[] {
  const names: string[] = [];
  for (let at = joints[node.parent]; at && at.node.parent >= 0; at = joints[at.node.parent])
    if (at.joint.type === 'fixed' || at.joint.weight === 0) names.unshift(show(at.node.name));
  if (names.length === 0) return [];
  return [
    `the effector at ${show(node.name)} hangs on bones that do not move: ${names.join(', ')}; ` +
      `to let them, give them joints, as in joints: { ${names.at(-1)!}: { type: 'ball' } }`,
  ];
}

/** Joint of a bone that has a parent bone. */
export function jointOf(joint: BoneJoint): JointDescription {
  const { type = 'ball', flex, side, twist } = joint;
  if (type === 'fixed') return { type: 'fixed' };
  if (type === 'hinge') {
    return { type: flex ? 'revolute' : 'continuous', axis: [1, 0, 0], ...(flex ? { limits: flex } : {}) };
  }
  return { type: 'ball', axis: [0, 0, 1], ...swingOf(flex, side), ...(twist ? { twist } : {}) };
}

const anywhere: Interval = [-Math.PI, Math.PI];

function swingOf(flex?: Interval, side?: Interval): Pick<JointDescription, 'swing'> {
  return flex || side ? { swing: { x: flex ?? anywhere, y: side ?? anywhere } } : {};
}

const jointKeys = ['type', 'axis', 'along', 'flex', 'side', 'twist', 'weight'];
const types = ['ball', 'hinge', 'fixed'];

/**
 * Checks values that the core does not check. @throws LimberError `badDescription`, `badLimits` or
 * `zeroAxis`.
 */
export function checkJoint(joint: BoneJoint, name: string): void {
  const refuse = (what: string, wanted: string, value: unknown): never => {
    throw new LimberError(
      'badDescription',
      `the joint of ${show(name)}: ${what} must be ${wanted}, not ${show(value)}`,
    );
  };
  if (typeof joint !== 'object' || joint === null) refuse('it', 'an object', joint);
  for (const key of Object.keys(joint))
    if (!jointKeys.includes(key)) refuse('a key', jointKeys.join(', '), key);
  const { type = 'ball', weight = 1, axis, along } = joint;
  if (!types.includes(type)) refuse('type', types.join(', '), type);
  if (!(weight >= 0 && weight <= 1)) refuse('weight', 'from 0 to 1', weight);
  for (const [key, value] of Object.entries({ axis, along })) {
    const isDirection = value === undefined || (Array.isArray(value) && value.length === 3);
    const length = value === undefined ? 1 : Math.hypot(...value);
    if (!isDirection || !(length > 0 && length < Infinity)) refuse(key, 'three numbers, not all zero', value);
  }
}

/** A bone of the model, and how it moves. */
export interface JointedBone {
  readonly node: BoneNode;
  readonly joint: BoneJoint;
  /** The link's frame in the bone's space. */
  readonly inBone: Quaternion;
}

/** Collision shapes of bones, in the bone's own space and units. */
export type BoneCollision = ReadonlyMap<Object3D, readonly Exclude<CollisionShape, CollisionHalfSpace>[]>;

/** One link per bone, zero in the rest pose; bones without a parent bone are free in the world. */
export function describeBones(
  name: string,
  joints: readonly JointedBone[],
  collision: BoneCollision,
): ModelDescription {
  const links = joints.map((each): LinkDescription => {
    const shapes = collision.get(each.node.bone) ?? [];
    const solid = shapes.length > 0 ? { collision: shapes.map((shape) => shapeInLink(each, shape)) } : {};
    return { ...describeLink(each, joints), ...solid };
  });
  return { name, links };
}

/** Converts a pose in a bone's space to the frame of its link. */
export function inLink(
  { node, inBone }: JointedBone,
  pose: unknown,
  path: string,
): Required<PoseDescription> {
  const [x, y, z, ...turn] = asPose(pose, path);
  const boneInLink = inBone.clone().conjugate();
  const position = new Vector3(x, y, z)
    .multiplyScalar(node.world.scale)
    .applyQuaternion(boneInLink)
    .toArray();
  return {
    position,
    rotation: boneInLink
      .multiply(new Quaternion(...turn))
      .normalize()
      .toArray(),
  };
}

/**
 * Converts a shape in a bone's space to the frame of its link. All shapes but points are mirror-symmetric.
 */
function shapeInLink(joint: JointedBone, shape: CollisionShape): CollisionShape {
  const { scale } = joint.node.world;
  const { type, position, rotation, ...numbers } = shape;
  const larger = (value: unknown, by: number): unknown =>
    Array.isArray(value)
      ? value.map((each) => larger(each, by))
      : typeof value === 'number'
        ? by * value
        : value;
  const sized = Object.entries(numbers).map(([key, value]) => [
    key,
    larger(value, key === 'points' ? scale : Math.abs(scale)),
  ]);
  const place = { ...(position && { position }), ...(rotation && { rotation }) };
  const pose = inLink(joint, place, `the collision of ${show(joint.node.name)}`);
  return { type, ...Object.fromEntries(sized), ...pose } as CollisionShape;
}

function describeLink({ node, joint, inBone }: JointedBone, joints: readonly JointedBone[]): LinkDescription {
  const worldFromLink = node.world.rotation.clone().multiply(inBone);
  const place = node.world.position.clone();
  const parent = joints[node.parent];
  if (!parent) {
    const ball = jointOf({ ...joint, type: 'ball' });
    return { name: node.name, origin: originOf(place, worldFromLink), joint: { ...ball, type: 'free' } };
  }
  const { world } = parent.node;
  const parentFromWorld = world.rotation.clone().multiply(parent.inBone).conjugate();
  place.sub(world.position).applyQuaternion(parentFromWorld);
  const rotation = parentFromWorld.multiply(worldFromLink);
  return {
    name: node.name,
    parent: parent.node.name,
    origin: originOf(place, rotation),
    joint: jointOf(joint),
  };
}

function originOf(position: Vector3, rotation: Quaternion): PoseDescription {
  const { x, y, z, w } = rotation.normalize();
  return { position: position.toArray(), rotation: [x, y, z, w] };
}
