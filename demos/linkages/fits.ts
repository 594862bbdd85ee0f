import { make, write } from '../shell/dom.ts';
import type { Mechanism } from './mechanism.ts';
import { misfitOf, misfitWords, MisfitScale } from './scale.ts';

interface Row {
  readonly dot: HTMLElement;
  readonly words: HTMLElement;
}

/** How far each joint is from fitting: a line with a coloured dot each, and the scale of the colours. */
export class Fits {
  readonly element: HTMLElement;
  private readonly list = make('ul', { className: 'joints' });
  private readonly scale = new MisfitScale();
  private rows: readonly Row[] = [];
  private rig!: Mechanism;

  constructor() {
    const steps = ['0.1 mm', '1 mm', '1 cm', '10 cm'].map((text) => make('span', {}, text));
    const legend = make('div', { className: 'legend', ariaHidden: 'true' }, make('i'), ...steps);
    const scroll = make('div', { className: 'scroll', role: 'region', tabIndex: 0 }, this.list);
    scroll.setAttribute('aria-labelledby', 'fits');
    const head = make('h2', { className: 'label', id: 'fits' }, 'Remaining error of each joint');
    this.element = make('div', { className: 'fits' }, head, legend, scroll);
  }

  load(rig: Mechanism): void {
    this.rig = rig;
    this.repaint();
    this.fill();
  }

  /** The theme is another. */
  repaint(): void {
    this.scale.read(this.element);
  }

  tell(): void {
    const { rig } = this;
    // A loop may have been added or removed.
    if (rig.joints.length !== this.rows.length) this.fill();
    this.rows.forEach(({ dot, words }, i) => {
      const [metres, radians] = rig.fit(i);
      const colour = this.scale.colourOf(misfitOf(metres, radians));
      dot.style.background = colour ? `#${colour.getHexString()}` : '';
      write(words, misfitWords(metres, radians));
    });
  }

  private fill(): void {
    const names = this.rig.joints.map(({ name, isLoop }) => (isLoop ? name : this.jointName(name)));
    this.rows = names.map(() => ({ dot: make('i', { className: 'dot' }), words: make('b') }));
    this.list.replaceChildren(
      ...this.rows.map(({ dot, words }, i) =>
        make('li', {}, dot, make('span', { title: names[i]! }, names[i]!), words),
      ),
    );
  }

  private jointName(link: string): string {
    const { links } = this.rig.model;
    const { parent } = links.find(({ name }) => name === link)!;
    return `${links[parent]?.name ?? 'ground'} to ${link}`;
  }
}
