import type { SolveOptions } from '../options.ts';
import type { Problem } from '../problem.ts';
import { Trajectory } from '../trajectory.ts';

/** Seconds for which an arm rests beside its goals before another pose is looked for; none once it is let go. */
const wait = 0.3;
/** Radians, or parts of the reach, a second; and the seconds that a way takes at least. */
const speed = 2.5;
const leastTime = 0.3;
/** Poses between both ends at which loops and clearance are looked at. */
const samples = 32;

/**
 * Brings an arm that rests beside goals within its reach to the pose that `find` gives: along the joints, slowly at both
 * ends. Where `find` reaches none of them, or loops would open or clearance be lost on the way, the arm stays.
 */
export class Detour {
  readonly #problem: Problem;
  #way: Trajectory | null = null;
  #time = 0;
  /** Seconds of rest. */
  #still = 0;
  #searched = false;

  /** The problem stays its owner's. */
  constructor(problem: Problem) {
    this.#problem = problem;
  }

  /** It is on its way to another pose. */
  get underWay(): boolean {
    return this.#way !== null;
  }

  /** `find` was asked since something was changed. */
  get searched(): boolean {
    return this.#searched;
  }

  /** Something was changed: the arm stays where it is on its way, and the time of rest begins anew. */
  wake(): void {
    this.#way = null;
    this.#still = 0;
    this.#searched = false;
  }

  /** The hand lets go: there is nothing to wait for. */
  letGo(): void {
    this.#still = wait;
  }

  /** Sets out for `to`, whatever is in the way; `seconds` for all of it, by default as many as it needs. */
  go(to: ArrayLike<number>, seconds?: number): void {
    this.wake();
    this.#way = this.#wayTo(to, seconds);
    this.#time = 0;
  }

  /** Goes on for `dt` seconds; false where there is no way to go. */
  travel(dt: number): boolean {
    const way = this.#way;
    if (!way) return false;
    this.#time += dt;
    const part = Math.min(1, this.#time / way.duration);
    this.#stand(way, part * part * (3 - 2 * part));
    if (part === 1) this.#way = null;
    return true;
  }

  /** The arm has rested beside its goals for `dt` seconds more; false: it will stay. `options`: those of its solves. */
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

  /** All along the way loops stay closed, and what is to be kept is kept, or what there is at the nearer end. */
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

  /** The greatest change of a number of q: radians, and slides in parts of the reach. */
  #distance(from: ArrayLike<number>, to: ArrayLike<number>): number {
    const { links, reach } = this.#problem.model;
    const motions = links.flatMap((link) => link.motions.filter(({ mimics }) => !mimics));
    const changes = motions.map(({ isBall, qIndex, w }) => {
      // A ball turns by half a turn at most.
      if (isBall) return Math.PI;
      return Math.abs(to[qIndex]! - from[qIndex]!) / (w.some((each) => each !== 0) ? 1 : reach);
    });
    return Math.max(...changes);
  }
}
