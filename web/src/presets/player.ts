import type { StepOptions } from '../options.ts';
import type { SolverName } from '../words.ts';
import { Pursuit } from './pursuit.ts';
import type { Frame } from './rest-rule.ts';
import type { Run } from './run.ts';

/** Milliseconds of solving per drawn frame. Frames of the run that do not fit are dropped, and it runs slower. */
const budget = 10;

/**
 * Plays a run in a page. A frame of the run takes `dt` seconds whatever the display does, so that a run is the same on
 * every machine and on the command line; a drawn frame makes none, one or several of them.
 */
export class Player extends Pursuit {
  playing = false;
  /** The arm goes on by `problem.step` with these options; null: by a solve per frame. */
  steps: StepOptions | null = null;
  /** After each step of the run. */
  onStep: (() => void) | null = null;
  readonly #held: boolean[];
  /** Seconds of the run that are still to be made. */
  #due = 0;

  /** The player owns the run: `dispose` disposes it. */
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

  /** Whether a target moves along a curve by itself. */
  follows(index: number): boolean {
    return this.run.curves[index]!.curve !== null && !this.#held[index]!;
  }

  setSolver(solver: SolverName): void {
    this.run.solver = solver;
    this.wake();
  }

  setLimits(limits: boolean): void {
    this.run.options = { ...this.run.options, limits };
    this.wake();
  }

  /** Makes the frames that are due after `seconds` more. */
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

  /** One frame: of the way to another pose where the arm was stuck or sent, else of the run. */
  step(): void {
    const { run } = this;
    // Where a target moves by itself nothing comes to rest.
    if (!this.travels && this.#held.some((_, i) => this.follows(i))) this.result = this.#frame();
    else if (!this.pursue(run.dt, run.options, () => this.#frame())) run.look();
    this.onStep?.();
  }

  /** Solves for the current targets while time stands still, as when they are dragged in a pause. */
  solveInPause(): void {
    const { options, problem } = this.run;
    this.result = problem.solve(options);
    problem.forgetMotion();
  }

  #frame(): Frame {
    if (!this.steps) return this.run.step();
    const { status } = this.run.flow(this.steps);
    return { status: status === 'moving' ? 'maxIterations' : status, iterations: 1 };
  }

  /** Holds a target at a position (metres), or (null) lets it go. */
  hold(index: number, position: ArrayLike<number> | null): void {
    this.run.hold(index, position);
    this.#held[index] = position !== null;
    this.wake();
  }

  /** Back to frame 0; no target is held any more. */
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
