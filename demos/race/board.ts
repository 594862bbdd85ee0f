import { make, write } from '../shell/dom.ts';
import { swatch, type LineLook } from './looks.ts';
import type { Racer } from './racer.ts';
import { largestStep, residual, solveTime, unknown } from './units.ts';

interface Column {
  readonly name: string;
  /** Link to the explanation on the page. */
  readonly href?: string;
  readonly text: (racer: Racer) => string;
}

const columns: readonly Column[] = [
  {
    name: 'residual',
    href: '#residual',
    text: ({ outcome }) => (outcome ? residual(outcome.residual) : unknown),
  },
  {
    name: 'iterations',
    text: ({ outcome }) => (outcome ? outcome.iterations.toLocaleString('en') : unknown),
  },
  { name: 'µs', href: '#time', text: ({ outcome }) => solveTime(outcome?.us ?? null) },
  {
    name: 'largest step',
    href: '#smoothness',
    text: ({ outcome }) => largestStep(outcome?.largestStep ?? null),
  },
  { name: 'status', text: ({ outcome }) => outcome?.status ?? unknown },
];

export interface Entry {
  readonly name: string;
  readonly look: LineLook;
}

/** The table of results: its rows switch solvers on and off, and highlight them. */
export class Board {
  /** The reader points at a solver, by pointer or focus, or at none. */
  onPoint: ((name: string | null) => void) | null = null;
  onSwitch: ((name: string, on: boolean) => void) | null = null;
  readonly #rows = new Map<string, { row: HTMLTableRowElement; switch: HTMLInputElement }>();

  readonly element = make('table', { className: 'board race-board' });

  constructor(entries: readonly Entry[]) {
    const heads = columns.map(({ name, href }) =>
      make('th', { scope: 'col' }, href ? make('a', { href }, name) : name),
    );
    const head = make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'solver'), ...heads));
    this.element.append(head, make('tbody', {}, ...entries.map((entry) => this.#makeRow(entry))));
  }

  /** Shows a solver's outcome; null: switched off. */
  show(name: string, racer: Racer | null): void {
    const { row, switch: box } = this.#rows.get(name)!;
    const refused = racer !== null && racer.reason !== null;
    box.checked = racer !== null;
    row.classList.toggle('off', !racer || refused);
    const texts = columns.map(({ text }) => (racer && !refused ? text(racer) : unknown));
    if (refused) texts[texts.length - 1] = 'unsupported';
    texts.forEach((text, i) => write(row.cells[i + 1]!, text));
  }

  highlight(name: string | null): void {
    for (const [each, { row }] of this.#rows) row.classList.toggle('lit', each === name);
  }

  #makeRow({ name, look }: Entry): HTMLTableRowElement {
    const box = make('input', { type: 'checkbox', name });
    box.addEventListener('change', () => this.onSwitch?.(name, box.checked));
    const label = make('label', { innerHTML: swatch(look) }, name);
    label.prepend(box);
    const row = make('tr', {}, make('th', { scope: 'row' }, label), ...columns.map(() => make('td')));
    row.addEventListener('pointerenter', () => this.onPoint?.(name));
    row.addEventListener('pointerleave', () => this.onPoint?.(null));
    box.addEventListener('focus', () => this.onPoint?.(name));
    box.addEventListener('blur', () => this.onPoint?.(null));
    this.#rows.set(name, { row, switch: box });
    return row;
  }
}
