/** Reference forward kinematics: a product of 4×4 matrices from three.js and the description alone. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import { Model, type JointDescription, type Motion, type PoseDescription, type Vec3 } from 'limber';

const vector = (numbers: ArrayLike<number>, first = 0): Vector3 =>
  new Vector3().fromArray([...Array.from(numbers)], first);

const slide = (axis: Vector3, metres: number): Matrix4 =>
  new Matrix4().makeTranslation(axis.clone().multiplyScalar(metres));
const turn = (axis: Vector3, radians: number): Matrix4 => new Matrix4().makeRotationAxis(axis, radians);
const rotate = (quaternion: ArrayLike<number>): Matrix4 =>
  new Matrix4().makeRotationFromQuaternion(
    new Quaternion().fromArray([...Array.from(quaternion)]).normalize(),
  );
export const product = (...factors: Matrix4[]): Matrix4 =>
  factors.reduce((a, b) => a.multiply(b), new Matrix4());

const unitZ: Vec3 = [0, 0, 1];
const unitX: Vec3 = [1, 0, 0];

/** Without a formula of its own, the type is what its motions in the core say; the C++ tests define each. */
function motionsMatrix({ mimic: _, ...joint }: JointDescription, values: ArrayLike<number>): Matrix4 {
  using model = Model.from({ links: [{ name: 'only', joint }] });
  const matrix = ({ isBall, w, v, qIndex }: Motion): Matrix4 =>
    isBall
      ? rotate(Array.from(values).slice(qIndex, qIndex + 4))
      : product(
          slide(vector(v), values[qIndex]!),
          w.some(Boolean) ? turn(vector(w), values[qIndex]!) : new Matrix4(),
        );
  return product(...model.links[0]!.motions.map(matrix));
}

/** The joint's motion (parent's joint frame from link) for its part of q. */
export function jointMatrix(joint: JointDescription, values: ArrayLike<number>): Matrix4 {
  const axis = vector(joint.axis ?? unitZ).normalize();
  const axis2 = vector(joint.axis2 ?? unitX).normalize();
  const value = (i: number) => values[i]!;
  switch (joint.type) {
    case 'fixed':
      return new Matrix4();
    case 'revolute':
    case 'continuous':
      return turn(axis, value(0));
    case 'prismatic':
      return slide(axis, value(0));
    case 'helical':
      return product(slide(axis, (joint.pitch ?? 0.01) * value(0)), turn(axis, value(0)));
    case 'universal':
      return product(turn(axis, value(0)), turn(axis2, value(1)));
    case 'cylindrical':
      return product(slide(axis, value(0)), turn(axis, value(1)));
    case 'planar': {
      const frame = new Quaternion().setFromUnitVectors(vector(unitZ), axis);
      const [x, y] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0)].map((each) => each.applyQuaternion(frame));
      return product(slide(x!, value(0)), slide(y!, value(1)), turn(axis, value(2)));
    }
    case 'ball':
      return rotate(values);
    case 'free':
      return product(
        new Matrix4().makeTranslation(value(0), value(1), value(2)),
        rotate(Array.from(values).slice(3, 7)),
      );
    default:
      return motionsMatrix(joint, values);
  }
}

export function poseMatrix({ position = [0, 0, 0], rotation = [0, 0, 0, 1] }: PoseDescription = {}): Matrix4 {
  return product(new Matrix4().makeTranslation(vector(position)), rotate(rotation));
}

/** The joint's part of q; a mimic's value is computed from the joint that it follows. */
function valuesOf(model: Model, name: string, q: ArrayLike<number>): number[] {
  const { joint, qIndex, nq } = model.links[model.findLink(name)]!;
  if (!joint.mimic) return Array.from(q).slice(qIndex, qIndex + nq);
  const { link, multiplier = 1, offset = 0 } = joint.mimic;
  return valuesOf(model, link, q).map((followed) => multiplier * followed + offset);
}

/** World from link, for every link of the model. */
export function worldMatrices(model: Model, q: ArrayLike<number>): Matrix4[] {
  const world: Matrix4[] = [];
  for (const { name, parent, origin, joint } of model.links) {
    const outer = parent < 0 ? new Matrix4() : world[parent]!;
    world.push(product(outer, poseMatrix(origin), jointMatrix(joint, valuesOf(model, name, q))));
  }
  return world;
}

/** `state.poses` of one link as a matrix. */
export function stateMatrix(poses: ArrayLike<number>, index: number): Matrix4 {
  const pose = Array.from(poses).slice(7 * index, 7 * index + 7);
  return product(new Matrix4().makeTranslation(vector(pose)), rotate(pose.slice(3)));
}

/** Largest difference of an element; lengths are divided by `scale`. */
export function matrixDifference(a: Matrix4, b: Matrix4, scale = 1): number {
  const isLength = (i: number) => i >= 12 && i < 15;
  return Math.max(
    ...a.elements.map((each, i) => Math.abs(each - b.elements[i]!) / (isLength(i) ? scale : 1)),
  );
}

export interface Left {
  distance: number;
  angle: number;
}

/** Rotation vector of at most half a turn. */
function rotationVector({ x, y, z, w }: Quaternion): Vector3 {
  const sign = w < 0 ? -1 : 1;
  const sine = Math.hypot(x, y, z);
  const angle = 2 * Math.atan2(sine, Math.abs(w));
  return new Vector3(x, y, z).multiplyScalar(sine > 0 ? (sign * angle) / sine : 0);
}

/** Residual of a position, orientation or pose goal between `tool` and `target`; `free` in the target's axes. */
export function poseLeft(tool: Matrix4, target: Matrix4, free: readonly string[] = []): Left {
  const toTarget = new Quaternion().setFromRotationMatrix(target);
  const rotation = new Quaternion().setFromRotationMatrix(tool);
  const turnLeft = toTarget.clone().multiply(rotation.invert());
  const way = new Vector3().setFromMatrixPosition(target).sub(new Vector3().setFromMatrixPosition(tool));
  const inTarget = (v: Vector3) => v.applyQuaternion(toTarget.clone().invert()).toArray();
  const kept = (v: Vector3, names: readonly string[]) =>
    Math.hypot(...inTarget(v).filter((_, i) => !free.includes(names[i]!)));
  return { distance: kept(way, ['x', 'y', 'z']), angle: kept(rotationVector(turnLeft), ['rx', 'ry', 'rz']) };
}

/** Radians between the tool's axis and a world direction. */
export function directionLeft(tool: Matrix4, axis: Vec3, target: ArrayLike<number>): number {
  const pointing = vector(axis).applyQuaternion(new Quaternion().setFromRotationMatrix(tool));
  const wanted = vector(target);
  return Math.atan2(pointing.clone().cross(wanted).length(), pointing.dot(wanted));
}
