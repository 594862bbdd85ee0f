import { solverNames, type SolverName } from 'limber';
import '../figures/index.ts';
import { button, make, write } from '../shell/dom.ts';
import { copyLines } from '../shell/files.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { Ticker } from '../shell/ticker.ts';
import { Board } from './board.ts';
import { addCards } from './cards.ts';
import { RaceChart } from './chart.ts';
import { toCsv } from './csv.ts';
import type { Lane } from './lane.ts';
import { Lanes } from './lanes.ts';
import { lookOf } from './looks.ts';
import { schemaOf, type Picks, type Schema } from './picks.ts';
import { Race } from './race.ts';
import type { Racer } from './racer.ts';
import { Replay } from './replay.ts';

/** Everything on the page that moves. */
export class RacePage implements Demo<Schema> {
  race!: Race;
  readonly names: readonly SolverName[] = solverNames();
  readonly shell: Shell<Schema>;
  readonly chart: RaceChart;
  readonly #plot = make('div', { className: 'plot', role: 'img', ariaLabel: 'Residual' });
  readonly #board: Board;
  readonly #lanes: Lanes;
  readonly #replay = new Replay(() => {
    this.#showMoment();
    this.shell.show();
  });

  constructor(run: HTMLElement) {
    const entries = this.names.map((name, i) => ({ name, look: lookOf(i) }));
    this.#lanes = new Lanes(entries);
    this.#board = new Board(entries);
    this.shell = new Shell(run, schemaOf(this.names), {
      title: 'A race of solvers',
      alwaysRuns: true,
      extras: this.#replay.elements,
    });
    const { numbers, form, stage } = this.shell;
    const scene = run.querySelector('.scene')!;
    stage?.remove();
    scene.prepend(this.#lanes.element);
    const said = make('span', { className: 'copied', role: 'status' });
    const copy = button('Copy as CSV', 'copy', () => {
      void copyLines('CSV', this.csv).then((text) => write(said, text));
    });
    const axis = run.querySelector('.picker')!;
    numbers.append(axis, this.#plot, this.#board.element, make('div', { className: 'actions' }, copy, said));
    // Rarely used settings are folded away.
    const more = [form.querySelector('.pick:has([name=mode])')!, form.querySelector('.settings')!];
    form.append(make('details', {}, make('summary', {}, 'Options'), ...more));
    this.chart = new RaceChart(this.#plot);
    this.#connect();
    this.shell.run(this, new Ticker(run));
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get csv(): string {
    return toCsv(this.shell.address.search || '?', this.race.racers);
  }

  /** The existing views. */
  get lanesShown(): readonly Lane[] {
    return this.#lanes.lanes;
  }

  get resting(): boolean {
    return this.race.resting && !this.#replay.playing;
  }

  /** Another tree has other effectors; hand-set targets start from the present ones. */
  next(picks: Picks, before: Picks | null): Picks {
    const { arm, target } = picks;
    if (!before || target !== 'hand') return picks;
    if (before.arm !== arm) return { ...picks, target: 'near' };
    return before.target === 'hand' ? picks : { ...picks, at: [...this.race.course.targets] };
  }

  picked(before: Picks | null): void {
    this.chart.axis = this.picks.axis;
    this.#replay.finish();
    const others = Object.keys(this.picks).filter((name) => name !== 'axis') as (keyof Picks)[];
    if (before && others.every((name) => this.picks[name] === before[name])) this.#progress();
    else this.#begin();
  }

  step(): void {
    this.#replay.step(this.shell.clock.dt);
  }

  solveInPause(): void {
    while (!this.resting) this.draw();
  }

  draw(): void {
    if (this.race.work()) this.#progress();
  }

  tell(): void {
    if (this.race.resting) this.#plot.ariaLabel = describe(this.race.racers);
  }

  #connect(): void {
    this.#board.onSwitch = (name, on) => {
      const off = this.picks.off.filter((each) => each !== name);
      this.shell.pick({ off: on ? off : [...off, name as SolverName] });
    };
    this.#board.onPoint = this.#lanes.onPoint = (name) => this.#highlight(name);
    this.chart.onFocus = (name) => this.#highlight(name);
    this.#lanes.onMoved = () => {
      this.#highlight(null);
      this.#replay.finish();
      this.shell.note({ target: 'hand', at: [...this.race.course.targets] });
    };
  }

  #begin(): void {
    const { shell } = this;
    const { target, at } = this.picks;
    if (target === 'hand' && (at.length === 0 || at.length % 7 > 0))
      shell.amend({ target: 'near', at: [] }, 'The address does not say where the targets are.');
    this.race?.dispose();
    const names = this.names.filter((name) => !this.picks.off.includes(name));
    this.race = new Race(this.picks, names, () => this.shell.show());
    this.#lanes.fill(this.race, this.picks.goal !== 'position');
    this.race.begin();
  }

  /** Shows new results. */
  #progress(): void {
    const { chart, picks, race } = this;
    const curves = race.racers.flatMap(({ name, curve, reason }) =>
      reason === null ? [{ name, look: lookOf(this.names.indexOf(name)), points: curve }] : [],
    );
    chart.showAll(curves, 10 ** picks.tolerance);
    this.#replay.setRange(chart.axis, chart.range);
    for (const name of this.names) this.#board.show(name, race.racerOf(name));
    this.#showMoment();
  }

  #showMoment(): void {
    const { moment } = this.#replay;
    this.chart.setPlayhead(moment);
    this.#lanes.show(this.chart.axis, moment);
  }

  /** While a target is dragged, all curves are worth watching. */
  #highlight(pointedAt: string | null): void {
    const name = this.race.isHeld ? null : pointedAt;
    this.chart.highlight(name);
    this.#board.highlight(name);
    this.#lanes.highlight(name);
  }
}

function describe(racers: readonly Racer[]): string {
  const words = racers.flatMap(({ name, outcome }) =>
    outcome ? [`${name}: ${outcome.status} after ${outcome.iterations} iterations`] : [],
  );
  return `Residual over iterations. ${words.join('; ')}.`;
}

export const start: StartPage = (main, run) => {
  addCards(main.querySelector('.cards')!, solverNames());
  return new RacePage(run);
};
