/** Numbers that change in motion; their boxes never change size. */
import { make, write } from './dom.ts';

/** The cost of a step, for the reader. */
export function stepCost(cost: number): string {
  if (Number.isNaN(cost)) return '–';
  return cost < 1000 ? `${cost.toFixed(0)} µs` : `${(cost / 1000).toFixed(1)} ms`;
}

/** Names with a value each; sentences have a line of their own. */
export class FactList {
  readonly element = make('dl', { className: 'facts' });
  readonly #places = new Map<string, HTMLElement>();

  /** `names`: the label above each value. */
  constructor(names: Readonly<Record<string, string>>, sentences: readonly string[] = []) {
    for (const [key, name] of Object.entries(names)) {
      const value = make('dd', {}, '–');
      value.dataset.show = key;
      this.#places.set(key, value);
      const className = sentences.includes(key) ? 'wide' : '';
      this.element.append(make('div', { className }, make('dt', {}, name), value));
    }
  }

  write(values: Readonly<Record<string, string>>): void {
    for (const [key, text] of Object.entries(values)) write(this.#places.get(key)!, text);
  }
}

export interface RowHead {
  readonly name: string | Node;
  /** A custom property with the colour of a dot, the same as the row's curve. */
  readonly colour?: string;
}

/** A table of numbers with column names above and a name before each row. */
export class NumberTable {
  readonly element = make('table', { className: 'board' });
  readonly #body = make('tbody');
  #names: readonly HTMLElement[] = [];
  #cells: readonly (readonly HTMLElement[])[] = [];

  constructor(private readonly heads: readonly (string | Node)[]) {
    const cells = heads.map((head) => make(head ? 'th' : 'td', head ? { scope: 'col' } : {}, head));
    this.element.append(make('thead', {}, make('tr', {}, ...cells)), this.#body);
  }

  get rows(): readonly HTMLTableRowElement[] {
    return [...this.#body.rows];
  }

  /** Replaces the rows; `last`: content of the last column in place of a number. */
  setRows(rows: readonly RowHead[], last?: (index: number) => Node): void {
    const count = this.heads.length - 1;
    this.#names = rows.map(({ name }) => make('span', {}, name));
    this.#cells = rows.map((_, i) =>
      Array.from({ length: count }, (_, k) => make('td', {}, last && k === count - 1 ? last(i) : '–')),
    );
    this.#body.replaceChildren(
      ...rows.map(({ colour }, i) => {
        const dot = make('i', { className: 'dot' });
        if (colour) dot.style.background = `var(${colour})`;
        const head = make('th', { scope: 'row' }, ...(colour ? [dot] : []), this.#names[i]!);
        return make('tr', {}, head, ...this.#cells[i]!);
      }),
    );
  }

  name(row: number, text: string): void {
    write(this.#names[row]!, text);
  }

  write(row: number, ...texts: readonly string[]): void {
    texts.forEach((text, i) => write(this.#cells[row]![i]!, text));
  }
}
