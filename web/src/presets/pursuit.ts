import type { SolveOptions } from '../options.ts';
import type { Problem } from '../problem.ts';
import { Detour } from './detour.ts';
import { type Frame, RestRule } from './rest-rule.ts';

/** Follows the goals of a problem frame by frame, until nothing will move any more. */
export class Pursuit {
  /** Whether an arm that rests beside its goals looks for another pose that reaches them, and goes there. */
  detours = true;
  /** How the last frame ended; null before the first. */
  result: Frame | null = null;
  readonly #detour: Detour;
  readonly #rest: RestRule;
  /** It looks for another pose, or is on its way there. */
  #looks = false;

  /** The problem stays its owner's. */
  constructor(readonly problem: Problem) {
    this.#detour = new Detour(problem);
    this.#rest = new RestRule(problem);
  }

  /** Nothing will move any more: the arm has converged, or cannot arrive. */
  get resting(): boolean {
    return this.#rest.resting && !this.#looks;
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
    this.#rest.wake();
    this.#looks = false;
    this.#detour.wake();
  }

  /** The hand lets go of what it has moved: an arm that is stuck looks for another pose at once. */
  letGo(): void {
    this.#looks = true;
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
    this.#rest.halt();
    this.result = null;
  }

  /**
   * A frame of `dt` seconds: of the way to another pose where the arm was stuck, else of the solver; whether it was solved.
   *
   * @param solve instead of `problem.solve(options)`.
   */
  pursue(dt: number, options: SolveOptions, solve = (): Frame => this.problem.solve(options)): boolean {
    if (this.#detour.travel(dt)) {
      this.#rest.wake();
      return false;
    }
    this.result = solve();
    const { status } = this.result;
    const isStuck = status === 'stalled' || status === 'maxIterations' || status === 'blocked';
    const goesOn = this.#rest.end(this.result);
    this.#looks = !goesOn && this.detours && isStuck && this.#detour.rest(dt, options);
    return true;
  }
}
