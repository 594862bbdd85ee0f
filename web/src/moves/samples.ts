/** Poses to choose from at stations of the path: all that closed forms know, or else many random ones. */
import type { Redundancy } from '../core/solutions.ts';
import type { Follower } from './follower.ts';

/**
 * Slices of seven hinges; most rounds, each with twice as many slices, while a station has fewer than
 * `wanted` poses.
 */
const [slices, rounds, wanted] = [8, 3, 6];
/** Without a closed form: random starts at the first station and at each later one. */
const [firstDraws, laterDraws] = [24, 4];
/** Most poses of a station to follow on to the next. */
const mostThreads = 32;
/** Radians: poses nearer than this are the same. */
const same = 1e-3;

/** Poses at one station, in rows. */
export interface Station {
  readonly part: number;
  readonly count: number;
  readonly q: Float64Array;
}

/** Redundancy for the closed form at a fraction from 0 to 1 of its range. */
type Slice = (share: number) => Redundancy | undefined;

/** Finds poses for stations in order. */
export class Sampler {
  /** Null: no closed form lists the poses of this arm, or only some of them. */
  readonly #slice: Slice | null;
  readonly #rounds: number;
  /**
   * True if the closed form checks limits. For hinges that turn beyond a circle it would list every whole
   * turn.
   */
  readonly #limits: boolean;
  #seed = 1;

  constructor(private readonly follower: Follower) {
    const { problem, tolerances, space } = follower;
    this.#limits = tolerances.limits && !space.coordinates.some(({ turnsRound }) => turnsRound);
    follower.aim(0);
    const { reason, parameter } = problem.solutions({ limits: false, intervals: false, most: 1 });
    this.#rounds = parameter === '' ? 1 : rounds;
    this.#slice = reason ? null : this.#sliceBy(parameter);
  }

  #sliceBy(parameter: string): Slice {
    if (parameter === '') return () => undefined;
    if (parameter === 'swivel') return (share) => ({ swivel: Math.PI * (2 * share - 1) });
    const { model } = this.follower.problem;
    const [min, max] = model.links[model.findLink(parameter)]!.motions[0]!.limits;
    const [from, to] = max - min < 2 * Math.PI ? [min, max] : [-Math.PI, Math.PI];
    return (share) => ({ joint: parameter, value: from + share * (to - from) });
  }

  /** `before`: the previous station, whose poses are followed on if there are too few. */
  at(part: number, before: Station | undefined): Station {
    const rows = new Rows(this.follower, part);
    for (let round = 0; round < this.#rounds && rows.count < wanted; ++round) {
      if (this.#slice) this.#solveAll(rows, this.#slice, slices * 2 ** round);
      const isFew = rows.count < wanted && (this.#rounds > 1 || !this.#slice);
      if (before && round === 0 && isFew) this.#follow(rows, before);
    }
    if (!this.#slice) this.#draw(rows, before ? laterDraws : firstDraws);
    return rows;
  }

  /** Slices at the middles of `count` intervals: halving the intervals repeats no slice. */
  #solveAll(rows: Rows, slice: Slice, count: number): void {
    if (this.#rounds === 1) return this.#solve(rows, slice(0));
    for (let i = 0; i < count; ++i) this.#solve(rows, slice((i + 0.5) / count));
  }

  #solve(rows: Rows, redundancy: Redundancy | undefined): void {
    const { problem, tolerances } = this.follower;
    if (this.follower.isLate) return;
    this.follower.aim(rows.part);
    const { clearance } = tolerances;
    const found = problem.solutions({
      limits: this.#limits,
      intervals: false,
      ...(redundancy && { redundancy }),
      ...(clearance !== undefined && { clearance }),
    });
    for (let i = 0; i < found.clearCount; ++i) rows.add(found.at(i));
  }

  /**
   * Follows poses of the previous station. Poses that come too near an obstacle are corrected only while
   * there are few others, because that is slow.
   */
  #follow(rows: Rows, before: Station): void {
    const follower = this.follower;
    const { problem, space } = follower;
    const row = (i: number): Float64Array => before.q.subarray(i * space.nq, (i + 1) * space.nq);
    const q = new Float64Array(space.nq);
    const near: number[] = [];
    for (let i = 0; i < Math.min(before.count, mostThreads); ++i) {
      if (!follower.solve(rows.part, row(i))) continue;
      if (follower.isClear) rows.add(problem.state.q);
      else near.push(i);
    }
    for (const i of near) {
      if (rows.count >= wanted) break;
      if (follower.settle(rows.part, row(i), q)) rows.add(q);
    }
  }

  #draw(rows: Rows, draws: number): void {
    const { space, problem, tolerances } = this.follower;
    const q = new Float64Array(space.nq);
    const { clearance, limits } = tolerances;
    for (let i = 0; i < draws && !this.follower.isLate; ++i) {
      this.follower.aim(rows.part);
      // A deliberately poor start: find abandons it for a random one.
      const found = problem.solve({
        mode: 'find',
        limits,
        seed: this.#seed++,
        maxRestarts: 8,
        tolerance: 1e-6 * problem.model.size,
        ...this.follower.time,
        ...(clearance !== undefined && { clearance }),
      });
      if (found.status === 'converged') rows.add(problem.state.q);
      problem.state.reset();
      for (let k = 0; k < space.nq; ++k) q[k] = problem.state.q[k]! + Math.sin(this.#seed * (k + 1));
      problem.state.q.set(q);
      problem.state.projectOntoLimits();
    }
  }
}

/** A station being filled: poses within the limits, without duplicates. */
class Rows implements Station {
  count = 0;
  q: Float64Array;

  constructor(
    private readonly follower: Follower,
    readonly part: number,
  ) {
    this.q = new Float64Array(16 * follower.space.nq);
  }

  add(pose: Float64Array): void {
    const { space, tolerances } = this.follower;
    const at = this.count * space.nq;
    if (at === this.q.length) {
      const more = new Float64Array(2 * at);
      more.set(this.q);
      this.q = more;
    }
    this.q.set(pose, at);
    if (tolerances.limits && !space.bringWithin(this.q, this.count)) return;
    for (let i = 0; i < this.count; ++i) if (space.step(this.q, i, this.q, this.count, true) < same) return;
    this.count += 1;
  }
}
