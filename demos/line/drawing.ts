/** The drawing under way: its plan, and how far the arm is. */
import { WorkerProblem } from 'limber/worker';
import { NumberTable } from '../shell/board.ts';
import { make } from '../shell/dom.ts';
import type { Exhibition, Panel, Scenery } from '../shell/exhibition.ts';
import { arms } from './arms.ts';
import { colourOf, MotionChart } from './chart.ts';
import { fromHand, type Line, lines, spotsOf } from './lines.ts';
import { type Job, lineOf, type Plan, rate, rates } from './plan.ts';
import { jobOf, type Schema } from './scenes.ts';
import { LineStage } from './stage.ts';
import type { Spot } from './surface.ts';
import { percent, shortOf } from './words.ts';

/** Seconds at each end before the arm goes back. */
const rest = 0.8;

const worker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'line' });

/** A whole number, with a true minus sign. */
const inDegrees = (radians: number): string => `${((180 / Math.PI) * radians).toFixed(0).replace('-', '−')}°`;

export class Drawing implements Scenery {
  readonly #more = make('details', { className: 'more' }, make('summary', {}, 'More numbers'));
  line!: Line;
  /** Null: not found yet. */
  plan: Plan | null = null;
  /** The plan does not match the picks: a new one is being sought. */
  isStale = true;
  readonly stage: LineStage;
  readonly chart = new MotionChart((time) => this.#scrub(time));
  /** Started with any arm; its script makes those that it needs. */
  readonly #worker = WorkerProblem.create(arms[0]!.description, { worker });
  readonly #joints = new NumberTable(['joint', 'value', 'of its bound']);
  readonly #table = new NumberTable(['the same line', 'reached', 'stopped by']);
  /** What is shown. */
  #job: Job | null = null;
  /** Seconds of time that has run: the arm draws, rests, goes back and rests. */
  #run = 0;

  constructor(private readonly shown: Exhibition<Schema>) {
    const { bench, shell } = shown;
    const [change, draw] = [shell.drag.bind(shell), this.#drawn.bind(this)];
    this.stage = new LineStage(bench.view, change, draw);
    this.#table.setRows(arms.map(({ title }) => ({ name: title })));
    this.#more.append(this.#table.element, this.#joints.element);
    this.#more.addEventListener('toggle', () => this.#ask());
    shell.root.append(this.chart.element);
  }

  /** Seconds since the line’s beginning. */
  get time(): number {
    const { duration } = this.chart;
    const run = this.#run % (2 * (duration + rest));
    return run < duration + rest ? Math.min(run, duration) : Math.max(0, 2 * duration + rest - run);
  }

  /** Index of the present frame. */
  get frame(): number {
    const last = (this.plan?.motion?.times.length ?? 1) - 1;
    return Math.min(last, Math.round(this.time * rate));
  }

  /** Moves on, plans, and has more numbers. */
  panel(): Panel {
    const isBusy = (): boolean => Boolean(this.plan?.motion);
    return {
      element: this.#more,
      update: () => this.#follow(),
      step: (_, dt) => void (this.#run += dt),
      // Dragged things are planned for whether time runs or not.
      settle() {},
      get busy() {
        return isBusy();
      },
    };
  }

  begin(): void {
    this.#run = 0;
    this.stage.look();
  }

  /** What the picks have changed. */
  #follow(): void {
    const { bench, picks, shell } = this.shown;
    // The plan moves the arm, and no solver.
    if (bench.arm.playing) bench.arm.playing = false;
    this.stage.byFinger = picks.finger;
    const box = Array.from(bench.problem.obstacles[0]?.pose.slice(0, 3) ?? []);
    // Dragged; in the picks of the exhibit it was already.
    if (box.length > 0 && String(box) !== String(jobOf(picks).box)) shell.note({ box });
    const [job, last] = [jobOf(this.shown.picks), this.#job];
    const isOther = (...names: readonly (keyof Job)[]): boolean =>
      names.some((name) => JSON.stringify(job[name]) !== JSON.stringify(last?.[name]));
    this.#job = job;
    if (isOther('arm')) this.#changeArm();
    if (isOther('line', 'surface', 'points', 'at')) this.#changeLine(job, isOther('line', 'surface'));
    if (isOther(...(Object.keys(job) as (keyof Job)[]))) this.#ask();
    // Another line keeps its plot, which would be compiled anew.
    if (this.plan || isOther('arm')) this.chart.show(this.plan?.motion ?? null, picks.rates, picks.most);
    this.#tellJoints();
  }

  update(): void {
    const { plan } = this;
    const { state } = this.shown.bench.problem;
    const { q } = state;
    const i = this.frame;
    if (plan) q.set(plan.motion?.q.subarray(i * q.length, (i + 1) * q.length) ?? plan.q);
    state.update();
    this.stage.draw(plan?.motion ? plan.motion.ways[i]! / plan.motion.ways.at(-1)! : 0);
    this.chart.mark(this.time);
  }

  /** Stays when the robot is another one. */
  dispose(): void {}

  #tellJoints(): void {
    const { bench, picks } = this.shown;
    const { q } = bench.problem.state;
    const shares = this.plan?.motion?.shares[rates.indexOf(picks.rates)];
    q.forEach((value, k) => {
      const share = shares?.[this.frame * q.length + k];
      this.#joints.write(k, inDegrees(value), share === undefined ? '–' : `${Math.round(100 * share)} %`);
    });
  }

  #changeArm(): void {
    const { bench, picks } = this.shown;
    const { model, state } = bench.problem;
    this.plan = null;
    state.q.set(picks.arm.q);
    const names = model.links.flatMap(({ nq, name, joint }) => (nq > 0 ? [joint?.name ?? name] : []));
    this.#joints.setRows(names.map((name, i) => ({ name, colour: colourOf(i) })));
  }

  #changeLine(job: Job, isOther: boolean): void {
    this.line = lineOf(job);
    // In a drag, keep the old result until the new one is known.
    if (isOther) this.plan = null;
    this.stage.show(this.line, spotsOf(job.points), isOther);
    this.stage.tell(this.line, this.plan);
  }

