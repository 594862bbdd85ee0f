/** The problem's loops and goals, in the order in which they were added. */
import { Loop, type Goal, type GoalDescription, type Problem } from 'limber';
import { button, make, write } from '../shell/dom.ts';
import {
  draftOfGoal,
  draftOfLoop,
  goalWords,
  loopWords,
  residualsOfGoal,
  residualsOfLoop,
  residualWords,
  type Draft,
} from './ties.ts';

export type Item = Loop | Goal;

interface RowSetup {
  /** Undefined: a goal that the page has added without a description. */
  readonly describe: (goal: Goal) => GoalDescription | undefined;
  /** It can neither be changed nor removed here. */
  readonly isKept: (goal: Goal) => boolean;
  readonly onSwitch: (item: Item, on: boolean) => void;
  readonly onEdit: (row: Row) => void;
  readonly onRemove: (row: Row) => void;
}

/** One loop or goal. */
export class Row {
  readonly element: HTMLElement;
  /** Place for the form while this item is edited. */
  readonly place = make('div');
  words = '';
  readonly #text = make('span');
  readonly #on = make('input', { type: 'checkbox', name: 'on' });
  readonly #residual = make('output');
  readonly edit: HTMLButtonElement;
  readonly #remove: HTMLButtonElement;

  constructor(
    readonly item: Item,
    private readonly setup: RowSetup,
  ) {
    this.edit = button('Edit', 'edit', () => setup.onEdit(this));
    this.#remove = button('Remove', 'remove', () => setup.onRemove(this));
    this.#on.addEventListener('change', () => setup.onSwitch(item, this.#on.checked));
    const label = make('label', { className: 'control' }, this.#text, this.#on);
    const foot = make('div', { className: 'foot' }, this.#residual, this.edit, this.#remove);
    this.element = make('li', {}, label, foot, this.place);
    this.update();
  }

  /** Updates all words to the present state. */
  update(): void {
    const { item } = this;
    const words = item instanceof Loop ? loopWords(item.description) : this.#wordsOfGoal(item);
    if (words !== this.words) this.#say(words);
    const isOn = item instanceof Loop ? item.closed : item.weight > 0;
    if (this.#on.checked !== isOn) this.#on.checked = isOn;
    const state = item instanceof Loop ? (isOn ? 'closed' : 'open') : isOn ? 'on' : 'off';
    const shown =
      item instanceof Loop
        ? residualsOfLoop(item.description)
        : residualsOfGoal(this.setup.describe(item) ?? { type: item.type, link: item.link });
    write(this.#residual, [state, residualWords(item, shown)].filter(Boolean).join(', '));
  }

  /** The present state for the form; null: the form has no such kind. */
  get draft(): Partial<Draft> | null {
    const { item } = this;
    if (item instanceof Loop) return draftOfLoop(item.description);
    const description = this.setup.describe(item);
    return description ? draftOfGoal(description, Array.from(item.target)) : null;
  }

  focusRemove(): void {
    (this.#remove.hidden ? this.#on : this.#remove).focus();
  }

  #say(words: string): void {
    this.words = words;
    this.#text.textContent = words;
    this.edit.ariaLabel = `Edit ${words}`;
    this.#remove.ariaLabel = `Remove ${words}`;
    const isKept = !(this.item instanceof Loop) && this.setup.isKept(this.item);
    this.edit.hidden = isKept || this.draft === null;
    this.#remove.hidden = isKept;
  }

  #wordsOfGoal(goal: Goal): string {
    const known = this.setup.describe(goal);
    return known ? goalWords(known, Array.from(goal.target)) : `${goal.link}, ${goal.type}, of this page`;
  }
}

export class List {
  readonly element: HTMLElement;
  rows: readonly Row[] = [];
  readonly #items = make('ul', { className: 'editor-list' });
  readonly #nothing = make('p', { className: 'editor-said' }, 'No loops and no constraints.');

  constructor(private readonly setup: RowSetup) {
    this.element = make('div', {}, this.#items, this.#nothing);
  }

  /** Matches the list to the problem; existing rows keep their elements, and with them the focus. */
  update(problem: Problem, goals: readonly Goal[]): void {
    const wanted: readonly Item[] = [...problem.loops, ...goals];
    const known = new Map(this.rows.map((row) => [row.item, row]));
    this.rows = wanted.map((item) => known.get(item) ?? new Row(item, this.setup));
    for (const [item, row] of known) if (!wanted.includes(item)) row.element.remove();
    this.rows.forEach(({ element }, i) => {
      const there = this.#items.children[i];
      if (there !== element) this.#items.insertBefore(element, there ?? null);
    });
    this.#items.hidden = this.rows.length === 0;
    this.#nothing.hidden = this.rows.length > 0;
    for (const row of this.rows) row.update();
  }
}
