import { make, write } from '../shell/dom.ts';
import type { Side } from '../shell/sides.ts';
import { degrees, distance } from '../shell/units.ts';
import { kinds, type ConstraintKind, type Settings } from './kinds.ts';
import { distances, weights } from './picks.ts';

/** Steps of a slider, from its left end to its right. */
const steps = 32;
const [least, greatest] = weights;
const stepOf = (weight: number): number => (steps * Math.log(weight / least)) / Math.log(greatest / least);
const weightAt = (step: number): number =>
  Number((least * (greatest / least) ** (step / steps)).toPrecision(2));

interface Residual {
  readonly distance: number;
  readonly angle: number;
}
const says = { distance, angle: degrees };

/** One constraint in the list. */
class Entry {
  readonly element = make('div', { className: 'constraint' });

  constructor(
    private readonly kind: ConstraintKind,
    onChange: (change: Partial<Settings>) => void,
  ) {
    const { name, title, text, hasDistance } = kind;
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
    const listen = ({ target }: Event) => {
      const { name: field, value, checked } = target as HTMLInputElement;
      if (field === name) onChange({ on: checked });
      if (field === `${name}-weight`) onChange({ weight: weightAt(Number(value)) });
      if (field === `${name}-distance`) onChange({ distance: Number(value) });
      if (field === `${name}-side`) onChange({ side: value as Side });
    };
    // `input` for a slider while it moves, `change` for everything else.
    this.element.addEventListener('input', listen);
    this.element.addEventListener('change', listen);
  }

  show({ on, weight, distance, side }: Settings): void {
    const { name, hasDistance } = this.kind;
    this.#input(name).checked = on;
    this.#part<HTMLElement>('.details').hidden = !on;
    this.#input(`${name}-weight`).value = String(stepOf(weight));
    write(this.#part('[data-of=weight]'), String(weight));
    if (!hasDistance) return;
    this.#input(`${name}-distance`).value = String(distance);
    write(this.#part('[data-of=distance]'), `${Math.round(100 * distance)} cm`);
    this.#input(`${name}-side`).value = side;
  }

  /** Null: the constraint is off. */
  tell(residual: Residual | null): void {
    const { residuals } = this.kind;
    const text = residual ? residuals.map((each) => says[each](residual[each])).join(', ') : '';
    write(this.#part('.residual'), text);
  }

  #input(name: string): HTMLInputElement {
    return this.#part(`[name=${name}]`);
  }

  #part<E extends Element>(selector: string): E {
    return this.element.querySelector<E>(selector)!;
  }
}

/** The list of constraints. */
export class ConstraintPanel {
  readonly element: HTMLElement;
  readonly #entries: readonly Entry[];

  constructor(onChange: (kind: ConstraintKind, change: Partial<Settings>) => void) {
    this.#entries = kinds.map((kind) => new Entry(kind, (change) => onChange(kind, change)));
    this.element = make('div', { className: 'settings' }, ...this.#entries.map(({ element }) => element));
  }

  show(settings: readonly Settings[]): void {
    this.#entries.forEach((entry, i) => entry.show(settings[i]!));
  }

  /** Residuals of all constraints; null for those that are off. */
  tell(residuals: readonly (Residual | null)[]): void {
    this.#entries.forEach((entry, i) => entry.tell(residuals[i]!));
  }
}
