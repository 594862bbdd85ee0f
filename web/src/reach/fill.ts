/** Searches the cells of a lattice, from coarse to fine, in all workers of a pool. */
import type { Vec3 } from '../describe/description.ts';
import type { SolverPool } from '../worker/pool.ts';
import type { StreamSignal } from '../worker/stream.ts';
import { movePoint } from '../describe/poses.ts';
import type { Lattice } from './lattice.ts';
import type { KnownPoses, SearchAnswer, SearchAsk, SearchSettings } from './search.ts';

/** The search to do in every cell. */
export interface Job {
  readonly lattice: Lattice;
  readonly settings: SearchSettings;
  /** Targets of the pool's only goal, in sequence. */
  readonly targets: Float64Array;
  /** Number of sites per cell. */
  readonly turns: number;
  /** Writes the pose of a site to place `at` of `out`. */
  readonly place: (cell: number, turn: number, out: Float64Array, at: number) => void;
  /** A ball that contains every point that can be reached. */
  readonly ball: Ball | undefined;
  /** Factor on the number of random tries per target. */
  readonly effort: number;
  readonly signal: StreamSignal | undefined;
  /** Receives the answers for some cells, with their sites in order; null: the cells are out of reach. */
  readonly take: (cells: Uint32Array, step: number, answer: SearchAnswer | null) => void;
}

/** Centre and radius, in metres. */
export interface Ball {
  readonly centre: Vec3;
  readonly radius: number;
}

/** Rows per slice, unless one cell has more: about 20 ms of work. */
const usualRows = 2048;
/** Slices in progress per worker: one being searched and one ready. */
const roomEach = 2;
/**
 * Descents from random poses if no neighbour helps, at the first level; a quarter as many at each next level.
 */
const mostRestarts = 64;

/** Throws the signal's reason, or a LimberError from a worker. */
export async function fill(pool: SolverPool, job: Job): Promise<void> {
  const { lattice, signal } = job;
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    // A signal's reason is thrown unchanged.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    stop = () => reject(signal!.reason);
  });
  stopped.catch(() => {});
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  const known: Known = new Map();
  try {
    for (const [level, step] of lattice.steps.entries()) {
      const cells = new Level(pool, job, known, level, step);
      await Promise.race([cells.run(), stopped]).finally(() => cells.stop());
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Results of searched cells: the poses of each of their sites. */
type Known = Map<number, readonly (KnownPoses | null)[]>;

/**
 * Cells of one level. They use only results of coarser levels, so the order in which workers search them does
 * not matter.
 */
class Level {
  readonly #pool: SolverPool;
  readonly #job: Job;
  readonly #known: Known;
  readonly #found: Known = new Map();
  readonly #step: number;
  readonly #restarts: number;
  readonly #slices: Iterator<Uint32Array>;
  #isStopped = false;

  constructor(pool: SolverPool, job: Job, known: Known, level: number, step: number) {
    this.#pool = pool;
    this.#job = job;
    this.#known = known;
    this.#step = step;
    this.#restarts = Math.floor((job.effort * mostRestarts) / 4 ** level);
    this.#slices = this.#cut();
  }

  /** Ends with the slices in progress. */
  stop(): void {
    this.#isStopped = true;
  }

  async run(): Promise<void> {
    const loops = Array.from({ length: roomEach * this.#pool.workers }, () => this.#loop());
    await Promise.all(loops);
    for (const [cell, poses] of this.#found) this.#known.set(cell, poses);
  }

  async #loop(): Promise<void> {
    for (;;) {
      const next = this.#isStopped ? { done: true as const } : this.#slices.next();
      if (next.done) return;
      const cells = next.value;
      const answer = await this.#pool.lend((problem) => {
        const ask = this.#ask(cells);
        return problem.ask<SearchAnswer>('search', () => ask);
      });
      if (this.#isStopped) return;
      this.#keep(cells, answer);
      this.#job.take(cells, this.#step, answer);
    }
  }

  /** Cells that may be reached, one slice at a time; the others are reported together. */
  *#cut(): Generator<Uint32Array, void, undefined> {
    const { lattice, targets, turns, take } = this.#job;
    const rows = (turns * targets.length) / this.#pool.goals[0]!.target.length;
    const most = Math.max(1, Math.floor(usualRows / rows));
    const [near, far]: [number[], number[]] = [[], []];
    const points = this.#points();
    for (const cell of lattice.level(this.#step)) {
      if (this.#isBeyond(cell, points)) far.push(cell);
      else near.push(cell);
      if (near.length === most) yield Uint32Array.from(near.splice(0));
    }
    if (far.length > 0) take(Uint32Array.from(far), this.#step, null);
    if (near.length > 0) yield Uint32Array.from(near);
  }

  /** Points of the targets; of consecutive equal ones only the first. */
  #points(): Vec3[] {
    const { targets } = this.#job;
    const width = this.#pool.goals[0]!.target.length;
    const points = Array.from({ length: targets.length / width }, (_, i) =>
      targets.slice(i * width, i * width + 3),
    );
    const areSame = (a: Float64Array, b: Float64Array): boolean => a.every((each, axis) => each === b[axis]);
    return points.filter((point, i) => i === 0 || !areSame(point, points[i - 1]!)) as unknown as Vec3[];
  }

  #isBeyond(cell: number, points: readonly Vec3[]): boolean {
    const { ball, turns, place } = this.#job;
    if (!ball) return false;
    const { centre, radius } = ball;
    const [site, moved] = [new Float64Array(7), new Float64Array(3)];
    for (let turn = 0; turn < turns; ++turn) {
      place(cell, turn, site, 0);
      for (const point of points) {
        movePoint(site, 0, point, 0, moved, 0);
        const distance = Math.hypot(moved[0]! - centre[0], moved[1]! - centre[1], moved[2]! - centre[2]);
        if (distance <= radius) return false;
      }
    }
    return true;
  }

  #ask(cells: Uint32Array): SearchAsk {
    const { settings, targets, turns, place, lattice } = this.#job;
    const sites = new Float64Array(7 * turns * cells.length);
    const places = new Map<KnownPoses, number>();
    const near: number[][] = [];
    cells.forEach((cell) => {
      const parents = settings.closedForm ? [] : lattice.parents(cell, this.#step);
      for (let turn = 0; turn < turns; ++turn) {
        place(cell, turn, sites, 7 * near.length);
        const poses = parents.flatMap((parent) => this.#known.get(parent)?.[turn] ?? []);
        for (const each of poses) if (!places.has(each)) places.set(each, places.size);
        near.push(poses.map((each) => places.get(each)!));
      }
    });
    const keep = !settings.closedForm && this.#step > 1;
    return { settings, targets, sites, known: [...places.keys()], near, restarts: this.#restarts, keep };
  }

  #keep(cells: Uint32Array, { poses }: SearchAnswer): void {
    if (poses.length === 0) return;
    const { turns } = this.#job;
    cells.forEach((cell, i) => {
      const own = poses.slice(i * turns, (i + 1) * turns);
      if (own.some((each) => each !== null)) this.#found.set(cell, own);
    });
  }
}
