import { make, write } from '../shell/dom.ts';
import type { Poses } from './poses.ts';
import { Curve } from './curve.ts';
import { degreesOf } from './list.ts';

const radian = 180 / Math.PI;
/** Greatest way of an arm along the self-motion of a singular pose (degrees). */
const farthest = 180;
/** Number of parameter values at which poses are counted. */
const counted = 121;

/**
 * A slider that moves the arm while its hand stays: along the self-motion of its pose, or over the poses of
 * seven joints.
 */
export class Along {
  readonly element = make('div', { className: 'along' });
  readonly #slider = make('input', { type: 'range', name: 'along', step: '1' });
  readonly #value = make('output');
  readonly #called = make('span');
  readonly #words = make('p');
  readonly #curve = new Curve();
  #arm!: Poses;
  /** Key of the drawn curve. */
  #drawn = '';

  constructor(private readonly onMove: () => void) {
    this.#words.dataset.show = 'along';
    const label = make('label', {}, this.#called, this.#value, this.#slider);
    this.element.append(this.#curve.element, label, this.#words);
    this.#slider.addEventListener('input', () => {
      const angle = this.#slider.valueAsNumber / radian;
      if (this.#arm.parameter) this.#arm.slideTo(angle);
      else this.#arm.crawlTo(angle);
      this.onMove();
    });
  }

  #load(arm: Poses): void {
    this.#arm = arm;
    this.#drawn = '';
    const [least, greatest] = arm.parameter?.range ?? [-farthest / radian, farthest / radian];
    this.#slider.min = String(Math.ceil(least * radian));
    this.#slider.max = String(Math.floor(greatest * radian));
    write(this.#called, arm.parameter ? capital(arm.parameter.title) : 'Move along');
    this.#curve.element.hidden = arm.parameter === null;
  }

  show(arm: Poses): void {
    if (arm !== this.#arm) this.#load(arm);
    const slider = this.#slider;
    const motion = arm.own?.motion ?? null;
    const angle = arm.parameter ? arm.slice : arm.gone;
    slider.disabled = arm.parameter === null && motion === null;
    if (!slider.matches(':active')) slider.value = String(Math.round(angle * radian));
    write(this.#value, degreesOf(angle));
    slider.setAttribute('aria-valuetext', degreesOf(angle));
    if (arm.parameter) this.#showCurve(arm, arm.parameter);
    else if (motion) write(this.#words, sentence(arm, motion));
    else write(this.#words, 'This pose is isolated: any joint motion moves the hand.');
  }

  #showCurve(arm: Poses, { title, range }: NonNullable<Poses['parameter']>): void {
    const key = arm.wish.join();
    if (arm.moving || key === this.#drawn) return;
    this.#drawn = key;
    const intervals = arm.intervals();
    this.#curve.show(arm.countAlong(counted), intervals, range, `Poses over ${title}`);
    const spoken = wordsOf(intervals);
    write(
      this.#words,
      intervals.length === 0
        ? `No pose is within the limits, whatever ${title} is.`
        : `The goal leaves it free. Poses within the limits: ${spoken}.`,
    );
  }
}

/** A sentence that names the joints that move. */
function sentence({ joints }: Poses, motion: readonly number[]): string {
  const names = joints.flatMap(({ name }, i) => (Math.abs(motion[i]!) > 1e-6 ? [name] : []));
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');
  return `The pose is one of a curve: ${all} can move, and the hand stays.`;
}

/** Capitalises "the" only: a joint's name keeps its letters. */
const capital = (title: string): string => title.replace(/^the /, 'The ');

/** The intervals in which there are poses. */
function wordsOf(intervals: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < intervals.length; i += 2)
    parts.push(`${degreesOf(intervals[i]!)} to ${degreesOf(intervals[i + 1]!)}`);
  return parts.join(', ');
}
