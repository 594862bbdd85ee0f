/** Poses among which a way is chosen: at some stations of the path, all that closed forms know, or else many. */
import type { Redundancy } from '../solutions.ts';
import type { Follower } from './follower.ts';

/** Values of what tells slices of seven hinges apart. */
const slices = 16;
/** Where no closed form is known: random starts at the first station and at each other, and poses that are followed on. */
const [firstDraws, laterDraws, mostThreads] = [24, 4, 32];
/** Radians: two poses that are nearer are one. */
const same = 1e-3;

/** Poses at one station, row after row. */
export interface Station {
  readonly part: number;
  readonly count: number;
  readonly q: Float64Array;
}

/** Finds poses for stations in their order. */
export class Sampler {
  readonly #follower: Follower;
  readonly #slices: readonly (Redundancy | undefined)[] | null;
  #seed = 1;

  constructor(follower: Follower) {
    this.#follower = follower;
    this.#slices = this.#findSlices();
  }

  /** What to ask the closed form for; null: it knows nothing of this arm. */
  #findSlices(): (Redundancy | undefined)[] | null {
    const { problem } = this.#follower;
    this.#follower.aim(0);
    const { reason, parameter } = problem.solutions({ limits: false, intervals: false, most: 1 });
    if (reason) return null;
    if (parameter === '') return [undefined];
    const share = (i: number): number => (i + 0.5) / slices;
    if (parameter === 'swivel')
      return Array.from({ length: slices }, (_, i) => ({ swivel: Math.PI * (2 * share(i) - 1) }));
    const link = problem.model.links[problem.model.findLink(parameter)]!;
    const [min, max] = link.motions[0]!.limits;
    const [from, to] = max - min < 2 * Math.PI ? [min, max] : [-Math.PI, Math.PI];
    return Array.from({ length: slices }, (_, i) => ({
      joint: parameter,
      value: from + share(i) * (to - from),
    }));
  }

  /** `before`: the station before, whose poses are followed on where no closed form is known. */
  at(part: number, before: Station | undefined): Station {
    const rows = new Rows(this.#follower, part);
    if (this.#slices) for (const slice of this.#slices) this.#solve(rows, slice);
    else this.#draw(rows, before);
    return rows;
  }

  #solve(rows: Rows, redundancy: Redundancy | undefined): void {
    const { problem, tolerances } = this.#follower;
    this.#follower.aim(rows.part);
    const { clearance } = tolerances;
    const found = problem.solutions({
      limits: false,
      intervals: false,
      ...(redundancy && { redundancy }),
      ...(clearance !== undefined && { clearance }),
    });
    for (let i = 0; i < found.clearCount; ++i) rows.add(found.at(i));
  }

  #draw(rows: Rows, before: Station | undefined): void {
    const { space, problem, tolerances } = this.#follower;
    const q = new Float64Array(space.nq);
    for (let i = 0; before && i < Math.min(before.count, mostThreads); ++i) {
      q.set(before.q.subarray(i * space.nq, (i + 1) * space.nq));
      if (this.#follower.settle(rows.part, q, q)) rows.add(q);
    }
    const { clearance, limits } = tolerances;
    for (let i = 0; i < (before ? laterDraws : firstDraws); ++i) {
      this.#follower.aim(rows.part);
      // A start that no goal likes: find leaves it for one that it draws.
      const found = problem.solve({
        mode: 'find',
        limits,
        seed: this.#seed++,
        maxRestarts: 8,
        tolerance: 1e-6 * problem.model.size,
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
