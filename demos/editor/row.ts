/** One loop or goal in the list. */
import { Loop, type Goal, type GoalDescription } from 'limber';
import { button, make, write } from '../shell/dom.ts';
import { goalWords, loopWords, residualsOfGoal, residualsOfLoop, residualWords } from './words.ts';
import type { Draft } from './kinds.ts';
import { draftOfLoop } from './closures.ts';
import { draftOfGoal } from './wishes.ts';

export type Item = Loop | Goal;

export interface RowSetup {
  /** Undefined: of a goal that the page has added, and of which no more is known. */
  readonly describe: (goal: Goal) => GoalDescription | undefined;
  /** It is neither changed nor removed here. */
  readonly isKept: (goal: Goal) => boolean;
  readonly onSwitch: (item: Item, on: boolean) => void;
  readonly onEdit: (row: Row) => void;
  readonly onRemove: (row: Row) => void;
}

export class Row {
  readonly element = make('li');
  /** Where the form stands while this is edited. */
  readonly place = make('div');
  words = '';
  private readonly text = make('span');
  private readonly on = make('input', { type: 'checkbox', name: 'on' });
  private readonly residual = make('output');
  private readonly edit: HTMLButtonElement;
  private readonly remove: HTMLButtonElement;

  constructor(
    readonly item: Item,
    private readonly setup: RowSetup,
  ) {
    this.edit = button('Edit', 'edit', () => setup.onEdit(this));
    this.remove = button('Remove', 'remove', () => setup.onRemove(this));
    this.on.addEventListener('change', () => setup.onSwitch(item, this.on.checked));
    const label = make('label', { className: 'control' }, this.text, this.on);
    const foot = make('div', { className: 'foot' }, this.residual, this.edit, this.remove);
    this.element.append(label, foot, this.place);
    this.update();
  }

  /** Brings all words in line with how it is now. */
  update(): void {
    const { item } = this;
    const words = item instanceof Loop ? loopWords(item.description) : this.wordsOfGoal(item);
    if (words !== this.words) this.say(words);
    const isOn = item instanceof Loop ? item.closed : item.weight > 0;
    if (this.on.checked !== isOn) this.on.checked = isOn;
    write(this.residual, item instanceof Loop ? wordsOfGape(item) : this.wordsOfLack(item));
  }

  /** How it is now, for the form; null: the form has no such kind. */
  get draft(): Partial<Draft> | null {
    const { item } = this;
    if (item instanceof Loop) return draftOfLoop(item.description);
    const description = this.setup.describe(item);
    return description ? draftOfGoal(description, Array.from(item.target)) : null;
  }

  focusEdit(): void {
    this.edit.focus();
  }

  focusRemove(): void {
    (this.remove.hidden ? this.on : this.remove).focus();
  }

  private say(words: string): void {
    this.words = words;
    this.text.textContent = words;
    this.edit.setAttribute('aria-label', `Edit ${words}`);
    this.remove.setAttribute('aria-label', `Remove ${words}`);
    const isKept = !(this.item instanceof Loop) && this.setup.isKept(this.item);
    this.edit.hidden = isKept || this.draft === null;
    this.remove.hidden = isKept;
  }

  private wordsOfGoal(goal: Goal): string {
    const { type, link } = goal;
    const known = this.setup.describe(goal);
    return known ? goalWords(known, Array.from(goal.target)) : `${link}, ${type}, of this page`;
  }

  private wordsOfLack(goal: Goal): string {
    const known = this.setup.describe(goal) ?? { type: goal.type, link: goal.link };
    return `${goal.weight > 0 ? 'on' : 'off'}, ${residualWords(goal, residualsOfGoal(known))}`;
  }
}

function wordsOfGape(loop: Loop): string {
  const residual = residualWords(loop, residualsOfLoop(loop.description));
  return [loop.closed ? 'closed' : 'open', residual].filter(Boolean).join(', ');
}
