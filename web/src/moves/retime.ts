/** Gives a trajectory the fastest times within bounds on joints and tool. */
import { checkSize, LimberError, show } from '../describe/errors.ts';
import { asObject, bad } from '../describe/flatten.ts';
import { mostNumbers } from '../describe/input-limits.ts';
import { Model } from '../core/model.ts';
import { refuse, Trajectory } from './trajectory.ts';
import { between, orders, readBounds, type BoundedGroup, type MotionBounds } from './bounds.ts';
import { constrain, fastestSpeeds, type Constraints } from './fastest.ts';
import { JointSpace } from './joint-space.ts';
import { Profile } from './profile.ts';
import { naturalSpline, type Spline } from './spline.ts';
import { withTool } from './tool-rows.ts';

/** Options of `retime` besides the bounds. */
export interface RetimeOptions {
  /** Frames per second of the trajectory, 1 to 100,000. Default 100. */
  readonly rate?: number;
  /**
   * Radians: joints stop at a frame whose change of direction exceeds that at its neighbours by more than
   * this. Default 0.2.
   */
  readonly corner?: number;
}

/** Derivatives at a time; each given array receives nv numbers. */
export interface MotionRow {
  /** nq numbers, like `state.q`. */
  readonly q?: Float64Array;
  /** rad/s, m/s. */
  readonly velocity?: Float64Array;
  /** rad/s², m/s². */
  readonly acceleration?: Float64Array;
  /** rad/s³, m/s³. */
  readonly jerk?: Float64Array;
}

/** A motion with its times. */
export interface TimedMotion {
  /** Frames at the given rate, in seconds; the last one is at the end. */
  readonly trajectory: Trajectory;
  /** Seconds. */
  readonly duration: number;
  /**
   * Name of the bound nearest to its limit at each frame, such as 'joint 4 velocity', 'tool acceleration'.
   */
  readonly held: readonly string[];
  /** Seconds at which it stops on the way, at corners. */
  readonly stops: readonly number[];
  /**
   * Joint values and their exact derivatives at a time in seconds. Before the start and after the end it is
   * at rest.
   */
  at(time: number, out: MotionRow): void;
}

/** Radians (slides: fractions of the size): frames nearer than this to the one before are left out. */
const thin = 0.01;
/** Frames nearer than the first number count as one frame; nearer than the second as no motion. */
const [tiny, still] = [1e-4, 1e-9];
/** Fewest points of the grid, and fewest parts between two frames. */
const [fewestPoints, leastParts] = [100, 3];
/** Trials are checked at every fifth break. */
const coarse = 5;
/** Fraction of a time that counts as rounding. */
const instant = 1e-12;
/** Slow-down beyond that required by the samples, of which there are `finely` + 1 between two breaks. */
const [margin, finely] = [1.0005, 4];
/**
 * Trials: shares of the acceleration bounds, and windows as fractions of the one that gives the jerk bound.
 */
const [shares, windows] = [
  [0.9, 0.6],
  [0.6, 1],
] as const;
/** Most slow-downs of a trial where it is too fast, and the excess below which none is made. */
const [slowings, nearly] = [5, 1.02];

/** A smooth part of a path, from rest to rest. */
interface Piece {
  readonly curve: Spline;
  readonly profile: Profile;
  /** Factor by which it is slower than the profile. */
  readonly slower: number;
  readonly duration: number;
}

/**
 * Computes times for a trajectory: the path of its frames is kept, their times are not. Joints follow cubic
 * splines through the frames, with velocity, acceleration and jerk within the bounds, as fast as possible: by
 * reachability analysis along the path for velocity and acceleration, then averaged over time for the jerk.
 * The fastest of several trials is taken, each slowed down until no sample exceeds a bound. Straight motions
 * of all joints are double S profiles, at most 0.1 % slower than the fastest possible. At corners it stops. Where
 * nothing moves, the motion is one frame and takes no time.
 *
 * @throws LimberError `badOption` for bounds and options, `unknownLink`, `badTrajectory` for fewer than two
 * frames or a trajectory that is of another model or has balls, `tooLarge` for a path that takes too long,
 * `disposed`.
 */
