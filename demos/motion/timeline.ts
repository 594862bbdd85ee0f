/** Curves over the whole of a motion, with the present time; a press on them goes to that time. */
import { type CurveLook, Curves } from '../shell/curves.ts';
import { make, write } from '../shell/dom.ts';

class ClipCurves extends Curves {
  /** CSS pixels from the left of the host at a time. */
  placeOf(time: number): number {
    const { plot } = this;
    return plot ? plot.valToPos(time, 'x') + plot.bbox.left / devicePixelRatio : 0;
  }

  timeAt(place: number): number {
    const { plot } = this;
    return plot ? plot.posToVal(place - plot.bbox.left / devicePixelRatio, 'x') : 0;
  }
}

export class Timeline {
  readonly element = make('div', { className: 'chart' });
  readonly curves: ClipCurves;
  readonly #heading = make('h2', { className: 'label' });
  readonly #plot = make('div', { className: 'plot', role: 'img' });
  readonly #head = make('i', { className: 'playhead' });
  #time = 0;

  /** `line`: label of the dotted line at `tolerance` (metres). */
  constructor(tolerance: number, line: string, onSeek: (time: number) => void) {
    this.element.append(this.#heading, this.#plot);
    this.curves = new ClipCurves(this.#plot, { label: 'seconds', range: [1e-5, 1], line });
    this.curves.tolerance = tolerance;
    const seek = (event: PointerEvent) => {
      if (event.buttons === 1)
        onSeek(this.curves.timeAt(event.clientX - this.#plot.getBoundingClientRect().left));
    };
    this.#plot.addEventListener('pointerdown', seek);
    this.#plot.addEventListener('pointermove', seek);
    new ResizeObserver(() => this.at(this.#time)).observe(this.#plot);
  }

  /** `columns`: seconds, then the values of each curve (metres). */
  load(title: string, looks: readonly CurveLook[], columns: readonly (readonly (number | null)[])[]): void {
    write(this.#heading, title);
    this.#plot.setAttribute('aria-label', `${title}; the present values are in the table`);
    const [times] = columns;
    this.curves.show(looks, columns as [number[], ...number[][]], [0, times!.at(-1) || 1]);
    this.#plot.append(this.#head);
    this.at(this.#time);
  }

  at(time: number): void {
    this.#time = time;
    this.#head.style.translate = `${this.curves.placeOf(time)}px`;
  }
}
