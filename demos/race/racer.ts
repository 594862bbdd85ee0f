import { Problem, type SolveOptions, type SolveResult, type SolverName, type Status } from 'limber';
import { timed } from './clock.ts';
import type { RaceCourse } from './course.ts';
import { Wishes } from './goals.ts';
import type { Axis, Picks } from './picks.ts';
import { greatestChange, ownMotions } from './pose.ts';

/** One point of a curve: the residual within a budget. */
export interface CurvePoint {
  readonly iterations: number;
  /** Greatest of the remaining distances (parts of the reach) and angles (radians). */
  readonly residual: number;
  readonly q: Float64Array;
  /** Microseconds; null before they are measured. */
  us: number | null;
}

export interface RaceOutcome {
  readonly status: Status;
  readonly iterations: number;
  readonly restarts: number;
  readonly residual: number;
  /** Microseconds per solve; null while not measured. */
  us: number | null;
  /** Greatest change of a joint in one iteration (radians; slides: parts of the reach). */
  largestStep: number | null;
}

type Options = { -readonly [Key in keyof SolveOptions]: SolveOptions[Key] };

/** A budget that makes one point of the curve. */
interface Cut {
  readonly maxIterations: number;
  readonly maxRestarts: number;
}

interface Timed {
  readonly iterations: number;
  readonly us: number;
}

/** How far a racer has come: to its final pose, a curve of few points, of all points, with times. */
export const stages = { solved: 1, sketched: 2, drawn: 3, timed: 4 } as const;

const sketchPoints = 10;
/** Milliseconds for a curve; one that takes longer has fewer points, but at least the number below. */
const mostTime = 1500;
const fewestPoints = 40;
/** Restarts in mode `find`. */
const mostRestarts = 100;
/** Number of points whose times are measured; the others are interpolated. */
const timedPoints = 5;

/** One solver on the course. Its work is a generator, so that it can be done in slices. */
export class Racer {
  readonly problem: Problem;
  /** Why it does not run, or null. */
  readonly reason: string | null;
  outcome: RaceOutcome | null = null;
  /** In order of iterations. */
  curve: readonly CurvePoint[] = [];
  /** Counts results, so that others notice new ones. */
  version = 0;
  /** The final posture. */
  final: Float64Array;
  readonly #wishes: Wishes;
  readonly #options: Options;
  #stage = 0;
  #work: Iterator<void> | null = null;
  /** The targets have changed since it began. */
  #isStale = true;

  constructor(
    readonly name: SolverName,
    private readonly course: RaceCourse,
    private readonly picks: Picks,
  ) {
    this.problem = new Problem(course.model);
    this.#wishes = new Wishes(this.problem, course.effectors, picks.goal, course.axis);
    const supported = this.problem.supports(name);
    this.reason = supported === true ? null : supported;
    this.#options = solveOptions(name, course, picks);
    this.final = course.start;
  }

  /**
   * Starts over at its next turn, for the course's targets at that time. A sketch under way is finished
   * first: otherwise a slow solver would show nothing while a target moves.
   */
  restart(): void {
    this.#isStale = true;
  }

  isAt(stage: number): boolean {
    return this.reason !== null || (!this.#isStale && this.#stage >= stage);
  }

  get #isSketching(): boolean {
    return this.#work !== null && this.#stage < stages.sketched;
  }

  /** Works until the stage is reached, or a sketch that is out of date; false: `deadline` came first. */
  advance(deadline: number, stage: number): boolean {
    if (this.#isStale && !this.#isSketching) this.#launch();
    while (!this.isAt(stage)) {
      if (performance.now() > deadline) return false;
      this.#work!.next();
      if (this.#isStale && !this.#isSketching) return true;
    }
    return true;
  }

  /** The posture at a moment; null: the final one. */
  postureAt(axis: Axis, moment: number | null): Float64Array {
    const place = ({ iterations, us }: CurvePoint) => (axis === 'us' ? (us ?? 0) : iterations);
    if (moment === null || this.curve.length === 0) return this.final;
    return this.curve.filter((point, i) => i === 0 || place(point) <= moment).at(-1)!.q;
  }

  dispose(): void {
    this.problem.dispose();
  }

  #launch(): void {
    this.#isStale = false;
    this.#wishes.aim(this.course.targets);
    this.#work = this.#run();
    this.#stage = 0;
  }

  *#run(): Generator<void> {
    const begun = performance.now();
    const { status, iterations, restarts } = this.#solve(this.#whole);
    const taken = performance.now() - begun;
    const { residual } = this.#wishes;
    this.final = this.problem.state.q.slice();
    const outcome = { status, iterations, restarts, residual, us: null, largestStep: null };
    const result: RaceOutcome = (this.outcome = outcome);
    this.version += 1;
    this.#stage = stages.solved;
    yield;
    const cuts = this.#plan(result);
    yield* this.#draw(spread(cuts, sketchPoints));
    this.#stage = stages.sketched;
    yield;
    const affordable = Math.max(fewestPoints, Math.floor((2 * mostTime) / taken));
    const all = spread(cuts, affordable);
    yield* this.#draw(all);
    if (all.length === cuts.length) result.largestStep = this.#largestStep();
    this.#stage = stages.drawn;
    yield;
    yield* this.#time(all);
    this.#stage = stages.timed;
  }

