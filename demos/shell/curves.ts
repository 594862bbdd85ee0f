import './locale.ts';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { cssColour, onTheme } from '../views/looks.ts';

export interface CurveLook {
  /** A custom property. */
  readonly colour: string;
  /** Lengths of dashes and gaps in CSS pixels; absent: a solid line. */
  readonly dash?: readonly number[];
}

/** An axis. Default: linear, with numbers of up to three digits. */
export interface Axis {
  readonly label?: string;
  /** A logarithmic scale, with a grid line per power of ten. */
  readonly log?: boolean;
  /** Label of a grid line. */
  readonly say?: (value: number) => string;
  /** Room for the labels in CSS pixels. */
  readonly size?: number;
}

export interface CurvesOptions {
  /** Read again for every new plot; default: seconds. */
  readonly across?: () => Axis;
  readonly up: Axis;
  /** Values at the bottom and at the top; read at every drawing. */
  readonly range: readonly [number, number];
  /** Label of the dotted line; default: tolerance. */
  readonly line?: string;
}

/** Quantities over time or iterations, with the tolerance or another reference as a dotted line. */
export class Curves {
  /** Data as drawn: x, then y of each curve. */
  data: uPlot.AlignedData = [[]];
  /** Metres; NaN: no dotted line. */
  tolerance = 1e-4;
  protected plot: uPlot | null = null;
  #looks: readonly CurveLook[] = [];
  #x: readonly [number, number] = [0, 1];
  readonly #colours = new Map<string, string>();

  constructor(
    private readonly host: HTMLElement,
    private readonly options: CurvesOptions,
  ) {
    new ResizeObserver(() => this.plot?.setSize(this.#size)).observe(host);
    const repaint = () => {
      this.#colours.clear();
      this.plot?.redraw(false);
    };
    onTheme(repaint);
    void document.fonts.ready.then(repaint);
  }

  /** `data`: x, then y of each curve (metres), null for missing points. */
  show(looks: readonly CurveLook[], data: uPlot.AlignedData, x: readonly [number, number]): void {
    this.data = data;
    this.#x = x;
    // Zero has no logarithm.
    const [bottom] = this.options.range;
    const [xs, ...ys] = data;
    const drawn = ys.map((column) =>
      Array.from(column, (value) => (typeof value === 'number' ? Math.max(value, bottom) : value)),
    );
    // A new plot costs more than new data, and its code is compiled anew.
    if (this.plot && areSame(looks, this.#looks)) {
      this.plot.setData([xs, ...drawn]);
      return;
    }
    this.forget();
    this.#looks = looks;
    this.plot = new uPlot(this.settings(), [xs, ...drawn], this.host);
    this.plot.root.setAttribute('aria-hidden', 'true');
  }

  /** Settings have changed: the next data get a new plot. */
  protected forget(): void {
    this.plot?.destroy();
    this.plot = null;
  }

  get #size(): { width: number; height: number } {
    return { width: this.host.clientWidth, height: this.host.clientHeight };
  }

  /** Read again only after a change of theme: reading a style makes the browser lay out. */
  protected colour(name: string): string {
    const value = this.#colours.get(name) ?? cssColour(this.host, name);
    this.#colours.set(name, value);
    return value;
  }

  protected settings(): uPlot.Options {
    const { range, up } = this.options;
    const across = this.options.across?.() ?? {};
    const font = `12px ${this.colour('--text')}`;
    const axis = {
      font,
      labelFont: font,
      ticks: { show: false },
      stroke: () => this.colour('--soft'),
      grid: { stroke: () => this.colour('--line'), width: 1 },
    };
    return {
      ...this.#size,
      padding: [10, 12, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, distr: across.log ? 3 : 1, range: () => [...this.#x] },
        y: { distr: up.log ? 3 : 1, range: () => [...range] },
      },
      axes: [
        {
          ...{ ...axis, size: 26, gap: 6, labelSize: 18, labelGap: 0, label: across.label ?? 'seconds' },
          ...marks(across, () => this.#x),
        },
        { ...axis, size: up.size ?? 58, ...marks(up, () => range) },
      ],
      series: [
        {},
        ...this.#looks.map(({ colour, dash }) => ({
          width: 2,
          spanGaps: true,
          points: { show: false },
          dash: [...(dash ?? [])],
          stroke: () => this.colour(colour),
        })),
      ],
      hooks: { drawAxes: [(plot) => this.drawTolerance(plot)] },
    };
  }

  protected drawTolerance(plot: uPlot): void {
    const { ctx, bbox } = plot;
    if (Number.isNaN(this.tolerance)) return;
    const y = Math.round(plot.valToPos(this.tolerance, 'y', true)) + 0.5;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = this.colour('--soft');
    ctx.setLineDash([devicePixelRatio * 2, devicePixelRatio * 4]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.font = `${12 * devicePixelRatio}px ${this.colour('--text')}`;
    ctx.textAlign = 'right';
    ctx.textBaseline = 'bottom';
    ctx.fillText(this.options.line ?? 'tolerance', bbox.left + bbox.width, y - 2 * devicePixelRatio);
    ctx.restore();
  }
}

const number = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en');

/** Grid lines with their labels: every mark has room for its own. */
const marks = ({ log, say = number }: Axis, range: () => readonly [number, number]): uPlot.Axis => ({
  ...(log && { splits: () => decades(range()), filter: (_, all) => all }),
  values: (_, values) => values.map(say),
});

const areSame = (some: readonly CurveLook[], others: readonly CurveLook[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others);

/** Powers of ten between two numbers; not all of them where more than seven labels would be needed. */
function decades([from, to]: readonly [number, number]): number[] {
  const [first, last] = [Math.round(Math.log10(from)), Math.round(Math.log10(to))];
  const every = Math.max(1, Math.ceil((last - first) / 6));
  const count = Math.floor((last - first) / every) + 1;
  return Array.from({ length: count }, (_, i) => 10 ** (last - i * every)).reverse();
}
