import { disposeSymbol } from '../disposable.ts';
import { LimberError, show } from '../errors.ts';
import { asNumbers } from '../flatten.ts';
import type { Goal } from '../goal.ts';
import { Model, type Link } from '../model.ts';
import { defaultSolver, type SolveOptions, type SolverName } from '../options.ts';
import { Problem } from '../problem.ts';
import type { SolveResult } from '../result.ts';
import type { ArmPreset } from './arms/preset.ts';
import { placeFor, type Curve, type CurvePlace, type Track } from './tracks/track.ts';

/** Steps of the solver a frame, unless the arm or the caller says otherwise. */
export const iterationsAFrame = 50;

/** Seconds a frame, unless the caller says otherwise. */
export const defaultDt = 0.016;

export interface RunOptions {
  /** Default 'lm'. */
  readonly solver?: SolverName;
  /** Seconds a frame, above 0; default 0.016. */
  readonly dt?: number;
  /** Default true. False: every revolute and continuous joint becomes a ball without limits. */
  readonly hinges?: boolean;
  /** For every solve, over those of the arm; default maxIterations: 50. Any `solver` in here is ignored. */
  readonly options?: SolveOptions;
}

/** One effector, its goal, and what moves its target. */
interface Follower {
  readonly goal: Goal;
  /** Index of its link. */
  readonly link: number;
  readonly curve: Curve | undefined;
  readonly place: CurvePlace;
  held: boolean;
}

function rootOf(links: readonly Link[], link: number): number {
  while (links[link]!.parent >= 0) link = links[link]!.parent;
  return link;
}

/**
 * An arm whose effectors follow a track, frame by frame: one solve a frame, from the pose of the frame before. The same
 * arm, track, solver, dt and options give the same bits, in Node and on a page.
 */
export class Run {
  readonly arm: ArmPreset;
  readonly track: Track;
  readonly model: Model;
  readonly problem: Problem;
  /** Seconds a frame. */
  readonly dt: number;
  /** Three numbers an effector, in metres, in the order of `arm.effectors`. Move them by `hold`. */
  readonly targets: Float64Array;
  /** Metres from each effector to its target after the last step. */
  readonly residuals: Float64Array;
  readonly #followers: readonly Follower[];
  #solver: SolverName;
  #solveOptions: SolveOptions;
  #frame = 0;

  /**
   * Stands at frame 0: nothing is solved yet. The core must be loaded.
   *
   * @throws LimberError `badOption` for a dt that is not above 0, `unknownSolver`, or what `Model.from` and `addGoal`
   * find wrong with the arm. A solver that does not support the arm is none: ask `problem.supports`.
   */
  constructor(
    arm: ArmPreset,
    track: Track,
    { solver = defaultSolver, dt = defaultDt, hinges = true, options = {} }: RunOptions = {},
  ) {
    if (!(Number.isFinite(dt) && dt > 0)) {
      throw new LimberError('badOption', `dt is ${show(dt)}; give seconds above 0`);
    }
    this.arm = arm;
    this.track = track;
    this.dt = dt;
    this.model = Model.from(arm.description, { hinges });
    this.problem = new Problem(this.model);
    this.targets = new Float64Array(3 * arm.effectors.length);
    this.residuals = new Float64Array(arm.effectors.length);
    this.#solver = solver;
    this.#solveOptions = options;
    try {
      this.options = options;
      this.problem.supports(solver); // throws for one that there is not
      this.#stand();
      this.#followers = arm.effectors.map((name, i) => this.#follower(name, i));
      this.#place();
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** The pose at the start. */
  #stand(): void {
    const { state } = this.problem;
    state.reset();
    // Joint values are of the arm with its hinges.
    if (this.arm.q?.length === state.q.length) state.q.set(this.arm.q);
    state.update();
  }

  #follower(name: string, index: number): Follower {
    const goal = this.problem.addGoal({ type: 'position', link: name });
    const link = this.model.findLink(name);
    const { curves } = this.track;
    const at = (each: number): Float64Array => this.problem.state.poses.subarray(7 * each, 7 * each + 3);
    const place = placeFor(at(link), at(rootOf(this.model.links, link)), this.model.reach);
    return { goal, link, curve: curves[index % curves.length], place, held: false };
  }

  /** All targets to where they start, and residuals to fit. */
  #place(): void {
    const { poses } = this.problem.state;
    for (const [i, { link }] of this.#followers.entries()) {
      this.targets.set(poses.subarray(7 * link, 7 * link + 3), 3 * i);
    }
    this.#follow();
    this.problem.state.update();
    this.#measure();
  }

  /** Targets to where the curves have them now; those without a curve, or held, stay. */
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

  /** Frames done. */
  get frame(): number {
    return this.#frame;
  }

  /** Seconds: frames times dt. */
  get time(): number {
    return this.#frame * this.dt;
  }

  /** Joint values: a view of the core's memory, to be got anew each time. */
  get q(): Float64Array {
    return this.problem.state.q;
  }

  /** One an effector. */
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

  /** What every solve is given; what is set over it may be changed between frames. */
  get options(): SolveOptions {
    return this.#solveOptions;
  }

  set options(options: SolveOptions) {
    const defaults = { maxIterations: iterationsAFrame, ...this.arm.options };
    this.#solveOptions = { ...defaults, ...options, solver: this.#solver };
  }

  /** The next frame: time goes on by dt, the targets move, and one solve follows them. Allocates nothing. */
  step(): SolveResult {
    this.#frame += 1;
    this.#follow();
    const result = this.problem.solve(this.#solveOptions);
    this.#measure();
    return result;
  }

  /**
   * The hand takes a target: it stays at `position` (metres) whatever the track does, from now on. Null lets go: it
   * follows its curve again from the next frame on, or stays where there is none.
   *
   * @throws LimberError `badDescription` for an index that no effector has, or a position that is not three numbers.
   */
  hold(index: number, position: ArrayLike<number> | null): void {
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

  /** Back to frame 0; the hand lets go of all targets. */
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