export function retime(
  trajectory: Trajectory,
  model: Model,
  bounds: MotionBounds,
  options: RetimeOptions = {},
): TimedMotion {
  if (!(trajectory instanceof Trajectory)) bad('the trajectory', 'a Trajectory', trajectory);
  if (!(model instanceof Model)) bad('the model', 'made by Model.from', model);
  trajectory.checkFits(model);
  const { rate = 100, corner = 0.2 } = asObject(options, 'options', ['rate', 'corner']) as RetimeOptions;
  between(rate, 1, 1e5, 'rate');
  between(corner, 0, Math.PI, 'corner');
  const space = new JointSpace(model);
  const ball = space.coordinates.find(({ motion }) => motion.isBall);
  if (ball) refuse(`joint ${ball.name} is a ball, which retime does not support; play the move as it is`);
  const { groups, tool } = readBounds(
    bounds,
    model,
    space.coordinates.map(({ name }) => name),
  );
  const parts = smoothParts(trajectory, space, corner);
  const pieces = (tool ? parts.map((rows) => withTool(rows, model, tool)) : parts).map((rows) =>
    timed(rows, groups),
  );
  return new Timed(model, pieces, groups, tool ? model.nq + 6 : model.nq, rate, trajectory.row(0));
}

/**
 * Rows of q that differ enough, in parts that begin and end at corners. Corners are searched between all
 * frames. None: nothing moves.
 */
function smoothParts(trajectory: Trajectory, space: JointSpace, corner: number): Float64Array[][] {
  const { length } = trajectory;
  if (length < 2) refuse(`the trajectory has ${length} frames; retime needs two`);
  const all = [trajectory.row(0)];
  for (let i = 1; i < length; ++i)
    if (space.step(all.at(-1)!, 0, trajectory.row(i), 0) > tiny) all.push(trajectory.row(i));
  // Ends exactly at the last frame.
  const last = trajectory.row(length - 1);
  if (space.step(all.at(-1)!, 0, last, 0) > still) all.push(last);
  if (all.length === 1) return [];
  const turns = all.map((row, i) => (i > 0 && all[i + 1] ? angleBetween(all[i - 1]!, row, all[i + 1]!) : 0));
  const parts: Float64Array[][] = [[all[0]!]];
  for (const [i, row] of all.entries()) {
    const rows = parts.at(-1)!;
    const next = all[i + 1];
    // A tight bend turns as much at the frames before and after.
    const isEnd = !next || turns[i]! - Math.min(turns[i - 1] ?? 0, turns[i + 1]!) > corner;
    const isFar = space.step(rows.at(-1)!, 0, row, 0) >= thin;
    // A short step at the end would distort the curve.
    if (isEnd && !isFar && rows.length > 1 && space.step(rows.at(-2)!, 0, row, 0) >= thin) rows.pop();
    if (i > 0 && (isEnd || isFar)) rows.push(row);
    if (isEnd && next && i > 0) parts.push([row]);
  }
  return parts.map((rows) => (isStraight(rows) ? [rows[0]!, rows.at(-1)!] : rows));
}

/** True if the rows go straight from the first to the last, up to rounding. */
function isStraight(rows: readonly Float64Array[]): boolean {
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const length = distance(first, last);
  const way = rows.reduce((sum, row, i) => (i === 0 ? 0 : sum + distance(rows[i - 1]!, row)), 0);
  // A path off the line by h half-way has the squared length length² + 4h². A path that returns to its start
  // is long, but not straight.
  return way ** 2 - length ** 2 < 4 * still ** 2 + 2e-15 * way ** 2;
}

const distance = (a: Float64Array, b: Float64Array): number =>
  Math.sqrt(a.reduce((sum, each, k) => sum + (each - b[k]!) ** 2, 0));

/** Radians between the directions from `a` to `b` and from `b` to `c`. */
function angleBetween(a: Float64Array, b: Float64Array, c: Float64Array): number {
  let [dot, first, second] = [0, 0, 0];
  for (let k = 0; k < a.length; ++k) {
    const [x, y] = [b[k]! - a[k]!, c[k]! - b[k]!];
    dot += x * y;
    first += x * x;
    second += y * y;
  }
  return Math.acos(Math.max(-1, Math.min(1, dot / Math.sqrt(first * second))));
}

/**
 * A smooth part as a curve over s, which grows by one per second if a coordinate moves at its largest
 * velocity.
 */
