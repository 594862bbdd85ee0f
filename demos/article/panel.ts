import { FactList } from '../shell/board.ts';
import { Controls } from '../shell/controls.ts';
import { button, make, write } from '../shell/dom.ts';
import type { Schema } from '../shell/picks.ts';
import { addShare, type Shared } from '../shell/share.ts';
import { schema, type Picks } from './picks.ts';
import { actions, hasArm, type Action, type LiveScene, type Scene, type ScenePlace } from './scenes.ts';
import { Sparkline } from './sparkline.ts';

const isAction = (control: string): control is Action => control in actions;

/**
 * Controls, readout and code of one figure. Light: created at once for every figure, before any view is live.
 */
export class ArticlePanel implements ScenePlace {
  readonly host: HTMLElement;
  picks: Picks;
  #live: LiveScene | null = null;
  readonly #controls: Controls<Schema>;
  readonly #facts: FactList;
  readonly #course: Sparkline | null;
  readonly #words = make('p', { className: 'status' });

  /** `usual`: the picks to which Reset returns. */
  constructor(
    private readonly figure: HTMLElement,
    private readonly scene: Scene,
    private readonly usual: Picks,
    shared: Shared,
  ) {
    this.picks = usual;
    this.host = figure.querySelector<HTMLElement>('.stage')!;
    const picked = scene.controls.filter((name): name is keyof Picks => !isAction(name));
    const own = Object.fromEntries(picked.map((name) => [name, schema[name]]));
    this.#controls = new Controls<Schema>(own, (change) => this.#pick(change));
    this.#facts = new FactList(Object.fromEntries(scene.facts.map((name) => [name, name])));
    this.#course = hasArm(scene) ? new Sparkline() : null;
    const readout = make('div', { className: 'readout' }, this.#facts.element);
    if (this.#course) readout.append(make('div', { className: 'course' }, 'over time', this.#course.element));
    readout.append(this.#words);
    const { form } = this.#controls;
    const buttons = scene.controls.filter(isAction).map((name) => this.#makeButton(name));
    const share = make('div');
    addShare(share, shared);
    const row = make('div', { className: 'actions' }, ...buttons, share);
    // The main button of a view comes first.
    if (scene.controls.includes('escape')) form.prepend(row);
    else form.append(row);
    Object.assign(form, { className: 'controls', disabled: true, ariaLabel: `Controls: ${scene.title}` });
    this.host.after(readout, form);
    this.#show();
  }

  /** Enables the controls: the view runs. */
  serve(live: LiveScene): void {
    this.#live = live;
    this.#controls.form.disabled = false;
  }

  tell(numbers: Readonly<Record<string, string>>, words: string): void {
    this.#facts.write(numbers);
    write(this.#words, words);
  }

  plot(fraction: number | null): void {
    if (fraction === null) this.#course?.clear();
    else this.#course?.add(fraction);
  }

  #pick(change: Partial<Picks>): void {
    this.picks = { ...this.picks, ...change };
    this.#show();
    for (const name of Object.keys(change)) this.#live?.changed(name as keyof Picks);
  }

  #makeButton(action: Action): HTMLButtonElement {
    const element = button(actions[action], action, () => {
      if (action === 'reset') this.picks = this.usual;
      this.#show();
      this.#live?.act(action);
    });
    if (action === 'escape') element.className = 'primary';
    return element;
  }

  /** Shows the picks; marks the lines of code that are on, and strikes out those that the reader switched off. */
  #show(): void {
    this.#controls.show(this.picks);
    for (const line of this.figure.querySelectorAll<HTMLElement>('.line[data-step]')) {
      const step = line.dataset.step as 'hinges';
      line.classList.toggle('on', this.picks[step]);
      line.classList.toggle('off', this.scene.controls.includes(step) && !this.picks[step]);
    }
  }
}
