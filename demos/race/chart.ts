import uPlot from 'uplot';
import { Curves } from '../shell/curves.ts';
import type { LineLook } from './looks.ts';
import type { Axis } from './picks.ts';
import type { CurvePoint } from './racer.ts';
import { power } from './units.ts';

export interface RaceCurve {
  readonly name: string;
  readonly look: LineLook;
  readonly points: readonly CurvePoint[];
}

/** Residuals below this part of the tolerance are not shown. */
const depth = 1e-3;
/** Least distance between two markers of a line (CSS pixels). */
const markerGap = 56;
const faded = 0.22;

/** The residual of all solvers over iterations or microseconds, drawn and as numbers. */
export class RaceChart extends Curves {
  axis: Axis = 'iterations';
  /** The pointer is over a solver's line, or over none. */
  onFocus: ((name: string | null) => void) | null = null;
  /** x and y of each curve. */
  drawn: readonly { name: string; x: number[]; y: number[] }[] = [];
  /** Least and greatest x. */
  range: readonly [number, number] = [0, 1];
  #builtFor: Axis = 'iterations';
  #curves: readonly RaceCurve[] = [];
  #playhead: number | null = null;
  #focused: string | null = null;

  /** `decades`: smallest and greatest residual in range. */
  constructor(
    host: HTMLElement,
    private readonly decades: [number, number] = [1e-5, 1],
  ) {
    super(host, { label: '', range: decades });
  }

