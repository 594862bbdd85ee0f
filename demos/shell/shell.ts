/**
 * The common parts of every demo page: controls and address of its picks, time with Play, Step and Reset,
 * numbers, sharing, and a note where there is no WebGL. A page supplies its picks, its stage and its step.
 */
import { type Problem, solverNames, type SolverName } from 'limber';
import type { ArmSettings } from 'limber/element';
import { Stage } from 'limber/three';
import { type Doing, doingOf } from '../../web/src/three/doing.ts';
import { AddressBar } from './address-bar.ts';
import { FactList, stepCost } from './board.ts';
import type { Chart } from './chart.ts';
import { Clock } from './clock.ts';
import { Controls, type Answer } from './controls.ts';
import { button, make, write } from './dom.ts';
import { readPicks, writePicks, type PicksOf, type Schema } from './picks.ts';
import { addShare } from './share.ts';

/** Milliseconds between two updates of the numbers: nobody reads faster. */
const pause = 100;

/** A source of frames: a view, or a `Ticker` where a page has none or several. */
export interface Ticking {
  onFrame: ((seconds: number) => boolean) | null;
  invalidate(): void;
}

/** The page's own part. */
export interface Demo<S extends Schema> {
  /** Adds dependent picks, such as the usual tip of another robot; at the start `before` is null. */
  next?(picks: PicksOf<S>, before: PicksOf<S> | null): PicksOf<S>;
  /** Called when the picks have changed, and once at the start. */
  picked(before: PicksOf<S> | null): void;
  /** A step of the clock. */
  step(): void;
  /** Called in a pause: solves for the targets' present poses. */
  solveInPause(): void;
  /** Called when time starts or pauses. */
  played?(playing: boolean): void;
  /** Returns to the start; without it there is no Reset button. */
  reset?(): void;
  /** Nothing will move until something else changes. */
  readonly resting?: boolean;
  /** Steps are due although time is paused: something is on its way to its destination. */
  readonly underWay?: boolean;
  /** Updates the drawing; called before every drawn frame. */
  draw(): void;
  /** The chart's values after each step. */
  sample?(): ArrayLike<number>;
  /** Updates the numbers, a few times per second; returns those of `ShellOptions.facts`. */
  tell(): Readonly<Record<string, string>> | void;
  /** Seconds of the demo's time per second. */
  readonly speed?: number;
}

/** A sentence, or a piece of a page. */
type Said = string | HTMLElement;

export interface ShellOptions {
  /** Title of the demo where it is shared. */
  readonly title: string;
  /** Time always runs and has no buttons: nothing moves once all has settled. */
  readonly alwaysRuns?: boolean;
  /** Label of each number that `tell` returns; `cost` is the time of a step, which the shell knows. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Facts that are sentences. */
  readonly sentences?: readonly string[];
  /** Chart at the very bottom, over the page's time since its start or the last reset. */
  readonly chart?: Chart;
  /** Part of a shared address besides the picks. */
  readonly moment?: () => string;
  /** The page's state as an element. */
  readonly arm?: () => Partial<ArmSettings> | null;
}

export class Shell<S extends Schema> {
  readonly clock: Clock;
  /** Seconds since the start, or the last reset. */
  time = 0;
  /** Parts of the page that it fills. */
  readonly facts: FactList;
  readonly numbers = make('div', { className: 'numbers' });
  readonly form: HTMLElement;
  /** After the buttons under the view; taken when the page runs. */
  readonly extras: HTMLElement[] = [];
  /** What the page waits for; its view and its `Ticker` say themselves when they move. */
  readonly doing: Doing;
  /** Container of the view; null without WebGL. */
  readonly stage: HTMLElement | null;
  readonly #complaint = make('div', { className: 'complaint' });
  readonly #refusal = make('p', { className: 'refusal', role: 'status' });
  readonly #controls: Controls<S>;
  readonly #bar = new AddressBar();
  readonly #play: HTMLButtonElement | null;
  readonly #scene: HTMLElement;
  readonly #transport = make('fieldset', { className: 'transport' });
  #answers: { readonly [Name in keyof S]?: Answer } = {};
  #demo!: Demo<S>;
  #view: Ticking | null = null;
  #toldAt = -Infinity;
  /** Message above the view. */
  #said: readonly Said[];
  #now: PicksOf<S>;
  #told: readonly Said[] = [];

