/** Limber beside other libraries, measured in a worker on demand. */
import { version as closedChainVersion } from 'closed-chain-ik/package.json';
import { REVISION } from 'three';
import type { PeerArm, PeerName, Progress } from '../../tests/bench/in-page.ts';
import { button, make, write } from '../shell/dom.ts';
import { inCentimetres } from '../shell/units.ts';
import { solveTime } from './numbers.ts';

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
const invitation = 'Takes a few seconds. All numbers are those of this machine, now.';

interface Row {
  readonly element: HTMLTableRowElement;
  readonly cells: readonly HTMLElement[];
}

export class PeerTable {
  readonly measure = button('Measure here', 'measure', () => this.#run());
  readonly element: HTMLElement;
  /** There are other targets or other misses to show. */
  onTargets: ((targets: readonly number[], missed: readonly number[]) => void) | null = null;
  progress = nothing;
  readonly #said = make('p', { className: 'small', role: 'status' });
  readonly #rows: readonly Row[];
  #arm: PeerArm = 'panda';
  #worker: Worker | null = null;
  #end = (): void => {};

  /** `begin`: called when the worker starts; returns what to call at its end. */
  constructor(private readonly begin: () => () => void) {
    this.measure.classList.add('primary');
    this.#rows = Object.values(peers).map((name, i) => this.#makeRow(name, i));
    const head = make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)));
    const rows = this.#rows.map(({ element }) => element);
    const table = make('table', { className: 'board' }, make('thead', {}, head), make('tbody', {}, ...rows));
    this.element = make('div', { className: 'peers' }, table, this.#said);
  }

  /** Forgets the last measurement; null: the panel is closed. */
  take(arm: PeerArm | null): void {
    this.#stop();
    this.#arm = arm ?? this.#arm;
    this.#show(nothing);
    write(this.#said, invitation);
  }

  #makeRow(name: string, i: number): Row {
    const cells = heads.slice(1).map(() => make('td', {}, '–'));
    const title = make(
      'th',
      { scope: 'row' },
      button(name, 'row', () => this.#point(i)),
    );
    const element = make('tr', {}, title, ...cells);
    for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, () => this.#point(i));
    for (const type of ['pointerleave', 'focusout']) element.addEventListener(type, () => this.#point(-1));
    return { element, cells };
  }

  #point(i: number): void {
    this.onTargets?.(this.progress.targets, this.progress.standings[i]?.missed ?? []);
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#end();
  }

  #run(): void {
    this.#stop();
    this.#end = this.begin();
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
    worker.postMessage(this.#arm);
  }

  #fail(reason: string): void {
    this.#stop();
    write(this.#said, `The measurement ended early: ${reason}`);
  }

  #show(progress: Progress): void {
    const { standings, done, targets, tolerance } = (this.progress = progress);
    const count = targets.length / 3;
    const rates = standings.map(({ missed, us }) => ((1 - missed.length / count) * 1e6) / us);
    const most = Math.max(...rates.filter(Number.isFinite));
    this.#rows.forEach(({ element, cells }, i) => {
      const [standing, rate = NaN] = [standings[i], rates[i]];
      const share = standing && Number((100 * (1 - standing.missed.length / count)).toFixed(1));
      const isTimed = !Number.isNaN(rate);
      write(cells[0]!, share === undefined ? '–' : `${share} %`);
      write(cells[1]!, standing ? solveTime(standing.us) : '–');
      write(cells[2]!, isTimed ? Number(rate.toPrecision(2)).toLocaleString('en') : '–');
      element.style.setProperty('--rate', isTimed ? `${Math.max(0.5, (100 * rate) / most)}%` : '0');
    });
    const judged = `Reached: within ${inCentimetres(100 * tolerance)} and all joint limits.`;
    const running = `Running … ${Math.round(100 * done)} %`;
    write(this.#said, done < 1 ? running : `${judged} All numbers: this machine, now.`);
    this.#point(-1);
    if (done === 1) this.#stop();
  }
}
