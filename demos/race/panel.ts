import { arms } from './arms.ts';
import { goals } from './goals.ts';
import { modeNames, type Picks, ranges } from './picks.ts';

/** What the selects offer, by their names in the address. */
const choices = {
  arm: Object.fromEntries(Object.entries(arms).map(([name, { title }]) => [name, title])),
  goal: Object.fromEntries(Object.entries(goals).map(([name, { title }]) => [name, title])),
  start: { mid: 'Middle of limits', zero: 'Zero', singular: 'Near a singularity', random: 'Random' },
  target: { near: 'Within reach', axis: 'On the arm’s axis', far: 'Out of reach', hand: 'Where I put it' },
  mode: Object.fromEntries(modeNames.map((name) => [name, name])),
} as const satisfies Record<string, Readonly<Record<string, string>>>;

const labels: Partial<Record<keyof Picks, string>> = {
  arm: 'Arm',
  goal: 'Goal',
  start: 'Start',
  target: 'Target',
};

type Select = keyof typeof choices;
type Slider = 'maxIterations' | 'tolerance' | 'damping';

/** The form in which a race is picked. UI words of options are the API's. */
export class Panel {
  onPick: ((change: Partial<Picks>) => void) | null = null;
  private readonly showers: (() => void)[] = [];

  constructor(
    private readonly form: HTMLElement,
    private picks: Picks,
  ) {
    const course = this.group('Course', [
      ...(['arm', 'goal', 'start', 'target'] as const).map((name) => this.select(name)),
      this.seed(),
    ]);
    const options = this.group('Options', [
      this.select('mode'),
      this.slider('maxIterations', Number, String),
      this.slider('tolerance', Number, (value) => `10^${value}`),
      this.slider('damping', fromDamping, (value) =>
        value === null ? 'auto' : Number(value).toPrecision(2),
      ),
      this.limits(),
    ]);
    this.form.replaceChildren(course, options);
    this.show(picks);
  }

  /** Brings all controls in line with the picks. */
  show(picks: Picks): void {
    this.picks = picks;
    for (const show of this.showers) show();
  }

  private group(name: string, controls: readonly HTMLElement[]): HTMLElement {
    const group = document.createElement('div');
    group.className = 'picks';
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', name);
    group.append(...controls);
    return group;
  }

  private field(name: keyof Picks, input: HTMLElement, ...more: HTMLElement[]): HTMLElement {
    const label = document.createElement('label');
    label.className = 'pick';
    const words = document.createElement('span');
    words.textContent = labels[name] ?? name;
    label.append(words, ...more, input);
    return label;
  }

  private select(name: Select): HTMLElement {
    const select = document.createElement('select');
    select.name = name;
    for (const [value, text] of Object.entries(choices[name])) select.append(new Option(text, value));
    select.addEventListener('change', () => this.onPick?.({ [name]: select.value }));
    this.showers.push(() => (select.value = this.picks[name]));
    return this.field(name, select);
  }

  private seed(): HTMLElement {
    const input = document.createElement('input');
    Object.assign(input, { type: 'number', name: 'seed', ...texts(ranges.seed) });
    input.addEventListener('change', () => {
      const seed = Math.round(Math.min(ranges.seed.max, Math.max(ranges.seed.min, input.valueAsNumber || 1)));
      this.onPick?.({ seed });
    });
    this.showers.push(() => (input.value = String(this.picks.seed)));
    return this.field('seed', input);
  }

  private slider<Name extends Slider>(
    name: Name,
    read: (value: string) => Picks[Name],
    words: (value: Picks[Name]) => string,
  ): HTMLElement {
    const input = document.createElement('input');
    const { min, max, step } = ranges[name];
    const least = name === 'damping' ? min - step : min;
    Object.assign(input, { type: 'range', name, ...texts({ min: least, max, step }) });
    const output = document.createElement('output');
    input.addEventListener('input', () => this.onPick?.({ [name]: read(input.value) }));
    this.showers.push(() => {
      const value = this.picks[name];
      input.value = String(name === 'damping' ? (value === null ? least : Math.log10(value)) : value);
      output.innerHTML = words(value).replace(
        /\^(.+)/,
        (_, power: string) => `<sup>${power.replace('-', '−')}</sup>`,
      );
      input.setAttribute('aria-valuetext', words(value));
    });
    return this.field(name, input, output);
  }

  private limits(): HTMLElement {
    const input = document.createElement('input');
    Object.assign(input, { type: 'checkbox', name: 'limits' });
    input.addEventListener('change', () => this.onPick?.({ limits: input.checked }));
    this.showers.push(() => (input.checked = this.picks.limits));
    const label = this.field('limits', input);
    label.classList.add('control');
    return label;
  }
}

/** Left of its least value the slider says "auto". */
function fromDamping(value: string): number | null {
  return Number(value) < ranges.damping.min ? null : Number((10 ** Number(value)).toPrecision(3));
}

const texts = ({ min, max, step }: { min: number; max: number; step: number }) => ({
  min: String(min),
  max: String(max),
  step: String(step),
});
