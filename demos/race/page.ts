import { init, solverNames, type SolverName } from 'limber';
import { Stage } from 'limber/three';
import { addShare, present } from '../shell/share.ts';
import { arms, type ArmName } from './arms.ts';
import { Board } from './board.ts';
import { addCards } from './cards.ts';
import { RaceChart, type Axis } from './chart.ts';
import { toCsv } from './csv.ts';
import { lookOf } from './looks.ts';
import { Panel } from './panel.ts';
import { fromQuery, type Picks, toQuery } from './picks.ts';
import { Race } from './race.ts';
import type { Racer } from './racer.ts';
import { Replay } from './replay.ts';
import type { Lane } from './lane.ts';
import { Lanes } from './lanes.ts';

const find = <T extends Element>(page: ParentNode, selector: string): T => page.querySelector<T>(selector)!;

/** Everything on the page that moves. Tests find it at `main.limberRace`. */
export class RacePage {
  picks: Picks;
  race!: Race;
  readonly names: readonly SolverName[];
  readonly chart: RaceChart;
  private readonly panel: Panel;
  private readonly board: Board;
  private readonly replay: Replay;
  private readonly lanes: Lanes;

  constructor(private readonly page: Document) {
    this.names = solverNames();
    this.picks = fromQuery(location.search, Object.keys(arms));
    const entries = this.names.map((name, i) => ({ name, look: lookOf(i) }));
    addCards(find(page, '.cards'), this.names);
    this.panel = new Panel(find(page, '.form'), this.picks);
    this.board = new Board(find(page, '.board tbody'), entries);
    this.chart = new RaceChart(find(page, '.plot'));
    this.replay = new Replay(
      find(page, 'button[name=replay]'),
      find(page, 'input[name=moment]'),
      find(page, 'output.moment'),
    );
    this.lanes = new Lanes(find(page, '.lanes'), entries);
    this.connect();
    this.begin();
    addShare(find(page, '.share'), { title: 'A race of solvers', address: present });
  }

  get csv(): string {
    return toCsv(this.picks, this.race.racers);
  }

  /** The views that there are. */
  get lanesShown(): readonly Lane[] {
    return this.lanes.lanes;
  }

  private connect(): void {
    this.panel.onPick = (change) => this.pick(change);
    this.board.onSwitch = (name, on) => {
      const off = this.picks.off.filter((each) => each !== name);
      this.pick({ off: on ? off : [...off, name] });
    };
    this.board.onPoint = this.lanes.onPoint = (name) => this.highlight(name);
    this.chart.onFocus = (name) => this.highlight(name);
    this.lanes.onMoved = () => this.pickHand();
    this.replay.onMove = (moment) => this.showMoment(moment);
    for (const input of this.page.querySelectorAll<HTMLInputElement>('input[name=axis]')) {
      input.addEventListener('change', () => this.setAxis(input.value as Axis));
    }
    find<HTMLButtonElement>(this.page, 'button[name=copy]').addEventListener('click', (event) => {
      void this.copy(event.currentTarget as HTMLButtonElement);
    });
  }

  private pick(change: Partial<Picks>): void {
    const at = change.target === 'hand' ? [...this.race.course.targets] : this.picks.at;
    this.picks = { ...this.picks, at, ...change };
    // Another tree has other effectors.
    if (change.arm && this.picks.target === 'hand') this.picks.target = 'near';
    this.panel.show(this.picks);
    this.begin();
  }

  /** A target was moved: the race goes on with the same arms. */
  private pickHand(): void {
    this.highlight(null);
    this.replay.finish();
    this.picks = { ...this.picks, target: 'hand', at: [...this.race.course.targets] };
    this.panel.show(this.picks);
  }

  private begin(): void {
    this.replay.finish();
    this.race?.dispose();
    const names = this.names.filter((name) => !this.picks.off.includes(name));
    this.race = new Race(arms[this.picks.arm as ArmName], this.picks, names);
    this.race.onProgress = (rest) => this.progress(rest);
    this.lanes.fill(this.race, this.picks.goal !== 'position');
    this.race.begin();
    this.writeAddress();
  }

  private progress(rest: boolean): void {
    const { chart, picks, race } = this;
    const running = race.racers.filter(({ reason }) => reason === null);
    const curves = running.map(({ name, curve }) => ({
      name,
      look: lookOf(this.names.indexOf(name)),
      points: curve,
    }));
    chart.show(curves, 10 ** picks.tolerance);
    this.replay.setRange(chart.axis, chart.range);
    for (const name of this.names) this.board.show(name, race.racerOf(name));
    this.showMoment(this.replay.moment);
    if (!rest) return;
    this.writeAddress();
    find<HTMLElement>(this.page, '.plot').setAttribute('aria-label', describe(running));
  }

  private showMoment(moment: number | null): void {
    this.chart.setPlayhead(moment);
    this.lanes.show(this.chart.axis, moment);
  }

  private setAxis(axis: Axis): void {
    this.chart.axis = axis;
    this.replay.finish();
    this.progress(false);
  }

  /** While a target is dragged all curves are worth watching. */
  private highlight(pointedAt: string | null): void {
    const name = this.race.isHeld ? null : pointedAt;
    this.chart.highlight(name);
    this.board.highlight(name);
    this.lanes.highlight(name);
  }

  private writeAddress(): void {
    history.replaceState(null, '', location.pathname + toQuery(this.picks) + location.hash);
  }

  private async copy(button: HTMLButtonElement): Promise<void> {
    const said = find<HTMLElement>(this.page, '.copied');
    try {
      await navigator.clipboard.writeText(this.csv);
      said.textContent = `Copied ${this.csv.split('\r\n').length - 2} lines.`;
    } catch {
      said.textContent = 'The browser does not allow copying here.';
    }
    button.focus();
  }
}

function describe(racers: readonly Racer[]): string {
  const words = racers.map(
    ({ name, outcome }) => `${name}: ${outcome?.status} after ${outcome?.iterations} iterations`,
  );
  return `Residual over iterations. ${words.join('; ')}.`;
}

export async function start(page: Document, explain: (text: string) => void): Promise<void> {
  await init();
  if (!Stage.available()) {
    explain(
      'The arms are not shown: their views need WebGL 2, and this browser does not offer it. The race itself runs.',
    );
  }
  find<HTMLElement>(page, 'main').limberRace = new RacePage(page);
}

declare global {
  interface HTMLElement {
    limberRace?: RacePage;
  }
}
