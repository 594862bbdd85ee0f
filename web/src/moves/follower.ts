/** Follows a path of the tool in joint space, without a jump. */
import type { Goal } from '../core/goal.ts';
import type { SolveOptions } from '../core/options.ts';
import type { Problem } from '../core/problem.ts';
import { Frames } from './frames.ts';
import type { JointSpace } from './joint-space.ts';
import type { ToolPath } from './paths.ts';
import type { Spline } from './spline.ts';

/** Tolerances of a path, and what to avoid. */
export interface Tolerances {
  /** Metres that the tool may be off its path between frames. */
  readonly deviation: number;
  /** Radians that the tool may be off its orientation between frames. */
  readonly angleDeviation: number;
  /** True to keep the joints' limits. */
  readonly limits: boolean;
  /** Metres; undefined: shapes may touch. */
  readonly clearance: number | undefined;
}

/** Tolerance at frames, relative to that between them. */
const finer = 0.01;
/**
 * Radians (slides: fractions of the size): frames farther apart get another frame between, however near the
 * path they are.
 */
const longest = 0.2;
/** Fraction of the path: two frames this close that no straight joint motion connects are a jump. */
export const shortest = 2 ** -18;
/**
 * Radians, and fraction of the size: a path that moves farther than this in its shortest piece is broken
 * there.
 */
const broken = 0.01;
/** Most iterations; a frame is near its guess. */
const most = 40;

/**
 * Two poses are connected if the joints can move straight from one to the other while the tool stays near its
 * path, which is checked in the middle: near means a deviation in metres and radians, whatever the joints do.
 * Otherwise a pose must lie between them, near the joints' middle, and each half is checked in the same way.
 * If the pieces become too short, the arm jumps there.
 */
export class Follower {
  /** Frames found so far. */
  frames: Frames;
  /**
   * Curve of joint values near which frames are sought; undefined: near the straight line between existing
   * frames.
   */
  guide: Spline | undefined = undefined;
  readonly #pose: Float64Array;
  readonly #plain: SolveOptions;
  /** Options of a solve that keeps the clearance. */
  readonly #clear: SolveOptions;
  readonly #stack: Float64Array[] = [];

  /** @param until deadline by `performance.now()`; Infinity: none. */
  constructor(
    readonly problem: Problem,
    private readonly goal: Goal,
    readonly path: ToolPath,
    readonly space: JointSpace,
    readonly tolerances: Tolerances,
    private readonly until: number,
  ) {
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

  /** Remaining time of the move, as an option of a solve. */
  get time(): { readonly maxTime?: number } {
    return this.until < Infinity ? { maxTime: Math.max(0, this.until - performance.now()) } : {};
  }

  /** True once the time is used up; then nothing more is found. */
  get isLate(): boolean {
    return this.time.maxTime === 0;
  }

  /** Writes the goal's target for a part of the path. */
  aim(part: number): void {
    this.path.at(part, this.#pose);
    this.goal.target.set(this.#pose);
  }

  /** Error of the goals at these joint values, in units of the allowed deviation; at most 1 is good. */
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

  /** True if the path itself jumps just after the part at which the tool is with these joint values. */
  isBroken(part: number, q: Float64Array): boolean {
    this.deviation(Math.min(1, part + 2 * shortest), q);
    const { distance, angle } = this.goal;
    return distance > broken * this.problem.model.size || angle > broken;
  }

  /** Solves from `from`; `out` may be `from`. False: no pose was found, or no clear one. */
  settle(part: number, from: Float64Array, out: Float64Array, others?: SolveOptions): boolean {
    if (!this.solve(part, from, others && { ...this.#plain, ...others })) return false;
    // A solve with clearance takes several times as long, and usually no obstacle is near.
    if (!others && !this.isClear && !this.solve(part, from, this.#clear)) return false;
    out.set(this.problem.state.q);
    return true;
  }

  /** True if a pose is found from `from`, ignoring obstacles; the state is then that pose. */
  solve(part: number, from: Float64Array, options = this.#plain): boolean {
    if (this.isLate) return false;
    this.aim(part);
    this.problem.state.q.set(from);
    return this.problem.solve(options).status === 'converged';
  }

  /** True if the state keeps the clearance. */
  get isClear(): boolean {
    const { clearance } = this.tolerances;
    return clearance === undefined || this.problem.clearance() >= clearance;
  }

  /**
   * Adds frames after `a`, up to and including `b`. False: they are not connected, and frames lead up to the
   * gap.
   */
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
    // Written so that NaN fails too.
    if (!(this.deviation(part, q) <= 1)) return false;
    const { clearance, deviation } = this.tolerances;
    // Straight joint motions may cut a corner at an obstacle by as much as one of the path.
    return clearance === undefined || this.problem.clearance() >= clearance - deviation;
  }

  /** The middle knot between `a` and `b`; undefined: none. */
  #knotBetween(a: number, b: number): number | undefined {
    const { knots } = this.path;
    const first = after(knots, a + 1e-12);
    const end = after(knots, b - 1e-12);
    return first < end ? knots[(first + end) >> 1] : undefined;
  }

  /**
   * Continues from the last frame as far as possible, each step from the end of the one before. True: reached
   * the end.
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
        // Connected frames stay.
        step = Math.min(step, next - frames.part) / 2;
      }
    }
    return true;
  }
}

/** Count of the ascending numbers that are at most `value`. */
function after(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
