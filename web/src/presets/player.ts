import type { SolverName } from '../words.ts';
import type { SolveResult } from '../result.ts';
import { Detour } from './detour.ts';
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
  /** Whether an arm that rests beside its goals looks for another pose that reaches them, and goes there. */
  detours = true;
  /** After each step of the run. */
  onStep: (() => void) | null = null;
  /** How the last solve ended; null before the first. */
  result: SolveResult | null = null;
  readonly #held: boolean[];
  readonly #detour: Detour;
  /** Seconds of the run that are still to be made. */
  #due = 0;
  #resting = false;
  /** Frames since something was changed. */
  #frames = 0;

  /** The player owns the run: `dispose` disposes it. */
  constructor(readonly run: Run) {
    this.#held = run.effectors.map(() => false);
    this.#detour = new Detour(run.problem);
  }

  /** Nothing will move any more: all targets stay, and the arm has converged, or cannot arrive. */
  get resting(): boolean {
    return this.#resting;
  }

  get running(): boolean {
    return this.playing && !this.#resting;
  }

  /** The arm is on its way to another pose: it was stuck, and `result` is that of the search, or it was sent by `go`. */
  get travels(): boolean {
    return this.#detour.underWay;
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
    this.#detour.wake();
  }

  /** The hand lets go of what it has moved: an arm that is stuck looks for another pose at once. */
  letGo(): void {
    this.#resting = false;
    this.#detour.letGo();
  }

  /**
   * Turns the joints until they have these values, and solves on from there; a change of the run ends it on its way. `seconds`:
   * as long as it takes; default by the distance.
   */
  go(q: ArrayLike<number>, seconds?: number): void {
    this.wake();
    this.#detour.go(q, seconds);
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

  /** One frame: of the way to another pose where the arm was stuck, else of the run. */
  step(): void {
    const { run } = this;
    const anyFollows = this.#held.some((_, i) => this.follows(i));
    if (this.#detour.travel(run.dt)) {
      run.look();
      this.#frames = 0;
    } else {
      this.result = run.step();
      this.#frames += 1;
      this.#resting = !anyFollows && !this.#goesOn(this.result);
    }
    this.onStep?.();
  }

  #goesOn({ status }: SolveResult): boolean {
    if (status === 'maxIterations' && this.#frames < patience) return true;
    const isStuck = status === 'stalled' || status === 'maxIterations' || status === 'blocked';
    return this.detours && isStuck && this.#detour.rest(this.run.dt, this.run.options);
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
