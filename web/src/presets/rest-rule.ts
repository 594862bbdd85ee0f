import type { Problem } from '../problem.ts';
import type { SolveRecord } from '../result.ts';

/** Frames, and iterations in all, after which what never arrives stops. */
const patience = 600;
const mostIterations = 7200;
/** Frames in a row in which nothing moves farther than this: radians, metres. A rest posture draws on for ever, unseen. */
const stillFrames = 12;
const stillness = 5e-6;

/** How a frame ended: maxIterations, and the problem is under way. */
export type Frame = Pick<SolveRecord, 'status' | 'iterations'>;

const underWay: Frame = { status: 'maxIterations', iterations: 0 };

/** When a problem that is solved or stepped once per frame has come to rest. */
export class RestRule {
  #frames = 0;
  #iterations = 0;
  #still = 0;
  #resting = false;
  readonly #before: Float64Array;

  constructor(private readonly problem: Problem) {
    this.#before = problem.state.q.slice();
  }

  /** Nothing will move before something changes. */
  get resting(): boolean {
    return this.#resting;
  }

  /** Something has changed. */
  wake(): void {
    this.#frames = this.#iterations = this.#still = 0;
    this.#resting = false;
  }

  /** It was put somewhere, and stays there. */
  halt(): void {
    this.#resting = true;
  }

  /** After a frame: whether it goes on. Default: while anything moves. */
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
