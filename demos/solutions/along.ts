import { make, write } from '../shell/dom.ts';
import type { Arm } from './arm.ts';
import { Curve, intervalsOf } from './curve.ts';
import { rangeOf } from './hinges.ts';
import { degreesOf } from './list.ts';

const radian = 180 / Math.PI;
/** Degrees that an arm may go along the self-motion of a singular pose. */
const farthest = 180;
/** Values of the spare hinge at which poses are counted. */
const counted = 121;

/** A slider that moves the arm while its hand stays: along the self-motion of its pose, or by the hinge that is to spare. */
export class Along {
  readonly element = make('div', { className: 'along' });
  private readonly slider = make('input', { type: 'range', name: 'along', step: '1' });
  private readonly value = make('output');
  private readonly called = make('span');
  private readonly words = make('p');
  private readonly curve = new Curve();
  private arm!: Arm;
  /** What the curve was drawn for. */
  private drawn = '';

  constructor(private readonly onMove: () => void) {
    this.words.dataset.show = 'along';
    const label = make('label', {}, this.called, this.value, this.slider);
    this.element.append(this.curve.element, label, this.words);
    this.slider.addEventListener('input', () => {
      const angle = this.slider.valueAsNumber / radian;
      if (this.arm.spare) this.arm.slideTo(angle);
      else this.arm.crawlTo(angle);
      this.onMove();
    });
  }

  load(arm: Arm): void {
    this.arm = arm;
    this.drawn = '';
    const [least, greatest] = arm.spare ? rangeOf(arm.spare) : [-farthest / radian, farthest / radian];
    Object.assign(this.slider, { min: Math.ceil(least * radian), max: Math.floor(greatest * radian) });
    write(this.called, arm.spare ? arm.spare.name : 'Move along');
    this.curve.element.hidden = arm.spare === null;
  }

  show(): void {
    const { arm, slider } = this;
    const motion = arm.own?.motion ?? null;
    const angle = arm.spare ? arm.q[arm.spare.qIndex]! : arm.gone;
    slider.disabled = !arm.spare && motion === null;
    if (!slider.matches(':active')) slider.value = String(Math.round(angle * radian));
    write(this.value, degreesOf(angle));
    slider.setAttribute('aria-valuetext', degreesOf(angle));
    if (arm.spare && !arm.moving) this.drawCurve();
    if (!arm.spare)
      write(
        this.words,
        motion ? sentence(arm, motion) : 'The pose stands alone: no joint can move without the hand.',
      );
  }

  private drawCurve(): void {
    const { arm } = this;
    const key = arm.wish.join();
    if (key === this.drawn) return;
    this.drawn = key;
    const counts = arm.countAlong(counted);
    const name = arm.spare!.name;
    this.curve.show(counts, `Poses over ${name}`);
    const inside = intervalsOf(counts);
    write(
      this.words,
      inside.length === 0
        ? `There is no pose within the limits, whatever ${name} is.`
        : `The goal leaves ${name} free. There are poses within the limits from ${inside.join(' and from ')}.`,
    );
  }
}

/** Names of the joints that move. */
function sentence({ hinges }: Arm, motion: readonly number[]): string {
  const names = hinges.flatMap(({ name }, i) => (Math.abs(motion[i]!) > 1e-6 ? [name] : []));
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');
  return `The pose is one of a curve: ${all} can move, and the hand stays.`;
}
