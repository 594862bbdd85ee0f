/** A page that shows an exhibit on the bench, as one value. */
import { LimberError } from 'limber';
import { Bench, sentenceOf, type Exhibit, type Place } from 'limber/bench';
import type { ArmSettings } from 'limber/element';
import { defaultDt } from 'limber/robots';
import { colourOf } from '../views/looks.ts';
import { Chart } from './chart.ts';
import { make } from './dom.ts';
import { writeNumbers, type place, type PicksOf, type Schema } from './picks.ts';
import { Shell, type Demo } from './shell.ts';
export type PageSchema = Schema & typeof place;

/** A part of the page beside the view. */
export interface Panel {
  readonly element: HTMLElement;
  /** Shown with it, in the fold. */
  readonly more?: HTMLElement;
  /** Shown only while the page's pick `panel` is this. */
  readonly tab?: string;
  /** Called a few times per second, and after every change. */
  update(): void;
  /** Makes a frame, usually by `solve`. For one panel at a time. */
  step?(solve: () => void, dt: number): void;
  /** True while frames are due though the exhibit rests. */
  readonly busy?: boolean;
}

/** Something that a page draws beside the exhibit. */
export interface Scenery {
  update(): void;
  dispose(): void;
}

export interface Page<S extends PageSchema> {
  readonly title: string;
  readonly picks: S;
  /** What the exhibit is known by: another one starts over. */
  key(picks: PicksOf<S>): unknown;
  next?(picks: PicksOf<S>, before: PicksOf<S> | null): PicksOf<S>;
  /** @throws LimberError for picks that do not fit; the last exhibit stays. */
  exhibit(picks: PicksOf<S>): Exhibit;
  readonly panels?: readonly ((shown: Exhibition<S>) => Panel)[];
  /** Drawn anew with each exhibit. */
  scenery?(shown: Exhibition<S>): Scenery;
  /** Targets start at their links, also those of goals that another panel has brought. */
  readonly aims?: boolean;
  /** Labels of the numbers under the view, and their texts; default: state, limits and warning. */
  readonly facts?: Readonly<Record<string, string>>;
  tell?(shown: Exhibition<S>): Readonly<Record<string, string>>;
  /** The same as an element; null: only this page shows it. */
  embed?(shown: Exhibition<S>): Partial<ArmSettings> | null;
  /** Heading of the chart, which has the distances of the goals over time. */
  readonly chart?: string;
}

/** Settings that the bench changes without starting over. */
const tunable = ['solver', 'limits', 'maxIterations', 'clearance', 'overlay', 'step'];
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b));
/** Facts that are sentences. */
const sentences = ['limits', 'warning', 'words'];
const atStart: Place = { q: [], targets: [] };

/** The exhibit of a page, with its controls and its address. */
export class Exhibition<S extends PageSchema> implements Demo<S> {
  readonly shell: Shell<S>;
  readonly bench: Bench;
  scenery: Scenery | null = null;
  readonly #chart: Chart | null;
  readonly #panels: readonly Panel[];
  #shownTab: string | undefined;
  #exhibit: Exhibit | null = null;
  /** A hand has moved something: the address has it. */
  #touched: boolean;
  #noted = '';