  constructor(
    readonly root: HTMLElement,
    readonly schema: S,
    private readonly options: ShellOptions,
  ) {
    const { picks, complaints } = readPicks(schema, location.search);
    const lost = new URLSearchParams(location.search).get('lost');
    this.#now = picks;
    this.#said = lost
      ? [`This address is of a former page; here nothing stands for its ${lost}.`]
      : complaints;
    this.doing = doingOf(root);
    this.clock = new Clock(() => {
      if (this.#demo.underWay || !this.#demo.resting) this.#advance();
    });
    this.facts = new FactList(options.facts ?? {}, options.sentences);
    if (options.facts) this.numbers.append(this.facts.element);
    this.#controls = new Controls(schema, (change) => this.pick(change));
    this.form = this.#controls.form;
    this.#scene = root.querySelector<HTMLElement>('.scene')!;
    this.stage = Stage.available() ? root.querySelector<HTMLElement>('.stage') : null;
    this.#play = options.alwaysRuns
      ? null
      : button('Play', 'play', () => this.setPlaying(!this.clock.playing));
    // Laid out before anything is drawn: a view reads the size of its container.
    root.append(...this.#controls.picker, this.#scene, this.form, this.numbers);
    if (options.chart) root.append(options.chart.element);
    (this.stage ?? this.#scene).append(this.#refusal);
    if (!this.stage) this.#doWithoutView();
  }

  /** The picks: changed by `pick`, `drag`, `note` and `amend` only. */
  get picks(): PicksOf<S> {
    return this.#now;
  }

  /** Starts the demo. Time runs unless reduced motion is preferred, or a shared moment is to be looked at. */
  run(demo: Demo<S>, view: Ticking | null, { still = false } = {}): void {
    this.#demo = demo;
    this.#view = view;
    this.#build();
    this.#now = demo.next?.(this.#now, null) ?? this.#now;
    demo.picked(null);
    this.#settle();
    this.setPlaying(view !== null && !still && (this.options.alwaysRuns || !Stage.shared().reducedMotion));
    if (view) view.onFrame = (seconds) => this.#frame(seconds);
    if (this.options.alwaysRuns) this.moved();
  }

  /** Changes picks; address, controls and stage follow. */
  pick(change: Partial<PicksOf<S>>): void {
    const before = this.#now;
    const picked = { ...before, ...change };
    this.#now = this.#demo.next?.(picked, before) ?? picked;
    this.#said = [];
    this.#demo.picked(before);
    this.#settle();
    if (this.options.alwaysRuns) this.moved();
    else this.show();
  }

  /** The reader drags something that is part of the address. */
  drag(change: Partial<PicksOf<S>>): void {
    this.pick(change);
    if (!this.options.alwaysRuns) this.moved();
  }

  /**
   * The reader drags something. One rule for all pages: in a pause it is solved for, and time stays paused.
   */
  moved(): void {
    if (!this.clock.playing) this.#demo.solveInPause();
    this.show();
  }

  /** The demo itself has changed something that is part of the address. */
  note(change: Partial<PicksOf<S>>): void {
    this.#now = { ...this.#now, ...change };
    this.#controls.show(this.picks, this.#answers);
    this.#bar.write(writePicks(this.schema, this.picks));
  }

  /** Replaces invalid picks of the reader's, with the reason. */
  amend(change: Partial<PicksOf<S>>, reason: string): void {
    this.#now = { ...this.#now, ...change };
    this.#said = [...this.#said, reason];
  }

  /** Shows in the view's place why there is nothing to see; empty: there is. */
  refuse(reason: string): void {
    write(this.#refusal, reason);
  }

  /**
   * Shows a polite message above the view, until it is closed or the picks change; an empty one takes no
   * room.
   */
  say(...said: readonly Said[]): void {
    const parts = said.filter((each) => each !== '');
    this.#said = parts;
    if (parts.length === this.#told.length && parts.every((each, i) => each === this.#told[i])) return;
    this.#told = parts;
    const words = parts.flatMap((each, i) => (i === 0 ? [each] : [' ', each]));
    const close = button('', 'close', () => this.say());
    close.setAttribute('aria-label', 'Close');
    this.#complaint.replaceChildren(...(parts.length > 0 ? [make('p', {}, ...words), close] : []));
  }

  /** Sets the reasons why entries of a choice cannot be picked. */
  answer(name: keyof S, answer: Answer): void {
    this.#answers = { ...this.#answers, [name]: answer };
  }

  /** Disables the solvers that `what` rules out; replaces the picked one if it is among them, if it can by `usual`. */
  support(problem: Pick<Problem, 'supports'>, what: string, usual?: SolverName): void {
    const { solver } = this.#now as { readonly solver: SolverName };
    this.answer('solver', (name) => problem.supports(name as SolverName));
    const answer = problem.supports(solver);
    if (answer === true) return;
    const known = [...(usual ? [usual] : []), ...solverNames()];
    const other = known.find((each) => problem.supports(each) === true)!;
    const reason = `The solver ${solver} does not support ${what}: ${answer}. The page uses ${other}.`;
    this.amend({ solver: other } as unknown as Partial<PicksOf<S>>, reason);
  }

  setPlaying(playing: boolean): void {
    this.clock.playing = playing;
    this.clock.reset();
    this.#demo.played?.(playing);
    if (this.#play) write(this.#play, playing ? 'Pause' : 'Play');
    this.show();
  }

  /** Updates the numbers at once, the view with the next frame. */
  show(): void {
    this.tell();
    if (this.#view) this.#view.invalidate();
    else this.#draw();
  }

  /** Address of this page with its present state. */
  get address(): URL {
    const parts = [writePicks(this.schema, this.picks).slice(1), this.options.moment?.() ?? ''];
    const query = parts.filter(Boolean).join('&');
    return new URL(location.pathname + (query && `?${query}`), location.href);
  }

  #build(): void {
    const { options, stage } = this;
    const play = this.#play;
    const transport = this.#transport;
    const buttons = [
      ...(play ? [play, button('Step', 'step', () => this.#step())] : []),
      ...(this.#demo.reset ? [button('Reset', 'reset', () => this.#reset())] : []),
    ];
    play?.classList.add('primary');
    if (play) play.disabled = !stage;
    transport.setAttribute('aria-label', 'Time');
    transport.append(...buttons, ...this.extras, ...this.#controls.transport);
    this.#complaint.setAttribute('role', 'status');
    const share = make('div', { className: 'share' });
    const { arm, title } = options;
    addShare(share, { title, address: () => this.address, ...(arm ? { arm } : {}) });
    this.#scene.append(this.#complaint, transport, share);
  }

  #doWithoutView(): void {
    const note = make('p', { className: 'note', role: 'status' });
    const rest = this.options.alwaysRuns ? '' : ', Step moves on,';
    note.textContent = `The view needs WebGL 2, which this browser does not offer. The controls work${rest} and the numbers are right.`;
    document.querySelector('.hero')!.append(note);
    document.querySelector('main')!.classList.add('no-view');
  }

  /** Updates controls, address and complaints to the picks. */
  #settle(): void {
    this.#controls.show(this.picks, this.#answers);
    this.#bar.write(writePicks(this.schema, this.picks));
    this.say(...this.#said);
  }

  #step(): void {
    this.setPlaying(false);
    this.#demo.played?.(true);
    this.#advance();
    this.#demo.played?.(false);
    this.show();
  }

  /** Restarts time and chart at 0. */
  restart(): void {
    this.time = 0;
    this.options.chart?.clear();
  }

  #advance(): void {
    this.#demo.step();
    this.time += this.clock.dt;
    if (this.#demo.sample) this.options.chart?.add(this.time, this.#demo.sample());
  }

  #reset(): void {
    this.restart();
    this.#demo.reset!();
    this.clock.reset();
    this.#settle();
    if (this.options.alwaysRuns) this.moved();
    else this.show();
  }

  /** Called once per drawn frame; returns whether another one is needed. */
  #frame(seconds: number): boolean {
    const runs = () => this.#demo.underWay || (this.clock.playing && !this.#demo.resting);
    if (runs()) this.clock.advance(seconds * (this.#demo.speed ?? 1));
    else this.clock.reset();
    const goesOn = runs();
    this.#draw();
    if (!goesOn || performance.now() - this.#toldAt > pause) this.tell();
    return goesOn;
  }

  #draw(): void {
    this.#demo.draw();
    this.options.chart?.show(this.clock.dt);
  }

  /** Updates the numbers, and nothing else. */
  tell(): void {
    this.#toldAt = performance.now();
    const { cost } = this.options.facts ?? {};
    this.facts.write({
      ...(cost !== undefined && { cost: stepCost(this.clock.cost) }),
      ...this.#demo.tell(),
    });
  }
}
