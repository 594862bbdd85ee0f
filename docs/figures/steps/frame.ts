/** Frames of a solver's step: plain data, which are tweened and drawn. Lengths in metres, angles in radians. */
import { add, length, minus, polar, type Point } from '../../../demos/shell/plane.ts';
import type { Box } from '../board.ts';
import { angleOf, wrapped } from '../plane-arm.ts';

/** A class of figures.css, which gives the colour. */
export type Look = 'aim' | 'to-goal' | 'stop' | 'plain' | 'faint' | 'mode-1' | 'mode-2';

/** Sectors turn about their point, from an angle on. */
export type Mark = { readonly look: Look } & Readonly<
  | { kind: 'line'; points: readonly Point[] }
  | { kind: 'arrow'; from: Point; to: Point }
  | { kind: 'sector'; at: Point; radius: number; from: number; turn: number }
  | { kind: 'ring'; at: Point; radius: number }
  | { kind: 'label'; at: Point; text: string }
>;

export const line = (look: Look, ...points: readonly Point[]): Mark => ({ kind: 'line', look, points });
export const arrow = (look: Look, from: Point, to: Point): Mark => ({ kind: 'arrow', look, from, to });
export const label = (look: Look, at: Point, text: string): Mark => ({ kind: 'label', look, at, text });

export const ring = (look: Look, at: Point, radius: number): Mark => ({ kind: 'ring', look, at, radius });

/** A turn; a little less than a whole one is drawn of those beyond. */
export function sector(look: Look, at: Point, radius: number, from: number, turn: number): Mark {
  return { kind: 'sector', look, at, radius, from, turn: Math.max(-6, Math.min(6, turn)) };
}

type Link = Frame['links'][number];

export interface Frame {
  /** Both ends of every link; a link may be away from the one before it. */
  readonly links: readonly (readonly [Point, Point])[];
  readonly marks: readonly Mark[];
  /** One or two sentences: what happens now, with its numbers. */
  readonly text: string;
}

/** A frame of an arm with its joints at these points. */
export const still = (points: readonly Point[], text: string, marks: readonly Mark[] = []): Frame => ({
  links: linksOf(points),
  marks,
  text,
});

/** Links between successive points. */
export const linksOf = (points: readonly Point[]): Frame['links'] =>
  points.slice(1).map((end, i) => [points[i]!, end] as const);

/** Width of a drawing for its height, at least. */
const aspect = 1.2;

function placesOf(mark: Mark): readonly Point[] {
  if (mark.kind === 'line') return mark.points;
  if (mark.kind === 'arrow') return [mark.from, mark.to];
  if (mark.kind === 'sector')
    return Array.from({ length: 9 }, (_, k) => polar(mark.at, mark.radius, mark.from + (mark.turn * k) / 8));
  const r = mark.kind === 'label' ? 0.06 : mark.radius;
  return [add(mark.at, [-r, -r]), add(mark.at, [r, r])];
}

/** The part of the plane that the frames need for the goals to choose from, with a margin. */
export function boxOf(steps: Steps): Box {
  const goals = [steps.goal, ...Object.values(steps.goals ?? {})];
  const frames = goals.flatMap((goal) => [...steps.frames(steps.start, goal, steps.slider?.value ?? 0)]);
  const places = frames.flatMap(({ links, marks }) => [...links.flat(), ...marks.flatMap(placesOf)]);
  const margin = 0.1 * steps.lengths.reduce((sum, each) => sum + each, 0);
  const [[left, right], [bottom, top]] = ([0, 1] as const).map((axis) => {
    const all = [...places, ...goals].map((place) => place[axis]);
    return [Math.min(...all) - margin, Math.max(...all) + margin];
  }) as [[number, number], [number, number]];
  const high = top - bottom;
  const wide = Math.max(right - left, aspect * high);
  return [(left + right - wide) / 2, bottom, wide, high];
}

/** A solver's step on a planar arm of hinges with its base at the origin. */
export interface Steps {
  readonly lengths: readonly number[];
  readonly start: readonly number[];
  readonly goal: Point;
  /** Radians either way; default: no limits. */
  readonly limit?: number;
  /** Goals to choose from, each a button. */
  readonly goals?: Readonly<Record<string, Point>>;
  /** Number that the reader sets, such as a damping. */
  readonly slider?: {
    readonly label: string;
    readonly range: readonly [number, number];
    readonly value: number;
  };
  /** What happens from a pose on, for a goal that the reader may have moved, in some three to twenty frames. */
  frames(q: readonly number[], goal: Point, value: number): Iterable<Frame>;
}

type Mix = (a: Point, b: Point) => Point;

const isSame = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];
/** A mark `part` of the way to one of its kind, with places mixed; a line keeps its number of points. */
function between(a: Mark, b: Mark, part: number, mix: Mix): Mark {
  if (a.kind === 'line' && b.kind === 'line')
    return a.points.length === b.points.length
      ? { ...a, points: a.points.map((point, i) => mix(point, b.points[i]!)) }
      : a;
  if (a.kind === 'arrow' && b.kind === 'arrow')
    return { ...a, from: mix(a.from, b.from), to: mix(a.to, b.to) };
  if (!('at' in a && 'at' in b)) return a;
  const at = mix(a.at, b.at);
  if (a.kind === 'label' || b.kind === 'label') return { ...a, at };
  const some = { ...a, at, radius: a.radius + part * (b.radius - a.radius) };
  if (some.kind === 'ring' || b.kind === 'ring') return some;
  const from = some.from + part * wrapped(b.from - some.from);
  return { ...some, from, turn: some.turn + part * (b.turn - some.turn) };
}

/** Links turn on the way; one that begins at the end of the one before, in both frames, does so between them. */
function linksBetween(a: Frame['links'], b: Frame['links'], part: number, mix: Mix): Link[] {
  const links: Link[] = [];
  const hangs = (of: Frame['links'], i: number): boolean => i > 0 && isSame(of[i]![0], of[i - 1]![1]);
  a.forEach(([from, to], i) => {
    const [nextFrom, nextTo] = b[i]!;
    const start = hangs(a, i) && hangs(b, i) ? links[i - 1]![1] : mix(from, nextFrom);
    const [way, nextWay] = [minus(to, from), minus(nextTo, nextFrom)];
    const turn = wrapped(angleOf(nextWay) - angleOf(way));
    const size = length(way) + part * (length(nextWay) - length(way));
    links.push([start, polar(start, size, angleOf(way) + part * turn)]);
  });
  return links;
}

/**
 * A frame between two. A mark that moves with a link's end stays there; one without a mark of its kind and
 * look in the next frame is gone as soon as the arm moves.
 */
export function tween(a: Frame, b: Frame, part: number): Frame {
  const straight: Mix = (p, q) => [p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])];
  const links = linksBetween(a.links, b.links, part, straight);
  const mix: Mix = (p, q) => {
    if (isSame(p, q)) return p;
    for (let i = links.length - 1; i >= 0; --i) {
      for (const k of [1, 0] as const)
        if (isSame(a.links[i]![k], p) && isSame(b.links[i]![k], q)) return links[i]![k];
    }
    return straight(p, q);
  };
  const marks = a.marks.flatMap((mark, i) => {
    const next = b.marks[i];
    if (next?.kind !== mark.kind || next.look !== mark.look) return part > 0 ? [] : [mark];
    return [between(mark, next, part, mix)];
  });
  return { links, marks, text: a.text };
}
