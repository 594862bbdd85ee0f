import { solverNames, type SolverName } from 'limber';
import { button, make, write } from '../shell/dom.ts';
import { copyLines } from '../shell/files.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { Ticker } from '../shell/ticker.ts';
import { robotView } from '../views/robot-view.ts';
import type { PeerArm } from '../../tests/bench/in-page.ts';
import { peerArms } from './arms.ts';
import { Board } from './board.ts';
import { RaceChart } from './chart.ts';
import { toCsv } from './csv.ts';
import { lookOf } from './looks.ts';
import { PeerScene } from './peer-scene.ts';
import { PeerTable } from './peer-table.ts';
import { schemaOf, type Picks, type Schema } from './picks.ts';
import { Race } from './race.ts';
import type { Racer } from './racer.ts';
import { Replay } from './replay.ts';
import { RaceScene } from './scene.ts';

/** Both panels: Limber's solvers on one course, or Limber and other libraries on the benchmark's targets. */
export class RacePage implements Demo<Schema> {
  race!: Race;
  readonly names: readonly SolverName[] = solverNames();
  readonly shell: Shell<Schema>;
  readonly chart: RaceChart;
  readonly peers: PeerTable;
  readonly #plot = make('div', { className: 'plot', role: 'img', ariaLabel: 'Residual' });
  readonly #board = new Board(this.names);
  readonly #replay = new Replay(() => {
    this.#showMoment();
    this.shell.show();
  });
  readonly #view;
  #scene: RaceScene | PeerScene | null = null;

  constructor(run: HTMLElement) {
    this.peers = new PeerTable(() => this.shell.doing.begin('moving'));
    const extras = [...this.#replay.elements, this.peers.measure];
    this.shell = new Shell(run, schemaOf(this.names), {
      title: 'A race of solvers',
      alwaysRuns: true,
      extras,
    });
    const { numbers, form, stage } = this.shell;
    this.#view = stage && robotView(stage, 'Arms and their targets');
    const said = make('span', { className: 'small', role: 'status' });
    const copy = button('Copy as CSV', 'copy', () => {
      void copyLines('CSV', this.csv).then((text) => write(said, text));
    });
    numbers.append(this.#plot, make('div', { className: 'actions' }, copy, said));
    form.append(this.#board.element, this.#board.refusals, this.peers.element);
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

  get resting(): boolean {
    return this.picks.panel === 'peers' || (this.race.resting && !this.#replay.playing);
  }

  /** Another tree has other effectors; hand-set targets start from the present ones. */
  next(picks: Picks, before: Picks | null): Picks {
    const { arm, panel, target } = picks;
    if (!before) return picks;
    if (panel === 'peers' && !peerArms.includes(arm)) return { ...picks, arm: peerArms[0]! };
    if (target !== 'hand') return picks;
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

  solveInPause(): void {}

  draw(): void {
    if (this.picks.panel === 'solvers' && this.race.work()) this.#progress();
  }

  tell(): void {
    if (this.race.resting) this.#plot.ariaLabel = describe(this.race.racers);
  }

  #connect(): void {
    this.#board.onSwitch = (name, on) => {
      const off = this.picks.off.filter((each) => each !== name);
      this.shell.pick({ off: on ? off : [...off, name as SolverName] });
    };
    this.#board.onPoint = this.chart.onFocus = (name) => this.#highlight(name);
    this.peers.onTargets = (...targets) => {
      if (this.#scene instanceof PeerScene) this.#scene.show(...targets);
    };
  }

  #begin(): void {
    const { shell, picks } = this;
    const { target, at, off, arm } = picks;
    if (target === 'hand' && (at.length === 0 || at.length % 7 > 0))
      shell.amend({ target: 'near', at: [] }, 'The address does not say where the targets are.');
    this.#scene?.dispose();
    this.race?.dispose();
    const isRace = picks.panel === 'solvers';
    const names = isRace ? this.names.filter((name) => !off.includes(name)) : [];
    this.race = new Race(this.picks, names);
    this.#scene = this.#makeScene();
    this.peers.take(isRace ? null : (arm.name as PeerArm));
    document.querySelector('main')!.dataset.panel = picks.panel;
    shell.show();
  }

  #makeScene(): RaceScene | PeerScene | null {
    const view = this.#view;
    const { race } = this;
    if (!view) return null;
    if (this.picks.panel === 'peers') return new PeerScene(view, race.course);
    const colourOf = (name: string) => lookOf(this.names.indexOf(name as SolverName)).colour;
    return new RaceScene(view, race, colourOf, () => this.#moved());
  }

  /** The reader has moved, taken or let go of a target. */
  #moved(): void {
    this.#highlight(null);
    this.#replay.finish();
    this.race.restart();
    this.shell.note({ target: 'hand', at: [...this.race.course.targets] });
    this.shell.show();
  }

  /** Shows new results. */
  #progress(): void {
    const { chart, names, picks, race } = this;
    const running = race.racers.filter(({ reason }) => reason === null);
    const curves = running.map(({ name, curve }) => ({
      name,
      look: lookOf(names.indexOf(name)),
      points: curve,
    }));
    chart.showAll(curves, 10 ** picks.tolerance);
    this.#replay.setRange(chart.axis, chart.range);
    this.#board.show(race.racers);
    this.#showMoment();
  }

  #showMoment(): void {
    const { moment } = this.#replay;
    this.chart.setPlayhead(moment);
    if (this.#scene instanceof RaceScene) this.#scene.show(this.chart.axis, moment);
  }

  /** While a target is dragged, all curves are worth watching. */
  #highlight(pointedAt: string | null): void {
    const name = this.race.isHeld ? null : pointedAt;
    this.chart.highlight(name);
    this.#board.highlight(name);
    if (this.#scene instanceof RaceScene) this.#scene.highlight(name);
  }
}

function describe(racers: readonly Racer[]): string {
  const words = racers.flatMap(({ name, outcome }) =>
    outcome ? [`${name}: ${outcome.status} after ${outcome.iterations} iterations`] : [],
  );
  return `Residual of each solver. ${words.join('; ')}.`;
}

/** The files of the contest, loaded when they are unfolded. */
const sources = import.meta.glob<string>('../../tests/bench/{in-page,three-ccd,closed-chain}.ts', {
  query: '?raw',
  import: 'default',
});

export const start: StartPage = (main, run) => {
  for (const [path, load] of Object.entries(sources)) {
    const code = make('pre', { className: 'code', tabIndex: 0 });
    const fold = make('details', {}, make('summary', {}, path.split('/').at(-1)!), code);
    fold.addEventListener('toggle', () => void load().then((text) => write(code, text)), { once: true });
    main.querySelector('.sources')!.append(fold);
  }
  return new RacePage(run);
};
