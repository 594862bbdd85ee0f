import { make, write } from '../shell/dom.ts';
import { degrees, distance } from '../shell/words.ts';
import type { Side } from '../shell/sides.ts';
import { kinds, type Settings } from './kinds/index.ts';
import { distances, weights } from './picks.ts';

/** Of a slider, from its left end to its right. */
const steps = 32;

const logarithm = (value: number, [least, most]: readonly [number, number]): number =>
  (steps * Math.log(value / least)) / Math.log(most / least);
const exponential = (step: number, [least, most]: readonly [number, number]): number =>
  Number((least * (most / least) ** (step / steps)).toPrecision(2));

interface Residual {
  readonly distance: number;
  readonly angle: number;
}

/** One constraint in the list. */
class Entry {
  readonly element = document.createElement('div');
  private readonly on: HTMLInputElement;
  private readonly residual: HTMLElement;
  private readonly details: HTMLElement;

  constructor(
    private readonly index: number,
    onChange: (change: Partial<Settings>) => void,
  ) {
    const { name, title, text, hasDistance } = kinds[index]!;
    this.element.className = 'constraint';
    this.element.dataset.kind = name;
    const far = hasDistance
      ? `<label class="control">distance<output data-of="distance"></output><input type="range" name="${name}-distance" min="${distances[0]}" max="${distances[1]}" step="0.01" /></label>
         <label class="control">the tool may be<select name="${name}-side"><option value="inside">inside</option><option value="outside">outside</option><option value="exact">on it</option></select></label>`
      : '';
    this.element.innerHTML = `
      <label class="control"><b>${title}</b><output class="residual"></output><input type="checkbox" name="${name}" aria-describedby="${name}-text" /></label>
      <p id="${name}-text">${text}</p>
      <div class="details">${far}
        <label class="control">weight<output data-of="weight"></output><input type="range" name="${name}-weight" min="0" max="${steps}" step="1" /></label>
      </div>`;
    this.on = this.input(name);
    this.residual = this.element.querySelector('.residual')!;
    this.details = this.element.querySelector('.details')!;
    this.on.addEventListener('change', () => onChange({ on: this.on.checked }));
    const weight = this.input(`${name}-weight`);
    weight.addEventListener('input', () => onChange({ weight: exponential(Number(weight.value), weights) }));
    if (!hasDistance) return;
    const range = this.input(`${name}-distance`);
    range.addEventListener('input', () => onChange({ distance: Number(range.value) }));
    const side = this.element.querySelector('select')!;
    side.addEventListener('change', () => onChange({ side: side.value as Side }));
  }

  show({ on, weight, distance, side }: Settings): void {
    const { name, hasDistance } = kinds[this.index]!;
    this.on.checked = on;
    this.details.hidden = !on;
    this.input(`${name}-weight`).value = String(logarithm(weight, weights));
    this.write('weight', String(weight));
    if (!hasDistance) return;
    this.input(`${name}-distance`).value = String(distance);
    this.write('distance', `${Math.round(100 * distance)} cm`);
    this.element.querySelector('select')!.value = side;
  }

  tell(residual: Residual | null): void {
    const says = { distance, angle: degrees };
    const { residuals } = kinds[this.index]!;
    const text = residual ? residuals.map((each) => says[each](residual[each])).join(', ') : '';
    write(this.residual, text);
  }

  private input(name: string): HTMLInputElement {
    return this.element.querySelector(`input[name=${name}]`)!;
  }

  private write(name: string, text: string): void {
    this.element.querySelector(`[data-of=${name}]`)!.textContent = text;
  }
}

/** The list of constraints. */
export class ConstraintPanel {
  readonly element: HTMLElement;
  private readonly entries: readonly Entry[];

  constructor(onChange: (index: number, change: Partial<Settings>) => void) {
    this.entries = kinds.map((_, i) => new Entry(i, (change) => onChange(i, change)));
    this.element = make('div', { className: 'settings' }, ...this.entries.map(({ element }) => element));
  }

  show(settings: readonly Settings[]): void {
    this.entries.forEach((entry, i) => entry.show(settings[i]!));
  }

  /** Residuals of all constraints; null for those that are off. */
  tell(residuals: readonly (Residual | null)[]): void {
    this.entries.forEach((entry, i) => entry.tell(residuals[i]!));
  }
}
