import { make } from '../shell/dom.ts';
import type { Counted } from './poses.ts';

/**
 * Number of poses over a parameter: all pale, those within the limits solid; below, the intervals that have
 * any.
 */
export class Curve {
  readonly element = make('figure', { className: 'curve' });
  readonly #svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  readonly #marks = make('div', { className: 'marks' });
  readonly #caption = make('figcaption');

  constructor() {
    this.#svg.setAttribute('preserveAspectRatio', 'none');
    this.#svg.setAttribute('aria-hidden', 'true');
    this.element.append(this.#caption, this.#svg, this.#marks);
  }

  /** `intervals`: pairs, from and to; `range` of the parameter, in the same unit. */
  show(
    counts: readonly Counted[],
    intervals: readonly number[],
    range: readonly [number, number],
    caption: string,
  ): void {
    const most = Math.max(1, ...counts.map(({ all }) => all));
    this.#svg.setAttribute('viewBox', `0 0 ${counts.length} ${most}`);
    const bars = (kind: 'all' | 'inside') => {
      const steps = counts.map((each, i) => `V${most - each[kind]}H${i + 1}`).join('');
      return `<path class="${kind}" d="M0 ${most}${steps}V${most}Z" />`;
    };
    this.#svg.innerHTML = bars('all') + bars('inside');
    this.#caption.textContent = caption;
    this.#marks.replaceChildren(...marksOf(intervals, range));
  }
}

/** One bar per interval; a part beyond the range wraps around to its other end. */
function marksOf(intervals: readonly number[], [least, greatest]: readonly [number, number]): HTMLElement[] {
  const bars: HTMLElement[] = [];
  const part = (value: number) => (100 * (value - least)) / (greatest - least);
  const add = (from: number, to: number) => {
    const bar = make('i');
    Object.assign(bar.style, { left: `${part(from)}%`, width: `${part(to) - part(from)}%` });
    bars.push(bar);
  };
  for (let i = 0; i < intervals.length; i += 2) {
    const [from, to] = [intervals[i]!, intervals[i + 1]!];
    add(Math.max(from, least), Math.min(to, greatest));
    if (to > greatest) add(least, least + to - greatest);
  }
  return bars;
}
