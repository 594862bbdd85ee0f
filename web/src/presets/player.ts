import type { SolverName } from '../words.ts';
import type { SolveResult } from '../result.ts';
import type { Run } from './run.ts';

/** Milliseconds of solving a drawn frame: what is left then is dropped, and the run goes slower than asked for. */
const budget = 10;

/** Frames after which an arm that keeps moving without arriving is left alone, where no target moves. */
const patience = 600;

/**
 * A run, in the time of a page. A frame of the run is `dt` seconds long whatever the display does, so that the same
 * run comes out on every machine and on the command line; a drawn frame makes none, one or several of them.
 */
export class Player {
  playing = false;
  /** After each step of the run. */
  onStep: (() => void) | null = null;
  /** How the last solve ended; null before the first. */
  result: SolveResult | null = null;
  readonly #held: boolean[];
  /** Seconds of the run that are due. */
  #due = 0;
  #resting = false;
  /** Frames since something was changed. */
  #frames = 0;

  /** The run is the player's from now on: `dispose` disposes it. */
  constructor(readonly run: Run) {
    this.#held = run.effectors.map(() => false);
  }

  /** Nothing would move in the next frame, or in any after it: all targets stay, and the arm has done what it can. */
  get resting(): boolean {
    return this.#resting;
  }

  get running(): boolean {
    return this.playing && !this.#resting;
  }

  isHeld(index: number): boolean {
    return this.#held[index]!;
  }

  /** Whether a target goes along a curve by itself. */
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

  /** Something about the run was changed: it goes on until it rests again. */
  wake(): void {
    this.#resting = false;
    this.#frames = 0;
  }

  /** Seconds of the run have passed: makes the frames that are due. */
  advance(seconds: number): void {
    const { dt } = this.run;
    const begun = performance.now();
    this.#due += seconds;
    while (this.#due >= dt && !this.#resting) {
      this.#due -= dt;
      this.step();
      if (performance.now() - begun > budget) this.#due = Math.min(this.#due, dt);
    }
    if (this.#resting) this.#due = 0;
  }

  /** One frame. */
  step(): void {
    this.result = this.run.step();
    this.#frames += 1;
    const anyFollows = this.#held.some((_, i) => this.follows(i));
    const moves = this.result.status === 'maxIterations' && this.#frames < patience;
    this.#resting = !anyFollows && !moves;
    this.onStep?.();
  }

  /** Solves for where the targets are while time stands still: the hand moves them in a pause too. */
  solveInPause(): void {
    this.result = this.run.problem.solve(this.run.options);
  }

  /** The hand has a target at a place (metres), or lets it go. */
  hold(index: number, position: ArrayLike<number> | null): void {
    this.run.hold(index, position);
    this.#held[index] = position !== null;
    this.wake();
  }

  /** To frame 0; all targets are let go. */
  reset(): void {
    this.run.reset();
    this.#held.fill(false);
    this.#due = 0;
    this.wake();
    this.result = null;
  }

  dispose(): void {
    this.run.dispose();
  }
}
