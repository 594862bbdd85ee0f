import type { Look } from './looks.ts';
import { swatch } from './looks.ts';
import type { Racer } from './racer.ts';
import { degrees, microseconds, residual, unknown } from './words.ts';

/** What a row shows, in the order of the table's head. */
const cells: readonly ((racer: Racer) => string)[] = [
  ({ outcome }) => (outcome ? residual(outcome.residual) : unknown),
  ({ outcome }) => (outcome ? outcome.iterations.toLocaleString('en') : unknown),
  ({ outcome }) => microseconds(outcome?.us ?? null),
  ({ outcome }) => degrees(outcome?.largestStep ?? null),
  ({ outcome }) => outcome?.status ?? unknown,
];

export interface Entry {
  readonly name: string;
  readonly look: Look;
}

/** The table of results: its rows switch solvers on and off, and point at them. */
export class Board {
  /** The reader points at a solver, by pointer or focus, or at none. */
  onPoint: ((name: string | null) => void) | null = null;
  onSwitch: ((name: string, on: boolean) => void) | null = null;
  private readonly rows = new Map<string, { row: HTMLTableRowElement; switch: HTMLInputElement }>();

  constructor(body: HTMLTableSectionElement, entries: readonly Entry[]) {
    body.replaceChildren(...entries.map((entry) => this.makeRow(entry)));
  }

  /** Shows what came out; null: switched off. */
  show(name: string, racer: Racer | null): void {
    const { row, switch: box } = this.rows.get(name)!;
    const refused = racer !== null && racer.reason !== null;
    box.checked = racer !== null;
    row.classList.toggle('off', !racer || refused);
    const texts = cells.map((text) => (racer && !refused ? text(racer) : unknown));
    if (refused) texts[texts.length - 1] = 'unsupported';
    texts.forEach((text, i) => {
      const target = row.cells[i + 1]!;
      if (target.textContent !== text) target.textContent = text;
    });
  }

  highlight(name: string | null): void {
    for (const [each, { row }] of this.rows) row.classList.toggle('lit', each === name);
  }

  private makeRow({ name, look }: Entry): HTMLTableRowElement {
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    const label = document.createElement('label');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.name = name;
    box.addEventListener('change', () => this.onSwitch?.(name, box.checked));
    label.innerHTML = swatch(look);
    label.prepend(box);
    label.append(name);
    head.append(label);
    row.append(head, ...cells.map(() => document.createElement('td')));
    row.addEventListener('pointerenter', () => this.onPoint?.(name));
    row.addEventListener('pointerleave', () => this.onPoint?.(null));
    box.addEventListener('focus', () => this.onPoint?.(name));
    box.addEventListener('blur', () => this.onPoint?.(null));
    this.rows.set(name, { row, switch: box });
    return row;
  }
}
