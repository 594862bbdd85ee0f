import { button, make, write } from '../shell/dom.ts';
import type { RaceChart } from './chart.ts';
import { solveTime } from './numbers.ts';

/** Seconds of a whole replay. */
const duration = 5;
const steps = 1000;

/** The moment of the race on display: the end, or an earlier one during a replay. */
export class Replay {
  playing = false;
  readonly elements: readonly HTMLElement[];
  /** From 0, the start, to 1, the end. */
  #part = 1;
  readonly #button = button('Replay', 'replay', () => this.#toggle());
  readonly #slider = make('input', { type: 'range', name: 'moment', max: String(steps) });
  readonly #output = make('output', { className: 'moment' });

  /** It moves evenly along the chart's axis. `onMove`: called when another moment is to be shown. */
  constructor(
    private readonly chart: RaceChart,
    private readonly onMove: () => void,
  ) {
    this.#slider.setAttribute('aria-label', 'Moment of the race');
    this.#slider.addEventListener('input', () => {
      this.playing = false;
      this.#go(Number(this.#slider.value) / steps);
    });
    this.elements = [this.#button, this.#slider, this.#output];
    this.show();
  }

  /** Iterations or microseconds; null at the end. */
  get moment(): number | null {
    if (this.#part >= 1) return null;
    const { axis, range } = this.chart;
    const [least, most] = range;
    if (axis === 'us') return least * (most / least) ** this.#part;
    return Math.floor(least + this.#part * (most - least));
  }

  /** Jumps to the end. */
  finish(): void {
    if (this.#part < 1) this.#go(1);
  }

  /** Advances by `dt` seconds. */
  step(dt: number): void {
    if (this.playing) this.#go(Math.min(1, this.#part + dt / duration));
  }

  #toggle(): void {
    this.playing = !this.playing;
    this.#go(this.playing && this.#part >= 1 ? 0 : this.#part);
  }

  #go(part: number): void {
    this.#part = part;
    if (part >= 1) this.playing = false;
    this.show();
    this.onMove();
  }

  show(): void {
    const { moment } = this;
    const words = (x: number) =>
      this.chart.axis === 'us' ? `${solveTime(x)} µs` : `iteration ${x.toLocaleString('en')}`;
    const text = moment === null ? 'at the end' : words(moment);
    write(this.#button, this.playing ? 'Pause' : 'Replay');
    this.#slider.value = String(Math.round(this.#part * steps));
    write(this.#output, text);
    this.#slider.setAttribute('aria-valuetext', text);
  }
}