  /** The worker answers for the picks at the time when it is free. */
  #ask(): void {
    this.isStale = true;
    const { shell } = this.shown;
    const failed = (error: Error): void => shell.say(`The line cannot be planned: ${error.message}.`);
    shell.doing.during('moving', this.#seek().catch(failed));
  }

  async #seek(): Promise<void> {
    const worker = await this.#worker;
    const job = (): Job => jobOf(this.shown.picks);
    this.#found(await worker.ask<Plan>('plan', job, 'plan'));
    if (this.isStale || !this.#more.open) return;
    arms.forEach((_, row) => this.#table.write(row, '…', ''));
    const found = await worker.ask<Plan[]>('compare', job, 'compare');
    if (this.isStale) return;
    found.forEach((plan, row) => this.#table.write(row, percent(plan.part), shortOf(plan)));
  }

  /** In a drag, an answer for a moment ago is worth showing; one for another arm or line is not. */
  #found(plan: Plan): void {
    const now = jobOf(this.shown.picks);
    const fits = (['arm', 'line', 'surface'] as const).every((name) => plan.job[name] === now[name]);
    if (!fits || this.plan === plan) return;
    const { duration } = this.chart;
    this.plan = plan;
    this.isStale = JSON.stringify(plan.job) !== JSON.stringify(now);
    this.stage.tell(this.line, plan);
    this.shown.shell.show();
    this.#run *= duration > 0 ? this.chart.duration / duration : 0;
  }

  #scrub(time: number): void {
    this.#run = time;
    this.shown.shell.setPlaying(false);
  }

  #drawn(spots: readonly Spot[]): void {
    const points = fromHand(spots);
    if (!points) return this.stage.tell(this.line, this.plan);
    this.#run = 0;
    const line = lines.find(({ name }) => name === 'hand')!;
    this.shown.shell.drag({ line, points: points.flat(), finger: false });
  }
}
