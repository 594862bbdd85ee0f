/** The panel Solvers: all of Limber's on one course, with their curves, a table and a replay. */
import type { SolverName } from 'limber';
import { button, make, write } from '../shell/dom.ts';
import { copyLines } from '../shell/files.ts';
import type { Panel } from '../shell/panels.ts';
import { Board } from './board.ts';
import { RaceChart } from './chart.ts';
import { toCsv } from './csv.ts';
import { lookOf } from './looks.ts';
import type { RacePage } from './page.ts';
import { Race } from './race.ts';
import type { Racer } from './racer.ts';
import { Replay } from './replay.ts';
import { RaceScene } from './scene.ts';

export class Solvers implements Panel {
  readonly tab = 'solvers';
  /** Disposed while the other panel is open. */
  race!: Race;
  readonly chart: RaceChart;
  readonly element: HTMLElement;
  readonly bar: readonly HTMLElement[];
  readonly numbers: readonly HTMLElement[];
  readonly replay: Replay;
  readonly #plot = make('div', { className: 'plot', role: 'img', ariaLabel: 'Residual' });
  readonly #board: Board;
  #scene: RaceScene | null = null;

  constructor(private readonly page: RacePage) {
    this.chart = new RaceChart(this.#plot);
    this.replay = new Replay(this.chart, () => {
      this.#showMoment();
      page.shell.show();
    });
    const board = (this.#board = new Board(page.names));
    board.onSwitch = (name, on) => {
      const off = page.picks.off.filter((each) => each !== name);
      page.shell.pick({ off: on ? off : [...off, name as SolverName] });
    };
    board.onPoint = this.chart.onFocus = (name) => this.#highlight(name);
    this.element = make('div', { className: 'panel' }, board.element, board.refusals);
    const said = make('span', { className: 'small', role: 'status' });
    const copy = button('Copy as CSV', 'copy', () => {
      void copyLines('CSV', this.csv).then((text) => write(said, text));
    });
    this.numbers = [make('div', {}, this.#plot, make('div', { className: 'actions' }, copy, said))];
    this.bar = this.replay.elements;
  }

  get busy(): boolean {
    return !this.race.resting || this.replay.playing;
  }

  get csv(): string {
    return toCsv(this.page.shell.address.search || '?', this.race.racers);
  }

  open(): void {
    const { names, picks, view } = this.page;
    const on = names.filter((name) => !picks.off.includes(name));
    this.race = new Race(picks, on);
    const colourOf = (name: string) => lookOf(names.indexOf(name as SolverName)).colour;
    this.#scene = view && new RaceScene(view, this.race, colourOf, () => this.#moved());
  }

  close(): void {
    this.#scene?.dispose();
    this.#scene = null;
    // Before the first opening there is none.
    this.race?.dispose();
  }

  /** Does a frame's share of the work. */
  work(): void {
    if (this.race.work()) this.show();
  }

  /** Shows new results, or the same along another axis. */
  show(): void {
    const { chart, page, race } = this;
    const running = race.racers.filter(({ reason }) => reason === null);
    const curves = running.map(({ name, curve }) => ({
      name,
      look: lookOf(page.names.indexOf(name)),
      points: curve,
    }));
    chart.axis = page.picks.axis;
    chart.showAll(curves, 10 ** page.picks.tolerance);
    this.replay.show();
    this.#board.show(race.racers);
    this.#showMoment();
  }

  update(): void {
    if (this.race.resting) this.#plot.ariaLabel = describe(this.race.racers);
  }

  /** The reader has moved, taken or let go of a target. */
  #moved(): void {
    const { race, replay } = this;
    this.#highlight(null);
    replay.finish();
    race.restart();
    this.page.shell.note({ target: 'hand', at: [...race.course.targets] });
    this.page.shell.show();
  }

  #showMoment(): void {
    const { moment } = this.replay;
    this.chart.setPlayhead(moment);
    this.#scene?.show(this.chart.axis, moment);
  }

  /** While a target is dragged, all curves are worth watching. */
  #highlight(pointedAt: string | null): void {
    const name = this.race.isHeld ? null : pointedAt;
    for (const each of [this.chart, this.#board, this.#scene]) each?.highlight(name);
  }
}

function describe(racers: readonly Racer[]): string {
  const words = racers.flatMap(({ name, outcome }) =>
    outcome ? [`${name}: ${outcome.status} after ${outcome.iterations} iterations`] : [],
  );
  return `Residual of each solver. ${words.join('; ')}.`;
}
