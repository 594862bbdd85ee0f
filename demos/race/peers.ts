/** The panel Peers: Limber beside other libraries, measured in a worker on demand. */
import { version as closedChainVersion } from 'closed-chain-ik/package.json';
import { REVISION } from 'three';
import type { PeerName, Progress } from '../../tests/bench/in-page.ts';
import { NumberTable } from '../shell/board.ts';
import { button, make, write } from '../shell/dom.ts';
import type { Panel } from '../shell/panels.ts';
import { inCentimetres } from '../shell/units.ts';
import { onPoint } from './board.ts';
import { RaceCourse } from './course.ts';
import { solveTime, unknown } from './numbers.ts';
import type { RacePage } from './page.ts';
import { PeerScene } from './peer-scene.ts';

/** In the order of the worker's runners. */
const peers = {
  find: 'Limber lm, with restarts',
  all: 'Limber solveAll, the same in one call',
  lm: 'Limber lm, from the start alone',
  ccd: 'Limber ccd, from the start alone',
  three: `CCDIKSolver of three.js r${REVISION}`,
  closedChain: `closed-chain-ik ${closedChainVersion}, damped least squares`,
} as const satisfies Record<PeerName, string>;

const nothing: Progress = { targets: [], tolerance: 0, standings: [], done: 0 };
const heads = ['solver', 'reached', 'µs per target', 'reached per second'];
const invitation =
  'Measure, then point at a row to see its misses. It takes a few seconds; all numbers are those of this machine, now.';

export class Peers implements Panel {
  readonly tab = 'peers';
  readonly measure = button('Measure here', 'measure', () => this.#run());
  readonly bar = [this.measure];
  readonly element: HTMLElement;
  progress = nothing;
  readonly #said = make('p', { className: 'small', role: 'status' });
  readonly #table = new NumberTable(heads);
  #scene: PeerScene | null = null;
  #worker: Worker | null = null;
  #end = (): void => {};

  constructor(private readonly page: RacePage) {
    this.measure.classList.add('primary');
    const table = this.#table;
    table.setRows(
      Object.values(peers).map((name, i) => ({ name: button(name, 'row', () => this.#point(i)) })),
    );
    table.rows.forEach((row, i) => onPoint(row, (on) => this.#point(on ? i : -1)));
    this.element = make('div', { className: 'panel peers' }, table.element, this.#said);
  }

  /** Forgets the last measurement. */
  open(): void {
    const { picks, view } = this.page;
    this.#scene = view && new PeerScene(view, new RaceCourse(picks));
    this.#show(nothing);
    write(this.#said, invitation);
  }

  close(): void {
    this.#stop();
    this.#scene?.dispose();
    this.#scene = null;
  }

  /** A worker says when there is something new. */
  update(): void {}

  /** Shows what one of them misses; −1: none. */
  #point(i: number): void {
    this.#scene?.show(this.progress.targets, this.progress.standings[i]?.missed ?? []);
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#end();
  }

  #run(): void {
    this.#stop();
    this.#end = this.page.shell.doing.begin('moving');
    const worker = new Worker(new URL('../../tests/bench/in-page.ts', import.meta.url), {
      type: 'module',
      name: 'peers',
    });
    worker.addEventListener('message', ({ data }: MessageEvent<Progress | string>) => {
      if (typeof data === 'string') this.#fail(data);
      else this.#show(data);
    });
    worker.addEventListener('error', ({ message }) => this.#fail(message));
    this.#worker = worker;
    this.#show(nothing);
    worker.postMessage(this.page.picks.arm.name);
  }

  #fail(reason: string): void {
    this.#stop();
    write(this.#said, `The measurement ended early: ${reason}`);
  }

  #show(progress: Progress): void {
    const { standings, done, targets, tolerance } = (this.progress = progress);
    const shares = standings.map(({ missed }) => 1 - missed.length / (targets.length / 3));
    const rates = standings.map(({ us }, i) => (shares[i]! * 1e6) / us);
    const most = Math.max(...rates.filter(Number.isFinite));
    this.#table.rows.forEach(({ style }, i) => {
      const [standing, rate = NaN] = [standings[i], rates[i]];
      const isTimed = !Number.isNaN(rate);
      const reached = standing ? `${Number((100 * shares[i]!).toFixed(1))} %` : unknown;
      const perSecond = isTimed ? Number(rate.toPrecision(2)).toLocaleString('en') : unknown;
      this.#table.write(i, reached, solveTime(standing?.us ?? null), perSecond);
      style.setProperty('--rate', isTimed ? `${Math.max(0.5, (100 * rate) / most)}%` : '0');
    });
    const judged = `Reached: within ${inCentimetres(100 * tolerance)} and all joint limits.`;
    const running = `Running … ${Math.round(100 * done)} %`;
    write(this.#said, done < 1 ? running : `${judged} All numbers: this machine, now.`);
    this.#point(-1);
    if (done === 1) this.#stop();
  }
}