function curveOf(rows: readonly Float64Array[], groups: readonly BoundedGroup[]) {
  const width = rows[0]!.length;
  const s = new Float64Array(rows.length);
  const all = new Float64Array(rows.length * width);
  for (const [i, row] of rows.entries()) {
    all.set(row, i * width);
    if (i === 0) continue;
    let sum = 0;
    for (const { at, width: size, most } of groups)
      if (size === 1) sum += ((row[at]! - rows[i - 1]![at]!) / most[0]) ** 2;
    s[i] = s[i - 1]! + Math.sqrt(sum);
  }
  return { curve: naturalSpline(s, all, width), knots: s, width };
}

function timed(rows: readonly Float64Array[], groups: readonly BoundedGroup[]): Piece {
  const { curve, knots, width } = curveOf(rows, groups);
  const constraints = constrain(curve, gridOf(knots), width, groups);
  const judge = new Judge(curve, width, groups);
  const profile =
    rows.length === 2 ? doubleS(constraints, curve, width, groups) : fastest(constraints, groups, judge);
  const breaks = [...profile.breaks(), ...Array.from(knots, (s) => profile.timeAt(s))];
  const slower = margin * judge.slower(profile, breaks, finely);
  const duration = slower * profile.duration;
  if (!Number.isFinite(duration)) refuseFarthest(rows, groups);
  return { curve, profile, slower, duration };
}

/**
 * Names the coordinate that moves farthest relative to its bound: its squares or cubes overflow, or vanish in
 * rounding.
 */
function refuseFarthest(rows: readonly Float64Array[], groups: readonly BoundedGroup[]): never {
  let [most, name] = [-1, ''];
  for (const { at, width, most: bounds, name: own } of groups)
    for (const [i, row] of rows.entries()) {
      const share = i === 0 ? 0 : Math.abs(row[at]! - rows[i - 1]![at]!) / bounds[0];
      if (width === 1 && share > most) [most, name] = [share, own];
    }
  throw new LimberError(
    'tooLarge',
    `${name} takes ${most.toPrecision(3)} s at its velocity, too long for times to be found; shorten the way or raise the bounds`,
  );
}

/** The knots, between which the curve is smooth, and points between them. */
function gridOf(knots: Float64Array): Float64Array {
  const parts = Math.max(leastParts, Math.ceil(fewestPoints / (knots.length - 1)));
  return Float64Array.from({ length: parts * (knots.length - 1) + 1 }, (_, i) => {
    const [knot, k] = [Math.floor(i / parts), i % parts];
    const from = knots[knot]!;
    return k === 0 ? from : from + (k / parts) * (knots[knot + 1]! - from);
  });
}

/** The fastest of several profiles, each slowed down to keep all bounds. */
function fastest(constraints: Constraints, groups: readonly BoundedGroup[], judge: Judge): Profile {
  const { s } = constraints;
  const hasJerk = groups.some(({ most }) => most[2] < Infinity);
  if (!hasJerk) return new Profile(s, fastestSpeeds(constraints, 1), 0);
  // Seconds in which acceleration builds up to its bound.
  let rise = 0;
  for (const { most } of groups) {
    const [, a, j] = most;
    if (a < Infinity && j < Infinity) rise = Math.max(rise, a / j);
  }
  rise ||= 1;
  let best: { readonly profile: Profile; readonly duration: number } | undefined;
  const tryOne = (caps: Constraints, share: number, window: number): Profile => {
    const profile = new Profile(s, fastestSpeeds(caps, share), window);
    const duration = profile.duration * judge.slower(profile, everyFew(profile.breaks()));
    if (!best || duration < best.duration) best = { profile, duration };
    return profile;
  };
  for (const share of shares)
    for (const part of windows) {
      const slowed = { ...constraints, fastest: constraints.fastest.slice() };
      for (let i = 0; i < slowings; ++i) {
        const profile = tryOne(slowed, share, part * rise * share);
        if (!judge.slowWhereTooFast(profile, slowed)) break;
      }
    }
  return best!.profile;
}

const everyFew = (times: Float64Array): number[] => Array.from(times).filter((_, i) => i % coarse === 0);

/**
 * A straight motion of length L with speed V, acceleration A and jerk J at most: a trapezoid with
 * acceleration a, averaged over T = a / J. Its two slopes take L_s = v (T + v / a) of the length. At most a =
 * A, and v / a ≥ T, or a would never be reached.
 */
