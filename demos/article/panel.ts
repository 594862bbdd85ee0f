import { makeControl } from '../shell/controls.ts';
import { button, make, write } from '../shell/dom.ts';
import { stops, toggle, type Schema } from '../shell/picks.ts';
import { addShare, type Shared } from '../shell/share.ts';
import { hasArm, toggles } from './scene.ts';
import type { Action, Choices, Control, LiveScene, Readout, Scene, Toggle } from './scene.ts';
import { sweeps } from './shared-view.ts';
import { Sparkline } from './sparkline.ts';

type Value = Exclude<Control, Action>;

const fields: Readonly<Record<Value, Schema[string]>> = {
  hinges: toggle('Hinges', false),
  limits: toggle('Limits', false),
  direction: toggle('Direction', false),
  annealing: toggle('Anneal when stuck', false),
  axes: toggle('Show hinge axes', false),
  arcs: toggle('Show limits', false),
  sweeps,
  turn: stops(
    'Turn',
    Array.from({ length: 101 }, (_, i) => i / 100),
    1,
    (value) => `${Math.round(100 * value)} %`,
  ),
};

const actions: Readonly<Record<Action, string>> = {
  escape: 'Shake it free',
  opposite: 'Make them opposite',
  reset: 'Reset',
};

const isToggle = (control: Value): control is Toggle => (toggles as readonly string[]).includes(control);
const isAction = (control: Control): control is Action => control in actions;

/**
 * Controls, readout and code of one figure. Light: created at once for every figure, before any view is live.
 */
export class ArticlePanel {
  readonly choices: Choices;
  readonly readout: Readout;
  #live: LiveScene | null = null;
  readonly #fieldset = make('fieldset', { className: 'controls', disabled: true });
  /** Setters that show each control's value. */
  readonly #shown = new Map<Value, (value: unknown) => void>();

  constructor(
    private readonly figure: HTMLElement,
    private readonly scene: Scene,
  ) {
    this.choices = { on: new Set(), sweeps: 1, turn: 1 };
    this.#fieldset.setAttribute('aria-label', `Controls: ${scene.title}`);
    this.#fill();
    this.#reset();
    const { element, readout } = makeReadout(scene);
    this.readout = readout;
    figure.querySelector('.stage')!.after(element, this.#fieldset);
  }

  /** Enables the controls: the view runs. */
  serve(live: LiveScene): void {
    this.#live = live;
    this.#fieldset.disabled = false;
  }

  /** Adds links and code to share the view. */
  addShare(shared: Shared): void {
    const host = make('div');
    (this.#fieldset.querySelector('.actions') ?? this.#fieldset).append(host);
    addShare(host, shared);
  }

  /** Restores the scene's initial settings. */
  #reset(): void {
    const { choices, scene } = this;
    choices.on.clear();
    if (hasArm(scene)) for (const each of scene.on) choices.on.add(each);
    choices.sweeps = hasArm(scene) ? (scene.sweeps ?? 1) : 1;
    choices.turn = 1;
    for (const [name, show] of this.#shown) show(isToggle(name) ? choices.on.has(name) : choices[name]);
    this.#markCode();
  }

  #fill(): void {
    const fieldset = this.#fieldset;
    const { controls } = this.scene;
    const buttons = make('div', { className: 'actions' });
    for (const control of controls) {
      if (isAction(control)) {
        buttons.append(this.#makeButton(control));
        continue;
      }
      const made = makeControl(control, fields[control], (value) => this.#pick(control, value))!;
      this.#shown.set(control, (value) => made.show(value));
      fieldset.append(made.element);
    }
    // The main button of a view comes first.
    if (controls[0] === 'escape') fieldset.prepend(buttons);
    else if (buttons.childElementCount > 0) fieldset.append(buttons);
  }

  #pick(control: Value, value: unknown): void {
    const { choices } = this;
    if (!isToggle(control)) choices[control] = value as number;
    else if (value) choices.on.add(control);
    else choices.on.delete(control);
    this.#shown.get(control)!(value);
    this.#markCode();
    this.#live?.changed(control);
  }

  #makeButton(action: Action): HTMLButtonElement {
    const element = button(actions[action], action, () => {
      if (action === 'reset') this.#reset();
      this.#live?.act(action);
    });
    if (action === 'escape') element.className = 'primary';
    return element;
  }

  /** Marks the lines of each step that is on, and strikes out those that the reader switched off. */
  #markCode(): void {
    for (const line of this.figure.querySelectorAll<HTMLElement>('.line[data-step]')) {
      const step = line.dataset.step as Toggle;
      line.classList.toggle('on', this.choices.on.has(step));
      line.classList.toggle('off', this.#shown.has(step) && !this.choices.on.has(step));
    }
  }
}

function makeReadout(scene: Scene): { element: HTMLElement; readout: Readout } {
  const labels = hasArm(scene) ? ['error', 'sweeps', 'µs per solve'] : scene.readout;
  const values = labels.map(() => make('dd', {}, '–'));
  const list = make(
    'dl',
    {},
    ...labels.map((label, i) => make('div', {}, make('dt', {}, label), values[i]!)),
  );
  const course = hasArm(scene) ? new Sparkline() : null;
  const status = make('p', { className: 'status' });
  const element = make('div', { className: 'readout' }, list);
  if (course) element.append(make('div', { className: 'course' }, 'over time', course.canvas));
  element.append(status);
  const readout: Readout = {
    set: (index, text) => write(values[index]!, text),
    say: (text) => write(status, text),
    plot: (fraction) => course?.add(fraction),
    clearPlot: () => course?.clear(),
  };
  return { element, readout };
}
