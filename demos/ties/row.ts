/** One tie in the list. */
import { make, write } from '../shell/dom.ts';
import { draftOf, isLoop, residualWords, tieWords, type Tie } from './kinds.ts';

/** Weights of the slider's steps, from 0.01 to 100. */
const weights = Array.from({ length: 33 }, (_, i) => Number((10 ** (i / 8 - 2)).toPrecision(2)));

const template = `
  <label class="control"><span></span><input type="checkbox" name="on" /></label>
  <label class="control">weight<output name="heavy"></output>
    <input type="range" name="weight" max="${weights.length - 1}" /></label>
  <div class="foot"><output name="error"></output><button type="button" name="virtual">Virtual arm</button>
    <button type="button" name="edit">Edit</button><button type="button" name="remove">Remove</button></div>`;

export class Row {
  readonly element = make('li', { innerHTML: template });
  #tie!: Tie;

  /** `act`: called with the name of a button. */
  constructor(onChange: (tie: Tie) => void, act: (name: string) => void) {
    for (const button of this.element.querySelectorAll('button'))
      button.addEventListener('click', () => act(button.name));
    this.element.addEventListener('input', ({ target }) => {
      const { name, checked, value } = target as HTMLInputElement;
      const { off: _, ...tie } = this.#tie;
      if (name === 'on') onChange(checked ? tie : { ...tie, off: true });
      if (name === 'weight') onChange({ ...this.#tie, weight: weights[Number(value)]! });
    });
  }

  /** `residual`: null for a tie that is off. `weighs`: its weight matters. `picked`: undefined without a view. */
  show(
    tie: Tie,
    residual: Parameters<typeof residualWords>[1] | null,
    { weighs, picked }: { readonly weighs: boolean; readonly picked: boolean | undefined },
  ): void {
    const { weight = 1 } = tie;
    write(this.part('[name=error]'), residual ? residualWords(tie, residual) : 'off');
    this.part('[name=virtual]').hidden = picked === undefined || isLoop(tie);
    this.part('[name=virtual]').setAttribute('aria-pressed', String(picked));
    this.part('label:has([name=weight])').hidden = !weighs || isLoop(tie);
    if (tie === this.#tie) return;
    this.#tie = tie;
    const words = tieWords(tie);
    write(this.part('span'), words);
    for (const each of this.element.querySelectorAll('.foot button'))
      each.ariaLabel = `${each.textContent} ${words}`;
    this.part('[name=edit]').hidden = draftOf(tie) === null;
    this.part<HTMLInputElement>('[name=on]').checked = !tie.off;
    const slider = this.part<HTMLInputElement>('[name=weight]');
    const at = weights.findIndex((each) => each >= weight);
    slider.value = String(at < 0 ? weights.length - 1 : at);
    slider.setAttribute('aria-valuetext', String(weight));
    write(this.part('[name=heavy]'), String(weight));
  }

  part<E extends HTMLElement>(selector: string): E {
    return this.element.querySelector<E>(selector)!;
  }
}