  constructor(
    run: HTMLElement,
    readonly page: Page<S>,
  ) {
    const { chart, panels = [], picks, title } = page;
    const usual = { state: 'state', cost: 'time per step', limits: 'at a limit', warning: 'warning' };
    const facts = page.facts ?? usual;
    this.#chart = chart ? new Chart(chart, { line: '0.1 mm' }) : null;
    const more = this.#chart && { chart: this.#chart };
    const shell = (this.shell = new Shell(run, picks, {
      title,
      facts,
      sentences: Object.keys(facts).filter((name) => sentences.includes(name)),
      ...more,
      arm: () => page.embed?.(this) ?? null,
    }));
    this.#touched = this.picks.q !== null || this.picks.to !== null;
    const onMove = (): void => this.moved();
    this.bench = new Bench(shell.stage ?? make('div'), { pageHasClock: true, reset: false, onMove });
    shell.clock.dt = defaultDt;
    this.#panels = panels.map((panel) => panel(this));
    const fold = shell.form.querySelector('.more');
    fold?.append(...this.#panels.flatMap(({ more }) => more ?? []));
    shell.form.append(...this.#panels.map(({ element }) => element), ...(fold ? [fold] : []));
    shell.run(this, shell.stage && this.bench.view);
  }

  get picks(): PicksOf<S> {
    return this.shell.picks;
  }

  get resting(): boolean {
    return !this.#exhibit || (this.bench.resting && !this.#open.some(({ busy }) => busy));
  }

  get speed(): number {
    return (this.picks as { readonly speed?: number }).speed ?? 1;
  }

  next(picks: PicksOf<S>, before: PicksOf<S> | null): PicksOf<S> {
    const { page } = this;
    const after = page.next?.(picks, before) ?? picks;
    if (!before || page.key(after) === page.key(before)) return after;
    this.#touched = false;
    return { ...after, q: null, to: null };
  }

  picked(before: PicksOf<S> | null): void {
    const { page, picks } = this;
    const startsOver = !this.#exhibit || !before || page.key(picks) !== page.key(before);
    const { q, to } = picks as { readonly q: Place['q'] | null; readonly to: Place['targets'] | null };
    try {
      this.#show(picks, startsOver, startsOver ? { q: q ?? [], targets: to ?? [] } : this.bench.arm.place);
      this.shell.refuse('');
    } catch (error) {
      const reason = error instanceof LimberError ? sentenceOf(error.message) : String(error);
      if (this.#exhibit) this.shell.amend({}, reason);
      else this.shell.refuse(reason);
    }
  }

  /** A hand has moved something: the address has it from now on. */
  moved(): void {
    this.#touched = true;
    this.shell.moved();
  }

  /** Changes picks, and goals with their targets. @throws LimberError; then nothing has changed. */
  replace(change: Partial<PicksOf<S>>): void {
    this.#show({ ...this.picks, ...change }, false, { ...this.bench.arm.place, targets: [] });
    this.#touched = true;
    this.#note(change);
    this.shell.moved();
  }

  played(playing: boolean): void {
    if (this.#exhibit) this.bench.arm.playing = playing;
  }

  step(): void {
    if (!this.#exhibit) return;
    const solve = (): void => this.bench.arm.step();
    const panel = this.#open.find((each) => 'step' in each);
    if (panel) panel.step!(solve, this.shell.clock.dt);
    else solve();
  }

  solveInPause(): void {
    if (this.#exhibit) this.bench.arm.settle();
  }

  sample(): readonly number[] {
    return this.#exhibit ? this.bench.arm.residuals : [];
  }

  reset(): void {
    const start = { ...this.picks, q: null, to: null };
    this.#touched = false;
    this.shell.note(this.page.next?.(start, null) ?? start);
    if (this.#exhibit) this.#show(this.picks, true, atStart);
  }

  draw(): void {
    if (!this.#exhibit) return;
    this.bench.arm.draw();
    this.scenery?.update();
  }

  tell(): Record<string, string> {
    const { bench, shell } = this;
    if (!this.#exhibit) return {};
    if (this.#touched && this.#noted !== (this.#noted = writeNumbers(bench.arm.place.q))) this.#note({});
    if (this.#tab) shell.root.dataset.panel = this.#tab;
    for (const panel of this.#panels)
      for (const part of [panel.element, panel.more])
        part?.toggleAttribute('hidden', !this.#open.includes(panel));
    for (const panel of this.#open) panel.update();
    if (this.page.tell) return this.page.tell(this);
    return {
      state: bench.resting && shell.clock.playing ? 'at rest' : 'moving',
      limits: bench.problem.linksAtLimit().join(', ') || 'none',
      warning: bench.arm.player.warning || 'none',
    };
  }

  get #tab(): string | undefined {
    return (this.picks as { readonly panel?: string }).panel;
  }

  /** Panels that show. */
  get #open(): readonly Panel[] {
    return this.#panels.filter(({ tab = this.#tab }) => tab === this.#tab);
  }

  #note(change: Partial<PicksOf<S>>): void {
    const { q, targets } = this.bench.arm.place;
    this.shell.note({ ...change, q, to: targets });
  }

  /** `at`: empty where the exhibit decides. @throws LimberError; then the last exhibit stays. */
  #show(picks: PicksOf<S>, startsOver: boolean, at: Place): void {
    const { bench, page } = this;
    const exhibit = page.exhibit(picks);
    const before = this.#exhibit;
    const names = Object.keys({ ...exhibit, ...before }) as (keyof Exhibit)[];
    const isTuned = names.every((name) => tunable.includes(name) || isSame(exhibit[name], before?.[name]));
    if (isTuned && !startsOver) bench.tune(exhibit);
    else {
      bench.show(exhibit, { keepsCamera: !startsOver });
      bench.arm.place = at;
      if (page.aims && at.targets.length !== bench.arm.place.targets.length) bench.arm.aim();
      bench.arm.playing = this.shell.clock.playing;
      this.#chart?.setCurves(bench.arm.residuals.map((_, i) => colourOf(i)));
    }
    this.#exhibit = exhibit;
    if (!isTuned || startsOver || this.#shownTab !== this.#tab) this.#dress();
  }

  /** Draws anew what the page shows beside the exhibit. */
  #dress(): void {
    this.scenery?.dispose();
    this.scenery = this.page.scenery?.(this) ?? null;
    this.#shownTab = this.#tab;
  }
}

export function show(page: object, run: HTMLElement): object {
  return new Exhibition(run, page as Page<PageSchema>);
}
