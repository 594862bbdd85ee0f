/** What a scene says of a linkage: plain data, which the page draws and the tests check. */
import type { ModelDescription, PoseDescription, Vec3 } from 'limber';

/** A point of a link, in its frame (metres); null: of the world. */
export interface LinkPoint {
  readonly link: string | null;
  readonly position: Vec3;
}

/** What moves a linkage while it plays. */
export interface Drive {
  readonly type: 'joint' | 'pose';
  readonly link: string;
  /** Seconds after which it begins again; joints that turn on have gone round once then. */
  readonly period: number;
  /** Target of the goal at a time (seconds): a joint's value, or a pose. */
  at(time: number): readonly number[];
  /** A time at which a joint has this value. */
  timeOf?(value: number): number;
}

/** Light, middle and dark: links, what stands, what is driven. */
export type Tone = 'link' | 'joint' | 'tip';

interface Part {
  /** Null: it stands. */
  readonly link: string | null;
  readonly tone?: Tone;
}

/** A flat part: the rounded outline around its corners, seen along z of its frame. */
export interface Plate extends Part {
  readonly kind: 'plate';
  readonly corners: readonly (readonly [x: number, y: number])[];
  /** Metres around each corner. */
  readonly radius: number;
  /** From and to, along z. */
  readonly z: readonly [from: number, to: number];
  /** In the link; default its own frame. */
  readonly frame?: PoseDescription;
}

/** A round rod between two points of a link. */
export interface Rod extends Part {
  readonly kind: 'rod';
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

export type LinkagePart = Plate | Rod;

/** What is drawn at a joint, and takes the colour of its misfit. */
export interface JointMark {
  /** Name of the link that the joint carries, or of the loop. */
  readonly joint: string;
  readonly kind: 'pin' | 'ball';
  readonly at: LinkPoint;
  readonly radius: number;
  /** Of a pin, in the link's frame; default z. */
  readonly axis?: Vec3;
  /** Of a pin: from and to, along its axis from its place. */
  readonly span?: readonly [from: number, to: number];
}

/** One linkage of the page. In its zero pose it is put together, as well as it fits. */
export interface Linkage {
  /** As in the address. */
  readonly name: string;
  readonly title: string;
  /** One or two sentences. */
  readonly text: string;
  readonly description: ModelDescription;
  readonly parts: readonly LinkagePart[];
  readonly marks: readonly JointMark[];
  /** Points whose way is drawn. */
  readonly traces: readonly LinkPoint[];
  /** Points that have a handle of their own, with its name. */
  readonly handles: readonly (LinkPoint & { readonly label: string })[];
  readonly drive: Drive;
  /** Everything moves in planes across z: what is dragged stays in its own. */
  readonly planar: boolean;
  /** Where the camera stands, seen from the middle. */
  readonly side: Vec3;
  /** It does not fit: solved in maximal coordinates unless the reader wants another solver. */
  readonly misfits?: boolean;
  /** What it walks on: the ground goes by under the lowest of them. */
  readonly feet?: readonly LinkPoint[];
}

/** A crank that goes round and round from where its joint is at zero; a negative period: clockwise. */
export function turning(link: string, seconds: number): Drive {
  const speed = (2 * Math.PI) / seconds;
  return {
    type: 'joint',
    link,
    period: Math.abs(seconds),
    at: (time) => [speed * time],
    timeOf: (value) => value / speed,
  };
}

/** A joint that goes to and fro between two values (radians, metres). */
export function swinging(link: string, from: number, to: number, seconds: number): Drive {
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  const speed = (2 * Math.PI) / seconds;
  return {
    type: 'joint',
    link,
    period: seconds,
    at: (time) => [middle + half * Math.sin(speed * time)],
    timeOf: (value) => Math.asin(Math.min(1, Math.max(-1, (value - middle) / half))) / speed,
  };
}
