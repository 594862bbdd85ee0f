import type { Problem } from '../../core/problem.ts';
import type { SolveRecord } from '../../core/result.ts';

/** Frames, and total iterations, after which an arm that does not arrive stops. */
const patience = 600;
const mostIterations = 7200;
/**
 * Consecutive frames in which nothing moves farther than `stillness`: radians, metres. A rest posture pulls
 * forever, invisibly.
 */
const stillFrames = 12;
const stillness = 5e-6;

/** Result of a frame; maxIterations also means that the problem is still moving. */
export type Frame = Pick<SolveRecord, 'status' | 'iterations'>;

const underWay: Frame = { status: 'maxIterations', iterations: 0 };

/** Decides when a problem that is solved or stepped once per frame has come to rest. */
export class RestRule {
  #frames = 0;
  #iterations = 0;
  #still = 0;
  #resting = false;
  readonly #before: Float64Array;

  constructor(private readonly problem: Problem) {
    this.#before = problem.state.q.slice();
  }

  /** True if nothing will move until something changes. */
  get resting(): boolean {
    return this.#resting;
  }

  /** Call it after a change. */
  wake(): void {
    this.#frames = this.#iterations = this.#still = 0;
    this.#resting = false;
  }

  /** Call it after placing the arm: it stays there. */
  halt(): void {
    this.#resting = true;
  }

  /** Call it after a frame; returns whether to continue. Default: continue while anything moves. */
  end({ status, iterations }: Frame = underWay): boolean {
    this.#frames += 1;
    this.#iterations += iterations;
    this.#still = this.#moves() ? 0 : this.#still + 1;
    const isSpent = this.#frames >= patience || this.#iterations >= mostIterations;
    this.#resting = status !== 'maxIterations' || this.#still >= stillFrames || isSpent;
    return !this.#resting;
  }

  #moves(): boolean {
    const { q } = this.problem.state;
    let most = 0;
    for (let i = 0; i < q.length; i += 1) most = Math.max(most, Math.abs(q[i]! - this.#before[i]!));
    this.#before.set(q);
    return most > stillness;
  }
}
