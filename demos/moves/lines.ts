/** Lines to draw: points of a surface, joined smoothly or straight. Nothing here uses the document. */
import type { ToolMove } from 'limber/moves';
import { naturalSpline } from '../../web/src/moves/spline.ts';
import type { Spot, Surface } from './surface.ts';

export interface LineKind {
  /** Name in the address. */
  readonly name: string;
  readonly title: string;
  readonly points: readonly Spot[];
  /** The arm stops at the corners of a line that is not smooth. */
  readonly isSmooth: boolean;
}

/** Pairs of numbers to spots. */
export function spotsOf(numbers: readonly number[]): Spot[] {
  return Array.from({ length: numbers.length >> 1 }, (_, i) => [numbers[2 * i]!, numbers[2 * i + 1]!]);
}

/** Points of a curve with a parameter from 0 to 1. */
const points = (count: number, at: (part: number) => Spot): Spot[] =>
  Array.from({ length: count }, (_, i) => at(i / (count - 1)));

const round = (radius: number, turns: number): Spot => [
  radius * Math.cos(2 * Math.PI * turns),
  radius * Math.sin(2 * Math.PI * turns),
];

/** Metres and turns. */
const spiral = points(37, (part) => round(0.04 + 0.11 * part, 3 * part));
const circle = points(25, (part) => round(0.14, part));

/** A handwritten letter. */
const letter = spotsOf([
  -0.17, -0.1, -0.02, 0, 0.08, 0.15, 0.03, 0.22, -0.03, 0.13, -0.02, -0.1, 0.05, -0.17, 0.17, -0.08,
]);
const wave = spotsOf([-0.22, -0.08, -0.11, 0.12, 0, 0, 0.11, -0.12, 0.22, 0.08]);
const zigzag = spotsOf([-0.2, -0.12, -0.1, 0.14, 0, -0.12, 0.1, 0.14, 0.2, -0.12]);

export const lines: readonly LineKind[] = [
  { name: 'spiral', title: 'A spiral', points: spiral, isSmooth: true },
  { name: 'circle', title: 'A circle', points: circle, isSmooth: true },
  { name: 'letter', title: 'A letter', points: letter, isSmooth: true },
  { name: 'wave', title: 'A wave', points: wave, isSmooth: true },
  { name: 'zigzag', title: 'A zigzag', points: zigzag, isSmooth: false },
  { name: 'hand', title: 'Drawn by hand', points: wave, isSmooth: true },
];

/** A line with more points has no handles. */
export const mostHandles = 9;
/** Greatest number of points of a drawn line, and the distance between them (metres). */
const mostDrawn = 60;
const stride = 0.025;

/** Entries in the table of parameter over length. */
const entries = 400;
/** Distance between poses on straight segments (metres). */
const spacing = 0.01;

/** A line, parametrised by the share of its length. */
export class Line {
  /** Metres. */
  readonly length: number;
  readonly #spots: readonly Spot[];
  readonly #ways: readonly number[];

  constructor(
    readonly surface: Surface,
    through: readonly Spot[],
    private readonly isSmooth: boolean,
  ) {
    this.#spots = isSmooth ? smooth(through) : straight(through);
    let length = 0;
    this.#ways = this.#spots.map((spot, i) => (length += i === 0 ? 0 : apart(spot, this.#spots[i - 1]!)));
    this.length = length;
  }

  /** Writes the pose at a share of the length. */
  readonly at = (part: number, out: Float64Array): void => {
    const spots = this.#spots;
    const ways = this.#ways;
    const way = part * this.length;
    let [low, high] = [0, ways.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (ways[middle]! <= way) low = middle;
      else high = middle;
    }
    const share = Math.min(1, Math.max(0, (way - ways[low]!) / (ways[high]! - ways[low]!)));
    const [a, b] = [spots[low]!, spots[high]!];
    this.surface.write(between(a, b, share), out);
  };

  get move(): ToolMove {
    if (this.isSmooth) return { type: 'function', at: this.at };
    const poses = new Float64Array(7 * this.#spots.length);
    for (const [i, spot] of this.#spots.entries()) this.surface.write(spot, poses, 7 * i);
    return { type: 'poses', poses };
  }

  /** The share of the line's length at a share of the move. */
  partOf(moved: number): number {
    if (this.isSmooth) return moved;
    const place = moved * (this.#ways.length - 1);
    const i = Math.min(this.#ways.length - 2, Math.floor(place));
    return (this.#ways[i]! + (place - i) * (this.#ways[i + 1]! - this.#ways[i]!)) / this.length;
  }

  /** Points at even shares of the length (metres). */
  places(count: number): Float32Array {
    const [places, pose] = [new Float32Array(3 * count), new Float64Array(7)];
    for (let i = 0; i < count; i += 1) {
      this.at(i / (count - 1), pose);
      places.set(pose.subarray(0, 3), 3 * i);
    }
    return places;
  }
}

export const apart = (a: Spot, b: Spot): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const between = (a: Spot, b: Spot, part: number): Spot => [
  a[0] + part * (b[0] - a[0]),
  a[1] + part * (b[1] - a[1]),
];

/** A spline over the chord lengths, sampled densely. */
function smooth(through: readonly Spot[]): Spot[] {
  const times = [0];
  for (let i = 1; i < through.length; i += 1)
    times.push(times[i - 1]! + Math.max(1e-6, apart(through[i]!, through[i - 1]!)));
  const spline = naturalSpline(Float64Array.from(times), Float64Array.from(through.flat()), 2);
  const spot = new Float64Array(2);
  return points(entries, (part) => {
    spline.at(part * times.at(-1)!, spot);
    return [spot[0]!, spot[1]!];
  });
}

/** The corners, and spots between them. */
function straight(through: readonly Spot[]): Spot[] {
  const spots: Spot[] = [through[0]!];
  for (let i = 1; i < through.length; i += 1) {
    const [a, b] = [through[i - 1]!, through[i]!];
    const count = Math.max(1, Math.ceil(apart(a, b) / spacing));
    for (let k = 1; k <= count; k += 1) spots.push(between(a, b, k / count));
  }
  return spots;
}

/** A hand-drawn line, evenly spaced; null: too short to be a line. */
export function fromHand(drawn: readonly Spot[]): Spot[] | null {
  const kept: Spot[] = [];
  for (const spot of drawn) if (kept.length === 0 || apart(spot, kept.at(-1)!) >= stride) kept.push(spot);
  const last = drawn.at(-1);
  if (last && kept.length > 1 && apart(last, kept.at(-1)!) > stride / 2) kept.push(last);
  if (kept.length < 3) return null;
  const every = Math.ceil(kept.length / mostDrawn);
  return kept.filter((_, i) => i % every === 0 || i === kept.length - 1);
}
