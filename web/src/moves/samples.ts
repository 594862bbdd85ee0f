/** Poses among which a way is chosen: at some stations of the path, all that closed forms know, or else many. */
import type { Redundancy } from '../solutions.ts';
import type { Follower } from './follower.ts';

/** Slices of seven hinges; twice as many, as often as that, while a station has fewer poses than wanted. */
const [slices, rounds, wanted] = [8, 3, 6];
/** Where no closed form is known: random starts at the first station and at each other. */
const [firstDraws, laterDraws] = [24, 4];
/** Poses of a station that are followed on to the next. */
const mostThreads = 32;
/** Radians: two poses that are nearer are one. */
const same = 1e-3;

/** Poses at one station, row after row. */
export interface Station {
  readonly part: number;
  readonly count: number;
  readonly q: Float64Array;
}

/** What the closed form is asked for at a share from 0 to 1 of what it can be. */
type Slice = (share: number) => Redundancy | undefined;

/** Finds poses for stations in their order. */
export class Sampler {
  readonly #follower: Follower;
  /** Null: no closed form knows this arm. */
  readonly #slice: Slice | null;
  readonly #rounds: number;
  /** Whether the closed form looks at limits. Of hinges that turn round it would list every whole turn. */
  readonly #limits: boolean;
  #seed = 1;

  constructor(follower: Follower) {
    this.#follower = follower;
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
    const { model } = this.#follower.problem;
    const [min, max] = model.links[model.findLink(parameter)]!.motions[0]!.limits;
    const [from, to] = max - min < 2 * Math.PI ? [min, max] : [-Math.PI, Math.PI];
    return (share) => ({ joint: parameter, value: from + share * (to - from) });
  }

  /** `before`: the station before, whose poses are followed on where there are few. */
  at(part: number, before: Station | undefined): Station {
    const rows = new Rows(this.#follower, part);
    for (let round = 0; round < this.#rounds && rows.count < wanted; ++round) {
      if (this.#slice) this.#solveAll(rows, this.#slice, slices * 2 ** round);
      const isFew = rows.count < wanted && (this.#rounds > 1 || !this.#slice);
      if (before && round === 0 && isFew) this.#follow(rows, before);
    }
    if (!this.#slice) this.#draw(rows, before ? laterDraws : firstDraws);
    return rows;
  }

  /** Slices in the middles of so many intervals: of half as long ones none comes again. */
  #solveAll(rows: Rows, slice: Slice, count: number): void {
    if (this.#rounds === 1) return this.#solve(rows, slice(0));
    for (let i = 0; i < count; ++i) this.#solve(rows, slice((i + 0.5) / count));
  }

  #solve(rows: Rows, redundancy: Redundancy | undefined): void {
    const { problem, tolerances } = this.#follower;
    if (this.#follower.isLate) return;
    this.#follower.aim(rows.part);
    const { clearance } = tolerances;
    const found = problem.solutions({
      limits: this.#limits,
      intervals: false,
      ...(redundancy && { redundancy }),
      ...(clearance !== undefined && { clearance }),
    });
    for (let i = 0; i < found.clearCount; ++i) rows.add(found.at(i));
  }

  /** Poses that are not clear then are brought clear only while there are few others, because that takes long. */
  #follow(rows: Rows, before: Station): void {
    const follower = this.#follower;
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
    const { space, problem, tolerances } = this.#follower;
    const q = new Float64Array(space.nq);
    const { clearance, limits } = tolerances;
    for (let i = 0; i < draws && !this.#follower.isLate; ++i) {
      this.#follower.aim(rows.part);
      // A start that no goal likes: find leaves it for one that it draws.
      const found = problem.solve({
        mode: 'find',
        limits,
        seed: this.#seed++,
        maxRestarts: 8,
        tolerance: 1e-6 * problem.model.size,
        ...this.#follower.time,
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

/** A station while it is filled: poses within the limits, each once. */
class Rows implements Station {
  readonly part: number;
  readonly #follower: Follower;
  count = 0;
  q: Float64Array;

  constructor(follower: Follower, part: number) {
    this.#follower = follower;
    this.part = part;
    this.q = new Float64Array(16 * follower.space.nq);
  }

  add(pose: Float64Array): void {
    const { space, tolerances } = this.#follower;
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
