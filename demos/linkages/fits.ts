import { make, write } from '../shell/dom.ts';
import type { Mechanism } from './mechanism.ts';
import { misfitOf, misfitWords, type MisfitScale } from './scale.ts';

/** Misfit of each joint: one line each with a coloured dot, and the scale of the colours. */
export class Fits {
  readonly element: HTMLElement;
  readonly #list = make('ul', { className: 'joints' });
  #rows: readonly { readonly dot: HTMLElement; readonly words: HTMLElement }[] = [];
  #shown: Mechanism | null = null;

  constructor(private readonly scale: MisfitScale) {
    const steps = ['0.1 mm', '1 mm', '1 cm', '10 cm'].map((text) => make('span', {}, text));
    const legend = make('div', { className: 'legend', ariaHidden: 'true' }, make('i'), ...steps);
    const scroll = make('div', { className: 'scroll', role: 'region', tabIndex: 0 }, this.#list);
    scroll.setAttribute('aria-labelledby', 'fits');
    const head = make('h2', { className: 'label', id: 'fits' }, 'Remaining error of each joint');
    this.element = make('div', { className: 'fits' }, head, legend, scroll);
  }

  tell(rig: Mechanism): void {
    const { joints } = rig;
    // Refill after another linkage was picked, or a loop added or removed.
    if (rig !== this.#shown || joints.length !== this.#rows.length) this.#fill(rig);
    this.#rows.forEach(({ dot, words }, i) => {
      const { metres, radians } = joints[i]!;
      const colour = this.scale.colourOf(misfitOf(metres, radians));
      dot.style.background = colour ? `#${colour.getHexString()}` : '';
      write(words, misfitWords(metres, radians));
    });
  }

  #fill(rig: Mechanism): void {
    this.#shown = rig;
    const { links } = rig.model;
    const names = [
      ...links.map(({ name, parent }) => `${links[parent]?.name ?? 'ground'} to ${name}`),
      ...rig.problem.loops.map(({ name }) => name),
    ];
    this.#rows = names.map(() => ({ dot: make('i', { className: 'dot' }), words: make('b') }));
    this.#list.replaceChildren(
      ...this.#rows.map(({ dot, words }, i) =>
        make('li', {}, dot, make('span', { title: names[i]! }, names[i]!), words),
      ),
    );
  }
}
