/**
 * A motion over time: joint values, the share of their bounds in use, the nearest bound, and a slider through
 * time.
 */
import { Curves, type CurveLook } from '../shell/curves.ts';
import { make, write } from '../shell/dom.ts';
import type { Motion } from './plan.ts';

/** One colour per joint, for up to seven. */
const colours = [0, 1, 2, 3].map((i) => `--effector-${i}`).concat('--thing', '--limit', '--soft');
export const colourOf = (joint: number): string => colours[joint % colours.length]!;
const pen = '--goal';

/** Bounds, and the custom properties of their colours. */
const holders = [
  ['speed of the pen', '--goal'],
  ['speed of a joint', '--effector-1'],
  ['acceleration', '--effector-0'],
  ['jerk', '--thing'],
] as const;

/** Steps of the slider, and points of a curve. */
const steps = 1000;
const drawn = 400;
const degrees = 180 / Math.PI;
/** The scale ends at multiples of this (degrees). */
const round = 45;

const holderOf = (held: string): number => {
  if (held.startsWith('tool')) return 0;
  return Math.max(1, ['velocity', 'acceleration', 'jerk'].findIndex((order) => held.endsWith(order)) + 1);
};

export class Course {
  readonly element: HTMLElement;
  readonly slider = make('input', {
    ...{ type: 'range', name: 'time', ariaLabel: 'Time' },
    ...{ min: '0', max: String(steps), step: '1' },
  });
  /** Range of the scale in degrees. */
  readonly #range: [number, number] = [-180, 180];
  readonly curves: readonly [Curves, Curves];
  readonly #head = make('h2', { className: 'label' });
  readonly #strip = make('div', { className: 'strip' });
  readonly #now = make('i', { className: 'now' });
  #motion: Motion | null = null;
  #place = '';

  constructor(onTime: (time: number) => void) {
    const plot = (ariaLabel: string) => make('div', { className: 'plot', role: 'img', ariaLabel });
    const [values, shares] = [
      plot('Joint values over time; the present ones are in the table'),
      plot('How much of its bound each joint uses over time; the present shares are in the table'),
    ];
    const bounds = holders.map(([name, colour]) => {
      const dot = make('i', { className: 'dot' });
      dot.style.background = `var(${colour})`;
      return make('span', {}, dot, name);
    });
    const first = make('h2', { className: 'label' }, 'Joints, in degrees');
    const track = make('div', { className: 'track' }, this.#strip, this.slider);
    this.element = make(
      'div',
      { className: 'chart course' },
      make('div', { className: 'over' }, first, values, this.#head, shares, track, this.#now),
      make('p', { className: 'key' }, 'Nearest bound: ', ...bounds),
    );
    const say = (share: number) => `${Math.round(100 * share)} %`;
    this.curves = [
      new Curves(values, { label: '', range: this.#range, say: (value) => `${signed(value)}°` }),
      new Curves(shares, { label: 'seconds', range: [0, 1.1], line: 'bound', say }),
    ];
    this.curves[0].tolerance = NaN;
    this.curves[1].tolerance = 1;
    this.slider.addEventListener('input', () => onTime((this.slider.valueAsNumber / steps) * this.duration));
  }

  get duration(): number {
    return this.#motion?.times.at(-1) ?? 0;
  }

  /** `order`: 0 speed, 1 acceleration, 2 jerk; `most`: greatest speed of the pen in m/s. */
  show(motion: Motion | null, order: number, name: string, most: number): void {
    this.#motion = motion;
    write(
      this.#head,
      `${name} of each joint${order === 0 ? ', and of the pen' : ''}, as a part of its bound`,
    );
    this.slider.disabled = !motion;
    const { times = new Float64Array([0, 1]), q = new Float64Array(0) } = motion ?? {};
    const nq = q.length / times.length;
    const chosen = picked(times.length);
    const column = (rows: Float64Array, k: number, unit: number) =>
      chosen.map((i) => rows[i * nq + k]! * unit);
    const xs = chosen.map((i) => times[i]!);
    const joints = Array.from({ length: nq }, (_, k) => k);
    const values = joints.map((k) => column(q, k, degrees));
    const flat = values.flat();
    this.#range[0] = Math.floor(Math.min(-round, ...flat) / round) * round;
    this.#range[1] = Math.ceil(Math.max(round, ...flat) / round) * round;
    const end: [number, number] = [0, times.at(-1)!];
    const looks = joints.map((k): CurveLook => ({ colour: colourOf(k) }));
    this.curves[0].show(looks, [xs, ...values], end);
    const parts = motion ? joints.map((k) => column(motion.shares[order]!, k, 1)) : [];
    const ofPen = motion && order === 0 ? [chosen.map((i) => motion.speeds[i]! / most)] : [];
    const all = ofPen.length > 0 ? [...looks, { colour: pen, dash: [6, 3] }] : looks;
    this.curves[1].show(all, [xs, ...parts, ...ofPen], end);
    this.#strip.style.background = motion ? stripOf(motion) : '';
    this.#place = '';
  }

  /** Moves the mark and the slider to a time. */
  mark(time: number): void {
    const { slider } = this;
    const now = this.#now;
    const value = String(Math.round((time / (this.duration || 1)) * steps));
    if (slider.value !== value && !slider.matches(':active')) slider.value = value;
    slider.setAttribute('aria-valuetext', `${time.toFixed(1)} seconds`);
    const place = (time / (this.duration || 1)).toFixed(4);
    if (place !== this.#place) now.style.setProperty('--at', place);
    this.#place = place;
    now.hidden = !this.#motion;
  }
}

/** A whole number, with a true minus sign. */
export const signed = (value: number): string => value.toFixed(0).replace('-', '−');

/** Indices of evenly spaced frames to draw, with both ends. */
function picked(count: number): number[] {
  const every = Math.max(1, Math.floor(count / drawn));
  return Array.from({ length: count }, (_, i) => i).filter((i) => i % every === 0 || i === count - 1);
}

/** The nearest bound over time, as one background. */
function stripOf({ times, held }: Motion): string {
  const end = times.at(-1)!;
  // Where the motion stands still, no bound is near: take the neighbour's.
  const at = (i: number): number => holderOf(held[i] || held[i + 1] || held[i - 1] || '');
  const stops: string[] = [];
  let from = 0;
  for (let i = 1; i <= held.length; i += 1) {
    const which = at(i - 1);
    if (i < held.length && at(i) === which) continue;
    const to = ((100 * (times[i] ?? end)) / end).toFixed(2);
    stops.push(`var(${holders[which]![1]}) ${from}% ${to}%`);
    from = Number(to);
  }
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
