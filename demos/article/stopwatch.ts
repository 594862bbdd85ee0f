import type { Problem } from 'limber';

/** How long one round of calls takes (milliseconds), how many go before it unmeasured, and how often one is made. */
const budget = 2;
const warmUp = 48;
const pause = 400;

type Options = Parameters<Problem['solve']>[0];

/**
 * Times a solve from the pose that the arm has. A browser's clock ticks too coarsely for one call, so the same call is
 * repeated for two milliseconds, a few times a second while the arm moves.
 */
export class Stopwatch {
  private last = -Infinity;
  private now = new Float64Array(0);

  /** Whether the last measurement is long ago. */
  get due(): boolean {
    return performance.now() - this.last > pause;
  }

  /** Microseconds a solve that starts from `start` (nq numbers). Leaves the state as it was. */
  measure(problem: Problem, options: Options, start: Float64Array): number {
    const { state } = problem;
    if (this.now.length !== state.q.length) this.now = new Float64Array(state.q.length);
    this.now.set(state.q);
    repeat(problem, options, start, warmUp);
    const begun = performance.now();
    let calls = 0;
    let taken: number;
    do {
      repeat(problem, options, start, 16);
      calls += 16;
      taken = performance.now() - begun;
    } while (taken < budget);
    state.q.set(this.now);
    state.update();
    this.last = performance.now();
    return (1000 * taken) / calls;
  }
}

function repeat(problem: Problem, options: Options, start: Float64Array, calls: number): void {
  for (let i = 0; i < calls; i += 1) {
    problem.state.q.set(start);
    problem.solve(options);
  }
}
