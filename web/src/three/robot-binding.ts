import { Euler, type Object3D, Quaternion, Vector3 } from 'three';
import { LimberError, show } from '../describe/errors.ts';
import type { LinkLike, ModelLike, StateLike } from './model-like.ts';

/** The properties of an urdf-loader joint that the binding uses. */
interface JointLike extends Object3D {
  readonly isURDFJoint: boolean;
  /** Radians or metres; for a floating joint metres and XYZ Euler angles. */
  jointValue: number[];
  origPosition: Vector3 | null;
  origQuaternion: Quaternion | null;
}

/** The properties of an urdf-loader robot that the binding uses. */
export interface RobotLike extends Object3D {
  readonly links: Readonly<Record<string, Object3D>>;
}

/** How a robot is bound to a model. */
export interface RobotBindingOptions {
  /**
   * Also write the pose of the root link: the model's world is then the frame of the robot's parent. Default:
   * only if the root's joint moves. Otherwise the robot stays as placed, and may be turned, moved and scaled.
   */
  placeRoot?: boolean;
}

interface Bound {
  readonly link: LinkLike;
  /** The moved object: the joint above the link, or the link itself. */
  readonly object: Object3D;
  readonly joint: JointLike | null;
}

const isJoint = (object: Object3D | null): object is JointLike =>
  (object as JointLike | null)?.isURDFJoint === true;

/**
 * Makes a robot loaded by urdf-loader, including its meshes, follow a model of the same URDF (`fromURDF`):
 *
 * ```ts
 * const robot = new URDFLoader().parse(text);
 * const binding = new RobotBinding(Model.from(fromURDF(text)), robot);
 * binding.update(problem.state); // once per frame
 * ```
 *
 * The robot's joints also know their values: `robot.joints.elbow.angle` is as in q.
 */
export class RobotBinding {
  readonly #bound: readonly Bound[];

  /** @throws LimberError `unknownLink` if the robot lacks a link of the model or has it in another place. */
  constructor(
    readonly model: ModelLike,
    readonly robot: RobotLike,
    options: RobotBindingOptions = {},
  ) {
    this.#bound = model.links
      .map((link) => this.#bind(link))
      .filter(({ link }) => {
        return link.parent >= 0 || (options.placeRoot ?? link.motions.length > 0);
      });
  }

  #bind(link: LinkLike): Bound {
    const { links } = this.robot;
    const object = Object.hasOwn(links, link.name) ? links[link.name] : undefined;
    if (!object) {
      const known = Object.keys(links).slice(0, 8).map(show).join(', ');
      const text = `the robot has no link ${show(link.name)}; known: ${known}; give both the same URDF`;
      throw new LimberError('unknownLink', text);
    }
    if (link.parent < 0) return { link, object, joint: null };
    const joint = isJoint(object.parent) ? object.parent : null;
    const parent = this.model.links[link.parent]!.name;
    if ((joint ?? object).parent !== links[parent]) {
      const text = `the robot's link ${show(link.name)} does not hang from ${show(parent)}; give both the same URDF`;
      throw new LimberError('unknownLink', text);
    }
    if (joint) {
      // urdf-loader takes a joint's pose at its first change as its zero pose.
      joint.origPosition ??= joint.position.clone();
      joint.origQuaternion ??= joint.quaternion.clone();
    }
    return { link, object: joint ?? object, joint };
  }

  /** Moves the robot to a state, such as `problem.state`. Allocates nothing. */
  update({ q, poses }: StateLike): void {
    for (const { link, object, joint } of this.#bound) {
      object.position.fromArray(poses, 7 * link.index);
      object.quaternion.fromArray(poses, 7 * link.index + 3);
      if (link.parent >= 0) {
        parentPosition.fromArray(poses, 7 * link.parent);
        parentTurn.fromArray(poses, 7 * link.parent + 3).conjugate();
        object.position.sub(parentPosition).applyQuaternion(parentTurn);
        object.quaternion.premultiply(parentTurn);
      }
      if (joint) writeValues(link, joint.jointValue, q);
    }
  }

  /**
   * Calls `take` with every moving object and its local pose at `q` (nq numbers, as in a trajectory);
   * `position` is null if it never changes. Moves nothing; the arguments of `take` are reused.
   */
  poseAt(
    q: Float64Array,
    take: (object: Object3D, quaternion: Quaternion, position: Vector3 | null) => void,
  ): void {
    for (const { link, object } of this.#bound) {
      const { origin, motions } = link;
      if (motions.length === 0) continue;
      place.fromArray(origin.position ?? [0, 0, 0]);
      turned.fromArray(origin.rotation ?? [0, 0, 0, 1]);
      for (const motion of motions) move(motion, q);
      const slides = motions.some(({ v }) => v.some((each) => each !== 0));
      take(object, turned, slides ? place : null);
    }
  }

  /**
   * Reads the robot's joint values into `q` (nq numbers; use it with `problem.state.q`, then
   * `problem.state.update()`) after other code has moved it, such as `robot.setJointValue`. Mimic joints take
   * the values of the joints they follow. urdf-loader moves planar and floating joints along the axes of the
   * link above, URDF along the joint's own: with a rotated origin the same values give two different poses
   * until the next `update`.
   */
  read(q: Float64Array): void {
    for (const { link, joint } of this.#bound) {
      if (joint) readValues(link, joint.jointValue, q);
    }
  }
}

const parentPosition = new Vector3();
const parentTurn = new Quaternion();
const turn = new Quaternion();
const euler = new Euler();
const place = new Vector3();
const turned = new Quaternion();
const step = new Vector3();

/** Advances the frame of `place` and `turned` by one motion of a joint. */
function move({ isBall, qIndex, ratio, offset, v, w }: LinkLike['motions'][number], q: Float64Array): void {
  if (isBall) {
    turned.multiply(turn.fromArray(q, qIndex));
    return;
  }
  const value = ratio * q[qIndex]! + offset;
  place.add(step.fromArray(v).multiplyScalar(value).applyQuaternion(turned));
  turned.multiply(turn.setFromAxisAngle(step.fromArray(w), w.some((each) => each !== 0) ? value : 0));
}

function writeValues({ motions }: LinkLike, values: number[], q: ArrayLike<number>): void {
  for (let i = 0; i < motions.length; i += 1) {
    const { isBall, qIndex, ratio, offset } = motions[i]!;
    if (isBall) {
      euler.setFromQuaternion(turn.fromArray(q, qIndex), 'XYZ');
      values[i] = euler.x;
      values[i + 1] = euler.y;
      values[i + 2] = euler.z;
    } else {
      values[i] = ratio * q[qIndex]! + offset;
    }
  }
}

function readValues({ motions }: LinkLike, values: readonly number[], q: Float64Array): void {
  for (let i = 0; i < motions.length; i += 1) {
    const { isBall, mimics, qIndex } = motions[i]!;
    if (mimics) continue;
    if (isBall) {
      euler.set(values[i]!, values[i + 1]!, values[i + 2]!, 'XYZ');
      turn.setFromEuler(euler).toArray(q, qIndex);
    } else {
      q[qIndex] = values[i]!;
    }
  }
}
