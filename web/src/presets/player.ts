import type { SolverName } from '../words.ts';
import type { SolveResult } from '../result.ts';
import type { Run } from './run.ts';

/** Milliseconds of solving per drawn frame. Frames of the run that do not fit are dropped, and it runs slower. */
const budget = 10;

/** Frames after which an arm that never arrives stops, if no target moves. */
const patience = 600;

/**
 * Plays a run in a page. A frame of the run takes `dt` seconds whatever the display does, so that a run is the same on
 * every machine and on the command line; a drawn frame makes none, one or several of them.
 */
export class Player {
  playing = false;
  /** After each step of the run. */
  onStep: (() => void) | null = null;
  /** How the last solve ended; null before the first. */
  result: SolveResult | null = null;
  readonly #held: boolean[];
  /** Seconds of the run that are still to be made. */
  #due = 0;
  #resting = false;
  /** Frames since something was changed. */
  #frames = 0;

  /** The player owns the run: `dispose` disposes it. */
  constructor(readonly run: Run) {
    this.#held = run.effectors.map(() => false);
  }

  /** Nothing will move any more: all targets stay, and the arm has converged or stalled. */
  get resting(): boolean {
    return this.#resting;
  }

  get running(): boolean {
    return this.playing && !this.#resting;
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

  /** Call it after a change of the run: it goes on until it rests again. */
  wake(): void {
    this.#resting = false;
    this.#frames = 0;
  }

  /** Makes the frames that are due after `seconds` more. */
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

  /** Solves for the current targets while time stands still, as when they are dragged in a pause. */
  solveInPause(): void {
    this.result = this.run.problem.solve(this.run.options);
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
    this.#held.fill(false);
    this.#due = 0;
    this.wake();
    this.result = null;
  }

  dispose(): void {
    this.run.dispose();
  }
}
