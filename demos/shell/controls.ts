/** The controls of a page's picks, made from their descriptions. */
import { make, write } from './dom.ts';
import {
  entriesOf,
  type Choice,
  type Field,
  type PicksOf,
  type Schema,
  type Stops,
  type Switch,
  type Typed,
} from './picks.ts';

/** Why an entry of a choice cannot be picked now; true: it can. */
export type Answer = (entry: unknown) => true | string;

/** One control. `element` goes into the page. */
interface Control<T> {
  readonly element: HTMLElement;
  /** `entries`: the present entries of a choice. */
  show(value: T, answer?: Answer, entries?: readonly T[]): void;
}

type OnPick<T> = (value: T) => void;

/** A select, with a line of text under it if its entries have one. */
function makeSelect<T>(name: string, field: Choice<T>, onPick: OnPick<T>): Control<T> {
  const { label, text, title } = field;
  const select = make('select', { id: name, name });
  const words = make('p', { id: `${name}-text`, hidden: !text });
  words.dataset.show = `${name}-text`;
  if (text) select.setAttribute('aria-describedby', words.id);
  let entries: readonly T[] = [];
  select.addEventListener('change', () =>
    onPick(entries.find((entry) => field.write(entry) === select.value)!),
  );
  let shown = '';
  return {
    element: make('div', { className: 'pick' }, make('label', { htmlFor: name }, label), select, words),
    show(value, answer, table = []) {
      entries = table.includes(value) ? table : [...table, value];
      const answers = entries.map((entry) => answer?.(entry) ?? true);
      const options = entries.map((entry, i) => optionOf(field, entry, answers[i]!));
      const key = options.map(({ value, text, disabled }) => [value, text, disabled].join()).join();
      if (shown !== (shown = key)) {
        // Without a text to give the reason, unavailable entries are left out.
        const left = entries.flatMap((entry, i) =>
          text || !options[i]!.disabled ? [[field.group?.(entry), options[i]!] as const] : [],
        );
        select.replaceChildren(...grouped(left));
      }
      select.value = field.write(value);
      if (text) write(words, refusals(entries.map(title), answers) || text(value));
    },
  };
}

function optionOf<T>(field: Choice<T>, entry: T, answer: true | string): HTMLOptionElement {
  const title = field.title(entry);
  const option = new Option(answer === true ? title : `${title} (not here)`, field.write(entry));
  option.disabled = answer !== true;
  return option;
}

/** Groups options under their headings. */
function grouped(options: readonly (readonly [heading: string | undefined, option: HTMLOptionElement])[]) {
  const headings = [...new Set(options.map(([heading]) => heading))];
  return headings.flatMap((label) => {
    const own = options.flatMap(([heading, option]) => (heading === label ? [option] : []));
    return label === undefined ? own : [make('optgroup', { label }, ...own)];
  });
}

function refusals(names: readonly string[], answers: readonly (true | string)[]): string {
  // A reason may already start with its solver's name.
  const said = answers.flatMap((answer, i) =>
    answer === true ? [] : answer.startsWith(names[i]!) ? `${answer}.` : `${names[i]}: ${answer}.`,
  );
  return said.length > 0 ? `Not here: ${said.join(' ')}` : '';
}

/** Space beside the picked button after scrolling it into view (pixels). */
const beside = 40;

/** Buttons of which one is pressed; in a narrow window they form a line that scrolls. */
function makeButtons<T>(name: string, field: Choice<T>, onPick: OnPick<T>): Control<T> {
  const entries = entriesOf(field.entries, {});
  const inputs = entries.map((entry) => {
    const input = make('input', { type: 'radio', name, value: field.write(entry) });
    input.addEventListener('change', () => onPick(entry));
    return input;
  });
  const labels = entries.map((entry, i) =>
    make('label', { className: 'button' }, inputs[i]!, field.title(entry)),
  );
  const legend = make('legend', { className: 'label' }, field.label);
  const element = make('fieldset', { className: 'picker' }, legend, ...labels);
  return {
    element,
    show(value) {
      for (const input of inputs) input.checked = input.value === field.write(value);
      // Scroll the line without scrolling the page.
      const picked = inputs.find(({ checked }) => checked)!.parentElement!.getBoundingClientRect();
      const { left, right } = element.getBoundingClientRect();
      const beyond = Math.max(0, picked.right + beside - right) || Math.min(0, picked.left - beside - left);
      if (beyond !== 0) element.scrollLeft += beyond;
    },
  };
}

