/** A motion over time: one quantity of all joints, the bound that is nearest, and a slider through time. */
import { Curves, type CurveLook } from '../shell/curves.ts';
import { make, write } from '../shell/dom.ts';
import { capital } from '../shell/units.ts';
import { rates, speedAt, type Motion, type Rate } from './plan.ts';

/** One colour per joint, for up to seven. */
const colours = [0, 1, 2, 3].map((i) => `--effector-${i}`).concat('--thing', '--limit', '--soft');
export const colourOf = (joint: number): string => colours[joint % colours.length]!;

/** Bounds by the end of their names, and their colours; joints come last, as the pen has a speed, too. */
const holders = [
  ['tool velocity', 'speed of the pen', '--goal'],
  ['acceleration', 'acceleration', '--effector-0'],
  ['jerk', 'jerk', '--thing'],
  ['', 'speed of a joint', '--effector-1'],
] as const;

/** Steps of the slider. */
const steps = 1000;
export class MotionChart {
  readonly element: HTMLElement;
  readonly slider = make('input', {
    ...{ type: 'range', name: 'time', ariaLabel: 'Time' },
    ...{ min: '0', max: String(steps), step: '1' },
  });
  readonly curves: Curves;
  readonly #head = make('h2', { className: 'label' });
  readonly #strip = make('div', { className: 'strip' });
  readonly #now = make('i', { className: 'now' });
  #motion: Motion | null = null;
  #rate: Rate | null = null;

  constructor(onTime: (time: number) => void) {
    const ariaLabel = 'A quantity of each joint over time; the present values are in the table';
    const plot = make('div', { className: 'plot', role: 'img', ariaLabel });
    const bounds = holders.map(([, name, colour]) => {
      const dot = make('i', { className: 'dot' });
      dot.style.background = `var(${colour})`;
      return make('span', {}, dot, name);
    });
    const track = make('div', { className: 'track' }, this.#strip, this.slider);
    const over = make('div', { className: 'over' }, this.#head, plot, track, this.#now);
    this.element = make('div', { className: 'chart' }, over);
    this.element.append(make('p', { className: 'key' }, 'Nearest bound: ', ...bounds));
    const say = (value: number) => `${Math.round(100 * value)} %`;
    this.curves = new Curves(plot, { up: { say }, range: [0, 1.1], line: 'bound' });
    this.curves.tolerance = 1;
    this.slider.addEventListener('input', () => onTime((this.slider.valueAsNumber / steps) * this.duration));
  }

  get duration(): number {
    return this.#motion?.times.at(-1) ?? 0;
  }

  /** `most`: greatest speed of the pen in m/s. */
  show(motion: Motion | null, rate: Rate, most: number): void {
    if (motion === this.#motion && rate === this.#rate) return;
    [this.#motion, this.#rate] = [motion, rate];
    this.slider.disabled = !motion;
    this.#strip.style.background = motion ? stripOf(motion) : '';
    write(this.#head, headOf(rate));
    if (!motion) return this.curves.show([], [[0, 1]], [0, 1]);
    const { times, q, shares } = motion;
    const nq = q.length / times.length;
    const rows = shares[rates.indexOf(rate)]!;
    const columns = Array.from({ length: nq }, (_, k) => Array.from(times, (_, i) => rows[i * nq + k]!));
    const looks = columns.map((_, k): CurveLook => ({ colour: colourOf(k) }));
    if (rate === 'speed') {
      columns.push(Array.from(times, (_, i) => speedAt(motion, i) / most));
      looks.push({ colour: '--goal', dash: [6, 3] });
    }
    this.curves.show(looks, [[...times], ...columns], [0, this.duration]);
  }

  /** Moves the mark and the slider to a time. */
  mark(time: number): void {
    const { slider } = this;
    const part = time / (this.duration || 1);
    const value = String(Math.round(part * steps));
    if (slider.value !== value && !slider.matches(':active')) slider.value = value;
    slider.setAttribute('aria-valuetext', `${time.toFixed(1)} seconds`);
    this.#now.style.setProperty('--at', part.toFixed(4));
    this.#now.hidden = !this.#motion;
  }
}

function headOf(rate: Rate): string {
  return `${capital(rate)} of each joint${rate === 'speed' ? ', and of the pen (dashed)' : ''}, as a part of its bound`;
}

/** The nearest bound over time, as one background. */
function stripOf({ times, held }: Motion): string {
  // Where the motion stands still, no bound is near: take the neighbour's.
  const colours = held.map((_, i) => {
    const name = held[i] || held[i + 1] || held[i - 1] || '';
    return holders.find(([end]) => name.endsWith(end))![2];
  });
  const place = (i: number): string => `${((100 * (times[i] ?? times.at(-1)!)) / times.at(-1)!).toFixed(2)}%`;
  const starts = colours.flatMap((colour, i) => (colour === colours[i - 1] ? [] : [i]));
  const stops = starts.map((i, k) => `var(${colours[i]}) ${place(i)} ${place(starts[k + 1] ?? held.length)}`);
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
