/**
 * What every demo page has: controls and address of its picks, time with Play, Step and Reset, numbers, sharing, and
 * words where there is no WebGL. A page gives its picks, its stage and what happens in a step.
 */
import { type Problem, solverNames, type SolverName } from 'limber';
import type { ArmSettings } from 'limber/element';
import { Stage } from 'limber/three';
import { AddressBar } from './address-bar.ts';
import { FactList, stepCost } from './board.ts';
import type { Chart } from './chart.ts';
import { Clock } from './clock.ts';
import { Controls, type Answer } from './controls.ts';
import { button, make, write } from './dom.ts';
import { readPicks, writePicks, type PicksOf, type Schema } from './picks.ts';
import { addShare } from './share.ts';

/** Milliseconds between two changes of the numbers: faster than this nobody reads. */
const pause = 100;

/** What asks for frames: a view, or a `Ticker` where a page has none or several. */
export interface Ticking {
  onFrame: ((seconds: number) => boolean) | null;
  invalidate(): void;
}

/** What a page gives. */
export interface Demo<S extends Schema> {
  /** Picks that go with those of the reader, such as the usual tip of another robot; at the start `before` is null. */
  next?(picks: PicksOf<S>, before: PicksOf<S> | null): PicksOf<S>;
  /** Others are picked; called once at the start, too. */
  picked(before: PicksOf<S> | null): void;
  /** A step of the clock. */
  step(): void;
  /** Time stands still: brings what is solved to where its targets are now. */
  solveInPause(): void;
  /** Time runs, or stands still from now on. */
  played?(playing: boolean): void;
  /** To the start; without it there is no such button. */
  reset?(): void;
  /** Nothing will move before something else changes. */
  readonly resting?: boolean;
  /** Steps are due although time stands still: something is on its way to where it was sent. */
  readonly underWay?: boolean;
  /** Brings what is drawn up to date; before every drawn frame. */
  draw(): void;
  /** What the chart gets after each step. */
  sample?(): ArrayLike<number>;
  /** Brings the numbers up to date, a few times a second; gives those of `ShellOptions.facts`. */
  tell(): Readonly<Record<string, string>> | void;
  /** Seconds of its time in a second. */
  readonly speed?: number;
}

/** A sentence, or a piece of a page. */
type Said = string | HTMLElement;

export interface ShellOptions {
  /** Names the demo where it is shared. */
  readonly title: string;
  /** Time runs by itself and has no buttons: there is nothing to see once all has settled. */
  readonly alwaysRuns?: boolean;
  /** What else stands beside the buttons under the view. */
  readonly extras?: readonly HTMLElement[];
  /** What stands above each number that `tell` gives; `cost` is the time of a step, which the shell knows. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Facts that are sentences. */
  readonly sentences?: readonly string[];
  /** Under all the rest: over the time of the page, from its start or the last reset. */
  readonly chart?: Chart;
  /** What the address has besides the picks, when it is shared. */
  readonly moment?: () => string;
  /** The same as an element. */
  readonly arm?: () => Partial<ArmSettings> | null;
}

export class Shell<S extends Schema> {
  readonly clock: Clock;
  /** Seconds since the start, or the last reset. */
  time = 0;
  /** The parts of the page that it fills. */
  readonly facts: FactList;
  readonly numbers = make('div', { className: 'numbers' });
  readonly form: HTMLElement;
  /** The view's place; null without WebGL. */
  readonly stage: HTMLElement | null;
  private readonly complaint = make('div', { className: 'complaint' });
  private readonly controls: Controls<S>;
  private readonly bar = new AddressBar();
  private readonly play: HTMLButtonElement | null;
  private readonly scene = make('div', { className: 'scene' });
  private readonly transport = make('fieldset', { className: 'transport' });
  private answers: { readonly [Name in keyof S]?: Answer } = {};
  private demo!: Demo<S>;
  private view: Ticking | null = null;
  private toldAt = -Infinity;
  /** What stands above the view. */
  private said: readonly Said[];
  private now: PicksOf<S>;
  private told: readonly Said[] = [];

