import type { SolveOptions, Vec3 } from 'limber';
import { Bench, type Exhibit, type SolveDetail } from 'limber/bench';
import { articleArm } from 'limber/presets';
import { ArmShape } from 'limber/three';
import { inCentimetres, times } from '../shell/units.ts';
import type { Action, ArmScene, Control, LiveScene, ScenePlace } from './scene.ts';

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
    if (scene.hint) this.#pointOut();
  }

  get view() {
    return this.bench.view;
  }

  get resting(): boolean {
    return this.bench.resting;
  }

  get shared(): LiveScene['shared'] {
    const { on, sweeps } = this.place.choices;
    const { q, targets } = this.bench.memory!;
    const goal = targets as unknown as Vec3;
    return { on: [...on], sweeps, goal, direction: this.#direction, q: Array.from(q) };
  }

  changed(what: Control): void {
    const { bench } = this;
    const exhibit = this.#exhibit;
    // A hinge has one number, a ball four: this makes another arm, which takes over the pose.
    if (what === 'hinges' || what === 'direction')
      bench.show(exhibit, { before: bench.memory, keepsCamera: true });
    else bench.tune(exhibit);
    if (!['sweeps', 'axes', 'arcs'].includes(what)) this.#begin();
  }

  act(action: Action): void {
    if (action === 'escape') this.#escape();
    else if (action === 'reset') this.#reset();
  }

  get #options() {
    const { on, sweeps } = this.place.choices;
    return { solver: 'ccd', maxIterations: sweeps, limits: on.has('limits') } satisfies SolveOptions;
  }

  get #exhibit(): Exhibit {
    const { description = articleArm, camera, goal, start, title } = this.scene;
    const { on } = this.place.choices;
    return {
      arm: {
        description,
        effectors: ['effector'],
        toolAxis: [1, 0, 0],
        targets: goal,
        unit: 0.01,
        gripper: false,
        ...(start && { q: start }),
      },
      title,
      camera,
      detours: false,
      ...this.#options,
      hinges: on.has('hinges'),
      direction: on.has('direction') ? this.#direction : null,
      overlay: on.has('axes') || on.has('arcs') ? { limits: on.has('arcs') } : null,
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
    this.place.readout.clearPlot();
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
    const { bench } = this;
    const arrow = this.#arrow;
    const news = this.#news;
    const { choices, readout } = this.place;
    this.#sweeps += iterations;
    if (resting && !bench.reached && news === null && choices.on.has('annealing')) return this.#escape();
    if (resting || performance.now() - this.#timed > pause) readout.set(2, times(this.#time(q)));
    this.#before = q;
    const [error = 0] = residuals;
    readout.set(0, inCentimetres(error));
    readout.set(1, String(this.#sweeps));
    readout.plot(error / bench.problem.model.reach + (arrow?.angle ?? 0) / Math.PI);
    const words = news ? `${news}, ${bench.words.replace('Reached', 'reached')}` : bench.words;
    readout.say(words);
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