function makeSlider(name: string, { label, values, say }: Stops, onPick: OnPick<number>): Control<number> {
  const input = make('input', { type: 'range', name, min: '0', max: String(values.length - 1), step: '1' });
  const output = make('output');
  output.dataset.show = `${name}-value`;
  input.addEventListener('input', () => onPick(values[Number(input.value)]!));
  return {
    element: make('label', { className: 'control' }, `${label} `, output, input),
    show(value) {
      input.value = String(values.indexOf(value));
      input.setAttribute('aria-valuetext', say(value).replace('×', 'times').replace('/s', 'per second'));
      write(output, say(value));
    },
  };
}

function makeSwitch(name: string, { label }: Switch, onPick: OnPick<boolean>): Control<boolean> {
  const input = make('input', { type: 'checkbox', name });
  input.addEventListener('change', () => onPick(input.checked));
  return {
    element: make('label', { className: 'control' }, label, input),
    show: (on) => (input.checked = on),
  };
}

function makeTyped(name: string, field: Typed, onPick: OnPick<number>): Control<number> {
  const input = make('input', { id: name, type: 'number', name, step: 'any', min: '0' });
  input.addEventListener('change', () => {
    const value = field.read(input.value);
    input.setCustomValidity(value === undefined ? `${field.wanted as string}.` : '');
    if (input.reportValidity()) onPick(value!);
  });
  return {
    element: make(
      'label',
      { className: 'control', htmlFor: name },
      field.label,
      make('span', {}, input, ` ${field.unit}`),
    ),
    show: (value) => (input.value = String(value)),
  };
}

/** The control of a field; null if it has none. */
function makeControl(name: string, field: Field<unknown>, onPick: OnPick<unknown>): Control<unknown> | null {
  switch (field.kind) {
    case 'choice':
      return field.at === 'picker' ? makeButtons(name, field, onPick) : makeSelect(name, field, onPick);
    case 'stops':
      return makeSlider(name, field, onPick);
    case 'switch':
      return makeSwitch(name, field, onPick);
    case 'typed':
      return makeTyped(name, field, onPick);
    case 'unlisted':
      return null;
  }
}

/** All controls of a page. */
export class Controls<S extends Schema> {
  /** Choices with their texts; then everything else, in two columns. */
  readonly form = make('fieldset', { className: 'form' });
  readonly picker: readonly HTMLElement[];
  /** Controls beside the buttons under the view. */
  readonly transport: readonly HTMLElement[];
  readonly #shown = new Map<
    string,
    {
      readonly value: unknown;
      readonly answer: Answer | undefined;
      readonly entries: readonly unknown[] | undefined;
    }
  >();
  readonly #all: readonly (readonly [name: keyof S & string, control: Control<unknown>])[];

  constructor(
    private readonly schema: S,
    onPick: (change: Partial<PicksOf<S>>) => void,
  ) {
    this.#all = Object.entries(schema).flatMap(([name, field]) => {
      const control = makeControl(name, field as Field<unknown>, (value) =>
        onPick({ [name]: value } as Partial<PicksOf<S>>),
      );
      return control ? [[name, control] as const] : [];
    });
    this.form.setAttribute('aria-label', 'What is shown');
    const at = (place: Place) =>
      this.#all.flatMap(([name, { element }]) => (placeOf(schema[name]!) === place ? element : []));
    this.picker = at('picker');
    this.transport = at('transport');
    const picks = at(undefined).filter((element) => element.className === 'pick');
    const settings = at(undefined).filter((element) => element.className !== 'pick');
    this.form.append(...picks);
    if (settings.length > 0) this.form.append(make('div', { className: 'settings' }, ...settings));
    const more = at('more');
    if (more.length > 0)
      this.form.append(make('details', { className: 'more' }, make('summary', {}, 'More'), ...more));
  }

  /** Updates the controls to the picks. `answers`: why entries of a choice cannot be picked. */
  show(picks: PicksOf<S>, answers: { readonly [Name in keyof S]?: Answer } = {}): void {
    for (const [name, control] of this.#all) {
      const shown = this.#shown.get(name);
      const field: Field<unknown> = this.schema[name]!;
      const entries = field.kind === 'choice' ? entriesOf(field.entries, picks) : undefined;
      const [value, answer] = [picks[name], answers[name]];
      if (field.kind !== 'unlisted' && field.shows) control.element.hidden = !field.shows(picks);
      // Called many times per second during a drag: leave unchanged controls alone.
      if (shown && shown.value === value && shown.answer === answer && shown.entries === entries) continue;
      this.#shown.set(name, { value, answer, entries });
      control.show(value, answer, entries);
    }
  }
}

type Place = 'transport' | 'picker' | 'more' | undefined;

const placeOf = (field: Field<unknown>): Place => (field.kind === 'unlisted' ? undefined : field.at);
