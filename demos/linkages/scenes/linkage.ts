/** A scene's description of a linkage: plain data, which the page draws and the tests check. */
import type { ModelDescription, PoseDescription, Vec3 } from 'limber';

/** A point of a link, in its frame (metres); null: a point of the world. */
export interface LinkPoint {
  readonly link: string | null;
  readonly position: Vec3;
}

/** The motion of a linkage while it plays. */
export interface Drive {
  readonly type: 'joint' | 'pose';
  readonly link: string;
  /** Seconds until it repeats; continuously turning joints have made one turn by then. */
  readonly period: number;
  /** The goal's target at a time (seconds): a joint value, or a pose. */
  at(time: number): readonly number[];
  /** A time at which the joint has this value. */
  timeOf?(value: number): number;
}

/** Null: it is fixed. Light, middle and dark: links, fixed parts, driven parts. */
interface Part {
  readonly link: string | null;
  readonly tone?: 'link' | 'joint' | 'tip';
  readonly radius: number;
}

/** A flat part: bars around its corners, seen along z of its frame; default: the link's own. */
export interface Plate extends Part {
  readonly corners: readonly (readonly [x: number, y: number])[];
  /** From and to, along z. */
  readonly z: readonly [from: number, to: number];
  readonly frame?: PoseDescription;
}

/** A round rod between two points of a link. */
export interface Rod extends Part {
  readonly from: Vec3;
  readonly to: Vec3;
}

export type LinkagePart = Plate | Rod;

/** A mark at a joint, in the colour of its misfit: a ball, or with a span a pin. */
export interface JointMark {
  /** Name of the link that the joint carries, or of the loop. */
  readonly joint: string;
  readonly at: LinkPoint;
  readonly radius: number;
  /** Axis of a pin, in the link's frame; default z. */
  readonly axis?: Vec3;
  /** Range of a pin along its axis, from `at`. */
  readonly span?: readonly [from: number, to: number];
}

/** One linkage of the page. Its zero pose is assembled, as well as it fits. */
export interface Linkage {
  /** Name in the address. */
  readonly name: string;
  readonly title: string;
  /** One or two sentences. */
  readonly text: string;
  readonly description: ModelDescription;
  readonly parts: readonly LinkagePart[];
  readonly marks: readonly JointMark[];
  /** Points whose paths are drawn. */
  readonly traces: readonly LinkPoint[];
  /** Points with a handle of their own, and its name. */
  readonly handles: readonly (LinkPoint & { readonly label: string })[];
  readonly drive: Drive;
  /** Everything moves in planes perpendicular to z: a dragged point stays in its own. */
  readonly planar: boolean;
  /** Direction of the camera, seen from the centre. */
  readonly side: Vec3;
  /** It does not fit: solved in maximal coordinates unless the reader picks another solver. */
  readonly misfits?: boolean;
  /** Feet of a walker: the ground moves with the lowest of them. */
  readonly feet?: readonly LinkPoint[];
}

/** A crank that keeps turning from its joint's zero; negative seconds: clockwise. */
export function turning(link: string, seconds: number): Drive {
  const speed = (2 * Math.PI) / seconds;
  const period = Math.abs(seconds);
  return { type: 'joint', link, period, at: (time) => [speed * time], timeOf: (value) => value / speed };
}

/** A joint that oscillates between two values (radians, metres). */
export function swinging(link: string, from: number, to: number, period: number): Drive {
  const [middle, half, speed] = [(from + to) / 2, (to - from) / 2, (2 * Math.PI) / period];
  const at = (time: number): number[] => [middle + half * Math.sin(speed * time)];
  const timeOf = (value: number): number =>
    Math.asin(Math.min(1, Math.max(-1, (value - middle) / half))) / speed;
  return { type: 'joint', link, period, at, timeOf };
}
