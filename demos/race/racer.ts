import { Problem, type SolveOptions, type SolveResult, type SolverName, type Status } from 'limber';
import { timed } from './clock.ts';
import type { RaceCourse } from './course.ts';
import { Wishes } from './goals.ts';
import type { Picks } from './picks.ts';
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
  /**
   * Greatest change of a joint in one iteration (radians; slides: parts of the reach); null while not
   * measured.
   */
  largestStep: number | null;
}

type Options = { -readonly [Key in keyof SolveOptions]: SolveOptions[Key] };

/** A budget that makes one point of the curve. */
interface Cut {
  readonly maxIterations: number;
  readonly maxRestarts: number;
}

/** Progress of the work on the present targets. */
export type RacerStage = 'solve' | 'sketch' | 'curve' | 'time' | 'done';

/** Points of a sketch, the first version of a curve. */
const sketchPoints = 10;
/**
 * Time for a curve with all its points, in milliseconds; a curve that takes longer has fewer, but at least
 * the number below.
 */
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
  /** In order of iterations; a sketch until the stage is past 'curve'. */
  curve: readonly CurvePoint[] = [];
  stage: RacerStage = 'done';
  /** Counts results, so that others notice new ones. */
  version = 0;
  /** The final posture. */
  final: Float64Array;
  readonly #wishes: Wishes;
  readonly #options: Options;
  #work: Iterator<void> | null = null;
  /** The targets have changed since it began. */
  #isStale = false;

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
    this.show(course.start);
  }

  /**
   * Starts over at its next turn, for the course's targets at that time. A sketch under way is finished
   * first: otherwise a slow solver would show nothing while a target moves.
   */
  restart(): void {
    this.#isStale = this.reason === null;
  }

  /** Whether it has come this far with the present targets. */
  isAt(stage: 'curve' | 'done'): boolean {
    return (
      !this.#isStale &&
      (this.stage === 'done' || this.stage === stage || (stage === 'curve' && this.stage === 'time'))
    );
  }

  get isSketching(): boolean {
    return this.stage === 'solve' || this.stage === 'sketch';
  }

  /** Works until `deadline` (milliseconds, as performance.now), or until the stage is reached. */
  advance(deadline: number, stage: 'curve' | 'done'): void {
    if (this.#isStale && !this.isSketching) this.#launch();
    while (this.#work && !this.isAt(stage) && performance.now() < deadline) {
      const wasSketching = this.isSketching;
      if (this.#work.next().done) this.#work = null;
      if (this.#isStale && wasSketching && !this.isSketching) return;
    }
  }

  #launch(): void {
    this.#isStale = false;
    this.#wishes.aim(this.course.targets);
    this.#work = this.#run();
    this.stage = 'solve';
  }

  /** Sets the arm's posture, for the view. */
  show(q: Float64Array): void {
    const { state } = this.problem;
    state.q.set(q);
    state.update();
  }

  dispose(): void {
    this.problem.dispose();
  }

  *#run(): Generator<void> {
    const begun = performance.now();
    const end = this.#solve(this.#whole);
    const taken = performance.now() - begun;
    const { status, iterations, restarts } = end;
    const outcome: RaceOutcome = {
      status,
      iterations,
      restarts,
      residual: this.#wishes.residual,
      us: null,
      largestStep: null,
    };
    this.final = this.problem.state.q.slice();
    this.outcome = outcome;
    this.version += 1;
    this.stage = 'sketch';
    yield;
    const cuts = this.#plan(outcome);
    yield* this.#draw(spread(cuts, sketchPoints));
    this.stage = 'curve';
    yield;
    const affordable = Math.max(fewestPoints, Math.floor((2 * mostTime) / taken));
    const all = spread(cuts, affordable);
    yield* this.#draw(all);
    if (all.length === cuts.length) outcome.largestStep = this.#largestStep();
    this.stage = 'time';
    yield;
    yield* this.#time(all);
    this.stage = 'done';
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
    this.show(this.course.start);
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
    const { curve } = this;
    return curve.reduce(
      (most, { q }, i) => (i === 0 ? 0 : Math.max(most, greatestChange(motions, reach, curve[i - 1]!.q, q))),
      0,
    );
  }

  /** Measures a few of the curve's points; the others' times are interpolated. */
  *#time(cuts: readonly Cut[]): Generator<void> {
    const known: { iterations: number; us: number }[] = [{ iterations: 0, us: 0 }];
    const chosen = new Set([cuts[0], ...spread(cuts, timedPoints)]);
    for (const cut of chosen) {
      if (!cut) continue;
      const { iterations } = this.#solve(cut);
      const us = yield* timed(() => this.#solve(cut));
      known.push({ iterations, us });
    }
    // A solve with a smaller budget cannot take longer: if it seems to, it was disturbed.
    for (let i = known.length - 2; i > 0; i -= 1) known[i]!.us = Math.min(known[i]!.us, known[i + 1]!.us);
    for (const point of this.curve) point.us = between(known, point.iterations);
    this.outcome!.us = known.at(-1)!.us;
    this.version += 1;
  }
}

/** At most `count` of the items, evenly spread, the last among them. */
function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.round(((i + 1) * items.length) / count) - 1]!);
}

/** Interpolates linearly between the known times. */
function between(known: readonly { iterations: number; us: number }[], iterations: number): number {
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