  constructor(
    readonly root: HTMLElement,
    readonly schema: S,
    private readonly options: ShellOptions,
  ) {
    const { picks, complaints } = readPicks(schema, location.search);
    this.now = picks;
    this.said = complaints;
    this.clock = new Clock(() => {
      if (this.demo.underWay || !this.demo.resting) this.advance();
    });
    this.facts = new FactList(options.facts ?? {}, options.sentences);
    if (options.facts) this.numbers.append(this.facts.element);
    this.controls = new Controls(schema, (change) => this.pick(change));
    this.form = this.controls.form;
    this.stage = Stage.available() ? make('div', { className: 'stage' }) : null;
    this.play = options.alwaysRuns
      ? null
      : button('Play', 'play', () => this.setPlaying(!this.clock.playing));
    // Laid out before anything is drawn: a view looks at the size of its place.
    root.append(...this.controls.picker, this.scene, this.form, this.numbers);
    if (options.chart) root.append(options.chart.element);
    if (this.stage) this.scene.append(this.stage);
    else this.doWithoutView();
  }

  /** What is picked: changed by `pick`, `drag`, `note` and `amend` alone. */
  get picks(): PicksOf<S> {
    return this.now;
  }

  /** Begins. Time runs unless the reader, or a shared moment, wants to look. */
  run(demo: Demo<S>, view: Ticking | null, { still = false } = {}): void {
    this.demo = demo;
    this.view = view;
    this.build();
    this.now = demo.next?.(this.now, null) ?? this.now;
    demo.picked(null);
    this.settle();
    this.setPlaying(view !== null && !still && (this.options.alwaysRuns || !Stage.shared().reducedMotion));
    if (view) view.onFrame = (seconds) => this.frame(seconds);
    if (this.options.alwaysRuns) this.moved();
  }

  /** Other picks; the address, the controls and the stage follow. */
  pick(change: Partial<PicksOf<S>>): void {
    const before = this.now;
    const picked = { ...before, ...change };
    this.now = this.demo.next?.(picked, before) ?? picked;
    this.said = [];
    this.demo.picked(before);
    this.settle();
    if (this.options.alwaysRuns) this.moved();
    else this.show();
  }

  /** The reader drags something that the address has. */
  drag(change: Partial<PicksOf<S>>): void {
    this.pick(change);
    if (!this.options.alwaysRuns) this.moved();
  }

  /** The reader drags something. One rule for all pages: in a pause it is solved for, and time stands still. */
  moved(): void {
    if (!this.clock.playing) this.demo.solveInPause();
    this.show();
  }

  /** The demo itself has changed something that the address has. */
  note(change: Partial<PicksOf<S>>): void {
    this.now = { ...this.now, ...change };
    this.controls.show(this.picks, this.answers);
    this.bar.write(writePicks(this.schema, this.picks));
  }

  /** Other picks than the reader's, which cannot be; with the reason. */
  amend(change: Partial<PicksOf<S>>, reason: string): void {
    this.now = { ...this.now, ...change };
    this.said = [...this.said, reason];
  }

  /** Politely, above the view, until it is closed or something else is picked; nothing to say takes no room. */
  say(...said: readonly Said[]): void {
    const parts = said.filter((each) => each !== '');
    this.said = parts;
    if (parts.length === this.told.length && parts.every((each, i) => each === this.told[i])) return;
    this.told = parts;
    const words = parts.flatMap((each, i) => (i === 0 ? [each] : [' ', each]));
    const close = button('', 'close', () => this.say());
    close.setAttribute('aria-label', 'Close');
    this.complaint.replaceChildren(...(parts.length > 0 ? [make('p', {}, ...words), close] : []));
  }

  /** Why entries of a choice cannot be picked. */
  answer(name: keyof S, answer: Answer): void {
    this.answers = { ...this.answers, [name]: answer };
  }

