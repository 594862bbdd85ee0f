/** Lines to draw: points of a surface, joined smoothly or straight. Nothing here uses the document. */
import type { ToolMove } from 'limber/moves';
import { naturalSpline } from '../../web/src/moves/spline.ts';
import type { Spot, Surface } from './surface.ts';

/** Pairs of numbers to spots. */
export const spotsOf = (numbers: readonly number[]): Spot[] =>
  Array.from({ length: numbers.length >> 1 }, (_, i) => [numbers[2 * i]!, numbers[2 * i + 1]!]);

/** Points of a curve with a parameter from 0 to 1. */
const points = (count: number, at: (part: number) => Spot): Spot[] =>
  Array.from({ length: count }, (_, i) => at(i / (count - 1)));

const round = (radius: number, turns: number): Spot => [
  radius * Math.cos(2 * Math.PI * turns),
  radius * Math.sin(2 * Math.PI * turns),
];

// prettier-ignore
const letter = spotsOf(
  [-0.17, -0.1, -0.02, 0, 0.08, 0.15, 0.03, 0.22, -0.03, 0.13, -0.02, -0.1, 0.05, -0.17, 0.17, -0.08],
);
const wave = spotsOf([-0.22, -0.08, -0.11, 0.12, 0, 0, 0.11, -0.12, 0.22, 0.08]);
const zigzag = spotsOf([-0.2, -0.12, -0.1, 0.14, 0, -0.12, 0.1, 0.14, 0.2, -0.12]);
const spiral = points(37, (part) => round(0.04 + 0.11 * part, 3 * part));
const circle = points(25, (part) => round(0.14, part));

/** The arm stops at the corners of a line that is not smooth. */
const line = (name: string, title: string, through: readonly Spot[], isSmooth = true) => ({
  ...{ name, title, points: through, isSmooth },
});

export const lines = [
  line('letter', 'A letter', letter),
  line('spiral', 'A spiral', spiral),
  line('circle', 'A circle', circle),
  line('wave', 'A wave', wave),
  line('zigzag', 'A zigzag', zigzag, false),
  line('hand', 'Drawn by hand', wave),
];

/** Greatest number of points of a drawn line, and the distance between them (metres). */
const [mostDrawn, stride] = [60, 0.025];
/** Number of spots of a smooth line, and of its spline before they are spaced evenly. */
const [even, dense] = [401, 2001];
/** Distance between poses on straight segments (metres). */
const spacing = 0.01;

/** A line through points of a surface. */
export class Line {
  /** About evenly spaced. */
  readonly spots: readonly Spot[];

  constructor(
    readonly surface: Surface,
    through: readonly Spot[],
    private readonly isSmooth: boolean,
  ) {
    this.spots = isSmooth ? spaced(smooth(through), even) : straight(through);
  }

  /** Writes the pose at a part of the line. */
  readonly at = (part: number, out: Float64Array): void => {
    const place = part * (this.spots.length - 1);
    const i = Math.min(this.spots.length - 2, Math.floor(place));
    this.surface.write(between(this.spots[i]!, this.spots[i + 1]!, place - i), out);
  };

  get move(): ToolMove {
    if (this.isSmooth) return { type: 'function', at: this.at };
    const poses = new Float64Array(7 * this.spots.length);
    for (const [i, spot] of this.spots.entries()) this.surface.write(spot, poses, 7 * i);
    return { type: 'poses', poses };
  }
}

export const apart = (a: Spot, b: Spot): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const between = (a: Spot, b: Spot, part: number): Spot => [
  a[0] + part * (b[0] - a[0]),
  a[1] + part * (b[1] - a[1]),
];

/** Length of the way from the first spot to each. */
function waysOf(spots: readonly Spot[]): number[] {
  let way = 0;
  return spots.map((spot, i) => (way += i === 0 ? 0 : apart(spot, spots[i - 1]!)));
}

/** A number of spots at even distances along others. */
function spaced(spots: readonly Spot[], count: number): Spot[] {
  const ways = waysOf(spots);
  let i = 0;
  return points(count, (part) => {
    const way = part * ways.at(-1)!;
    while (i < spots.length - 2 && ways[i + 1]! < way) i += 1;
    return between(spots[i]!, spots[i + 1]!, (way - ways[i]!) / (ways[i + 1]! - ways[i]! || 1));
  });
}

/** A spline over the chords. */
function smooth(through: readonly Spot[]): Spot[] {
  // Points that coincide would have no chord.
  const times = Float64Array.from(waysOf(through), (way, i) => way + 1e-6 * i);
  const spline = naturalSpline(times, Float64Array.from(through.flat()), 2);
  const spot = new Float64Array(2);
  return points(dense, (part) => {
    spline.at(part * times.at(-1)!, spot);
    return [spot[0]!, spot[1]!];
  });
}

/** The corners, and spots between them. */
function straight(through: readonly Spot[]): Spot[] {
  const sides = through.slice(1).map((b, i): Spot[] => {
    const count = Math.max(1, Math.round(apart(through[i]!, b) / spacing));
    return points(count + 1, (part) => between(through[i]!, b, part)).slice(1);
  });
  return [through[0]!, ...sides.flat()];
}

/** A hand-drawn line, evenly spaced; null: too short to be a line. */
export function fromHand(drawn: readonly Spot[]): Spot[] | null {
  const length = waysOf(drawn).at(-1) ?? 0;
  const count = Math.min(mostDrawn, Math.floor(length / stride) + 1);
  return count < 3 ? null : spaced(drawn, count);
}
