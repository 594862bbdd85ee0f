import type { SolveOptions } from '../options.ts';
import type { Problem } from '../problem.ts';
import type { SolveResult } from '../result.ts';
import { Detour } from './detour.ts';

/** Frames, and iterations in all, after which an arm that never arrives stops. */
const patience = 600;
const mostIterations = 7200;

/** Follows the goals of a problem frame by frame, until nothing will move any more. */
export class Pursuit {
  /** Whether an arm that rests beside its goals looks for another pose that reaches them, and goes there. */
  detours = true;
  /** How the last solve ended; null before the first. */
  result: SolveResult | null = null;
  readonly #detour: Detour;
  #resting = false;
  /** Since something was changed. */
  #frames = 0;
  #iterations = 0;

  /** The problem stays its owner's. */
  constructor(readonly problem: Problem) {
    this.#detour = new Detour(problem);
  }

  /** Nothing will move any more: the arm has converged, or cannot arrive. */
  get resting(): boolean {
    return this.#resting;
  }

  /** The arm is on its way to another pose: it was stuck, and `result` is that of the search, or it was sent by `go`. */
  get travels(): boolean {
    return this.#detour.underWay;
  }

  /** Another pose was looked for since something was changed. */
  get searched(): boolean {
    return this.#detour.searched;
  }

  /** Something was changed: it goes on until it rests again. */
  wake(): void {
    this.#resting = false;
    this.#frames = this.#iterations = 0;
    this.#detour.wake();
  }

  /** The hand lets go of what it has moved: an arm that is stuck looks for another pose at once. */
  letGo(): void {
    this.#resting = false;
    this.#detour.letGo();
  }

  /**
   * Turns the joints until they have these values, and solves on from there; a change ends it on its way. `seconds`: as long
   * as it takes; default by the distance.
   */
  go(q: ArrayLike<number>, seconds?: number): void {
    this.wake();
    this.#detour.go(q, seconds);
  }

  /** The arm was put somewhere, and stays there. */
  halt(): void {
    this.wake();
    this.#resting = true;
    this.result = null;
  }

  /**
   * A frame of `dt` seconds: of the way to another pose where the arm was stuck, else of the solver; whether it was solved.
   *
   * @param solve instead of `problem.solve(options)`.
   */
  pursue(dt: number, options: SolveOptions, solve = () => this.problem.solve(options)): boolean {
    if (this.#detour.travel(dt)) {
      this.#frames = this.#iterations = 0;
      return false;
    }
    this.result = solve();
    this.#frames += 1;
    this.#iterations += this.result.iterations;
    this.#resting = !this.#goesOn(this.result, dt, options);
    return true;
  }

  #goesOn({ status }: SolveResult, dt: number, options: SolveOptions): boolean {
    const goesOn = this.#frames < patience && this.#iterations < mostIterations;
    if (status === 'maxIterations' && goesOn) return true;
    const isStuck = status === 'stalled' || status === 'maxIterations' || status === 'blocked';
    return this.detours && isStuck && this.#detour.rest(dt, options);
  }
}
