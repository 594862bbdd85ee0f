import { version as closedChainVersion } from 'closed-chain-ik/package.json';
import { REVISION } from 'three';
import { button, make, write } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { Ticker } from '../shell/ticker.ts';
import { inCentimetres, times } from '../shell/units.ts';
import { robotView } from '../views/robot-view.ts';
import { contenders } from './contenders.ts';
import { listSources } from './sources.ts';
import { schema, type Picks, type Schema } from './picks.ts';
import { publishedTable } from './published.ts';
import { BenchStage } from './stage.ts';
import { caseOf, type Progress, type Standing } from './task.ts';

const versions = { limber: '', three: ` r${REVISION}`, 'closed-chain': ` ${closedChainVersion}` } as const;
const heads = ['Solver', 'reached', 'µs each', 'reached/s'];

interface Row {
  readonly element: HTMLTableRowElement;
  readonly cells: readonly HTMLElement[];
  readonly bar: HTMLElement;
}

/** Starts a worker with the contest, and shows what it reports. */
export class BenchPage implements Demo<Schema> {
  readonly shell: Shell<Schema>;
  standings: readonly Standing[] = [];
  readonly #stage: BenchStage | null;
  readonly #progress = make('progress', { className: 'progress', max: 1, value: 0 });
  readonly #said = make('p', { className: 'small', role: 'status' });
  readonly #rows: readonly Row[];
  #worker: Worker | null = null;
  #end = (): void => {};

  constructor(run: HTMLElement) {
    const again = button('Run again', 'again', () => this.#run());
    again.classList.add('primary');
    this.shell = new Shell(run, schema, {
      title: 'How fast inverse kinematics is here',
      alwaysRuns: true,
      extras: [again],
    });
    const { stage, numbers } = this.shell;
    const view = stage && robotView(stage, 'An arm and its targets');
    this.#stage = view && new BenchStage(view);
    this.#rows = contenders.map(({ name, how, code }, i) => this.#makeRow(name + versions[code], how, i));
    this.#progress.setAttribute('aria-label', 'How far the run is');
    const head = make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)));
    const rows = this.#rows.map(({ element }) => element);
    const table = make('table', { className: 'board' }, make('thead', {}, head), make('tbody', {}, ...rows));
    numbers.append(table, this.#progress, this.#said);
    this.shell.run(this, view ?? new Ticker(run));
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  /** A worker solves; nothing moves here. */
  readonly resting = true;

  picked(): void {
    this.#stage?.load(caseOf(this.picks.arm));
    this.#run();
  }

  step(): void {}

  solveInPause(): void {}

  draw(): void {}

  tell(): void {}

  #makeRow(name: string, how: string, i: number): Row {
    const cells = heads.slice(1).map(() => make('td', {}, '–'));
    const bar = make('i', { className: 'gauge' });
    const show = button(name, 'row', () => this.#point(i));
    const title = make('th', { scope: 'row' }, show, make('span', { className: 'small' }, how), bar);
    const element = make('tr', {}, title, ...cells);
    for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, () => this.#point(i));
    for (const type of ['pointerleave', 'focusout']) element.addEventListener(type, () => this.#point(-1));
    return { element, cells, bar };
  }

  #point(i: number): void {
    this.#stage?.mark(this.standings[i]?.missed ?? []);
  }

  #run(): void {
    this.#worker?.terminate();
    this.#end();
    this.#end = this.shell.doing.begin('moving');
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'bench' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Progress | string>) => {
      if (typeof data === 'string') this.#fail(data);
      else this.#show(data);
    });
    this.#worker.addEventListener('error', ({ message }) => this.#fail(message));
    this.#show({ standings: [], done: 0 });
    this.#worker.postMessage(this.picks.arm);
  }

  #fail(reason: string): void {
    this.#progress.value = 1;
    this.#end();
    this.shell.say(`The run ended early: ${reason}`);
  }

  #show({ standings, done }: Progress): void {
    this.standings = standings;
    this.#progress.value = done;
    if (done === 1) this.#end();
    const rates = standings.map(({ missed, us, count }) => ((1 - missed.length / count) * 1e6) / us);
    const most = Math.max(...rates.filter(Number.isFinite));
    this.#rows.forEach(({ cells, bar }, i) => {
      const standing = standings[i];
      const rate = rates[i] ?? NaN;
      const { missed, count, us } = standing ?? { missed: [], count: 1, us: NaN };
      const reached = standing ? `${Number((100 * (1 - missed.length / count)).toFixed(1))} %` : '–';
      const texts = [reached, Number.isNaN(us) ? '–' : times(us), rateOf(rate)];
      texts.forEach((text, k) => write(cells[k]!, text));
      bar.style.width = `${Number.isNaN(rate) ? 0 : Math.max(0.5, (100 * rate) / most)}%`;
    });
    const [first] = standings;
    const judged = first ? `Each within ${inCentimetres(100 * first.tolerance)} and all joint limits. ` : '';
    write(this.#said, `${judged}${done < 1 ? 'Running …' : 'Done.'}`);
  }
}

/** Poses that reach their targets per second, to two digits. */
const rateOf = (rate: number): string =>
  Number.isNaN(rate) ? '–' : Number(rate.toPrecision(2)).toLocaleString('en');

export const start: StartPage = (main, run) => {
  listSources(main.querySelector('.sources')!);
  main.querySelector('.published')!.append(publishedTable());
  return new BenchPage(run);
};