function doubleS(
  { s, rows, c, most, fastest }: Constraints,
  curve: Spline,
  width: number,
  groups: readonly BoundedGroup[],
): Profile {
  const length = s.at(-1)!;
  let [speed, acceleration, jerk] = [Math.sqrt(fastest[0]!), Infinity, Infinity];
  for (let k = 0; k < rows; ++k) acceleration = Math.min(acceleration, most[k]! / Math.abs(c[k]!));
  const first = new Float64Array(width);
  curve.at(0, first, 1);
  for (const group of groups) jerk = Math.min(jerk, group.most[2] / sizeOf(first, group));
  let a = Math.min(acceleration, Math.sqrt(speed * jerk));
  let window = a / jerk;
  if (speed * (window + speed / a) > length) {
    speed = (a / 2) * (Math.sqrt(window ** 2 + (4 * length) / a) - window);
    if (speed < a * window) {
      window = Math.cbrt(length / (2 * jerk));
      a = jerk * window;
      speed = a * window;
    }
  }
  const slope = Math.min(length / 2, speed ** 2 / (2 * a));
  const x = speed ** 2;
  return length - 2 * slope > 1e-9 * length
    ? new Profile(Float64Array.of(0, slope, length - slope, length), Float64Array.of(0, x, x, 0), window)
    : new Profile(Float64Array.of(0, length / 2, length), Float64Array.of(0, a * length, 0), window);
}

/** Evaluates the effect of a profile on joints and tool. */
class Judge {
  readonly #curve: Spline;
  readonly #groups: readonly BoundedGroup[];
  readonly #along = new Float64Array(4);
  /** First to third derivative in s, then in time. */
  readonly #slopes: readonly Float64Array[];
  readonly #rates: readonly Float64Array[];

  constructor(curve: Spline, width: number, groups: readonly BoundedGroup[]) {
    this.#curve = curve;
    this.#groups = groups;
    this.#slopes = orders.map(() => new Float64Array(width));
    this.#rates = orders.map(() => new Float64Array(width));
  }

