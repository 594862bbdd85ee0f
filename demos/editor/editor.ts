/**
 * The constraint and loop editor, folded up beside or under a view: the list, the form and the JSON of one
 * problem.
 */
import { LimberError, Loop, type Goal, type GoalDescription, type Problem } from 'limber';
import type { View } from 'limber/three';
import { make, write } from '../shell/dom.ts';
import {
  addGoals,
  check,
  describeMechanism,
  fromJson,
  isSameWish,
  replaceLoops,
  toJson,
} from './document.ts';
import { Form } from './form.ts';
import { JsonField } from './json-field.ts';
import { List, type Item, type Row } from './list.ts';
import { ShownFrames } from './shown-frames.ts';
import { goalOf, goalWords, isClosure, loopOf, loopWords, world, type Draft } from './ties.ts';

export interface EditorContext {
  /** The page's current problem; may be another after the page has picked one. */
  readonly problem: () => Problem;
  /** The view in which picked frames are drawn. */
  readonly view?: View | null | undefined;
  /** Heading; default "Loops and constraints". */
  readonly title?: string;
  /** Called when loops or goals have changed: solve and draw. */
  readonly changed: () => void;
  /**
   * Description of a goal that the page itself has added; null: the goal is private to the page, and not
   * listed. Default: listed by type and link, but neither editable nor in the JSON.
   */
  readonly describe?: (goal: Goal) => GoalDescription | null;
  /** Items that the page itself has added can only be switched, neither changed nor removed. */
  readonly keeps?: boolean;
}

/** Milliseconds between two updates of the numbers: nobody reads faster. */
const pause = 100;

export class Editor {
  readonly element = make('details', { className: 'editor-box' });
  readonly #count = make('span', { className: 'count' });
  readonly #said = make('p', { className: 'editor-said', role: 'status' });
  readonly #list: List;
  readonly #adding = make('details', { className: 'editor-part' });
  readonly #addForm: Form;
  #editing: { readonly row: Row; readonly form: Form } | null = null;
  readonly #frames: ShownFrames | null;
  readonly #stop: () => void;
  /** Descriptions of goals added here. */
  readonly #own = new WeakMap<Goal, GoalDescription>();
  /** Weights of switched-off goals, to restore. */
  readonly #weights = new WeakMap<Goal, number>();
  #shown: Problem | null = null;
  #shownAt = -Infinity;
  #disposed = false;