  /** Solvers that `what` rules out cannot be picked; where it rules out the one that is, another takes its place. */
  support(problem: Pick<Problem, 'supports'>, what: string): void {
    const { solver } = this.now as { readonly solver: SolverName };
    this.answer('solver', (name) => problem.supports(name as SolverName));
    const answer = problem.supports(solver);
    if (answer === true) return;
    const other = solverNames().find((each) => problem.supports(each) === true)!;
    const reason = `The solver ${solver} does not support ${what}: ${answer}. The page uses ${other}.`;
    this.amend({ solver: other } as unknown as Partial<PicksOf<S>>, reason);
  }

  setPlaying(playing: boolean): void {
    this.clock.playing = playing;
    this.clock.reset();
    this.demo.played?.(playing);
    if (this.play) write(this.play, playing ? 'Pause' : 'Play');
    this.show();
  }

  /** Something has changed: the numbers follow at once, the view with the next frame. */
  show(): void {
    this.tell();
    if (this.view) this.view.invalidate();
    else this.draw();
  }

  /** This page with all that it shows. */
  get address(): URL {
    const parts = [writePicks(this.schema, this.picks).slice(1), this.options.moment?.() ?? ''];
    const query = parts.filter(Boolean).join('&');
    return new URL(location.pathname + (query && `?${query}`), location.href);
  }

  private build(): void {
    const { options, play, stage, transport } = this;
    const buttons = [
      ...(play ? [play, button('Step', 'step', () => this.step())] : []),
      ...(this.demo.reset ? [button('Reset', 'reset', () => this.reset())] : []),
    ];
    play?.classList.add('primary');
    if (play) play.disabled = !stage;
    transport.setAttribute('aria-label', 'Time');
    transport.append(...buttons, ...(options.extras ?? []), ...this.controls.transport);
    this.complaint.setAttribute('role', 'status');
    const share = make('div', { className: 'share' });
    const { arm, title } = options;
    addShare(share, { title, address: () => this.address, ...(arm ? { arm } : {}) });
    this.scene.append(this.complaint, transport, share);
  }

  private doWithoutView(): void {
    const note = make('p', { className: 'note' });
    const rest = this.options.alwaysRuns ? '' : ', Step moves on,';
    note.textContent = `The view needs WebGL 2, which this browser does not offer. The controls work${rest} and the numbers are right.`;
    document.querySelector('.hero')!.append(note);
    document.querySelector('main')!.classList.add('no-view');
  }

  /** Controls, address and complaints follow the picks. */
  private settle(): void {
    this.controls.show(this.picks, this.answers);
    this.bar.write(writePicks(this.schema, this.picks));
    this.say(...this.said);
  }

  private step(): void {
    this.setPlaying(false);
    this.demo.played?.(true);
    this.advance();
    this.demo.played?.(false);
    this.show();
  }

  /** The run begins anew: time and chart from 0. */
  restart(): void {
    this.time = 0;
    this.options.chart?.clear();
  }

  private advance(): void {
    this.demo.step();
    this.time += this.clock.dt;
    if (this.demo.sample) this.options.chart?.add(this.time, this.demo.sample());
  }

  private reset(): void {
    this.restart();
    this.demo.reset!();
    this.clock.reset();
    this.settle();
    if (this.options.alwaysRuns) this.moved();
    else this.show();
  }

  /** Once a drawn frame; whether another one is to come. */
  private frame(seconds: number): boolean {
    const runs = () => this.demo.underWay || (this.clock.playing && !this.demo.resting);
    if (runs()) this.clock.advance(seconds * (this.demo.speed ?? 1));
    else this.clock.reset();
    const goesOn = runs();
    this.draw();
    if (!goesOn || performance.now() - this.toldAt > pause) this.tell();
    return goesOn;
  }

  private draw(): void {
    this.demo.draw();
    this.options.chart?.show(this.clock.dt);
  }

  /** Brings the numbers up to date, and nothing else. */
  tell(): void {
    this.toldAt = performance.now();
    const { cost } = this.options.facts ?? {};
    this.facts.write({ ...(cost !== undefined && { cost: stepCost(this.clock.cost) }), ...this.demo.tell() });
  }
}