  showAll(curves: readonly RaceCurve[], tolerance: number): void {
    this.#curves = curves;
    this.tolerance = tolerance;
    this.drawn = curves.map((curve) => this.#coordinates(curve));
    this.#fit();
    if (this.#builtFor !== this.axis) this.forget();
    this.#builtFor = this.axis;
    const looks = curves.map(({ look }) => look);
    this.show(looks, joined(this.drawn), this.range);
    this.highlight(this.#focused);
  }

  /** Highlights one line; null: none. */
  highlight(name: string | null): void {
    this.#focused = name;
    const index = this.#curves.findIndex((curve) => curve.name === name);
    this.plot?.setSeries(index < 0 ? null : index + 1, { focus: true });
  }

  /** Sets a vertical line at an x, or removes it. */
  setPlayhead(x: number | null): void {
    if (this.#playhead === x) return;
    this.#playhead = x;
    this.plot?.redraw(false);
  }

  #coordinates({ name, points }: RaceCurve): { name: string; x: number[]; y: number[] } {
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
    const lowest = Math.max(least(ys, this.tolerance), depth * this.tolerance);
    const top = decade(greatest(ys, this.tolerance), Math.ceil);
    this.decades[0] = Math.min(decade(lowest, Math.floor), top / 10);
    this.decades[1] = top;
    const far = greatest(xs, this.axis === 'us' ? 1 : 0);
    this.range =
      this.axis === 'us'
        ? [round125(least(xs, far), -1), round125(Math.max(far, 10), 1)]
        : [0, Math.max(10, 10 * Math.ceil(far / 10))];
  }

  protected override settings(): uPlot.Options {
    const settings = super.settings();
    const isTime = this.axis === 'us';
    const [across, up] = settings.axes!;
    // Every requested tick has room for its label.
    const filter = (_: uPlot, splits: number[]) => splits;
    return {
      ...settings,
      padding: [12, 14, 0, 0],
      focus: { alpha: faded },
      cursor: { drag: { x: false, y: false }, points: { show: false }, focus: { prox: 24 } },
      scales: { ...settings.scales, x: { ...settings.scales!.x, distr: isTime ? 3 : 1 } },
      axes: [
        {
          ...across,
          filter,
          ...(isTime
            ? { splits: () => marks(...this.range), values: (_: uPlot, all: number[]) => all.map(plain) }
            : { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] }),
          label: isTime ? 'microseconds' : 'iterations',
        },
        {
          ...up,
          filter,
          size: 46,
          splits: () => decades(...this.decades),
          values: (_, values) => values.map(power),
        },
      ],
      hooks: {
        ...settings.hooks,
        drawSeries: [(plot, index) => this.#drawMarkers(plot, index)],
        draw: [(plot) => this.#drawPlayhead(plot)],
        setSeries: [(_, index) => this.#tellFocus(index)],
      },
    };
  }

  #tellFocus(index: number | null): void {
    const name = index ? (this.#curves[index - 1]?.name ?? null) : null;
    if (name === this.#focused) return;
    this.#focused = name;
    this.onFocus?.(name);
  }

  /** Draws markers along the line, and at its end. */
  #drawMarkers(plot: uPlot, index: number): void {
    const curve = this.#curves[index - 1];
    const line = this.drawn[index - 1];
    if (!curve || !line) return;
    const { ctx } = plot;
    const path = new Path2D(curve.look.marker);
    const ratio = devicePixelRatio;
    const isFaded = this.#focused !== null && this.#focused !== curve.name;
    let before = -Infinity;
    ctx.save();
    ctx.globalAlpha = isFaded ? faded : 1;
    ctx.fillStyle = this.colour(curve.look.colour);
    line.x.forEach((value, i) => {
      const x = plot.valToPos(value, 'x', true);
      const isLast = i === line.x.length - 1;
      if (!isLast && x - before < markerGap * ratio) return;
      before = x;
      const place = new DOMMatrix([
        ratio,
        0,
        0,
        ratio,
        x,
        plot.valToPos(Math.max(line.y[i]!, this.decades[0]), 'y', true),
      ]);
      const marker = new Path2D();
      marker.addPath(path, place);
      ctx.fill(marker);
    });
    ctx.restore();
  }

  #drawPlayhead(plot: uPlot): void {
    if (this.#playhead === null) return;
    const { ctx, bbox } = plot;
    const x = Math.round(plot.valToPos(this.#playhead, 'x', true)) + 0.5;
    ctx.save();
    ctx.strokeStyle = this.colour('--ink');
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }
}

const least = (values: readonly number[], first: number) => values.reduce((a, b) => Math.min(a, b), first);
const greatest = (values: readonly number[], first: number) => values.reduce((a, b) => Math.max(a, b), first);

function decade(value: number, round: (exponent: number) => number): number {
  return 10 ** round(Math.log10(value) + 1e-9 * (round === Math.floor ? 1 : -1));
}

/** Powers of ten between two numbers. */
function decades(from: number, to: number): number[] {
  const [first, last] = [Math.round(Math.log10(from)), Math.round(Math.log10(to))];
  // More than six labels do not fit.
  const every = Math.ceil((last - first) / 6);
  return Array.from(
    { length: Math.floor((last - first) / every) + 1 },
    (_, i) => 10 ** (last - i * every),
  ).reverse();
}

const neat = [1, 2, 5, 10];

/** The next of …, 0.5, 1, 2, 5, 10, … below (−1) or above (1). */
function round125(value: number, way: -1 | 1): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  const fits = neat.filter((each) => way * (each * unit - value) >= 0);
  return unit * (way < 0 ? Math.max(...fits, 1) : Math.min(...fits, 10));
}

/** Powers of ten, plus twice and five times these where they would be too few. */
function marks(from: number, to: number): number[] {
  const exponents = Math.ceil(Math.log10(to / from)) + 1;
  const first = Math.floor(Math.log10(from));
  const units = Array.from({ length: exponents + 1 }, (_, i) => 10 ** (first + i));
  const all = exponents > 3 ? units : units.flatMap((unit) => [unit, 2 * unit, 5 * unit]);
  return all.filter((each) => each >= from * 0.999 && each <= to * 1.001);
}

const plain = (value: number) => Number(value.toPrecision(3)).toLocaleString('en');

/** One list of x for all curves, as uPlot needs it; a curve has null where it has no point. */
function joined(curves: readonly { x: number[]; y: number[] }[]): uPlot.AlignedData {
  if (curves.length === 0) return [[]];
  // Times arrive after the curves: until then there are no points, and uPlot cannot join none.
  if (curves.every(({ x }) => x.length === 0)) return [[], ...curves.map(() => [])];
  return uPlot.join(curves.map(({ x, y }) => [x, y]));
}
