import type { SolveOptions } from '../../core/options.ts';
import type { Problem } from '../../core/problem.ts';
import { Detour } from './detour.ts';
import { type Frame, RestRule } from './rest-rule.ts';

/** Follows the goals of a problem frame by frame, until nothing moves any more. */
export class Pursuit {
  /** Whether an arm that rests off its goals searches for another pose that reaches them, and moves there. */
  detours = true;
  /** Result of the last frame; null before the first. */
  result: Frame | null = null;
  readonly #detour: Detour;
  readonly #rest: RestRule;
  /** True while it searches for another pose, or moves there. */
  #looks = false;

  /** Does not own the problem. */
  constructor(readonly problem: Problem) {
    this.#detour = new Detour(problem);
    this.#rest = new RestRule(problem);
  }

  /** True if nothing will move any more: the arm has converged, or cannot reach its goals. */
  get resting(): boolean {
    return this.#rest.resting && !this.#looks;
  }

  /**
   * True while the arm moves to another pose: because it was stuck, and `result` is that of the search, or
   * because of `go`.
   */
  get travels(): boolean {
    return this.#detour.underWay;
  }

  /** True if another pose was searched since the last change. */
  get searched(): boolean {
    return this.#detour.searched;
  }

  /** Call it after a change: it continues until it rests again. */
  wake(): void {
    this.#rest.wake();
    this.#looks = false;
    this.#detour.wake();
  }

  /** Call it when a hand releases a target: a stuck arm searches for another pose at once. */
  letGo(): void {
    this.#looks = true;
    this.#detour.letGo();
  }

  /**
   * Turns the joints to these values, and continues solving from there; a change interrupts the motion.
   * `seconds`: duration of the motion; default by the distance.
   */
  go(q: ArrayLike<number>, seconds?: number): void {
    this.wake();
    this.#detour.go(q, seconds);
  }

  /** Call it after placing the arm: it stays there. */
  halt(): void {
    this.wake();
    this.#rest.halt();
    this.result = null;
  }

  /**
   * Makes a frame of `dt` seconds: of the motion to another pose if the arm was stuck, otherwise of the
   * solver. Returns whether it was solved.
   *
   * @param solve replaces `problem.solve(options)`.
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
