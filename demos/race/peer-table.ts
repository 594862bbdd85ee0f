/** Limber beside other libraries, measured in a worker on demand. */
import { version as closedChainVersion } from 'closed-chain-ik/package.json';
import { REVISION } from 'three';
import { button, make, write } from '../shell/dom.ts';
import { inCentimetres, times } from '../shell/units.ts';
import type { PeerArm } from './arms.ts';

/** In the order of the worker's runners. */
const peers = {
  find: { name: 'Limber lm', how: 'with restarts' },
  all: { name: 'Limber solveAll', how: 'the same in one call' },
  lm: { name: 'Limber lm', how: 'from the start alone' },
  ccd: { name: 'Limber ccd', how: 'from the start alone' },
  three: { name: 'CCDIKSolver', how: `of three.js r${REVISION}` },
  closedChain: { name: 'closed-chain-ik', how: `${closedChainVersion}, damped least squares` },
} as const;
export type PeerName = keyof typeof peers;

/** A row of the table. */
export interface Standing {
  /** Indices of the targets that are not reached. */
  readonly missed: readonly number[];
  /** Microseconds per target, reached or not: the median of the rounds so far; NaN before the first. */
  us: number;
}

export interface Progress {
  /** Three numbers each, in the frame of the robot's description. */
  readonly targets: readonly number[];
  /** Metres: that of the judge. */
  readonly tolerance: number;
  readonly standings: readonly Standing[];
  /** From 0 to 1. */
  readonly done: number;
}

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
  readonly #bar = make('progress', { max: 1, ariaLabel: 'How far the measurement is' });
  readonly #said = make('p', { className: 'small', role: 'status' });
  readonly #rows: readonly Row[];
  #arm: PeerArm = 'panda';
  #worker: Worker | null = null;
  #end = (): void => {};

  /** `begin`: called when the worker starts; returns what to call at its end. */
  constructor(private readonly begin: () => () => void) {
    this.measure.classList.add('primary');
    this.#rows = Object.values(peers).map(({ name, how }, i) => this.#makeRow(name, how, i));
    const head = make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)));
    const rows = this.#rows.map(({ element }) => element);
    const table = make('table', { className: 'board' }, make('thead', {}, head), make('tbody', {}, ...rows));
    this.element = make('div', { className: 'peers' }, table, this.#bar, this.#said);
  }

  /** Forgets the last measurement; null: the panel is closed. */
  take(arm: PeerArm | null): void {
    this.#stop();
    this.#arm = arm ?? this.#arm;
    this.#show(nothing);
    write(this.#said, invitation);
  }

  #makeRow(name: string, how: string, i: number): Row {
    const cells = heads.slice(1).map(() => make('td', {}, '–'));
    const title = make(
      'th',
      { scope: 'row' },
      button(name, 'row', () => this.#point(i)),
      make('span', {}, how),
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
    const worker = new Worker(new URL('./contest.ts', import.meta.url), { type: 'module', name: 'peers' });
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
    this.#bar.value = done;
    const count = targets.length / 3;
    const rates = standings.map(({ missed, us }) => ((1 - missed.length / count) * 1e6) / us);
    const most = Math.max(...rates.filter(Number.isFinite));
    this.#rows.forEach(({ element, cells }, i) => {
      const [standing, rate = NaN] = [standings[i], rates[i]];
      const share = standing && Number((100 * (1 - standing.missed.length / count)).toFixed(1));
      const isTimed = !Number.isNaN(rate);
      write(cells[0]!, share === undefined ? '–' : `${share} %`);
      write(cells[1]!, isTimed ? times(standing!.us) : '–');
      write(cells[2]!, isTimed ? Number(rate.toPrecision(2)).toLocaleString('en') : '–');
      element.style.setProperty('--rate', isTimed ? `${Math.max(0.5, (100 * rate) / most)}%` : '0');
    });
    const judged = `Reached: within ${inCentimetres(100 * tolerance)} and all joint limits.`;
    write(
      this.#said,
      done === 0 ? 'Running …' : done < 1 ? `${judged} Running …` : `${judged} This machine, now.`,
    );
    this.#point(-1);
    if (done === 1) this.#stop();
  }
}
