import { MathUtils, Quaternion, Vector3 } from 'three';
import type { Interval, Vec3 } from '../description.ts';
import type { LinkLike, ModelLike } from './model-like.ts';

/**
 * One motion of a joint as the views draw it, axes in the joint's frame after the motions before
 * it.
 */
export interface JointMotion {
  readonly kind: 'turn' | 'slide' | 'helix' | 'ball';
  /** Unit vector; of a ball, its bone. */
  readonly axis: Vector3;
  /** Radians or metres; null: unlimited. */
  readonly limits: Interval | null;
  /**
   * Place of its first coordinate in `q` and in the tangent; −1 for a joint that follows another.
   */
  readonly qIndex: number;
  readonly vIndex: number;
  /** Helix: metres a radian. */
  readonly pitch: number;
}

/** A joint whose value another joint gives. */
export interface Mimicked {
  readonly qIndex: number;
  readonly multiplier: number;
  readonly offset: number;
}

const unitZ = new Vector3(0, 0, 1);

export function unitVector(v: Vec3 | undefined, fallback: Vec3): Vector3 {
  const vector = new Vector3().fromArray(v ?? fallback);
  return vector.lengthSq() > 0 ? vector.normalize() : vector.fromArray(fallback);
}

/** The motions of a link's joint in the order in which they act. */
export function motionsOf(link: LinkLike): JointMotion[] {
  const { joint } = link;
  const axis = unitVector(joint.axis, [0, 0, 1]);
  const intervals = intervalsOf(joint.limits);
  const motions: JointMotion[] = [];
  let q = link.nq > 0 ? link.qIndex : -1;
  let v = link.nv > 0 ? link.vIndex : -1;
  const add = (kind: JointMotion['kind'], direction: Vector3): void => {
    const limits = intervals[motions.length] ?? null;
    motions.push({ kind, axis: direction, limits, qIndex: q, vIndex: v, pitch: joint.pitch ?? 0.01 });
    if (q >= 0) q += kind === 'ball' ? 4 : 1;
    if (v >= 0) v += kind === 'ball' ? 3 : 1;
  };
  const across = new Quaternion().setFromUnitVectors(unitZ, axis);
  switch (joint.type) {
    case 'revolute':
    case 'continuous':
      // A model made without hinges has balls in their place.
      add(link.nq === 4 ? 'ball' : 'turn', axis);
      break;
    case 'prismatic':
      add('slide', axis);
      break;
    case 'helical':
      add('helix', axis);
      break;
    case 'universal':
      add('turn', axis);
      add('turn', unitVector(joint.axis2, [1, 0, 0]));
      break;
    case 'cylindrical':
      add('slide', axis);
      add('turn', axis);
      break;
    case 'planar':
      add('slide', new Vector3(1, 0, 0).applyQuaternion(across));
      add('slide', new Vector3(0, 1, 0).applyQuaternion(across));
      add('turn', axis);
      break;
    case 'ball':
      add('ball', axis);
      break;
    case 'free':
      add('slide', new Vector3(1, 0, 0));
      add('slide', new Vector3(0, 1, 0));
      add('slide', new Vector3(0, 0, 1));
      add('ball', axis);
      break;
    case 'fixed':
      break;
  }
  return motions;
}

/** The joint that a link's joint follows, or null. */
export function mimickedBy(model: ModelLike, link: LinkLike): Mimicked | null {
  const mimic = link.joint.mimic;
  const followed = mimic && model.links.find((other) => other.name === mimic.link);
  if (!mimic || !followed || followed.nq === 0) return null;
  return {
    qIndex: followed.qIndex,
    multiplier: mimic.multiplier ?? 1,
    offset: mimic.offset ?? 0,
  };
}

function intervalsOf(limits: LinkLike['joint']['limits']): readonly (Interval | null)[] {
  if (!limits || limits.length === 0) return [];
  return typeof limits[0] === 'number' ? [limits as Interval] : (limits as (Interval | null)[]);
}

/** A turn's interval worth drawing: a full turn is none. */
export function boundedTurn(limits: Interval | null): Interval | null {
  if (!limits || !Number.isFinite(limits[0]) || !Number.isFinite(limits[1])) return null;
  return limits[1] - limits[0] >= 2 * Math.PI - MathUtils.degToRad(1) ? null : limits;
}
