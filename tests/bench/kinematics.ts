// The benchmark's own forward kinematics, which checks every answer.
import { Quaternion, Vector3 } from 'three';
import type { Interval, LinkDescription, ModelDescription } from 'limber';

/** A frame in world coordinates. */
export interface Frame {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

const turning = ['revolute', 'continuous'];
const known = ['fixed', 'prismatic', 'ball', ...turning];

export function turns(link: LinkDescription): boolean {
  return turning.includes(link.joint?.type ?? 'fixed');
}

/** Number of values in q. */
function width(link: LinkDescription): number {
  const type = link.joint?.type ?? 'fixed';
  return type === 'fixed' ? 0 : type === 'ball' ? 4 : 1;
}

/** Limits of a joint with one value. */
export function limitsOf({ joint }: LinkDescription): Interval {
  const given = joint?.limits as Interval | readonly [Interval | null] | undefined;
  const limits = typeof given?.[0] === 'number' ? (given as Interval) : (given?.[0] as Interval | null);
  return limits ?? [-Infinity, Infinity];
}

export function originOf({ origin }: LinkDescription): Frame {
  return {
    position: new Vector3(...(origin?.position ?? [0, 0, 0])),
    rotation: new Quaternion(...(origin?.rotation ?? [0, 0, 0, 1])),
  };
}

export function axisOf({ joint }: LinkDescription): Vector3 {
  return new Vector3(...(joint?.axis ?? [0, 0, 1])).normalize();
}

/** Chains and trees of hinges, slides and balls without limits; links depth first, as in q. */
export class Kinematics {
  /** Links with moving joints, in the order of q. */
  readonly moving: readonly LinkDescription[];
  readonly nq: number;
  readonly #links: readonly LinkDescription[];
  readonly #parents: readonly number[];
  readonly #origins: readonly Frame[];
  readonly #axes: readonly Vector3[];
  readonly #frames: readonly Frame[];
  readonly #turn = new Quaternion();
  readonly #slide = new Vector3();

  constructor({ links }: ModelDescription) {
    const unknown = links.find(({ joint }) => !known.includes(joint?.type ?? 'fixed') || joint?.swing);
    if (unknown) throw new Error(`the benchmark cannot move the joint of "${unknown.name}"`);
    const names = links.map((link) => link.name);
    this.#links = links;
    this.#parents = links.map(({ parent }) => (parent ? names.indexOf(parent) : -1));
    this.#origins = links.map(originOf);
    this.#axes = links.map(axisOf);
    this.#frames = links.map(() => ({ position: new Vector3(), rotation: new Quaternion() }));
    this.moving = links.filter((link) => width(link) > 0);
    this.nq = links.reduce((sum, link) => sum + width(link), 0);
  }

  /** World frames of all links, valid until the next call. */
  poses(q: ArrayLike<number>, first = 0): readonly Frame[] {
    let next = first;
    this.#links.forEach((link, i) => {
      const { position, rotation } = this.#frames[i]!;
      const origin = this.#origins[i]!;
      const parent = this.#frames[this.#parents[i]!];
      position.copy(origin.position);
      rotation.copy(origin.rotation);
      if (parent) {
        position.applyQuaternion(parent.rotation).add(parent.position);
        rotation.premultiply(parent.rotation);
      }
      this.#move(link, this.#axes[i]!, this.#frames[i]!, q, next);
      next += width(link);
    });
    return this.#frames;
  }

  #move(link: LinkDescription, axis: Vector3, frame: Frame, q: ArrayLike<number>, at: number): void {
    const type = link.joint?.type ?? 'fixed';
    if (type === 'fixed') return;
    if (type === 'prismatic') {
      frame.position.add(this.#slide.copy(axis).multiplyScalar(q[at]!).applyQuaternion(frame.rotation));
    } else if (type === 'ball') {
      frame.rotation.multiply(this.#turn.set(q[at]!, q[at + 1]!, q[at + 2]!, q[at + 3]!));
    } else {
      frame.rotation.multiply(this.#turn.setFromAxisAngle(axis, q[at]!));
    }
  }

  /** World frame of the last link. */
  tip(q: ArrayLike<number>, first = 0): Frame {
    return this.poses(q, first).at(-1)!;
  }

  /** Whether all limits hold, and every ball's quaternion is unit to 1e-9. */
  isAllowed(q: ArrayLike<number>, first = 0): boolean {
    let next = first;
    return this.moving.every((link) => {
      const at = next;
      next += width(link);
      if (width(link) === 4)
        return Math.abs(Math.hypot(q[at]!, q[at + 1]!, q[at + 2]!, q[at + 3]!) - 1) < 1e-9;
      const [min, max] = limitsOf(link);
      return q[at]! >= min && q[at]! <= max;
    });
  }
}

/** Range from which a joint is drawn: its limits, or half a turn each way if it can turn fully. */
export function drawRange(link: LinkDescription): Interval {
  const [min, max] = limitsOf(link);
  const round = 2 * Math.PI - 1e-9;
  return turns(link) && min <= -round && max >= round ? [-Math.PI, Math.PI] : [min, max];
}

const back = new Quaternion();

/** Residual to the target: metres and rotation vector in radians, in the base's axes. */
export function poseError(at: Frame, target: Frame): number[] {
  const { x, y, z } = target.position;
  const turn = back.copy(at.rotation).conjugate().premultiply(target.rotation).normalize();
  const sign = turn.w < 0 ? -1 : 1;
  const sine = Math.hypot(turn.x, turn.y, turn.z);
  const scale = sine > 0 ? (sign * 2 * Math.atan2(sine, sign * turn.w)) / sine : 0;
  const way = [x - at.position.x, y - at.position.y, z - at.position.z];
  return [...way, scale * turn.x, scale * turn.y, scale * turn.z];
}
