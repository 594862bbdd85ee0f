import type { StepOptions } from '../../core/options.ts';
import { Pursuit } from './pursuit.ts';
import type { Frame } from './rest-rule.ts';
import type { Run } from './run.ts';

/**
 * Milliseconds of solving per drawn frame. Frames of the run that do not fit are dropped, and the run slows
 * down.
 */
const budget = 10;

/**
 * Plays a run in a page. A frame of the run takes `dt` seconds regardless of the display, so that a run is
 * the same on every machine and on the command line. A drawn frame advances it by none, one or several
 * frames.
 */
export class Player extends Pursuit {
  playing = false;
  /** Options of `problem.step`, by which the arm moves; null: one solve per frame. */
  steps: StepOptions | null = null;
  /** Of the last step; usually ''. */
  warning = '';
  /** Called before each step of the run; returns whether something else than a target moves by itself. */
  onBefore: (() => boolean) | null = null;
  /** Called after each step. */
  onStep: (() => void) | null = null;
  readonly #held: boolean[];
  /** Seconds of the run that are still due. */
  #due = 0;

  /** Owns the run: `dispose` disposes it. */
  constructor(readonly run: Run) {
    super(run.problem);
    this.#held = run.effectors.map(() => false);
  }

  get running(): boolean {
    return this.playing && !this.resting;
  }

  isHeld(index: number): boolean {
    return this.#held[index]!;
  }

  /** True if a target moves along a curve by itself. */
  follows(index: number): boolean {
    return this.run.curves[index]!.curve !== null && !this.#held[index]!;
  }

  /** Makes the frames due after `seconds` more. */
  advance(seconds: number): void {
    const { dt } = this.run;
    const begun = performance.now();
    this.#due += seconds;
    while (this.#due >= dt && !this.resting) {
      this.#due -= dt;
      this.step();
      if (performance.now() - begun > budget) this.#due = Math.min(this.#due, dt);
    }
    if (this.resting) this.#due = 0;
  }

  /** Makes one frame: of the motion to another pose if the arm was stuck or sent, otherwise of the run. */
  step(): void {
    const { run } = this;
    // With a target that moves by itself nothing comes to rest.
    const moves = this.onBefore?.() || this.#held.some((_, i) => this.follows(i));
    if (!this.travels && moves) this.result = this.#frame();
    else if (!this.pursue(run.dt, run.options, () => this.#frame())) run.look();
    this.onStep?.();
  }

  /** Solves for the current targets while time stands still, for dragging during a pause. */
  solveInPause(): void {
    const { options, problem } = this.run;
    this.result = problem.solve(options);
    problem.forgetMotion();
  }

  #frame(): Frame {
    if (!this.steps) return this.run.step();
    const { status, warning } = this.run.flow(this.steps);
    this.warning = warning;
    return { status: status === 'moving' ? 'maxIterations' : status, iterations: 1 };
  }

  /** Holds a target at a position (metres), or releases it (null). */
  hold(index: number, position: ArrayLike<number> | null): void {
    this.run.hold(index, position);
    this.#held[index] = position !== null;
    this.wake();
  }

  /** Returns to frame 0 and releases all targets. */
  reset(): void {
    this.run.reset();
    this.run.problem.forgetMotion();
    this.#held.fill(false);
    this.#due = 0;
    this.wake();
    this.result = null;
  }

  dispose(): void {
    this.run.dispose();
  }
}
