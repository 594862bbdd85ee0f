import { make, write } from '../shell/dom.ts';
import type { Arm } from './arm.ts';
import { degreesOf } from './list.ts';

const most = 180;

/** A slider that moves the arm along its self-motion, where it has one. */
export class Along {
  readonly element = make('div', { className: 'along' });
  private readonly slider = make('input', { type: 'range', name: 'along', min: `-${most}`, max: `${most}` });
  private readonly value = make('output');
  private readonly words = make('p');
  private arm!: Arm;

  constructor(private readonly onMove: () => void) {
    this.words.dataset.show = 'along';
    const label = make('label', { className: 'control' }, 'Move along', this.value, this.slider);
    this.element.append(label, this.words);
    this.slider.addEventListener('input', () => {
      this.arm.crawlTo((this.slider.valueAsNumber * Math.PI) / 180);
      this.onMove();
    });
  }

  load(arm: Arm): void {
    this.arm = arm;
  }

  show(): void {
    const { arm, slider } = this;
    const motion = arm.own?.motion ?? null;
    slider.disabled = motion === null;
    if (!slider.matches(':active')) slider.value = String(Math.round((arm.gone * 180) / Math.PI));
    write(this.value, degreesOf(arm.gone));
    slider.setAttribute('aria-valuetext', degreesOf(arm.gone));
    write(
      this.words,
      motion ? sentence(arm, motion) : 'The pose stands alone: no joint can move without the hand.',
    );
  }
}

/** Names of the joints that move. */
function sentence({ hinges }: Arm, motion: readonly number[]): string {
  const names = hinges.flatMap(({ name }, i) => (Math.abs(motion[i]!) > 1e-6 ? [name] : []));
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');
  return `The pose is one of a curve: ${all} can move, and the hand stays.`;
}
