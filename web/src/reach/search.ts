/** A worker's part of a map: finds which targets of some sites are reached. Independent of cells. */
import type { Vec3 } from '../describe/description.ts';
import type { Motion } from '../core/any-model.ts';
import type { SolveOptions } from '../core/options.ts';
import type { Problem } from '../core/problem.ts';
import type { SolveResult } from '../core/result.ts';
import { statuses } from '../describe/core-names.ts';
import { movePoint, movePose } from '../describe/poses.ts';

/** A point in the tool's frame that cannot leave a ball in the world. */
export interface Wrist {
  readonly point: Vec3;
  readonly centre: Vec3;
  /** Metres. */
  readonly radius: number;
}

/** Settings for searching a site. */
export interface SearchSettings {
  /** Tolerances. */
  readonly solve: SolveOptions;
  /** Metres; undefined: obstacles are ignored. */
  readonly clearance: number | undefined;
  /** True if `problem.solutions` finds all poses. */
  readonly closedForm: boolean;
  /** True to compute the manipulability. */
  readonly manipulability: boolean;
  /** True to count solutions, if they are known. */
  readonly solutions: boolean;
  /** Proves most targets unreachable; undefined if none is known. */
  readonly wrist: Wrist | undefined;
  /** True if the world moves with the targets: obstacles that no link carries. */
  readonly movesObstacles: boolean;
}

/** A request to search some sites. */
export interface SearchAsk {
  readonly settings: SearchSettings;
  /** Targets of the problem's only goal, in sequence. */
  readonly targets: Float64Array;
  /** 7 numbers per site, px py pz qx qy qz qw: the transform of its targets. */
  readonly sites: Float64Array;
  /** Poses of searched sites nearby: nq numbers per target, NaN if it was not reached. */
  readonly known: readonly KnownPoses[];
  /** For each site, indices in `known` of those that may serve as starts. */
  readonly near: readonly (readonly number[])[];
  /** Descents from random poses for a target that no known pose helped to reach. */
  readonly restarts: number;
  /** True to return poses. */
  readonly keep: boolean;
}

/** Poses that reach a site's targets. */
export interface KnownPoses {
  /** Ignoring obstacles. */
  readonly any: Float32Array;
  /** With the clearance; the same array without one. */
  readonly clear: Float32Array;
}

/** The answers for these sites. */
export interface SearchAnswer {
  /** One number per target of each site: 1 if reached. */
  readonly reached: Uint8Array;
  /** Largest value per site. */
  readonly manipulability: Float32Array;
  /** Sum per site. */
  readonly solutions: Uint32Array;
  /** With `keep`: poses per site; null if nothing is reached. */
  readonly poses: readonly (KnownPoses | null)[];
}

const reachedStatus = statuses.indexOf('converged');
const unreachableStatus = statuses.indexOf('unreachable');

/** Iterations from a near start, which needs three or four, and from a random one. */
const [nearIterations, randomIterations] = [8, 24];
/** Without restarts, so that rows run in pairs. */
const nearby = { solver: 'lm', mode: 'find', maxRestarts: 0, maxIterations: nearIterations } as const;
/** Number of nearest targets that may serve as starts for one, and number of tries from them. */
const [mostNear, helps] = [8, 2];
/** Limit for `problem.solutions`: more than there are. */
const most = 10_000;

/** Targets of some consecutive sites, and their results. */
interface Rows {
  /** Index of the first site. */
  readonly first: number;
  readonly targets: Float64Array;
  /** nq numbers per target; NaN while not reached. */
  readonly poses: Float32Array;
  /** Rows still to be reached. */
  open: number[];
}

/** Start of a row; undefined: skip the row. */
type StartOf = (row: number) => Float32Array | undefined;

/** Questions for a worker's script. Leave the state and the goal's target undefined. */
export const searchQuestions = {
  search: ({ problem }: { readonly problem: Problem }, ask: SearchAsk): SearchAnswer =>
    new Search(problem, ask).run(),
};

class Search {
  readonly #problem: Problem;
  readonly #ask: SearchAsk;
  readonly #width: number;
  readonly #count: number;
  readonly #nq: number;
  readonly #home: Float32Array;
  readonly #wristAt = new Float64Array(3);
  readonly #motions: readonly Motion[];
  /** For each target the indices of the nearest others, nearest first; itself if there are no more. */
  readonly #nearest: Uint16Array;
  /** Its manipulability is that of the current state. */
  readonly #result: SolveResult;