  /**
   * q̇ = q′ ṡ, q̈ = q″ ṡ² + q′ s̈, q⃛ = q‴ ṡ³ + 3 q″ ṡ s̈ + q′ s⃛, with time stretched by `slower`. The
   * arrays are reused.
   */
  rates(profile: Profile, time: number, slower: number): readonly Float64Array[] {
    profile.at(time / slower, this.#along);
    const [s, v, a, j] = this.#along as unknown as [number, number, number, number];
    const [first, second, third] = this.#slopes as [Float64Array, Float64Array, Float64Array];
    for (const [i, out] of this.#slopes.entries()) this.#curve.at(s, out, i + 1);
    const [velocity, acceleration, jerk] = this.#rates as [Float64Array, Float64Array, Float64Array];
    for (let k = 0; k < first.length; ++k) {
      velocity[k] = (first[k]! * v) / slower;
      acceleration[k] = (second[k]! * v * v + first[k]! * a) / slower ** 2;
      jerk[k] = (third[k]! * v ** 3 + 3 * second[k]! * v * a + first[k]! * j) / slower ** 3;
    }
    return this.#rates;
  }

  /**
   * Factor by which time must be stretched for all bounds, at both sides of these times and between them, where
   * they are divided into `parts`.
   */
  slower(profile: Profile, times: readonly number[], parts = 2): number {
    const sorted = Float64Array.from(times).sort();
    let most = 0;
    for (let i = 1; i < sorted.length; ++i) {
      const [from, to] = [sorted[i - 1]!, sorted[i]!];
      // The same break twice, up to rounding: two slopes of a double S that touch do not overlap.
      if (to - from < instant * to) continue;
      const room = 1e-6 * (to - from);
      for (let k = 0; k <= parts; ++k)
        most = Math.max(most, this.#excess(profile, from + room + (k / parts) * (to - from - 2 * room)));
    }
    return most;
  }

  /** Lowers ṡ² where it exceeds a bound, and over the range of the average around it; false: nowhere. */
  slowWhereTooFast(profile: Profile, { s, fastest }: Constraints): boolean {
    const excess = new Float64Array(s.length).fill(1);
    for (const time of everyFew(profile.breaks())) {
      const most = this.#excess(profile, time);
      const [from, to] = profile.reachOf(time);
      for (let i = from; i <= to; ++i) excess[i] = Math.max(excess[i]!, most);
    }
    if (excess.every((each) => each < nearly)) return false;
    const speeds = profile.speeds();
    for (const [i, each] of excess.entries())
      if (each >= nearly) fastest[i] = Math.min(fastest[i]!, (speeds[i]! / each) ** 2 + 1e-12);
    return true;
  }

  #excess(profile: Profile, time: number): number {
    const rates = this.rates(profile, time, 1);
    let most = 0;
    for (const group of this.#groups)
      for (let order = 0; order < orders.length; ++order) {
        const share = sizeOf(rates[order]!, group) / group.most[order]!;
        most = Math.max(most, order === 0 ? share : order === 1 ? Math.sqrt(share) : Math.cbrt(share));
      }
    return most;
  }
}

function sizeOf(row: Float64Array, { at, width }: BoundedGroup): number {
  return width === 1 ? Math.abs(row[at]!) : Math.hypot(row[at]!, row[at + 1]!, row[at + 2]!);
}

/** Pieces in sequence, or none. */
class Timed implements TimedMotion {
  readonly trajectory: Trajectory;
  readonly duration: number;
  readonly held: readonly string[];
  readonly stops: readonly number[];
  readonly #pieces: readonly Piece[];
  readonly #judges: readonly Judge[];
  readonly #starts: readonly number[];
  readonly #row: Float64Array;
  readonly #along = new Float64Array(4);
  readonly #nq: number;

  constructor(
    model: Model,
    pieces: readonly Piece[],
    groups: readonly BoundedGroup[],
    width: number,
    rate: number,
    first: Float64Array,
  ) {
    this.#pieces = pieces;
    this.#judges = pieces.map(({ curve }) => new Judge(curve, width, groups));
    this.#row = new Float64Array(width);
    this.#row.set(first);
    this.#nq = model.nq;
    let all = 0;
    this.#starts = pieces.map(({ duration }) => (all += duration) - duration);
    this.duration = all;
    this.stops = this.#starts.slice(1);
    const frames = Math.ceil(all * rate - 1e-9) + 1;
    checkSize(frames * (this.#nq + 1), mostNumbers, 'numbers in the trajectory; give a lower rate');
    this.trajectory = new Trajectory(model);
    const q = new Float64Array(this.#nq);
    const held: string[] = [];
    for (let i = 0; i < frames; ++i) {
      const time = Math.min(all, i / rate);
      this.at(time, { q });
      this.trajectory.add(time, q);
      held.push(this.#holder(time, groups));
    }
    this.held = held;
  }

  #placeOf(time: number): number {
    let place = this.#pieces.length - 1;
    while (place > 0 && time < this.#starts[place]!) --place;
    return place;
  }

  #checkOut(out: MotionRow): void {
    const rows = asObject(out, 'out');
    for (const name of ['q', ...orders] as const) {
      const given = rows[name];
      if (given === undefined || (given instanceof Float64Array && given.length >= this.#nq)) continue;
      bad(`out.${name}`, `a Float64Array of ${this.#nq} numbers`, given);
    }
  }

  at(time: number, out: MotionRow): void {
    if (typeof time !== 'number' || Number.isNaN(time))
      throw new LimberError('badTrajectory', `the time is ${show(time)}; give seconds`);
    this.#checkOut(out);
    const place = this.#placeOf(time);
    const piece = this.#pieces[place];
    const local = time - (this.#starts[place] ?? 0);
    if (out.q && piece) {
      const { curve, profile, slower } = piece;
      profile.at(Math.min(Math.max(local / slower, 0), profile.duration), this.#along);
      curve.at(this.#along[0]!, this.#row);
    }
    out.q?.set(this.#row.subarray(0, this.#nq));
    const isMoving = piece && local >= 0 && local <= piece.duration;
    const rates = isMoving ? this.#judges[place]!.rates(piece.profile, local, piece.slower) : [];
    for (const [i, order] of orders.entries())
      out[order]?.set(rates[i]?.subarray(0, this.#nq) ?? new Float64Array(this.#nq));
  }

  /** Name of the bound that is nearest to its limit. */
  #holder(time: number, groups: readonly BoundedGroup[]): string {
    const place = this.#placeOf(time);
    if (!this.#pieces[place]) return '';
    const { profile, slower } = this.#pieces[place];
    const rates = this.#judges[place]!.rates(profile, time - this.#starts[place]!, slower);
    let [most, name] = [0, ''];
    for (const group of groups)
      for (const [i, order] of orders.entries()) {
        const share = sizeOf(rates[i]!, group) / group.most[i]!;
        if (share > most) [most, name] = [share, `${group.name} ${order}`];
      }
    return name;
  }
}
