import type { Action, Choices, Control, Readout, SceneSetup, Toggle } from './scene.ts';
import { addShare, type Shared } from '../shell/share.ts';
import { Sparkline } from './sparkline.ts';

const toggles: Record<Toggle, string> = {
  hinges: 'Hinges',
  limits: 'Limits',
  direction: 'Direction',
  annealing: 'Anneal when stuck',
  axes: 'Show hinge axes',
  arcs: 'Show limits',
};

const actions: Record<Action, string> = {
  escape: 'Shake it free',
  opposite: 'Make them opposite',
  reset: 'Reset',
};

/** Most sweeps per frame that a reader can ask for. */
const mostSweeps = 20;

const isToggle = (control: Control): control is Toggle => control in toggles;
const isAction = (control: Control): control is Action => control in actions;

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Controls, readout and code of one figure. Light: made at once for every figure, before any view is live. */
export class ArticlePanel {
  readonly choices: Choices;
  readonly readout: Readout;
  onChange: ((control: Control) => void) | null = null;
  onAction: ((action: Action) => void) | null = null;

  private readonly fieldset = make('fieldset', { className: 'controls', disabled: true });
  private readonly defaults: ReadonlySet<Toggle>;
  /** Sweeps per frame at first. */
  private readonly sweeps: number;
  private readonly inputs = new Map<Control, HTMLInputElement>();

  constructor(
    private readonly figure: HTMLElement,
    setup: SceneSetup,
    title: string,
  ) {
    this.defaults = new Set(setup.kind === 'arm' ? setup.on : []);
    this.sweeps = setup.kind === 'arm' ? (setup.sweeps ?? 1) : 1;
    this.choices = { on: new Set(this.defaults), sweeps: this.sweeps, turn: 1 };
    this.fieldset.setAttribute('aria-label', `Controls: ${title}`);
    this.fill(setup.controls);
    const labels = setup.kind === 'arm' ? ['error', 'sweeps', 'µs per solve'] : setup.readout;
    const { element, readout } = makeReadout(labels, setup.kind === 'arm');
    this.readout = readout;
    const stage = figure.querySelector('.stage')!;
    stage.after(element, this.fieldset);
    this.markCode();
  }

  /** The view runs: the controls do something now. */
  enable(): void {
    this.fieldset.disabled = false;
  }

  /** Where what the view shows can be taken elsewhere. */
  addShare(shared: Shared): void {
    const host = make('div');
    (this.fieldset.querySelector('.actions') ?? this.fieldset).append(host);
    addShare(host, shared);
  }

  /** Back to what the scene began with. */
  reset(): void {
    this.choices.on.clear();
    for (const toggle of this.defaults) this.choices.on.add(toggle);
    this.choices.sweeps = this.sweeps;
    this.choices.turn = 1;
    for (const [control, input] of this.inputs) {
      if (isToggle(control)) input.checked = this.choices.on.has(control);
      else input.value = control === 'sweeps' ? String(this.sweeps) : '1';
      input.dispatchEvent(new Event('limber-shown'));
    }
    this.markCode();
  }

  private fill(controls: readonly Control[]): void {
    const buttons = make('div', { className: 'actions' });
    for (const control of controls) {
      if (isToggle(control)) this.fieldset.append(this.makeToggle(control));
      else if (isAction(control)) buttons.append(this.makeButton(control));
      else this.fieldset.append(this.makeRange(control));
    }
    // A button that is what the view is for comes first.
    if (controls[0] === 'escape') this.fieldset.prepend(buttons);
    else if (buttons.childElementCount > 0) this.fieldset.append(buttons);
  }

  private makeToggle(toggle: Toggle): HTMLElement {
    const input = make('input', { type: 'checkbox', name: toggle, checked: this.choices.on.has(toggle) });
    input.addEventListener('change', () => {
      if (input.checked) this.choices.on.add(toggle);
      else this.choices.on.delete(toggle);
      this.markCode();
      this.onChange?.(toggle);
    });
    this.inputs.set(toggle, input);
    return make('label', { className: 'control' }, toggles[toggle], input);
  }

  private makeRange(control: 'sweeps' | 'turn'): HTMLElement {
    const sweeps = control === 'sweeps';
    const input = make('input', {
      type: 'range',
      name: control,
      min: sweeps ? '1' : '0',
      max: sweeps ? String(mostSweeps) : '1',
      step: sweeps ? '1' : '0.01',
      value: sweeps ? String(this.sweeps) : '1',
    });
    const output = make('output');
    const show = () => {
      const value = Number(input.value);
      output.textContent = sweeps ? String(value) : `${Math.round(100 * value)} %`;
    };
    show();
    input.addEventListener('limber-shown', show);
    input.addEventListener('input', () => {
      this.choices[control] = Number(input.value);
      show();
      this.onChange?.(control);
    });
    this.inputs.set(control, input);
    return make('label', { className: 'control' }, sweeps ? 'Sweeps per frame' : 'Turn', output, input);
  }

  private makeButton(action: Action): HTMLElement {
    const button = make('button', { type: 'button', name: action }, actions[action]);
    if (action === 'escape') button.className = 'primary';
    button.addEventListener('click', () => {
      if (action === 'reset') this.reset();
      this.onAction?.(action);
    });
    return button;
  }

  /** Marks the lines of each step that is on, and strikes out those that the reader switched off. */
  private markCode(): void {
    for (const line of this.figure.querySelectorAll<HTMLElement>('.line[data-step]')) {
      const step = line.dataset.step as Toggle;
      line.classList.toggle('on', this.choices.on.has(step));
      line.classList.toggle('off', this.inputs.has(step) && !this.choices.on.has(step));
    }
  }
}

function makeReadout(
  labels: readonly string[],
  plotted: boolean,
): { element: HTMLElement; readout: Readout } {
  const list = make('dl');
  const values = labels.map((label) => {
    const value = make('dd', {}, '–');
    list.append(make('div', {}, make('dt', {}, label), value));
    return value;
  });
  const status = make('p', { className: 'status' });
  const element = make('div', { className: 'readout' }, list);
  const sparkline = plotted ? new Sparkline() : null;
  if (sparkline) element.append(make('div', { className: 'course' }, 'over time', sparkline.canvas));
  element.append(status);
  const setText = (target: HTMLElement, text: string) => {
    if (target.textContent !== text) target.textContent = text;
  };
  const readout: Readout = {
    set: (index, text) => setText(values[index]!, text),
    say: (text) => setText(status, text),
    plot: (fraction) => sparkline?.add(fraction),
    clearPlot: () => sparkline?.clear(),
  };
  return { element, readout };
}
