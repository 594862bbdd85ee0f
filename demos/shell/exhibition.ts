/** A page that shows an exhibit on the bench, as one value. */
import { LimberError } from 'limber';
import { Bench, goalRooms, sentenceOf, type Exhibit, type Place } from 'limber/bench';
import type { ArmSettings } from 'limber/element';
import { defaultDt } from 'limber/robots';
import { colourOf } from '../views/looks.ts';
import { Chart } from './chart.ts';
import { make } from './dom.ts';
import { Panels, type Panel } from './panels.ts';
import { writeNumbers, type place, type PicksOf, type Schema, type Stops } from './picks.ts';
import { Shell, type Demo } from './shell.ts';
export type { Panel };
export type PageSchema = Schema & typeof place;

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
  /** Drawn anew with each exhibit; `startsOver`: the camera, too. */
  scenery?(shown: Exhibition<S>, startsOver: boolean): Scenery;
  /** A place in the address stands still, so that it can be seen. */
  readonly still?: boolean;
  /** Targets start at their links, also those of goals that another panel has brought. */
  readonly aims?: boolean;
  /** What Reset brings back beside the place. */
  beginning?(picks: PicksOf<S>): Partial<PicksOf<S>>;
  /** Labels of the numbers under the view, and their texts; default: state, limits and warning. Null: none. */
  readonly facts?: Readonly<Record<string, string>> | null;
  tell?(shown: Exhibition<S>): Readonly<Record<string, string>>;
  /** The same as an element; null: only this page shows it. */
  embed?(shown: Exhibition<S>): Partial<ArmSettings> | null;
  /** Heading of the chart over time. */
  readonly chart?: string;
  /** What it shows (metres); default: the distances of the goals. */
  sample?(shown: Exhibition<S>): readonly number[];
  /** Its dotted line (metres); default: 0.1 mm. */
  readonly tolerance?: number;
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
  readonly #panels: Panels;
  #shownTab: string | undefined;
  #exhibit: Exhibit | null = null;
  /** A hand has moved something: the address has it. */
  #touched: boolean;
  #noted = '';
  /** Number of curves in the chart; 0: they start anew. */
  #curves = 0;

  constructor(
    run: HTMLElement,
    readonly page: Page<S>,
  ) {
    const { chart, panels = [], picks, title, tolerance = 1e-4 } = page;
    const usual = { state: 'state', cost: 'time per step', limits: 'at a limit', warning: 'warning' };
    const { facts = usual } = page;
    this.#chart = chart ? new Chart(chart, { line: `${1000 * tolerance} mm` }) : null;
    if (this.#chart) this.#chart.curves.tolerance = tolerance;
    const more = this.#chart && { chart: this.#chart };
    const shell = (this.shell = new Shell(run, picks, {
      title,
      ...(facts && { facts, sentences: Object.keys(facts).filter((name) => sentences.includes(name)) }),
      ...more,
      arm: () => page.embed?.(this) ?? null,
    }));
    this.#touched = this.picks.q !== null || this.picks.to !== null;
    const onMove = (): void => this.moved();
    this.bench = new Bench(shell.stage ?? make('div'), {
      pageHasClock: true,
      reset: false,
      rooms: goalRooms,
      onMove,
    });
    shell.clock.dt = defaultDt;
    this.#panels = new Panels(
      shell,
      panels.map((panel) => panel(this)),
    );
    shell.run(this, shell.stage && this.bench.view, { still: page.still === true && this.#touched });
  }

  get picks(): PicksOf<S> {
    return this.shell.picks;
  }

  get resting(): boolean {
    return !this.#exhibit || (this.bench.resting && !this.#panels.open.some(({ busy }) => busy));
  }

  get underWay(): boolean {
    return this.#panels.open.some(({ underWay }) => underWay);
  }

  get speed(): number {
    const { page, picks } = this;
    const slider = page.picks.speed as Stops | undefined;
    // On a panel without the slider time runs as usual.
    return slider?.shows?.(picks) === false ? 1 : ((picks as { readonly speed?: number }).speed ?? 1);
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
      this.#show(picks, startsOver, startsOver ? { q: q ?? [], targets: to ?? [] } : this.bench.staged.place);
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
    this.#show({ ...this.picks, ...change }, false, { ...this.bench.staged.place, targets: [] });
    this.#touched = true;
    this.#note(change);
    this.shell.moved();
  }

  played(playing: boolean): void {
    if (this.#exhibit) this.bench.staged.playing = playing;
  }

  step(): void {
    if (!this.#exhibit) return;
    const solve = (): void => this.bench.staged.step();
    const panel = this.#panels.open.find((each) => 'step' in each);
    if (panel) panel.step!(solve, this.shell.clock.dt);
    else solve();
  }

  solveInPause(): void {
    if (!this.#exhibit) return;
    const panel = this.#panels.open.find((each) => 'settle' in each);
    if (panel) panel.settle!();
    else this.bench.staged.settle();
  }

  sample(): readonly number[] {
    if (!this.#exhibit) return [];
    const values = this.page.sample?.(this) ?? this.bench.staged.residuals;
    if (values.length !== this.#curves) this.#chart?.setCurves(values.map((_, i) => colourOf(i)));
    this.#curves = values.length;
    return values;
  }

  reset(): void {
    const start = { ...this.picks, ...this.page.beginning?.(this.picks), q: null, to: null };
    this.#touched = false;
    this.shell.note(this.page.next?.(start, null) ?? start);
    if (this.#exhibit) this.#show(this.picks, true, atStart);
    for (const panel of this.#panels.open) panel.reset?.();
  }

  draw(): void {
    if (!this.#exhibit) return;
    this.scenery?.update();
    this.bench.staged.draw();
  }

  tell(): Record<string, string> {
    const { bench, shell } = this;
    if (!this.#exhibit) return {};
    const { q, targets } = bench.staged.place;
    if (this.#touched && this.#noted !== (this.#noted = writeNumbers([...q, ...targets]))) this.#note({});
    this.#panels.update();
    if (this.page.tell) return this.page.tell(this);
    return {
      state: bench.resting && shell.clock.playing ? 'at rest' : 'moving',
      limits: bench.problem.linksAtLimit().join(', ') || 'none',
      warning: bench.arm.player.warning || 'none',
    };
  }

  #note(change: Partial<PicksOf<S>>): void {
    const { q, targets } = this.bench.staged.place;
    this.shell.note({ ...change, q, to: targets });
  }

  /** `at`: empty where the exhibit decides. @throws LimberError; then the last exhibit stays. */
  #show(picks: PicksOf<S>, startsOver: boolean, at: Place): void {
    const { bench, page } = this;
    const exhibit = page.exhibit(picks);
    const before = this.#exhibit;
    const names = Object.keys({ ...exhibit, ...before }) as (keyof Exhibit)[];
    const isTuned = names.every((name) => tunable.includes(name) || isSame(exhibit[name], before?.[name]));
    if (isTuned && (!startsOver || exhibit.character)) {
      bench.tune(exhibit);
      // Its body is this exhibit's own, and cannot be made anew.
      if (startsOver) bench.reset();
    } else {
      bench.show(exhibit, { keepsCamera: !startsOver });
      bench.staged.place = at;
      if (page.aims && at.targets.length !== bench.staged.place.targets.length) bench.arm.aim();
      bench.staged.playing = this.shell.clock.playing;
    }
    this.#exhibit = exhibit;
    if (!isTuned || startsOver || this.#shownTab !== this.#panels.tab) this.#dress(startsOver);
  }

  /** Draws anew what the page shows beside the exhibit. */
  #dress(startsOver: boolean): void {
    this.scenery?.dispose();
    this.scenery = this.page.scenery?.(this, startsOver) ?? null;
    this.#shownTab = this.#panels.tab;
    this.#curves = 0;
  }
}

export function show(page: object, run: HTMLElement): object {
  return new Exhibition(run, page as Page<PageSchema>);
}
