/** The problem's loops and goals, in the order in which they were added. */
import type { Goal, Problem } from 'limber';
import { make } from '../shell/dom.ts';
import { Row, type Item, type RowSetup } from './row.ts';

export class List {
  readonly element = make('div');
  private rows: readonly Row[] = [];
  private readonly items = make('ul', { className: 'editor-list' });
  private readonly nothing = make('p', { className: 'editor-said' }, 'No loops and no constraints.');

  constructor(private readonly setup: RowSetup) {
    this.element.append(this.items, this.nothing);
  }

  /** Brings it in line with the problem; what is there already keeps its element, and with it the focus. */
  update(problem: Problem, goals: readonly Goal[]): void {
    const wanted: readonly Item[] = [...problem.loops, ...goals];
    const isSame =
      wanted.length === this.rows.length && wanted.every((item, i) => item === this.rows[i]!.item);
    if (!isSame) this.fill(wanted);
    for (const row of this.rows) row.update();
  }

  get length(): number {
    return this.rows.length;
  }

  has(row: Row): boolean {
    return this.rows.includes(row);
  }

  rowOf(item: Item): Row | undefined {
    return this.rows.find((row) => row.item === item);
  }

  /** The row that stands where `row` does once that is gone. */
  after(row: Row): Row | undefined {
    const at = this.rows.indexOf(row);
    return this.rows[at + 1] ?? this.rows[at - 1];
  }

  private fill(wanted: readonly Item[]): void {
    const known = new Map(this.rows.map((row) => [row.item, row]));
    this.rows = wanted.map((item) => known.get(item) ?? new Row(item, this.setup));
    for (const [item, row] of known) if (!wanted.includes(item)) row.element.remove();
    this.rows.forEach(({ element }, i) => {
      const there = this.items.children[i];
      if (there !== element) this.items.insertBefore(element, there ?? null);
    });
    this.items.hidden = this.rows.length === 0;
    this.nothing.hidden = this.rows.length > 0;
  }
}