  get #whole(): Cut {
    const { mode, maxIterations } = this.picks;
    return { maxIterations, maxRestarts: mode === 'find' ? mostRestarts : 0 };
  }

  /** Solves from the start within a budget; leaves state and residuals at the result. */
  #solve({ maxIterations, maxRestarts }: Cut): SolveResult {
    this.problem.state.q.set(this.course.start);
    this.#options.maxIterations = maxIterations;
    if (this.picks.mode === 'find') this.#options.maxRestarts = maxRestarts;
    return this.problem.solve(this.#options);
  }

  /** Budgets for the curve's points: one more iteration each, then one more restart each. */
  #plan({ iterations, restarts }: RaceOutcome): Cut[] {
    const { maxIterations } = this.picks;
    const first = restarts === 0 ? iterations : this.#solve({ maxIterations, maxRestarts: 1 }).iterations - 1;
    const steps = Array.from({ length: Math.min(first, maxIterations) }, (_, i) => ({
      maxIterations: i + 1,
      maxRestarts: 0,
    }));
    const more = Array.from({ length: restarts }, (_, i) => ({ maxIterations, maxRestarts: i + 1 }));
    return [...steps, ...more];
  }

  /** Solves with each budget; publishes the curve once it is complete. */
  *#draw(cuts: readonly Cut[]): Generator<void> {
    const { state } = this.problem;
    state.q.set(this.course.start);
    state.update();
    const points: CurvePoint[] = [this.#point(0)];
    for (const cut of cuts) {
      const { iterations } = this.#solve(cut);
      if (iterations > points.at(-1)!.iterations) points.push(this.#point(iterations));
      yield;
    }
    this.curve = points;
    this.version += 1;
  }

  #point(iterations: number): CurvePoint {
    const { residual } = this.#wishes;
    return { iterations, residual, q: this.problem.state.q.slice(), us: null };
  }

  #largestStep(): number {
    const motions = ownMotions(this.course.model);
    const { reach } = this.course.model;
    const steps = this.curve.slice(1).map(({ q }, i) => greatestChange(motions, reach, this.curve[i]!.q, q));
    return Math.max(0, ...steps);
  }

  /** Measures a few of the curve's points; the others' times are interpolated. */
  *#time(cuts: readonly Cut[]): Generator<void> {
    const known: Timed[] = [];
    // The whole solve first: it is the number in the table.
    for (const cut of new Set([...spread(cuts, timedPoints).reverse(), ...cuts.slice(0, 1)])) {
      const { iterations } = this.#solve(cut);
      const us = yield* timed(() => this.#solve(cut));
      // A solve with a smaller budget cannot take longer: if it seems to, it was disturbed.
      known.unshift({ iterations, us: Math.min(us, known[0]?.us ?? us) });
      this.outcome!.us ??= us;
      this.version += 1;
    }
    known.unshift({ iterations: 0, us: 0 });
    for (const point of this.curve) point.us = between(known, point.iterations);
    this.version += 1;
  }
}

/** At most `count` of the items, evenly spread, the last among them. */
function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.round(((i + 1) * items.length) / count) - 1]!);
}

/** Interpolates linearly between the known times. */
function between(known: readonly Timed[], iterations: number): number {
  const next = known.findIndex((each) => each.iterations >= iterations);
  if (next <= 0) return next < 0 ? known.at(-1)!.us : known[0]!.us;
  const [a, b] = [known[next - 1]!, known[next]!];
  return a.us + ((b.us - a.us) * (iterations - a.iterations)) / (b.iterations - a.iterations);
}

function solveOptions(solver: SolverName, { model }: RaceCourse, picks: Picks): Options {
  const { limits, mode, maxIterations, damping, seed } = picks;
  // The same number for both, so that one line in the chart shows the tolerance.
  const angleTolerance = 10 ** picks.tolerance;
  return {
    solver,
    limits,
    maxIterations,
    angleTolerance,
    tolerance: angleTolerance * model.reach,
    seed,
    ...(mode === 'find' ? { mode, maxRestarts: mostRestarts } : {}),
    ...(damping === 0 ? {} : { damping }),
  };
}