  constructor(problem: Problem, ask: SearchAsk) {
    const { model, goals, state } = problem;
    this.#problem = problem;
    this.#ask = ask;
    this.#width = goals[0]!.target.length;
    this.#count = ask.targets.length / this.#width;
    this.#nq = model.nq;
    this.#motions = model.links.flatMap(({ motions }) => motions.filter(({ mimics }) => !mimics));
    this.#nearest = nearestOf(problem, ask.targets, this.#width);
    this.#result = problem.solve({ maxIterations: 0 });
    state.reset();
    this.#home = Float32Array.from(state.q);
  }

  run(): SearchAnswer {
    const { sites, settings, keep } = this.#ask;
    const count = sites.length / 7;
    const answer = {
      reached: new Uint8Array(count * this.#count),
      manipulability: new Float32Array(count),
      solutions: new Uint32Array(count),
      poses: [] as (KnownPoses | null)[],
    };
    const places = this.#problem.obstacles.map(({ pose }) => pose.slice());
    const moves = settings.movesObstacles && settings.clearance !== undefined && places.length > 0;
    // As many rows as fit into one call into the core.
    const most = moves ? 1 : count;
    for (let first = 0; first < count; first += most) {
      if (moves) this.#placeObstacles(places, first);
      const rows = this.#rowsOf(first, Math.min(count, first + most));
      const { open } = rows;
      if (settings.closedForm) this.#readPoses(rows, answer);
      const found = this.#descend(rows);
      for (let row = 0; row < rows.targets.length / this.#width; ++row)
        if (this.#has(found.clear, row)) answer.reached[first * this.#count + row] = 1;
      const rated = settings.closedForm && settings.solutions ? [] : open;
      for (const row of rated)
        if (this.#has(found.clear, row))
          this.#rate(this.#poseOf(found.clear, row), this.#siteOf(rows, row), answer);
      if (keep) answer.poses.push(...this.#cut(found));
    }
    this.#problem.obstacles.forEach(({ pose }, i) => pose.set(places[i]!));
    return answer;
  }

  /** Divides the poses by site. */
  #cut({ any, clear }: KnownPoses): (KnownPoses | null)[] {
    const length = this.#count * this.#nq;
    return Array.from({ length: any.length / length }, (_, i) => {
      const part = (poses: Float32Array) => poses.slice(i * length, (i + 1) * length);
      const own = part(any);
      if (own.every(Number.isNaN)) return null;
      return { any: own, clear: any === clear ? own : part(clear) };
    });
  }

  #siteOf({ first }: Rows, row: number): number {
    return first + Math.floor(row / this.#count);
  }

  #placeObstacles(places: readonly Float64Array[], site: number): void {
    this.#problem.obstacles.forEach(({ description, pose }, i) => {
      if (description.link == null) movePose(this.#ask.sites, 7 * site, places[i]!, 0, pose, 0);
    });
  }

  #has(poses: Float32Array, row: number): boolean {
    return !Number.isNaN(poses[row * this.#nq]);
  }

  #poseOf(poses: Float32Array, row: number): Float32Array {
    return poses.subarray(row * this.#nq, (row + 1) * this.#nq);
  }

  #targetOf({ targets }: Rows, row: number): Float64Array {
    return targets.subarray(row * this.#width, (row + 1) * this.#width);
  }

  #rowsOf(first: number, end: number): Rows {
    const { targets, sites } = this.#ask;
    const count = (end - first) * this.#count;
    const moved = new Float64Array(count * this.#width);
    const move = this.#width === 7 ? movePose : movePoint;
    for (let row = 0; row < count; ++row) {
      const site = first + Math.floor(row / this.#count);
      move(sites, 7 * site, targets, (row % this.#count) * this.#width, moved, row * this.#width);
    }
    const poses = new Float32Array(count * this.#nq).fill(NaN);
    const open = [...Array(count).keys()].filter((row) => !this.#isBeyond(moved, row));
    return { first, targets: moved, poses, open };
  }

  /** Whether the wrist would have to be where it cannot be. */
  #isBeyond(targets: Float64Array, row: number): boolean {
    const { wrist, solve } = this.#ask.settings;
    if (!wrist) return false;
    const { point, centre, radius } = wrist;
    const at = this.#wristAt;
    movePoint(targets, row * this.#width, point, 0, at, 0);
    const { tolerance = 0, angleTolerance = 1e-3 } = solve;
    const room = tolerance + angleTolerance * Math.hypot(...point);
    return Math.hypot(at[0]! - centre[0], at[1]! - centre[1], at[2]! - centre[2]) > radius + room;
  }

  /**
   * First without a clearance: so a clearance can only remove poses, and poses found without it are often
   * clear already.
   */
  #descend(rows: Rows): KnownPoses {
    const { solve, clearance } = this.#ask.settings;
    const { open } = rows;
    this.#try(rows, 'any', solve);
    if (clearance === undefined) return { any: rows.poses, clear: rows.poses };
    const clear: Rows = {
      ...rows,
      poses: rows.poses.slice(),
      open: open.filter((row) => this.#has(rows.poses, row)),
    };
    for (const row of clear.open) this.#poseOf(clear.poses, row).fill(NaN);
    const keeping = { ...solve, clearance };
    this.#tryFrom(clear, (row) => this.#poseOf(rows.poses, row), { ...keeping, ...nearby });
    this.#try(clear, 'clear', keeping);
    return { any: rows.poses, clear: clear.poses };
  }

  /** Tries from nearby sites, then from nearby targets of this site, then, if needed, from random poses. */
  #try(rows: Rows, which: keyof KnownPoses, solve: SolveOptions): void {
    const { known, near, restarts } = this.#ask;
    const options: SolveOptions = { ...solve, ...nearby };
    const most = near.reduce((greatest, { length }) => Math.max(greatest, length), 0);
    for (let k = 0; k < most; ++k)
      this.#tryFrom(
        rows,
        (row) => {
          const place = near[this.#siteOf(rows, row)]![k];
          return place === undefined ? undefined : this.#poseOf(known[place]![which], row % this.#count);
        },
        options,
      );
    this.#spread(rows, options);
    if (restarts === 0) return;
    const random = { mode: 'find', maxRestarts: restarts, maxIterations: randomIterations } as const;
    this.#tryFrom(rows, () => this.#home, { ...options, ...random });
    this.#spread(rows, options);
  }

  /** Each open row starts from the nearest reached target of its site, then from the next one. */
  #spread(rows: Rows, options: SolveOptions): void {
    const tried = new Uint8Array(rows.targets.length / this.#width);
    for (let help = 0; help < helps; ++help) {
      const starts = rows.poses.slice();
      this.#tryFrom(
        rows,
        (row) => {
          const target = row % this.#count;
          while (tried[row]! < mostNear) {
            const other = row - target + this.#nearest[target * mostNear + tried[row]!]!;
            tried[row]! += 1;
            if (this.#has(starts, other)) return this.#poseOf(starts, other);
          }
          return undefined;
        },
        options,
      );
    }
  }

  /** One or more descents for each open row that has a start. */
  #tryFrom(rows: Rows, startOf: StartOf, options: SolveOptions): void {
    const [nq, width] = [this.#nq, this.#width];
    const starts = rows.open.map(startOf);
    const tried = rows.open.filter((_, i) => starts[i] !== undefined && !Number.isNaN(starts[i][0]));
    if (tried.length === 0) return;
    const targets = new Float64Array(tried.length * width);
    const from = new Float64Array(tried.length * nq);
    tried.forEach((row, i) => targets.set(this.#targetOf(rows, row), i * width));
    let at = 0;
    for (const start of starts) {
      if (start === undefined || Number.isNaN(start[0])) continue;
      from.set(start, at);
      at += nq;
    }
    const { q, status } = this.#problem.solveAll(targets, { ...options, starts: from });
    const over = new Set<number>();
    tried.forEach((row, i) => {
      const isReached = status[i] === reachedStatus;
      if (isReached) this.#poseOf(rows.poses, row).set(q.subarray(i * nq, (i + 1) * nq));
      if (isReached || status[i] === unreachableStatus) over.add(row);
    });
    rows.open = rows.open.filter((row) => !over.has(row));
  }

  #rate(q: ArrayLike<number>, site: number, { manipulability }: Pick<SearchAnswer, 'manipulability'>): void {
    if (!this.#ask.settings.manipulability) return;
    const { state } = this.#problem;
    state.q.set(q);
    state.update();
    manipulability[site] = Math.max(manipulability[site]!, this.#result.manipulability);
  }

  /**
   * By closed forms: all poses, or one, which is faster. Leaves targets that these neither reach nor disprove
   * to descents.
   */
  #readPoses(rows: Rows, answer: SearchAnswer): void {
    const { solve, clearance, solutions } = this.#ask.settings;
    if (solutions) return this.#readSolutions(rows, answer);
    const options: SolveOptions = { ...solve, solver: 'analytic', mode: 'find' };
    this.#tryFrom(rows, () => this.#home, clearance === undefined ? options : { ...options, clearance });
  }

  #readSolutions(rows: Rows, answer: SearchAnswer): void {
    const { clearance } = this.#ask.settings;
    const [goal] = this.#problem.goals;
    rows.open = rows.open.filter((row) => {
      goal!.target.set(this.#targetOf(rows, row));
      // With limits, every allowed whole turn would count as a separate solution.
      const options = { limits: false, intervals: false, most };
      const found = this.#problem.solutions(clearance === undefined ? options : { ...options, clearance });
      const site = this.#siteOf(rows, row);
      let count = 0;
      for (let i = 0; i < found.clearCount; ++i) {
        const q = found.at(i);
        if (!this.#turnInside(q)) continue;
        if (count === 0) rows.poses.set(q, row * this.#nq);
        this.#rate(q, site, answer);
        count += 1;
      }
      answer.solutions[site]! += count;
      return count === 0 && !found.complete;
    });
  }

  /** Brings angles into their limits by whole turns; false if that is impossible. */
  #turnInside(q: Float64Array): boolean {
    return this.#motions.every(({ qIndex, w, v, limits: [min, max] }) => {
      const turns = w.some((each) => each !== 0) && v.every((each) => each === 0);
      if (turns && q[qIndex]! > max)
        q[qIndex]! -= 2 * Math.PI * Math.ceil((q[qIndex]! - max) / (2 * Math.PI));
      if (turns && q[qIndex]! < min)
        q[qIndex]! += 2 * Math.PI * Math.ceil((min - q[qIndex]!) / (2 * Math.PI));
      return q[qIndex]! >= min && q[qIndex]! <= max;
    });
  }
}

/** Kept, because all requests of a map have the same targets. */
const nearestTargets = new WeakMap<Problem, { targets: Float64Array; nearest: Uint16Array }>();

function nearestOf(problem: Problem, targets: Float64Array, width: number): Uint16Array {
  const kept = nearestTargets.get(problem);
  if (kept?.targets.length === targets.length && kept.targets.every((each, i) => each === targets[i]))
    return kept.nearest;
  const count = targets.length / width;
  const nearest = new Uint16Array(count * mostNear);
  for (let row = 0; row < count; ++row) {
    nearest.fill(row, row * mostNear, (row + 1) * mostNear);
    const far = new Float64Array(mostNear).fill(Infinity);
    for (let other = 0; other < count; ++other) {
      if (other === row) continue;
      const distance = distanceOf(targets, row * width, other * width, width, problem.model.size);
      let place = mostNear;
      for (; place > 0 && distance < far[place - 1]!; --place) {
        far[place] = far[place - 1]!;
        nearest[row * mostNear + place] = nearest[row * mostNear + place - 1]!;
      }
      if (place === mostNear) continue;
      far[place] = distance;
      nearest[row * mostNear + place] = other;
    }
  }
  nearestTargets.set(problem, { targets: targets.slice(), nearest });
  return nearest;
}

/**
 * Squared distance of two targets: metres as fractions of the size, and 4 sin²(½ the angle), about the
 * angle's square.
 */
function distanceOf(targets: Float64Array, a: number, b: number, width: number, size: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; ++axis) sum += ((targets[a + axis]! - targets[b + axis]!) / size) ** 2;
  if (width === 3) return sum;
  let dot = 0;
  for (let part = 3; part < 7; ++part) dot += targets[a + part]! * targets[b + part]!;
  return sum + 4 * (1 - dot * dot);
}
