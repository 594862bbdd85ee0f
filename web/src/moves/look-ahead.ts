/** Chooses among all ways along a path before following one: dynamic programming over poses at stations. */
import type { Follower } from './follower.ts';
import { Frames } from './frames.ts';
import { Sampler, type Station } from './samples.ts';
import { naturalSpline } from './spline.ts';

/** Most chains to try before the stations must be closer together. */
const mostChains = 60;

/** A sequence of poses, one per station, as indices. */
type Chain = readonly number[];

/**
 * The chain that minimises the largest joint step, and among those the one with the smallest sum of squares.
 * Steps only order chains: whether two poses are connected is found by following the path between them. If
 * they are not, the next best chain is tried.
 */
export class LookAhead {
  readonly #follower: Follower;
  readonly #isFree: boolean;
  readonly #stations: readonly Station[];
  /** Steps between the poses of a station and those of the next; Infinity: not connected. */
  readonly #steps: readonly Float64Array[];

  /** @param start joint values at the start; undefined: any. */
  constructor(follower: Follower, start: Float64Array | undefined, count: number) {
    this.#follower = follower;
    this.#isFree = !start;
    const sampler = new Sampler(follower);
    const stations: Station[] = start ? [{ part: 0, count: 1, q: start }] : [];
    while (stations.length <= count) {
      const next = sampler.at(stations.length / count, stations.at(-1));
      if (next.count === 0) break;
      stations.push(next);
    }
    this.#stations = stations;
    this.#steps = stations.slice(1).map((next, k) => this.#measure(stations[k]!, next));
  }

  #measure(a: Station, b: Station): Float64Array {
    const steps = new Float64Array(a.count * b.count);
    for (let i = 0; i < a.count; ++i)
      for (let j = 0; j < b.count; ++j)
        steps[i * b.count + j] = this.#follower.space.step(a.q, i, b.q, j, true);
    return steps;
  }

  /**
   * Leaves the frames of the best chain, or of the one that gets farthest, in `follower.frames`. True:
   * reached the end.
   */
  run(): boolean {
    const follower = this.#follower;
    const last = this.#stations.at(-1);
    if (!last) return false;
    let farthest = follower.frames;
    for (let i = 0; i < mostChains && !follower.isLate; ++i) {
      const chain = this.#cheapest();
      if (!chain) break;
      follower.frames = new Frames(follower.space.nq);
      const broken = this.#follow(chain);
      if (broken < 0 && last.part === 1) return true;
      if (farthest.length === 0 || follower.frames.part > farthest.part) farthest = follower.frames;
      if (broken < 0) break;
      const width = this.#stations[broken + 1]!.count;
      this.#steps[broken]![chain[broken]! * width + chain[broken + 1]!] = Infinity;
    }
    follower.frames = farthest;
    return false;
  }

  /**
   * Follows a chain from its first pose. Returns the index of the first two poses that are not connected, or
   * −1.
   */
  #follow(chain: Chain): number {
    const { space } = this.#follower;
    const { nq } = space;
    const rows = new Float64Array(chain.length * nq);
    for (const [k, place] of chain.entries()) {
      rows.set(this.#stations[k]!.q.subarray(place * nq, (place + 1) * nq), k * nq);
      if (k > 0) space.unwrap(rows, k - 1, rows, k);
    }
    return followChain(
      this.#follower,
      this.#stations.map(({ part }) => part),
      rows,
      this.#isFree,
    );
  }

  /** The cheapest chain; undefined: the last station cannot be reached any more. */
  #cheapest(): Chain | undefined {
    const bottleneck = Math.min(...this.#costs(Infinity, Math.max).at(-1)!);
    if (bottleneck === Infinity) return undefined;
    const costs = this.#costs(bottleneck, (sum, step) => sum + step * step);
    const chain = [indexOfLeast(costs.at(-1)!)];
    for (let k = this.#steps.length - 1; k >= 0; --k) {
      const width = this.#stations[k + 1]!.count;
      const steps = this.#steps[k]!;
      const after = chain[0]!;
      const through = costs[k]!.map((cost, i) => {
        const step = steps[i * width + after]!;
        return step <= bottleneck ? cost + step * step : Infinity;
      });
      chain.unshift(indexOfLeast(through));
    }
    return chain;
  }

  /** The smallest cost of reaching each pose of each station with steps of at most `most`. */
  #costs(most: number, add: (cost: number, step: number) => number): Float64Array[] {
    const costs = [new Float64Array(this.#stations[0]!.count)];
    for (const [k, steps] of this.#steps.entries()) {
      const before = costs[k]!;
      const width = this.#stations[k + 1]!.count;
      const next = new Float64Array(width).fill(Infinity);
      for (let i = 0; i < before.length; ++i) {
        if (before[i] === Infinity) continue;
        for (let j = 0; j < width; ++j) {
          const step = steps[i * width + j]!;
          if (step <= most && step < Infinity) next[j] = Math.min(next[j]!, add(before[i]!, step));
        }
      }
      costs.push(next);
    }
    return costs;
  }
}

