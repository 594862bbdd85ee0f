import type { Status } from '../result.ts';
import type { Problem } from '../problem.ts';

/** Frames after which what never arrives stops. */
const patience = 600;
/** Radians, metres: a smaller move in a frame is none. Without this rule a rest posture draws on for ever, unseen. */
const stillness = 1e-4;

/** When a problem that is solved once per frame has come to rest. */
export class RestRule {
  #frames = 0;
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
    this.#frames = 0;
    this.#resting = false;
  }

  /** Before a solve. */
  begin(): void {
    this.#before.set(this.problem.state.q);
  }

  /** After it: whether it goes on. Default: while it moves, however a solve ends. */
  end(status: Status = 'maxIterations'): boolean {
    const { q } = this.problem.state;
    this.#frames += 1;
    const moves = q.some((each, i) => Math.abs(each - this.#before[i]!) > stillness);
    this.#resting = status !== 'maxIterations' || !moves || this.#frames >= patience;
    return !this.#resting;
  }
}
