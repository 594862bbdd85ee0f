/** The list, the form and the JSON of one problem. */
import {
  LimberError,
  Loop,
  type Goal,
  type GoalDescription,
  type ModelDescription,
  type Problem,
} from 'limber';
import type { View } from 'limber/three';
import { loopOf } from './closures.ts';
import {
  addGoals,
  check,
  describeMechanism,
  fromJson,
  isSameWish,
  modelOf,
  openLoops,
  replaceLoops,
  toJson,
} from './document.ts';
import { make, write } from '../shell/dom.ts';
import { Form } from './form.ts';
import { JsonField } from './json-field.ts';
import { isClosure, type Draft } from './kinds.ts';
import { List } from './list.ts';
import type { Item, Row } from './row.ts';
import { ShownFrames } from './shown-frames.ts';
import { goalOf } from './wishes.ts';
import { goalWords, loopWords, world } from './words.ts';

export interface EditorContext {
  /** That of the page now; it may be another after the page has picked or loaded one. */
  readonly problem: () => Problem;
  /** Where the frames that are being picked are drawn. */
  readonly view?: View | null | undefined;
  /** What stands on it; default "Loops and constraints". */
  readonly title?: string;
  /** Loops or goals are others: solve, and draw. */
  readonly changed: () => void;
  /**
   * Other links were loaded, which are right: from now on `problem` gives one of them. Without it, only loops and
   * constraints of the same links can be loaded.
   */
  readonly load?: (description: ModelDescription) => void;
  /**
   * How a goal is described that the page has added itself; null: it is the page's own business, and not listed.
   * Default: listed by type and link, not to be edited, and not in the JSON.
   */
  readonly describe?: (goal: Goal) => GoalDescription | null;
  /** What the page has added itself stays: it can be switched here, and neither changed nor removed. */
  readonly keeps?: boolean;
}

/** Milliseconds between two changes of the numbers: faster than this nobody reads. */
const pause = 100;

export class Editor {
  readonly element = make('details', { className: 'editor-box' });
  private readonly count = make('span', { className: 'count' });
  private readonly said = make('p', { className: 'editor-said' });
  private readonly list: List;
  private readonly adding = make('details', { className: 'editor-part' });
  private readonly addForm: Form;
  private editing: { readonly row: Row; readonly form: Form } | null = null;
  private readonly frames: ShownFrames | null;
  private readonly stop: () => void;
  /** Goals that were added here. */
  private readonly own = new WeakMap<Goal, GoalDescription>();
  /** What switched-off goals weigh. */
  private readonly weights = new WeakMap<Goal, number>();
  private shown: Problem | null = null;
  private shownAt = -Infinity;
  private disposed = false;

  constructor(private readonly context: EditorContext) {
    const { problem, view } = context;
    this.frames = view ? new ShownFrames(view, problem) : null;
    this.list = new List({
      describe: (goal) => this.describe(goal) ?? undefined,
      isKept: (goal) => this.isKept(goal),
      onSwitch: (item, on) => this.switch(item, on),
      onEdit: (row) => this.edit(row),
      onRemove: (row) => this.remove(row),
    });
    this.addForm = new Form({
      problem,
      action: 'Add',
      onInput: () => this.showFrames(),
      onSubmit: (draft) => this.add(draft),
    });
    this.build();
    this.stop = view?.onDrawn(() => this.follow()) ?? (() => {});
    this.refresh();
  }

  /** Everything as it is now. Cheap while the editor is folded up. */
  refresh(): void {
    const problem = this.context.problem();
    if (problem !== this.shown) this.begin(problem);
    if (this.editing && !this.list.has(this.editing.row)) this.stopEditing();
    this.shownAt = performance.now();
    const { goals } = this;
    write(this.count, String(problem.loops.length + goals.length));
    if (this.element.open) this.list.update(problem, goals);
  }

