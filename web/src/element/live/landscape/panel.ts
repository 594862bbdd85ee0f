/** The panel under the picture: one button, the presets, and what each ball does. */
import { make } from '../../../three/dom.ts';
import type { Ball, Balls } from './balls.ts';
import { presets, type Preset } from './presets.ts';

export interface PanelActions {
  drop(): void;
  take(preset: Preset): void;
  follow(ball: Ball): void;
}

export class Panel {
  readonly elements: readonly HTMLElement[];
  readonly #presets: readonly HTMLButtonElement[];
  readonly #text = make('p', { className: 'text' });
  readonly #rows: readonly { readonly row: HTMLButtonElement; readonly says: HTMLElement }[];

  constructor({ balls, without }: Balls, actions: PanelActions) {
    const drop = make('button', { type: 'button', name: 'drop', className: 'drop' }, 'Drop');
    drop.addEventListener('click', () => actions.drop());
    this.#presets = presets.map((preset) => {
      const button = make('button', { type: 'button', name: preset.name }, preset.title);
      button.addEventListener('click', () => actions.take(preset));
      return button;
    });
    this.#rows = balls.map((ball) => {
      const says = make('span', { className: 'says' });
      const name = make('b', {}, make('i'), ball.name);
      const row = make(
        'button',
        { type: 'button', name: ball.name, className: 'row' },
        name,
        make('small', {}, ball.way),
        says,
      );
      row.style.setProperty('--ball', ball.colour);
      for (const type of ['pointerenter', 'focus', 'click'])
        row.addEventListener(type, () => actions.follow(ball));
      return { row, says };
    });
    const list = make('ul', { className: 'balls' }, ...this.#rows.map(({ row }) => make('li', {}, row)));
    list.setAttribute('aria-label', 'Balls: one per solver');
    this.elements = [
      make('div', { className: 'first' }, drop, make('div', { className: 'presets' }, ...this.#presets)),
      this.#text,
      list,
      make('p', { className: 'without' }, `Without a ball: ${without.join('; ')}.`),
    ];
  }

  /** The preset whose ground is shown; null: none. */
  set preset(preset: Preset | null) {
    this.#presets.forEach((button, i) => button.setAttribute('aria-pressed', String(presets[i] === preset)));
    this.#text.textContent = preset?.text ?? 'Your own start: each ball takes its own way down.';
  }

  set follows(index: number) {
    this.#rows.forEach(({ row }, i) => row.setAttribute('aria-pressed', String(i === index)));
  }

  /** What each ball does now. */
  update(balls: readonly Ball[]): void {
    this.#rows.forEach(({ says, row }, i) => {
      const { words, end } = balls[i]!;
      if (says.textContent !== words) says.textContent = words;
      row.dataset.end = end ?? '';
    });
  }
}
