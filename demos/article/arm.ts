import type { SolveOptions, Vec3 } from 'limber';
import { Bench, type Exhibit, type SolveDetail } from 'limber/bench';
import { ArmShape, Stage } from 'limber/three';
import { inCentimetres, times } from '../shell/units.ts';
import type { Picks } from './picks.ts';
import type { Action, ArmScene, LiveScene, ScenePlace } from './scenes.ts';

export { Stage };

/**
 * Annealing: maximum attempts, sweeps per attempt, random seed; below, the seconds that a jump takes to show.
 */
const annealing = { annealing: 64, maxIterations: 100, seed: 1 };
const jumpTime = 0.9;
/** Milliseconds per timing of a solve, unmeasured solves before it, and milliseconds between two timings. */
const budget = 2;
const warmUp = 48;
const pause = 400;

/**
 * An arm on a bench, with the article's own extras: counted sweeps, timed solves, and the annealing with its
 * ghost.
 */
export class ArmView implements LiveScene {
  readonly bench: Bench;
  /** Last direction of the arrow; kept while the direction is off. */
  #direction: Vec3 | null = null;
  #ghost: ArmShape | null = null;
  /** Sweeps since the goal was moved. */
  #sweeps = 0;
  /** Result of the annealing for the present goal; null: it has not tried. */
  #news: string | null = null;
  #before: readonly number[] = [];
  #timed = -Infinity;
  #cost = '–';

  constructor(
    private readonly scene: ArmScene,
    private readonly place: ScenePlace,
  ) {
    this.bench = new Bench(place.host, {
      reset: false,
      onMove: () => this.#begin(),
      onSolve: (detail) => this.#tell(detail),
    });
    this.#reset();
    if (place.picks.view === 'whole') this.#pointOut();
  }

  get view() {
    return this.bench.view;
  }

  get resting(): boolean {
    return this.bench.resting;
  }

  get state() {
    const { q, targets } = this.bench.memory!;
    return { goal: targets as unknown as Vec3, arrow: this.#direction, q: Array.from(q) };
  }

  changed(what: keyof Picks): void {
    const { bench } = this;
    // A hinge has one number, a ball four: this makes another arm, which takes over the pose.
    if (what === 'hinges' || what === 'direction')
      bench.show(this.#exhibit, { before: bench.memory, keepsCamera: true });
    else bench.tune(this.#exhibit);
    if (!['sweeps', 'axes', 'arcs'].includes(what)) this.#begin();
  }

  act(action: Action): void {
    if (action === 'escape') this.#escape();
    else if (action === 'reset') this.#reset();
  }

  get #options() {
    const { limits, sweeps } = this.place.picks;
    return { solver: 'ccd', maxIterations: sweeps, limits } satisfies SolveOptions;
  }

  get #exhibit(): Exhibit {
    const { arm, camera, title } = this.scene;
    const { arcs, axes, direction, hinges } = this.place.picks;
    return {
      ...{ arm, title, camera, hinges, detours: false, direction: direction ? this.#direction : null },
      ...this.#options,
      overlay: axes || arcs ? { limits: arcs } : null,
    };
  }

  get #arrow() {
    return this.bench.problem.goals.find(({ type }) => type === 'direction');
  }

  /** Shows rings around the goal until the reader takes it. */
  #pointOut(): void {
    const { classList } = this.view.overlay.querySelector('[role=application]')!;
    classList.add('hint');
    for (const type of ['pointerdown', 'keydown'])
      this.view.overlay.addEventListener(type, () => classList.remove('hint'), { once: true });
  }

  #reset(): void {
    this.#direction = this.scene.direction ?? null;
    this.bench.show(this.#exhibit);
    this.place.plot(null);
    this.#begin();
  }

  /** Starts over for a new goal. */
  #begin(): void {
    const arrow = this.#arrow;
    if (arrow) this.#direction = [...arrow.target] as unknown as Vec3;
    this.#sweeps = 0;
    this.#news = null;
    this.#dropGhost();
  }

  /** Numbers and words under the view. */
  #tell({ iterations, q, residuals, resting }: SolveDetail): void {
    const { bench, place } = this;
    const news = this.#news;
    this.#sweeps += iterations;
    if (resting && !bench.reached && news === null && place.picks.annealing) return this.#escape();
    if (resting || performance.now() - this.#timed > pause) this.#cost = times(this.#time(q));
    this.#before = q;
    const [error = 0] = residuals;
    place.plot(error / bench.problem.model.reach + (this.#arrow?.angle ?? 0) / Math.PI);
    const words = news ? `${news}, ${bench.words.replace('Reached', 'reached')}` : bench.words;
    const sweeps = String(this.#sweeps);
    place.tell({ error: inCentimetres(error), sweeps, 'µs per solve': this.#cost }, words);
    if (resting) bench.view.announce(words);
  }

  /**
   * Microseconds of the frame's solve. A browser's clock ticks too coarsely for one call, so the same call is
   * repeated for two milliseconds, a few times per second while the arm moves. Leaves the state at `now`.
   */
  #time(now: readonly number[]): number {
    const { problem } = this.bench;
    const options = this.#options;
    const start = this.#before.length === now.length ? this.#before : now;
    const repeat = (calls: number) => {
      for (let i = 0; i < calls; i += 1) {
        problem.state.q.set(start);
        problem.solve(options);
      }
    };
    repeat(warmUp);
    const begun = performance.now();
    let calls = 0;
    do {
      repeat(16);
      calls += 16;
      this.#timed = performance.now();
    } while (this.#timed - begun < budget);
    problem.state.q.set(now);
    problem.state.update();
    return (1000 * (this.#timed - begun)) / calls;
  }

  /** Shakes the arm out of its local minimum, and shows the jump with a ghost of the pose it leaves. */
  #escape(): void {
    const { bench } = this;
    const { model, state } = bench.problem;
    const from = state.q.slice();
    this.#dropGhost();
    const { restarts, iterations } = bench.problem.solve({ ...this.#options, ...annealing });
    const tries = `${restarts} ${restarts === 1 ? 'attempt' : 'attempts'}`;
    if (restarts === 0) this.#news = bench.reached ? 'It was not stuck' : '';
    else this.#news = bench.reached ? `Free after ${tries}` : `Still stuck after ${tries}`;
    this.#sweeps += iterations;
    const to = state.q.slice();
    state.q.set(from);
    state.update();
    if (restarts > 0) {
      this.#ghost = new ArmShape(model, { tips: false, opacity: 0.28 });
      this.#ghost.update(state.poses);
      bench.view.add(this.#ghost);
    }
    bench.go(to, jumpTime);
  }

  #dropGhost(): void {
    if (!this.#ghost) return;
    this.view.remove(this.#ghost);
    this.#ghost.dispose();
    this.#ghost = null;
  }
}
