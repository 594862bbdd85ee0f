/** Follows a path of the tool from joint values to joint values, without a jump. */
import type { Goal } from '../goal.ts';
import type { SolveOptions } from '../options.ts';
import type { Problem } from '../problem.ts';
import { Frames } from './frames.ts';
import type { JointSpace } from './joint-space.ts';
import type { ToolPath } from './paths.ts';
import type { Spline } from './spline.ts';

/** How exactly, and around what. */
export interface Tolerances {
  /** Metres that the tool may be off its path between frames. */
  readonly deviation: number;
  /** Radians. */
  readonly angleDeviation: number;
  /** Whether joints keep their limits. */
  readonly limits: boolean;
  /** Metres; undefined: things may touch. */
  readonly clearance: number | undefined;
}

/** Frames are so much more exact than what lies between them. */
const finer = 0.01;
/** Radians, and of the size: farther apart, frames get another between, however near to the path they are. */
const longest = 0.2;
/** Of the way: two frames that are as near and still not joined by a straight move of the joints are a jump. */
export const shortest = 2 ** -18;
/** Radians, and of the size: a path that goes so far in its shortest pieces is broken there. */
const broken = 0.01;
/** Iterations; a frame is near its guess. */
const most = 40;

/**
 * Two poses are joined if the joints can go straight from one to the other while the tool stays near its path, which is
 * looked at in the middle: near means a deviation in metres and radians, whatever the joints do. Otherwise there must be a
 * pose between, near the joints' middle, and each half is looked at in the same way. Where the pieces become too short, the
 * arm jumps there.
 */
export class Follower {
  /** What was found. */
  frames: Frames;
  readonly problem: Problem;
  readonly path: ToolPath;
  readonly space: JointSpace;
  readonly tolerances: Tolerances;
  /** Joint values over the way that frames are near; undefined: near the straight way between frames that are there. */
  guide: Spline | undefined = undefined;
  readonly #goal: Goal;
  readonly #pose: Float64Array;
  readonly #plain: SolveOptions;
  /** The same, kept clear. */
  readonly #clear: SolveOptions;
  readonly #stack: Float64Array[] = [];
  readonly #until: number;

  /** @param until by `performance.now()`; Infinity: as long as it takes. */
  constructor(
    problem: Problem,
    goal: Goal,
    path: ToolPath,
    space: JointSpace,
    tolerances: Tolerances,
    until: number,
  ) {
    this.#until = until;
    this.problem = problem;
    this.path = path;
    this.space = space;
    this.tolerances = tolerances;
    this.#goal = goal;
    this.#pose = new Float64Array(goal.target.length);
    this.frames = new Frames(problem.model.nq);
    this.#plain = {
      tolerance: finer * tolerances.deviation,
      angleTolerance: finer * tolerances.angleDeviation,
      limits: tolerances.limits,
      maxIterations: most,
    };
    const { clearance } = tolerances;
    this.#clear = { ...this.#plain, ...(clearance !== undefined && { clearance }) };
  }

  /** What is left of the move's time, as an option of a solve. */
  get time(): { readonly maxTime?: number } {
    return this.#until < Infinity ? { maxTime: Math.max(0, this.#until - performance.now()) } : {};
  }

  /** Whether it is over: then nothing is found any more. */
  get isLate(): boolean {
    return this.time.maxTime === 0;
  }

  /** Writes the goal's target. */
  aim(part: number): void {
    this.path.at(part, this.#pose);
    this.#goal.target.set(this.#pose);
  }

  /** How far goals are missed with the joints there, in deviations: at most 1 is good. */
  deviation(part: number, q: Float64Array): number {
    this.aim(part);
    const { state, goals } = this.problem;
    state.q.set(q);
    state.update();
    let worst = 0;
    for (const goal of goals)
      if (goal.weight > 0)
        worst = Math.max(
          worst,
          goal.distance / this.tolerances.deviation,
          goal.angle / this.tolerances.angleDeviation,
        );
    return worst;
  }

  /** Whether the path itself jumps after a part of it at which the tool is with these joints. */
  isBroken(part: number, q: Float64Array): boolean {
    this.deviation(Math.min(1, part + 2 * shortest), q);
    const { distance, angle } = this.#goal;
    return distance > broken * this.problem.model.size || angle > broken;
  }

  /** Solves from there; `out` may be `from`. False: no pose was found, or none that is clear. */
  settle(part: number, from: Float64Array, out: Float64Array, others?: SolveOptions): boolean {
    if (!this.solve(part, from, others && { ...this.#plain, ...others })) return false;
    // With a clearance a solve takes several times as long, and mostly nothing is near.
    if (!others && !this.isClear && !this.solve(part, from, this.#clear)) return false;
    out.set(this.problem.state.q);
    return true;
  }

  /** Whether a pose is found from there, whatever is near; then the state is that pose. */
  solve(part: number, from: Float64Array, options = this.#plain): boolean {
    if (this.isLate) return false;
    this.aim(part);
    this.problem.state.q.set(from);
    return this.problem.solve(options).status === 'converged';
  }

  /** Whether the state keeps the clearance. */
  get isClear(): boolean {
    const { clearance } = this.tolerances;
    return clearance === undefined || this.problem.clearance() >= clearance;
  }

  /** Adds frames after `a`, up to and with `b`; false: they are not joined, and frames lead up to where that shows. */
  connect(a: number, from: Float64Array, b: number, to: Float64Array, depth = 0): boolean {
    const knot = this.#knotBetween(a, b);
    const middle = knot ?? (a + b) / 2;
    const q = (this.#stack[depth] ??= new Float64Array(this.space.nq));
    this.space.between(from, 0, to, 0, (middle - a) / (b - a), q);
    if (knot === undefined && this.space.step(from, 0, to, 0) <= longest && this.#isOnPath(middle, q)) {
      this.frames.add(b, to);
      return true;
    }
    this.guide?.at(middle, q);
    if (b - a < shortest) return false;
    return (
      this.settle(middle, q, q) &&
      this.connect(a, from, middle, q, depth + 1) &&
      this.connect(middle, q, b, to, depth + 1)
    );
  }

  #isOnPath(part: number, q: Float64Array): boolean {
    // Also where a number is none.
    if (!(this.deviation(part, q) <= 1)) return false;
    const { clearance, deviation } = this.tolerances;
    // Straight moves of the joints may cut as much of a corner at an obstacle as at the path.
    return clearance === undefined || this.problem.clearance() >= clearance - deviation;
  }

  /** The one in the middle of those between; undefined: there is none. */
  #knotBetween(a: number, b: number): number | undefined {
    const { knots } = this.path;
    const first = after(knots, a + 1e-12);
    const end = after(knots, b - 1e-12);
    return first < end ? knots[(first + end) >> 1] : undefined;
  }

  /**
   * Goes on from the last frame as far as it gets, each part of the way from where the one before has ended. True: to the
   * end.
   */
  followOn(stride: number): boolean {
    const { frames } = this;
    let step = stride;
    const [from, to] = [new Float64Array(this.space.nq), new Float64Array(this.space.nq)];
    while (frames.part < 1) {
      if (step < shortest) return false;
      const { length, part } = frames;
      from.set(frames.row(length - 1));
      const next = part + step > 1 - shortest ? 1 : part + step;
      if (this.settle(next, from, to) && this.connect(part, from, next, to)) {
        step = Math.min(stride, 2 * step);
      } else {
        // What was joined stays.
        step = Math.min(step, next - frames.part) / 2;
      }
    }
    return true;
  }
}

/** How many of the ascending numbers are at most `value`. */
function after(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
