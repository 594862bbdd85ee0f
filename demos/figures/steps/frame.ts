/** Frames of a solver's step: plain data, which are tweened and drawn. Lengths in metres, angles in radians. */
import type { Point } from '../../shell/plane.ts';

/** A class of figures.css, which gives the colour. */
type Look = 'aim' | 'to-goal' | 'stop' | 'plain' | 'faint' | 'mode-1' | 'mode-2';

export type Mark =
  | { readonly kind: 'line'; readonly look: Look; readonly points: readonly Point[] }
  | { readonly kind: 'arrow'; readonly look: Look; readonly from: Point; readonly to: Point }
  /** A turn about a point. */
  | {
      readonly kind: 'sector';
      readonly look: Look;
      readonly at: Point;
      readonly radius: number;
      readonly from: number;
      readonly turn: number;
    }
  | { readonly kind: 'ring'; readonly look: Look; readonly at: Point; readonly radius: number }
  | { readonly kind: 'label'; readonly look: Look; readonly at: Point; readonly text: string };

export interface Frame {
  /** Both ends of every link; a link may be away from the one before it. */
  readonly links: readonly (readonly [Point, Point])[];
  readonly marks: readonly Mark[];
  /** One or two sentences: what happens now, with its numbers. */
  readonly text: string;
}

/** A solver's step on a planar arm of hinges with its base at the origin. */
export interface Steps {
  readonly lengths: readonly number[];
  readonly start: readonly number[];
  readonly goal: Point;
  /** Number that the reader sets, such as a damping. */
  readonly slider?: {
    readonly label: string;
    readonly min: number;
    readonly max: number;
    readonly value: number;
  };
  /** What happens from a pose on, for a goal that the reader may have moved, in some three to twenty frames. */
  frames(q: readonly number[], goal: Point, value: number): readonly Frame[];
}

type Value = number | string | readonly Value[] | { readonly [key: string]: Value };

/** The value `part` of the way from `a` to `b`; `a`, where they differ in more than numbers. */
function between<T extends Value>(a: T, b: Value | undefined, part: number): T {
  if (typeof a === 'number') return (typeof b === 'number' ? a + part * (b - a) : a) as T;
  if (Array.isArray(a)) {
    const other = Array.isArray(b) && b.length === a.length ? (b as readonly Value[]) : [];
    return a.map((each: Value, i) => between(each, other[i], part)) as unknown as T;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || Array.isArray(b)) return a;
  const other = b as Readonly<Record<string, Value>>;
  const entries = Object.entries(a as Readonly<Record<string, Value>>);
  return Object.fromEntries(entries.map(([key, each]) => [key, between(each, other[key], part)])) as T;
}

/** A frame between two; marks of another kind or look change at once. */
export function tween(a: Frame, b: Frame, part: number): Frame {
  const marks = a.marks.map((mark, i) => {
    const next = b.marks[i];
    return next?.kind === mark.kind && next.look === mark.look
      ? between(mark as unknown as Value, next as unknown as Value, part)
      : mark;
  });
  return {
    links: between(a.links as unknown as Value, b.links as unknown as Value, part),
    marks,
    text: a.text,
  } as unknown as Frame;
}
