import uPlot from 'uplot';
import { Curves, type CurveLook } from '../shell/curves.ts';
import { power } from './numbers.ts';
import type { Axis } from './picks.ts';
import type { CurvePoint } from './racer.ts';

export interface RaceCurve {
  readonly name: string;
  readonly look: CurveLook;
  readonly points: readonly CurvePoint[];
}

interface Line {
  readonly name: string;
  readonly x: number[];
  readonly y: number[];
}

/** Residuals below this part of the tolerance are not shown. */
const depth = 1e-3;
const faded = 0.22;

/** The residual of all solvers over iterations or microseconds. */
export class RaceChart extends Curves {
  axis: Axis = 'iterations';
  /** The pointer is over a solver's line, or over none. */
  onFocus: ((name: string | null) => void) | null = null;
  drawn: readonly Line[] = [];
  /** Least and greatest x. */
  range: readonly [number, number] = [0, 1];
  #builtFor: Axis = 'iterations';
  #playhead: number | null = null;
  #focused: string | null = null;

  /** `heights`: smallest and greatest residual in range. */
  constructor(
    host: HTMLElement,
    private readonly heights: [number, number] = [1e-5, 1],
  ) {
    super(host, {
      across: () => (this.axis === 'us' ? { label: 'microseconds', log: true } : { label: 'iterations' }),
      up: { log: true, say: power, size: 46 },
      range: heights,
    });
  }

  showAll(curves: readonly RaceCurve[], tolerance: number): void {
    this.tolerance = tolerance;
    this.drawn = curves.map((curve) => this.#line(curve));
    this.#fit();
    if (this.#builtFor !== this.axis) this.forget();
    this.#builtFor = this.axis;
    this.show(
      curves.map(({ look }) => look),
      joined(this.drawn),
      this.range,
    );
    this.highlight(this.#focused);
  }

  /** Highlights one line; null: none. */
  highlight(name: string | null): void {
    this.#focused = name;
    const index = this.drawn.findIndex((line) => line.name === name);
    this.plot?.setSeries(index < 0 ? null : index + 1, { focus: true });
  }

  /** Sets a vertical line at an x, or removes it. */
  setPlayhead(x: number | null): void {
    if (this.#playhead === x) return;
    this.#playhead = x;
    this.plot?.redraw(false);
  }

  #line({ name, points }: RaceCurve): Line {
    const known = this.axis === 'us' ? points.filter(({ us }) => us !== null && us > 0) : points;
    const x: number[] = [];
    for (const { iterations, us } of known) {
      const place = this.axis === 'us' ? us! : iterations;
      // Successive points of a curve need different x.
      x.push(Math.max(place, (x.at(-1) ?? 0) * (1 + 1e-9)));
    }
    return { name, x, y: known.map(({ residual }) => residual) };
  }

  /** Whole decades, so that the scale does not creep while a target is dragged. */
  #fit(): void {
    const [xs, ys] = [this.drawn.flatMap(({ x }) => x), this.drawn.flatMap(({ y }) => y)];
    const lowest = Math.max(Math.min(...ys, this.tolerance), depth * this.tolerance);
    const top = decade(Math.max(...ys, this.tolerance), Math.ceil);
    this.heights[0] = Math.min(decade(lowest, Math.floor), top / 10);
    this.heights[1] = top;
    const far = Math.max(...xs, 10);
    this.range =
      this.axis === 'us'
        ? [decade(Math.min(...xs, far / 10), Math.floor), decade(far, Math.ceil)]
        : [0, 10 * Math.ceil(far / 10)];
  }

  protected override settings(): uPlot.Options {
    const settings = super.settings();
    return {
      ...settings,
      focus: { alpha: faded },
      cursor: { drag: { x: false, y: false }, points: { show: false }, focus: { prox: 24 } },
      series: settings.series.map((each, i) => (i === 0 ? each : { ...each, points: end(each) })),
      hooks: {
        ...settings.hooks,
        draw: [(plot) => this.#drawPlayhead(plot)],
        setSeries: [(_, index) => this.#tellFocus(index)],
      },
    };
  }

  #tellFocus(index: number | null): void {
    const name = index ? (this.drawn[index - 1]?.name ?? null) : null;
    if (name === this.#focused) return;
    this.#focused = name;
    this.onFocus?.(name);
  }

  #drawPlayhead(plot: uPlot): void {
    if (this.#playhead === null) return;
    const { ctx, bbox } = plot;
    const x = Math.round(plot.valToPos(this.#playhead, 'x', true));
    ctx.fillStyle = this.colour('--ink');
    ctx.fillRect(x, bbox.top, devicePixelRatio, bbox.height);
  }
}

const decade = (value: number, round: (exponent: number) => number): number =>
  10 ** round(Math.log10(value) + 1e-9 * (round === Math.floor ? 1 : -1));

/** A dot where a line ends. */
const end = ({ stroke }: uPlot.Series): uPlot.Series.Points => ({
  show: true,
  size: 7,
  ...(stroke && { fill: stroke }),
  filter: ({ data }, i) => [Array.from(data[i]!, (value) => typeof value === 'number').lastIndexOf(true)],
});

/** One list of x for all curves, as uPlot needs it; a curve has null where it has no point. */
function joined(lines: readonly Line[]): uPlot.AlignedData {
  // Times arrive after the curves: until then there are no points, and uPlot cannot join none.
  if (lines.every(({ x }) => x.length === 0)) return [[], ...lines.map(() => [])];
  return uPlot.join(lines.map(({ x, y }) => [x, y]));
}
