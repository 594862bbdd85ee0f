import { make } from './dom.ts';

/** Text of a value in a field, without rounding noise. */
const short = (value: number): string => (Number.isFinite(value) ? String(Number(value.toFixed(4)) + 0) : '');

/** A field for a number, displayed rounded but kept exactly until another one is typed. */
export class NumberField {
  readonly input: HTMLInputElement;
  #exact: number;

  constructor(name: string, value = 0, step = 0.01) {
    // Any number may be typed; the step is for the arrow keys.
    this.input = make('input', { type: 'number', name, step: String(step), autocomplete: 'off' });
    this.#exact = value;
    this.set(value);
  }

  /** NaN: empty, or no number. */
  get value(): number {
    return this.input.value === short(this.#exact) ? this.#exact : this.input.valueAsNumber;
  }

  set(value: number): void {
    this.#exact = value;
    this.input.value = short(value);
  }

  /** The field with a name before it. */
  labelled(text: string): HTMLLabelElement {
    return make('label', { className: 'number' }, make('span', {}, text), this.input);
  }

  /** The field with its unit after it. */
  measured(unit: Node): HTMLLabelElement {
    return make('label', { className: 'number' }, this.input, unit);
  }
}
