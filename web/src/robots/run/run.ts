import { disposeSymbol } from '../../core/disposable.ts';
import { LimberError, show } from '../../describe/errors.ts';
import type { NumbersLike } from '../../describe/description.ts';
import { asNumbers } from '../../describe/flatten.ts';
import { hasPoint, type Goal, type GoalDescription } from '../../core/goal.ts';
import { Model } from '../../core/model.ts';
import type { Link } from '../../core/any-model.ts';
import type { SolveOptions, StepOptions } from '../../core/options.ts';
import type { SolverName } from '../../describe/core-names.ts';
import { Problem } from '../../core/problem.ts';
import type { SolveResult, StepResult } from '../../core/result.ts';
import type { ArmPreset } from '../presets/arms/preset.ts';
import { placeFor, type Curve, type CurvePlace, type Track } from '../presets/tracks/track.ts';

/** Solver iterations per frame, unless the arm or the caller specifies others. */
export const iterationsAFrame = 50;

/** Seconds per frame, unless the caller specifies others. */
export const defaultDt = 0.016;

export interface RunOptions {
  /** Default: `problem.defaultSolver`. */
  readonly solver?: SolverName;
  /** Seconds per frame, above 0; default 0.016. */
  readonly dt?: number;
  /** Default true. False: every revolute and continuous joint becomes a ball without limits. */
  readonly hinges?: boolean;
  /**
   * Options of every solve, which override those of the arm; default maxIterations: 50. A `solver` in here is
   * ignored.
   */
  readonly options?: SolveOptions;
}

/** A goal with a point in the world, and the curve that moves that point. */
interface Follower {
  readonly goal: Goal;
  /** The goal's target at frame 0. */
  readonly start: Float64Array;
  /** Null if only `hold` moves the point. */
  readonly curve: Curve | null;
  readonly place: CurvePlace;
  /** True if the goal was described with its own target. */
  readonly isPlaced: boolean;
  held: boolean;
}

function rootOf(links: readonly Link[], link: number): number {
  while (links[link]!.parent >= 0) link = links[link]!.parent;
  return link;
}

function checkStart({ name, q }: ArmPreset, model: Model): void {
  if (!q || q.length === model.nq) return;
  throw new LimberError(
    'badDescription',
    `q of the arm ${show(name)} has ${q.length} numbers; give ${model.nq}`,
  );
}

/**
 * An arm whose targets follow a track: one solve per frame, starting from the pose of the previous frame. The
 * same arm, track, solver, dt and options give the same bits, in Node and in every browser.
 */
export class Run {
  readonly model: Model;
  readonly problem: Problem;
  /** Seconds per frame. */
  readonly dt: number;
  /**
   * The link of each target: the arm's effectors, then the links of its goals that have a point in the world.
   */
  readonly effectors: readonly string[];
  /** Three numbers (metres) per element of `effectors`. Move them with `hold`. */
  readonly targets: Float64Array;
  /** Metres from each of `effectors` to its target after the last step. */
  readonly residuals: Float64Array;
  readonly #followers: readonly Follower[];
  #solver: SolverName;
  #solveOptions: SolveOptions;
  #frame = 0;

  /**
   * Starts at frame 0, with nothing solved yet. The core must be loaded.
   *
   * @throws LimberError `badOption` for a dt that is not above 0, `badDescription` for another number of joint values
   * than the model has, `unknownSolver`, or the errors of
   * `Model.from` and `addGoal`. A solver that does not support the arm is not an error here: see
   * `problem.supports`.
   */
  constructor(
    readonly arm: ArmPreset,
    readonly track: Track,
    { solver, dt = defaultDt, hinges = true, options = {} }: RunOptions = {},
  ) {
    if (!(Number.isFinite(dt) && dt > 0)) {
      throw new LimberError('badOption', `dt is ${show(dt)}; give seconds above 0`);
    }
    this.dt = dt;
    this.model = Model.from(arm.description, { hinges });
    this.problem = new Problem(this.model);
    this.#solver = solver ?? this.problem.defaultSolver;
    this.#solveOptions = options;
    try {
      if (hinges) checkStart(arm, this.model);
      this.options = options;
      this.problem.supports(this.#solver); // throws for an unknown one
      this.#stand();
      const points = arm.effectors.map((link): GoalDescription => ({ type: 'position', link }));
      for (const each of [...points, ...(arm.goals ?? [])]) this.problem.addGoal(each);
      this.#followers = this.#makeFollowers();
      this.effectors = this.#followers.map(({ goal }) => goal.link);
      this.targets = new Float64Array(3 * this.effectors.length);
      this.residuals = new Float64Array(this.effectors.length);
      this.#place();
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** Sets the initial pose. */
  #stand(): void {
    const { state } = this.problem;
    state.reset();
    // The given joint values are for the arm with its hinges: with balls in their place there may be others.
    if (this.arm.q?.length === state.q.length) state.q.set(this.arm.q);
    state.update();
  }

  #makeFollowers(): Follower[] {
    const { links, reach } = this.model;
    const { poses } = this.problem.state;
    const at = (link: number): Float64Array => poses.subarray(7 * link, 7 * link + 3);
    const own = this.arm.goals ?? [];
    const followers: Follower[] = [];
    for (const [i, goal] of this.problem.goals.entries()) {
      if (!hasPoint(goal)) continue;
      const isPlaced = own[i - this.arm.effectors.length]?.target !== undefined;
      const { curves } = this.track;
      const curve = isPlaced ? null : (curves[followers.length % curves.length] ?? null);
      const link = this.model.findLink(goal.link);
      const place = placeFor(at(link), at(rootOf(links, link)), reach);
      followers.push({ goal, start: goal.target.slice(), curve, place, isPlaced, held: false });
    }
    return followers;
  }

  /** Measures the residuals of a pose that was not solved for. */
  look(): void {
    this.#measure();
  }

  /** Moves all targets to their starts, and measures the residuals. */
  #place(): void {
    for (const [i, { goal, start }] of this.#followers.entries()) {
      goal.target.set(start);
      this.targets.set(start.subarray(0, 3), 3 * i);
    }
    this.#follow();
    this.problem.state.update();
    this.#measure();
  }

