import type { SolveOptions } from '../../core/options.ts';
import type { Problem } from '../../core/problem.ts';
import { Trajectory } from '../../moves/trajectory.ts';

/** Seconds that an arm rests off its goals before another pose is searched; none after it is released. */
const wait = 0.3;
/** Speed in radians or reaches per second, and the shortest duration of a motion in seconds. */
const speed = 2.5;
const leastTime = 0.3;
/** Intermediate poses at which loops and clearance are checked. */
const samples = 32;

/**
 * Moves an arm that rests off goals within its reach to the pose given by `find`: along the joints, slowly at
 * both ends. If `find` does not reach the goals, or loops would open or clearance be lost on the way, the arm
 * stays.
 */
export class Detour {
  readonly #problem: Problem;
  #way: Trajectory | null = null;
  #time = 0;
  /** Seconds at rest. */
  #still = 0;
  #searched = false;

  /** Does not own the problem. */
  constructor(problem: Problem) {
    this.#problem = problem;
  }

  /** True while it moves to another pose. */
  get underWay(): boolean {
    return this.#way !== null;
  }

  /** True if `find` was called since the last change. */
  get searched(): boolean {
    return this.#searched;
  }

  /** Call it after a change: the arm stops on its way, and the time at rest starts again. */
  wake(): void {
    this.#way = null;
    this.#still = 0;
    this.#searched = false;
  }

  /** Call it when a hand releases: the search starts without waiting. */
  letGo(): void {
    this.#still = wait;
  }

  /**
   * Starts moving to `to`, ignoring obstacles. `seconds`: duration of the whole motion; default as long as
   * needed.
   */
  go(to: ArrayLike<number>, seconds?: number): void {
    this.wake();
    this.#way = this.#wayTo(to, seconds);
    this.#time = 0;
  }

  /** Continues for `dt` seconds; false if there is no motion. */
  travel(dt: number): boolean {
    const way = this.#way;
    if (!way) return false;
    this.#time += dt;
    const part = Math.min(1, this.#time / way.duration);
    this.#stand(way, part * part * (3 - 2 * part));
    if (part === 1) this.#way = null;
    return true;
  }

  /**
   * Reports `dt` more seconds of rest off the goals; false: the arm will stay. `options`: those of its
   * solves.
   */
  rest(dt: number, options: SolveOptions): boolean {
    if (this.#searched) return false;
    this.#still += dt;
    if (this.#still < wait) return true;
    this.#searched = true;
    this.#way = this.#search(options);
    this.#time = 0;
    return this.#way !== null;
  }

  #search({ solver, limits, clearance }: SolveOptions): Trajectory | null {
    const { state } = this.#problem;
    const from = state.q.slice();
    const asked: SolveOptions = { mode: 'find', ...(solver && { solver }), limits: limits ?? true };
    const { status } = this.#problem.solve(clearance === undefined ? asked : { ...asked, clearance });
    const to = state.q.slice();
    this.#place(from);
    if (status !== 'converged') return null;
    const way = this.#wayTo(to);
    const isClear = this.#isClear(way, clearance);
    this.#place(from);
    return isClear ? way : null;
  }

  #wayTo(to: ArrayLike<number>, seconds?: number): Trajectory {
    const { model, state } = this.#problem;
    const way = new Trajectory(model);
    way.add(0, state.q);
    way.add(seconds ?? Math.max(leastTime, this.#distance(state.q, to) / speed), to);
    return way;
  }

  #place(q: ArrayLike<number>): void {
    const { state } = this.#problem;
    state.q.set(q);
    state.update();
  }

  #stand(way: Trajectory, share: number): void {
    const { state } = this.#problem;
    way.at(share * way.duration, state.q);
    state.update();
  }

  /**
   * True if loops stay closed all along the way, and the clearance is kept, or at least that of the nearer
   * end.
   */
  #isClear(way: Trajectory, clearance: number | undefined): boolean {
    const { loops, model } = this.#problem;
    if (loops.length === 0 && clearance === undefined) return true;
    const measured = Array.from({ length: samples + 1 }, (_, i) => {
      this.#stand(way, i / samples);
      const room = clearance === undefined ? Infinity : this.#problem.clearance() - clearance;
      const gap = Math.max(0, ...loops.filter(({ closed }) => closed).map(({ distance }) => distance));
      return { room, gap };
    });
    const least = Math.min(0, measured[0]!.room, measured.at(-1)!.room);
    const slack = 1e-4 * model.size;
    return measured.every(({ room, gap }) => room >= least - slack && gap <= 10 * slack);
  }

  /** The largest change of a number of q: radians, and slides as fractions of the reach. */
  #distance(from: ArrayLike<number>, to: ArrayLike<number>): number {
    const { links, reach } = this.#problem.model;
    const motions = links.flatMap((link) => link.motions.filter(({ mimics }) => !mimics));
    const changes = motions.map(({ isBall, qIndex, w }) => {
      // A ball turns by at most half a turn.
      if (isBall) return Math.PI;
      return Math.abs(to[qIndex]! - from[qIndex]!) / (w.some((each) => each !== 0) ? 1 : reach);
    });
    return Math.max(...changes);
  }
}