function indexOfLeast(numbers: Float64Array): number {
  let least = 0;
  for (let i = 1; i < numbers.length; ++i) if (numbers[i]! < numbers[least]!) least = i;
  return least;
}

/**
 * Smoothing passes over a chain, and the factor by which a pose moves past the middle (successive
 * over-relaxation).
 */
const [passes, over] = [12, 1.5];

/**
 * Moves each pose to where the goals are reached near the middle of its neighbours, which shortens the motion
 * of a redundant arm. The last pose, and the first if it is free, move as near to their neighbour as
 * possible.
 */
function relax(follower: Follower, parts: readonly number[], rows: Float64Array, isFree: boolean): void {
  const { space } = follower;
  const q = new Float64Array(space.nq);
  const last = parts.length - 1;
  for (let pass = 0; pass < passes; ++pass)
    for (let k = isFree ? 0 : 1; k <= last; ++k) {
      const [before, after] = [k === 0 ? 1 : k - 1, k === last ? last - 1 : k + 1];
      const share = before === after ? 0 : (parts[k]! - parts[before]!) / (parts[after]! - parts[before]!);
      space.between(rows, before, rows, after, share, q);
      const at = k * space.nq;
      if (before !== after)
        for (let i = 0; i < space.nq; ++i) q[i] = rows[at + i]! + over * (q[i]! - rows[at + i]!);
      if (follower.settle(parts[k]!, q, q)) rows.set(q, at);
    }
}

/**
 * Goes through poses at parts of the path, from each to the next: along a smooth curve near them for a
 * redundant arm, or else straight through them. `isFree`: the first pose may change too. Returns the index of
 * the first two that are not connected, or −1.
 */
export function followChain(
  follower: Follower,
  parts: readonly number[],
  rows: Float64Array,
  isFree: boolean,
): number {
  const { space, frames } = follower;
  if (parts.length > 2 && space.isFlat && isRedundant(follower, rows)) {
    const smooth = rows.slice();
    relax(follower, parts, smooth, isFree);
    follower.guide = naturalSpline(Float64Array.from(parts), smooth, space.nq);
    const broken = joinAll(follower, parts, smooth);
    follower.guide = undefined;
    if (broken < 0) return -1;
    frames.length = 0;
  }
  return joinAll(follower, parts, rows);
}

function joinAll(follower: Follower, parts: readonly number[], rows: Float64Array): number {
  const { nq } = follower.space;
  const row = (k: number): Float64Array => rows.subarray(k * nq, (k + 1) * nq);
  follower.frames.add(parts[0]!, row(0));
  for (let k = 1; k < parts.length; ++k)
    if (!follower.connect(parts[k - 1]!, row(k - 1), parts[k]!, row(k))) return k - 1;
  return -1;
}

/** Radians by which a pose is perturbed to see whether it returns, and the number of perturbations. */
const [shove, shoves] = [0.01, 3];

/** True if other poses near this one also reach the goals at the start of the path. */
export function isRedundant(follower: Follower, q: Float64Array): boolean {
  return Array.from({ length: shoves }).some((_, i) => {
    const near = q.slice(0, follower.space.nq).map((each, k) => each + shove * Math.cos((2 * i + 3) * k + i));
    return follower.settle(0, near, near) && follower.space.step(q, 0, near, 0) > shove / 50;
  });
}