  constructor(private readonly context: EditorContext) {
    const { problem, view } = context;
    this.#frames = view ? new ShownFrames(view, problem) : null;
    this.#list = new List({
      describe: (goal) => this.#describe(goal) ?? undefined,
      isKept: (goal) => this.#isKept(goal),
      onSwitch: (item, on) => this.#switch(item, on),
      onEdit: (row) => this.#edit(row),
      onRemove: (row) => this.#remove(row),
    });
    this.#addForm = this.#makeForm('Add', (draft) => this.#add(draft));
    this.#build();
    // Numbers change with the mechanism.
    this.#stop =
      view?.onDrawn(() => {
        if (performance.now() - this.#shownAt >= pause) this.#refresh();
      }) ?? (() => {});
    this.#refresh();
  }

  dispose(): void {
    this.#disposed = true;
    this.#stop();
    this.#frames?.dispose();
    this.element.remove();
  }

  #makeForm(action: string, onSubmit: (draft: Draft) => void, onCancel?: () => void): Form {
    const { problem } = this.context;
    const onInput = (): void => this.#showFrames();
    return new Form({ problem, action, onSubmit, onInput, ...(onCancel && { onCancel }) });
  }

  #build(): void {
    const { context, element } = this;
    const adding = this.#adding;
    const count = this.#count;
    const list = this.#list;
    const said = this.#said;
    adding.append(make('summary', {}, 'Add a loop or a constraint'), this.#addForm.element);
    const json = new JsonField({ write: () => this.#write(), read: (text) => this.#read(text) });
    element.append(
      make('summary', {}, context.title ?? 'Loops and constraints', count),
      make('div', { className: 'editor-inside' }, list.element, said, adding, json.element),
    );
    for (const each of [element, adding])
      each.addEventListener('toggle', () => {
        // `toggle` is dispatched asynchronously: the editor may be gone by then.
        if (this.#disposed) return;
        if (each === element) this.#refresh();
        else if (adding.open) this.#stopEditing();
        this.#showFrames();
      });
  }

  /** Updates everything. Cheap while the editor is folded up. */
  #refresh(): void {
    const problem = this.context.problem();
    if (problem !== this.#shown) {
      this.#shown = problem;
      this.#stopEditing();
      this.#addForm.offer();
      write(this.#said, '');
    }
    if (this.#editing && !this.#list.rows.includes(this.#editing.row)) this.#stopEditing();
    this.#shownAt = performance.now();
    const goals = this.#goals;
    write(this.#count, String(problem.loops.length + goals.length));
    if (this.element.open) this.#list.update(problem, goals);
  }

  /** Undefined: unknown to the page. Null: not listed. */
  #describe(goal: Goal): GoalDescription | null | undefined {
    return this.#own.get(goal) ?? this.context.describe?.(goal);
  }

  #isKept(goal: Goal): boolean {
    return !this.#own.has(goal) && (this.context.keeps === true || !this.#describe(goal));
  }

  get #goals(): Goal[] {
    return this.context.problem().goals.filter((goal) => this.#describe(goal) !== null);
  }

  #changed(said: string): void {
    this.context.changed();
    this.#refresh();
    this.#showFrames();
    write(this.#said, said);
  }

  #add(draft: Draft): void {
    const item = this.#make(draft);
    const words =
      item instanceof Loop
        ? loopWords(item.description)
        : goalWords(this.#own.get(item)!, Array.from(item.target));
    this.#changed(`Added: ${words}.`);
  }

  /** `before`: properties of a goal that the form does not show, and keeps. */
  #make(draft: Draft, before: object = {}): Item {
    const problem = this.context.problem();
    if (isClosure(draft.kind)) return problem.addLoop({ name: this.#nameFor(draft), ...loopOf(draft) });
    const description = { ...before, ...goalOf(draft, problem) };
    const goal = problem.addGoal(description);
    this.#own.set(goal, description);
    return goal;
  }

  /** A unique name in the usual form. */
  #nameFor({ a, b }: Draft): string {
    const name = `${a.link} to ${b.link ?? world}`;
    const taken = this.context.problem().loops.map((loop) => loop.name);
    let tried = name;
    for (let i = 2; taken.includes(tried); i += 1) tried = `${name} ${i}`;
    return tried;
  }

  #switch(item: Item, on: boolean): void {
    if (item instanceof Loop) item.closed = on;
    else {
      if (!on) this.#weights.set(item, item.weight);
      item.weight = on ? (this.#weights.get(item) ?? 1) : 0;
    }
    this.#changed('');
  }

  #drop(item: Item): void {
    const problem = this.context.problem();
    if (item instanceof Loop) problem.removeLoop(item);
    else problem.removeGoal(item);
  }

  #remove(row: Row): void {
    const { item, words } = row;
    const { rows } = this.#list;
    const at = rows.indexOf(row);
    const next = rows[at + 1] ?? rows[at - 1];
    this.#drop(item);
    this.#changed(`Removed: ${words}.`);
    if (next) next.focusRemove();
    else this.#adding.querySelector('summary')!.focus();
  }

  #edit(row: Row): void {
    const { draft } = row;
    const isOpen = this.#editing?.row === row;
    this.#stopEditing();
    if (isOpen || !draft?.kind || !draft.a) return;
    this.#adding.open = false;
    const cancel = (): void => {
      this.#stopEditing();
      row.edit.focus();
    };
    const form = this.#makeForm('Save', (changed) => this.#save(row, changed), cancel);
    form.show({ ...draft, kind: draft.kind, a: draft.a });
    row.place.append(form.element);
    this.#editing = { row, form };
    this.#showFrames();
    form.focus();
  }

  #save({ item }: Row, draft: Draft): void {
    let now = item;
    if (item instanceof Loop && isClosure(draft.kind)) item.route({ weight: 1, ...loopOf(draft) });
    else {
      // A goal's definition cannot change once added; so another replaces it. Add the new one first: it may
      // be refused.
      const known = item instanceof Loop ? null : this.#describe(item);
      const { priority, gain } = (known ?? {}) as { priority?: number; gain?: number };
      now = this.#make(draft, {
        ...(priority !== undefined && { priority }),
        ...(gain !== undefined && { gain }),
      });
      this.#drop(item);
    }
    this.#stopEditing();
    this.#changed('Saved.');
    this.#list.rows.find((row) => row.item === now)?.edit.focus();
  }

  #stopEditing(): void {
    this.#editing?.form.element.remove();
    this.#editing = null;
    this.#showFrames();
  }

  /** Shows the frames of the open form in the view. */
  #showFrames(): void {
    const form = this.#editing?.form ?? (this.#adding.open ? this.#addForm : null);
    if (form && this.element.open) this.#frames?.show(form.picks);
    else this.#frames?.hide();
  }

  #write(): string {
    const goals = this.#goals.flatMap((goal) => {
      const known = this.#describe(goal);
      if (!known) return [];
      const { weight: _, ...rest } = known;
      return [
        { ...rest, target: Array.from(goal.target), ...(goal.weight !== 1 && { weight: goal.weight }) },
      ];
    });
    return toJson(describeMechanism(this.context.problem(), goals));
  }

  /** Reads the JSON: all or nothing. @throws LimberError. */
  #read(text: string): void {
    const mechanism = fromJson(text);
    const problem = this.context.problem();
    if (!check(mechanism, problem.model))
      throw new LimberError(
        'badDescription',
        'these are other links than those of this page, which keeps its own; load loops and constraints for the same links',
      );
    replaceLoops(problem, mechanism);
    for (const goal of this.#goals) if (!this.#isKept(goal)) problem.removeGoal(goal);
    this.#takeGoals(mechanism.goals ?? []);
    this.#changed('');
  }

  /** Goals that the page keeps get new targets and weights; the others are added. */
  #takeGoals(wanted: readonly GoalDescription[]): void {
    const kept = this.#goals.filter((goal) => this.#describe(goal));
    const added = wanted.filter((wish) => {
      const at = kept.findIndex((goal) => isSameWish(this.#describe(goal)!, wish));
      if (at < 0) return true;
      const [goal] = kept.splice(at, 1);
      // A wish comes from text, so its target is an array.
      if (wish.target) goal!.target.set(wish.target as number[]);
      goal!.weight = wish.weight ?? 1;
      return false;
    });
    addGoals(this.context.problem(), added).forEach((goal, i) => this.#own.set(goal, added[i]!));
  }
}
