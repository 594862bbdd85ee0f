import { Bench } from 'limber/bench';
import { WorkerProblem } from 'limber/worker';
import { NumberTable } from '../shell/board.ts';
import { button, make } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { arms, boxAt } from './arms.ts';
import { colourOf, MotionChart } from './chart.ts';
import { fromHand, type Line, lines, spotsOf } from './lines.ts';
import { type Job, lineOf, type Plan, rate, rates, speedAt } from './plan.ts';
import { beginning, jobOf, next, schema, type Picks, type Schema } from './scenes.ts';
import { LineStage } from './stage.ts';
import type { Spot } from './surface.ts';
import { heldIn, percent, shortOf, wordsOf } from './words.ts';

/** Seconds at each end before the arm goes back. */
const rest = 0.8;

const worker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'line' });

const facts = {
  part: 'reached',
  duration: 'takes',
  pen: 'speed of the pen',
  held: 'nearest bound',
  words: '',
};

/** A whole number, with a true minus sign. */
const inDegrees = (radians: number): string => `${((180 / Math.PI) * radians).toFixed(0).replace('-', '−')}°`;

/** Everything on the page that moves. */
export class LinePage implements Demo<Schema> {
  line!: Line;
  /** Null: not found yet. */
  plan: Plan | null = null;
  /** The plan does not match the picks: a new one is being sought. */
  isStale = true;
  readonly next = next;
  readonly shell: Shell<Schema>;
  readonly bench: Bench;
  readonly stage: LineStage;
  readonly chart = new MotionChart((time) => this.#scrub(time));
  /** Started with any arm; its script makes those that it needs. */
  readonly #worker = WorkerProblem.create(arms[0]!.description, { worker });
  readonly #joints = new NumberTable(['joint', 'value', 'of its bound']);
  readonly #table = new NumberTable(['the same line', 'reached', 'stopped by']);
  readonly #more = make('details', { className: 'more' }, make('summary', {}, 'More numbers'));
  readonly #byFinger = button('Draw by finger', 'finger', () => this.#setFinger(!this.stage.byFinger));
  /** Seconds of time that has run: the arm draws, rests, goes back and rests. */
  #run = 0;

  constructor(run: HTMLElement) {
    this.#byFinger.ariaPressed = 'false';
    const more = { extras: [this.#byFinger], facts, sentences: ['held', 'words'] };
    this.shell = new Shell(run, schema, { title: 'A line', ...more });
    const { form, stage } = this.shell;
    run.classList.add('exhibition');
    const onMove = (): void => this.shell.drag({ box: this.#boxNow });
    this.bench = new Bench(stage ?? make('div'), { pageHasClock: true, reset: false, onMove });
    const [change, draw] = [this.shell.drag.bind(this.shell), this.#drawn.bind(this)];
    this.stage = new LineStage(this.bench.view, { change, draw });
    this.#byFinger.hidden = !stage;
    this.#table.setRows(arms.map(({ title }) => ({ name: title })));
    this.#more.append(this.#table.element, this.#joints.element);
    this.#more.addEventListener('toggle', () => this.#ask());
    form.append(this.#more);
    run.append(this.chart.element);
    this.shell.run(this, stage && this.bench.view);
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  /** Seconds since the line’s beginning. */
  get time(): number {
    const { duration } = this.chart;
    const run = this.#run % (2 * (duration + rest));
    return run < duration + rest ? Math.min(run, duration) : Math.max(0, 2 * duration + rest - run);
  }

  get resting(): boolean {
    return !this.plan?.motion;
  }

  get speed(): number {
    return this.picks.speed;
  }

  picked(before: Picks | null): void {
    const { picks } = this;
    const [job, last] = [jobOf(picks), before && jobOf(before)];
    const isOther = (...names: readonly (keyof Job)[]): boolean =>
      names.some((name) => JSON.stringify(job[name]) !== JSON.stringify(last?.[name]));
    if (before && before.scene !== picks.scene) this.#run = 0;
    if (isOther('line', 'surface', 'points', 'at')) this.#changeLine(job, isOther('line', 'surface'));
    if (isOther('arm', 'box')) this.#changeArm(job, isOther('arm'));
    if (isOther(...(Object.keys(job) as (keyof Job)[]))) this.#ask();
    if (before?.rates !== picks.rates) this.#drawChart();
  }

  step(): void {
    this.#run += this.shell.clock.dt;
  }

  /** Dragged things are planned for whether time runs or not. */
  solveInPause(): void {}

  reset(): void {
    this.#run = 0;
    this.shell.pick(beginning(this.picks));
    this.bench.view.resetCamera();
  }

  draw(): void {
    const { plan } = this;
    const { q } = this.bench.problem.state;
    const i = this.#frame;
    if (plan) q.set(plan.motion?.q.subarray(i * q.length, (i + 1) * q.length) ?? plan.q);
    this.bench.problem.state.update();
    this.bench.arm.draw();
    this.stage.draw(plan?.motion ? plan.motion.ways[i]! / plan.motion.ways.at(-1)! : 0);
    this.chart.mark(this.time);
  }

  tell(): Record<string, string> {
    const { plan } = this;
    const motion = plan?.motion;
    const words = plan ? wordsOf(plan) : 'It looks for a way …';
    if (plan) this.bench.view.announce(words);
    this.#tellJoints();
    return {
      part: plan ? percent(plan.part) : '–',
      duration: motion ? `${this.chart.duration.toFixed(2)} s` : '–',
      pen: motion ? `${speedAt(motion, this.#frame).toFixed(2)} m/s` : '–',
      held: motion ? heldIn(motion.held[this.#frame]!) : '–',
      words,
    };
  }

  #tellJoints(): void {
    const { q } = this.bench.problem.state;
    const shares = this.plan?.motion?.shares[rates.indexOf(this.picks.rates)];
    q.forEach((value, k) => {
      const share = shares?.[this.#frame * q.length + k];
      this.#joints.write(k, inDegrees(value), share === undefined ? '–' : `${Math.round(100 * share)} %`);
    });
  }

  /** Where the reader has put the box. */
  get #boxNow(): readonly number[] {
    return Array.from(this.bench.problem.obstacles[0]?.pose.slice(0, 3) ?? []);
  }

  #changeArm({ box }: Job, isOther: boolean): void {
    const { bench, picks } = this;
    // While the reader drags the box, it is there already.
    if (!isOther && String(box) === String(this.#boxNow)) return;
    const { description, start, title } = picks.arm;
    const arm = { description, q: isOther ? start : [...bench.problem.state.q], effectors: [] };
    bench.show({ arm, title, obstacles: box && [boxAt(box)] }, { keepsCamera: true });
    if (!isOther) return;
    this.plan = null;
    const { links } = bench.problem.model;
    const names = links.flatMap(({ nq, name, joint }) => (nq > 0 ? [joint?.name ?? name] : []));
    this.#joints.setRows(names.map((name, i) => ({ name, colour: colourOf(i) })));
    this.#drawChart();
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
    const failed = (error: Error): void => this.shell.say(`The line cannot be planned: ${error.message}.`);
    this.shell.doing.during('moving', this.#seek().catch(failed));
  }

  async #seek(): Promise<void> {
    const worker = await this.#worker;
    this.#found(await worker.ask<Plan>('plan', () => jobOf(this.picks), 'plan'));
    if (this.isStale || !this.#more.open) return;
    arms.forEach((_, row) => this.#table.write(row, '…', ''));
    const found = await worker.ask<Plan[]>('compare', () => jobOf(this.picks), 'compare');
    if (this.isStale) return;
    found.forEach((plan, row) => this.#table.write(row, percent(plan.part), shortOf(plan)));
  }

  /** In a drag, an answer for a moment ago is worth showing; one for another arm or line is not. */
  #found(plan: Plan): void {
    const now = jobOf(this.picks);
    const fits = (['arm', 'line', 'surface'] as const).every((name) => plan.job[name] === now[name]);
    if (!fits || this.plan === plan) return;
    const { duration } = this.chart;
    this.plan = plan;
    this.isStale = JSON.stringify(plan.job) !== JSON.stringify(now);
    this.stage.tell(this.line, plan);
    this.#drawChart();
    this.#run *= duration > 0 ? this.chart.duration / duration : 0;
    this.shell.show();
  }

  #drawChart(): void {
    this.chart.show(this.plan?.motion ?? null, this.picks.rates, this.picks.most);
  }

  #scrub(time: number): void {
    this.shell.setPlaying(false);
    this.#run = time;
    this.shell.show();
  }

  /** Index of the present frame. */
  get #frame(): number {
    const last = (this.plan?.motion?.times.length ?? 1) - 1;
    return Math.min(last, Math.round(this.time * rate));
  }

  #drawn(spots: readonly Spot[]): void {
    const points = fromHand(spots);
    if (!points) return this.stage.tell(this.line, this.plan);
    this.#setFinger(false);
    this.#run = 0;
    this.shell.drag({ line: lines.find(({ name }) => name === 'hand')!, points: points.flat() });
  }

  #setFinger(on: boolean): void {
    this.stage.byFinger = on;
    this.#byFinger.ariaPressed = String(on);
  }
}

export const start: StartPage = (_, run) => new LinePage(run);