  /** Moves targets along their curves; those without a curve and held ones stay. */
  #follow(): void {
    for (let i = 0; i < this.#followers.length; i += 1) {
      const { goal, curve, place, held } = this.#followers[i]!;
      if (curve && !held) curve(this.time, place, this.targets, 3 * i);
      const { target } = goal;
      for (let k = 0; k < 3; k += 1) target[k] = this.targets[3 * i + k]!;
    }
  }

  #measure(): void {
    for (let i = 0; i < this.#followers.length; i += 1) {
      this.residuals[i] = this.#followers[i]!.goal.distance;
    }
  }

  /** Number of completed frames. */
  get frame(): number {
    return this.#frame;
  }

  /** Seconds: frames times dt. */
  get time(): number {
    return this.#frame * this.dt;
  }

  /**
   * For each of `effectors`: its goal, the curve that its target follows, its place, and whether the goal has
   * its own target.
   */
  get curves(): readonly Pick<Follower, 'goal' | 'curve' | 'place' | 'isPlaced'>[] {
    return this.#followers;
  }

  /** Joint values: a view of the core's memory; read the property each time. */
  get q(): Float64Array {
    return this.problem.state.q;
  }

  /** A position goal for each of `arm.effectors`, then `arm.goals`. */
  get goals(): readonly Goal[] {
    return this.problem.goals;
  }

  /** May be changed between frames. @throws LimberError `unknownSolver`. */
  get solver(): SolverName {
    return this.#solver;
  }

  set solver(solver: SolverName) {
    this.problem.supports(solver);
    this.#solver = solver;
    this.options = this.#solveOptions;
  }

  /** Options of every solve. May be changed between frames; omitted ones fall back to the arm's options. */
  get options(): SolveOptions {
    return this.#solveOptions;
  }

  set options(options: SolveOptions) {
    const defaults = { maxIterations: iterationsAFrame, ...this.arm.options };
    this.#solveOptions = { ...defaults, ...options, solver: this.#solver };
  }

  /**
   * Makes the next frame: time advances by dt, the targets move, and one solve follows them. Allocates
   * nothing.
   */
  step(): SolveResult {
    this.#frame += 1;
    this.#follow();
    const result = this.problem.solve(this.#solveOptions);
    this.#measure();
    return result;
  }

  /**
   * Lets so many frames go by: time goes on and the targets move, but the arm stays.
   *
   * @throws LimberError `badOption` for a number that is not whole, or below 0.
   */
  skip(frames: number): void {
    if (!Number.isSafeInteger(frames) || frames < 0)
      throw new LimberError('badOption', `frames is ${show(frames)}; give a whole number from 0 up`);
    this.#frame += frames;
    this.#follow();
    this.#measure();
  }

  /** Makes the next frame by `problem.step` instead of a solve. Allocates nothing. */
  flow(options: StepOptions): StepResult {
    this.#frame += 1;
    this.#follow();
    const result = this.problem.step(this.dt, options);
    this.#measure();
    return result;
  }

  /**
   * Holds a target at `position` (metres), regardless of the track. Null releases it: the target follows its
   * curve again from the next frame, or stays if it has none.
   *
   * @throws LimberError `badDescription` for an index out of range, or a position that is not three numbers.
   */
  hold(index: number, position: NumbersLike | null): void {
    const follower = this.#followers[index];
    const last = this.#followers.length - 1;
    if (!follower) {
      throw new LimberError('badDescription', `effector ${show(index)} is unknown; known: 0 to ${last}`);
    }
    const point = position === null ? null : asNumbers(position, 3, 'a target');
    follower.held = position !== null;
    if (!point) return;
    this.targets.set(point, 3 * index);
    follower.goal.target.set(point);
  }

  /** Returns to frame 0 and releases all targets. */
  reset(): void {
    this.#frame = 0;
    for (const follower of this.#followers) follower.held = false;
    this.#stand();
    this.#place();
  }

  /** Frees the core's memory. */
  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}