  dispose(): void {
    this.disposed = true;
    this.stop();
    this.frames?.dispose();
    this.element.remove();
  }

  private build(): void {
    const { element, adding } = this;
    this.said.setAttribute('role', 'status');
    adding.append(make('summary', {}, 'Add a loop or a constraint'), this.addForm.element);
    const json = new JsonField({ write: () => this.write(), read: (text) => this.read(text) });
    element.append(make('summary', {}, this.context.title ?? 'Loops and constraints', this.count));
    element.append(
      make('div', { className: 'editor-inside' }, this.list.element, this.said, adding, json.element),
    );
    // A toggle is told some time later: then the editor may be gone.
    element.addEventListener('toggle', () => {
      if (this.disposed) return;
      this.refresh();
      this.showFrames();
    });
    adding.addEventListener('toggle', () => {
      if (this.disposed) return;
      if (adding.open) this.stopEditing();
      this.showFrames();
    });
  }

  /** After a frame was drawn: numbers move with the mechanism. */
  private follow(): void {
    if (performance.now() - this.shownAt >= pause) this.refresh();
  }

  private begin(problem: Problem): void {
    this.shown = problem;
    this.stopEditing();
    this.addForm.offer();
    write(this.said, '');
  }

  /** Undefined: nothing is known of it. Null: it is not listed. */
  private describe(goal: Goal): GoalDescription | null | undefined {
    return this.own.get(goal) ?? this.context.describe?.(goal);
  }

  private isKept(goal: Goal): boolean {
    return !this.own.has(goal) && (this.context.keeps === true || !this.describe(goal));
  }

  private get goals(): Goal[] {
    return this.context.problem().goals.filter((goal) => this.describe(goal) !== null);
  }

  private changed(said: string): void {
    this.context.changed();
    this.refresh();
    this.showFrames();
    write(this.said, said);
  }

  private add(draft: Draft): void {
    const problem = this.context.problem();
    if (isClosure(draft.kind)) {
      const loop = { name: this.nameFor(draft), ...loopOf(draft) };
      problem.addLoop(loop);
      this.changed(`Added: ${loopWords(loop)}.`);
    } else {
      const goal = this.addGoal(goalOf(draft, problem));
      this.changed(`Added: ${goalWords(this.own.get(goal)!, Array.from(goal.target))}.`);
    }
  }

  /** As others are called, and as no other is. */
  private nameFor({ a, b }: Draft): string {
    const name = `${a.link} to ${b.link ?? world}`;
    const taken = this.context.problem().loops.map((loop) => loop.name);
    for (let i = 1; ; i += 1) {
      const tried = i === 1 ? name : `${name} ${i}`;
      if (!taken.includes(tried)) return tried;
    }
  }

  private addGoal(description: GoalDescription): Goal {
    const goal = this.context.problem().addGoal(description);
    this.own.set(goal, description);
    return goal;
  }

  private switch(item: Item, on: boolean): void {
    if (item instanceof Loop) item.closed = on;
    else {
      if (!on) this.weights.set(item, item.weight);
      item.weight = on ? (this.weights.get(item) ?? 1) : 0;
    }
    this.changed('');
  }

  private remove(row: Row): void {
    const { item, words } = row;
    const next = this.list.after(row);
    const problem = this.context.problem();
    if (item instanceof Loop) problem.removeLoop(item);
    else problem.removeGoal(item);
    this.changed(`Removed: ${words}.`);
    if (next) next.focusRemove();
    else this.adding.querySelector('summary')!.focus();
  }

  private edit(row: Row): void {
    const { draft } = row;
    const isOpen = this.editing?.row === row;
    this.stopEditing();
    if (isOpen || !draft?.kind || !draft.a) return;
    this.adding.open = false;
    const form = new Form({
      problem: this.context.problem,
      action: 'Save',
      onInput: () => this.showFrames(),
      onSubmit: (changed) => this.save(row, changed),
      onCancel: () => {
        this.stopEditing();
        row.focusEdit();
      },
    });
    form.show({ ...draft, kind: draft.kind, a: draft.a });
    row.place.append(form.element);
    this.editing = { row, form };
    this.showFrames();
    form.focus();
  }

