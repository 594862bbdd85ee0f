/** Frames on links, while they are being picked. */
import type { FrameDescription, PoseDescription, Problem, Quat, Vec3 } from 'limber';
import { Quaternion, Vector3 } from 'three';

/** A frame on a link, or (null) in the world. */
export interface Pick {
  readonly link: string | null;
  /** Metres. */
  readonly position: Vec3;
  readonly rotation: Quat;
}

export const unturned: Quat = [0, 0, 0, 1];
export const origin: Vec3 = [0, 0, 0];

/** Rotations of a frame's z to an axis of its link: x, y and z change places, so that every digit is exact. */
export const turns = {
  x: [0.5, 0.5, 0.5, 0.5],
  y: [-0.5, -0.5, -0.5, 0.5],
  z: unturned,
} as const satisfies Record<string, Quat>;

export type AxisName = keyof typeof turns;
export const axisNames = ['x', 'y', 'z'] as const satisfies readonly AxisName[];

const same = (a: readonly number[], b: readonly number[]): boolean => a.every((each, i) => each === b[i]);

/** The axis to which a rotation of `turns` brings z. */
export const axisOf = (rotation: Quat): AxisName | null =>
  axisNames.find((name) => same(turns[name], rotation)) ?? null;

export const frameOf = (
  link: string | null,
  { position = origin, rotation = unturned }: PoseDescription = {},
): Pick => ({ link, position, rotation });
export const pickOf = ({ link, ...pose }: FrameDescription): Pick => frameOf(link || null, pose);

/** Plain data without default values. */
export function poseOf({ position, rotation }: Omit<Pick, 'link'>): PoseDescription {
  return { position, ...(same(rotation, unturned) ? {} : { rotation }) };
}

export interface Place {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

function linkNow({ model, state }: Problem, link: string | null): Place {
  const index = link === null ? -1 : model.findLink(link);
  if (index < 0) return { position: new Vector3(), rotation: new Quaternion() };
  const { poses } = state;
  return {
    position: new Vector3().fromArray(poses, 7 * index),
    rotation: new Quaternion().fromArray(poses, 7 * index + 3),
  };
}

/** Current pose of a frame in the world. */
export function placeNow(problem: Problem, { link, position, rotation }: Pick): Place {
  const at = linkNow(problem, link);
  at.position.add(new Vector3(...position).applyQuaternion(at.rotation));
  at.rotation.multiply(new Quaternion(...rotation)).normalize();
  return at;
}

/** The frame on another link that coincides with `pick` now. */
export function seenFrom(problem: Problem, link: string | null, pick: Pick): Pick {
  const at = placeNow(problem, pick);
  const from = linkNow(problem, link);
  from.rotation.invert();
  const position = at.position.sub(from.position).applyQuaternion(from.rotation);
  const rotation = from.rotation.multiply(at.rotation).normalize();
  return { link, position: position.toArray(), rotation: rotation.toArray() };
}

/** The point of a link, where something is attached, that is farthest from its own joint. */
export function farPoint({ model, loops }: Problem, name: string): Vec3 {
  const index = model.findLink(name);
  const links = model.links.filter(({ parent }) => parent === index);
  const frames = loops.flatMap(({ description: { a, b } }) => [a, b]).filter(({ link }) => link === name);
  const tied = [
    ...links.map((link) => link.origin.position),
    ...frames.map(({ position }) => position ?? origin),
  ];
  return tied.reduce((a, b) => (Math.hypot(...b) > Math.hypot(...a) ? b : a), origin);
}

/** The axis of a link's own joint, where it is one of the link's axes; else z. */
export function jointAxis({ model }: Problem, name: string): AxisName {
  const { axis = [0, 0, 1] } = model.links[model.findLink(name)]?.joint ?? {};
  const length = Math.hypot(...axis);
  return axisNames.find((_, i) => Math.abs(axis[i]!) === length) ?? 'z';
}

/** A frame's z in its link, for any rotation. */
export const zOf = (rotation: Quat): Vec3 => {
  const name = axisOf(rotation);
  if (name) return axisNames.map((each) => (each === name ? 1 : 0)) as unknown as Vec3;
  return new Vector3(0, 0, 1).applyQuaternion(new Quaternion(...rotation)).toArray();
};

/** A rotation that brings z to an axis. */
export function turnTo(axis: Vec3): Quat {
  const unit = new Vector3(...axis).normalize();
  const named = axisNames.find((name) => same(zOf(turns[name]), unit.toArray()));
  if (named) return turns[named];
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), unit).toArray();
}

export const turned = (rotation: Quat, vector: Vec3): Vec3 =>
  new Vector3(...vector).applyQuaternion(new Quaternion(...rotation)).toArray();
