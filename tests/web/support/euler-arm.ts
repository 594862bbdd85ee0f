/**
 * The article's algorithm, written anew from its text: cyclic coordinate descent on nested frames, hinges
 * kept by turning their axis back, limits by clamping local XYZ Euler angles. Shares nothing with the core.
 * If it agrees with the recording, it behaves like the article.
 */
import { Euler, Object3D, Quaternion, Vector3 } from 'three';
import type { ModelDescription } from 'limber';

/** The article's degree in radians, rounded to six digits. */
export const articleDegree = 0.0174533;

/**
 * Above this |sin Y| the article's three.js treats the Euler angles as locked: Z becomes 0 and X takes the
 * rest. Within that quarter of a degree around ±90°, a turn about Y past a right angle comes back as one
 * short of it.
 */
const lockedAt = 0.99999;

/** XYZ Euler angles of a rotation: R = X(x) Y(y) Z(z). */
function eulerAngles({ x, y, z, w }: Quaternion): number[] {
  const sine = Math.min(1, Math.max(-1, 2 * (x * z + w * y)));
  const isLocked = Math.abs(sine) >= lockedAt;
  const turnX = isLocked
    ? Math.atan2(2 * (y * z + w * x), 1 - 2 * (x * x + z * z))
    : Math.atan2(2 * (w * x - y * z), 1 - 2 * (x * x + y * y));
  const turnZ = isLocked ? 0 : Math.atan2(2 * (w * z - x * y), 1 - 2 * (y * y + z * z));
  return [turnX, Math.asin(sine), turnZ];
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

function clampEuler(rotation: Quaternion, most: number): Quaternion {
  const [x, y, z] = eulerAngles(rotation).map((angle) => clamp(angle, most)) as [number, number, number];
  return new Quaternion().setFromEuler(new Euler(x, y, z, 'XYZ'));
}

/** Wraps into [−π, π]. */
const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

/** Angle in [−π, π]. */
function hingeAngle({ x, y, z, w }: Quaternion, axis: Vector3): number {
  return wrap(2 * Math.atan2(x * axis.x + y * axis.y + z * axis.z, w));
}

/** A step in which the Euler clamp differs from a hinge clamp. Angles in radians. */
export interface Departure {
  /** Number of the sweep, from 1. */
  sweep: number;
  joint: string;
  /** The hinge's angle before the step, without whole turns. */
  before: number;
  /** The angle without a limit: `before` plus the step's change. */
  wanted: number;
  /** The angle after the hinge clamp and after the Euler clamp. */
  byHinge: number;
  byEuler: number;
}

export type Mode = 'ccd' | 'hinge' | 'limits';
/** euler: like the article. hinge: clamps the joint's single angle, counting turns. */
export type Clamp = 'euler' | 'hinge';

interface Joint {
  name: string;
  frame: Object3D;
  axis: Vector3;
  most: number;
  angle: number;
}

export class EulerArm {
  readonly #joints: Joint[] = [];
  readonly #tool = new Object3D();
  readonly #mode: Mode;
  readonly #clamp: Clamp;

  /** `arm` is a chain of hinges with symmetric limits, and a fixed tool. */
  constructor(arm: ModelDescription, mode: Mode, clampBy: Clamp = 'euler') {
    this.#mode = mode;
    this.#clamp = clampBy;
    for (const { name, origin, joint } of arm.links) {
      const frame = joint ? new Object3D() : this.#tool;
      frame.position.set(...(origin?.position ?? [0, 0, 0]));
      this.#joints.at(-1)?.frame.add(frame);
      if (!joint) continue;
      const [, most] = (joint.limits ?? [-Infinity, Infinity]) as readonly [number, number];
      this.#joints.push({ name, frame, axis: new Vector3(...(joint.axis ?? [0, 0, 1])), most, angle: 0 });
    }
  }

  /** Local rotations, base first. */
  get rotations(): Quaternion[] {
    return this.#joints.map(({ frame }) => frame.quaternion);
  }

  get effector(): Vector3 {
    this.#joints[0]!.frame.updateMatrixWorld(true);
    return this.#tool.getWorldPosition(new Vector3());
  }

  /** One pass from the tip to the base. */
  sweep(target: Vector3, number: number): Departure[] {
    return [...this.#joints].reverse().flatMap((joint) => this.#step(joint, target, number) ?? []);
  }

  #step(joint: Joint, target: Vector3, sweep: number): Departure | undefined {
    const { name, frame, axis, most, angle: before } = joint;
    const from = frame.worldToLocal(this.effector).normalize();
    const to = frame.worldToLocal(target.clone()).normalize();
    const rotation = frame.quaternion;
    rotation.multiply(new Quaternion().setFromUnitVectors(from, to));
    if (this.#mode === 'ccd') return undefined;

    const axisBefore = axis.clone().applyQuaternion(rotation.clone().invert());
    rotation.multiply(new Quaternion().setFromUnitVectors(axis, axisBefore));
    if (this.#mode === 'hinge') return undefined;

    const wanted = before + wrap(hingeAngle(rotation, axis) - before);
    const byHinge = clamp(wanted, most);
    const euler = clampEuler(rotation, most);
    const byEuler = hingeAngle(euler, axis);
    if (this.#clamp === 'euler') rotation.copy(euler);
    else rotation.setFromAxisAngle(axis, byHinge);
    joint.angle = this.#clamp === 'euler' ? byEuler : byHinge;
    if (Math.abs(wrap(byHinge - byEuler)) < 1e-6) return undefined;
    return { sweep, joint: name, before, wanted, byHinge, byEuler };
  }
}