  private save({ item }: Row, draft: Draft): void {
    const stays = item instanceof Loop === isClosure(draft.kind);
    let now: Item | undefined = item;
    if (stays && item instanceof Loop) item.route({ weight: 1, ...loopOf(draft) });
    else now = this.replace(item, draft);
    this.stopEditing();
    this.changed('Saved.');
    if (now) this.list.rowOf(now)?.focusEdit();
  }

  /** What a goal is stays as it was added; so another takes its place. The new one first: it may be refused. */
  private replace(item: Item, draft: Draft): Item | undefined {
    const problem = this.context.problem();
    let now: Item;
    if (isClosure(draft.kind)) now = problem.addLoop({ name: this.nameFor(draft), ...loopOf(draft) });
    else {
      const before = item instanceof Loop ? {} : ordersOf(this.describe(item));
      now = this.addGoal({ ...before, ...goalOf(draft, problem) });
    }
    if (item instanceof Loop) problem.removeLoop(item);
    else problem.removeGoal(item);
    return now;
  }

  private stopEditing(): void {
    this.editing?.form.element.remove();
    this.editing = null;
    this.showFrames();
  }

  /** While a form is open, its frames are in the view. */
  private showFrames(): void {
    const form = this.editing?.form ?? (this.adding.open ? this.addForm : null);
    if (form && this.element.open) this.frames?.show(form.picks);
    else this.frames?.hide();
  }

  private write(): string {
    const goals = this.goals.flatMap((goal) => {
      const known = this.describe(goal);
      if (!known) return [];
      const { weight: _, ...rest } = known;
      const weight = goal.weight === 1 ? {} : { weight: goal.weight };
      return [{ ...rest, target: Array.from(goal.target), ...weight }];
    });
    return toJson(describeMechanism(this.context.problem(), goals));
  }

  /** All or nothing. @throws LimberError. */
  private read(text: string): void {
    const mechanism = fromJson(text);
    const isSame = check(mechanism, this.context.problem().model);
    if (isSame) replaceLoops(this.context.problem(), mechanism);
    else this.loadOther(modelOf(mechanism));
    const problem = this.context.problem();
    if (isSame) for (const goal of this.goals) if (!this.isKept(goal)) problem.removeGoal(goal);
    if (!isSame) openLoops(problem, mechanism);
    this.takeGoals(mechanism.goals ?? []);
    this.changed('');
  }

  /** Those that the page keeps get their targets and weights; the others are added. */
  private takeGoals(wanted: readonly GoalDescription[]): void {
    const kept = this.goals.filter((goal) => this.describe(goal));
    const added = wanted.filter((wish) => {
      const at = kept.findIndex((goal) => isSameWish(this.describe(goal)!, wish));
      if (at < 0) return true;
      const [goal] = kept.splice(at, 1);
      if (wish.target) goal!.target.set(wish.target);
      goal!.weight = wish.weight ?? 1;
      return false;
    });
    addGoals(this.context.problem(), added).forEach((goal, i) => this.own.set(goal, added[i]!));
  }

  private loadOther(description: ModelDescription): void {
    if (this.context.load) return this.context.load(description);
    throw new LimberError(
      'badDescription',
      'these are other links than those of this page, which keeps its own; load loops and constraints for the same links',
    );
  }
}

/** What the form does not show of a goal, and keeps. */
function ordersOf(goal: GoalDescription | null | undefined): object {
  if (!goal) return {};
  const { priority, gain } = goal as { priority?: number; gain?: number };
  return { ...(priority === undefined ? {} : { priority }), ...(gain === undefined ? {} : { gain }) };
}
