/** Curves of the last frames of a run, with a heading. */
import { Curves, type CurveLook, type CurvesOptions } from './curves.ts';
import { make } from './dom.ts';
import { decade } from './units.ts';

/** Number of frames to remember. */
const memory = 500;

export class Chart {
  readonly element = make('div', { className: 'chart' });
  readonly curves: Curves;
  /** Times of the remembered frames in seconds, oldest first; below, each curve's values there (metres). */
  readonly times: number[] = [];
  #values: readonly number[][] = [];
  #looks: readonly CurveLook[] = [];

  /** `title` names the quantity; screen readers are told where its present values are. */
  constructor(title: string, options: Pick<CurvesOptions, 'line'> = {}) {
    const plot = make('div', { className: 'plot', role: 'img' });
    plot.setAttribute('aria-label', `${title}; the present values are in the table`);
    const heading = `${title}, over the last ${memory} frames`;
    this.element.append(make('h2', { className: 'label' }, heading), plot);
    this.curves = new Curves(plot, { up: { log: true, say: decade }, range: [1e-6, 1], ...options });
  }

  /** Replaces the curves, one custom property each; they start empty. */
  setCurves(colours: readonly string[]): void {
    this.#looks = colours.map((colour) => ({ colour }));
    this.#values = colours.map(() => []);
    this.times.length = 0;
  }

  add(time: number, values: ArrayLike<number>): void {
    this.times.push(time);
    this.#values.forEach((column, i) => column.push(values[i]!));
    if (this.times.length > memory) for (const column of [this.times, ...this.#values]) column.shift();
  }

  clear(): void {
    for (const column of [this.times, ...this.#values]) column.length = 0;
  }

  /** `dt`: seconds per frame, which set the chart's width. */
  show(dt: number): void {
    const width = memory * dt;
    const end = Math.max(width, this.times.at(-1) ?? 0);
    this.curves.show(this.#looks, [this.times, ...this.#values], [end - width, end]);
  }
}
