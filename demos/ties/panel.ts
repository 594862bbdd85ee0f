/** The list of a problem's goals and loops, each with its error, a form for one of them, and all as JSON. */
import './style.css';
import { LimberError, type Goal, type Problem } from 'limber';
import type { View } from 'limber/three';
import { button, make, write } from '../shell/dom.ts';
import { rounded, unlisted, type Before, type Unlisted } from '../shell/picks.ts';
import { Scenery } from '../views/scenery.ts';
import { Triad } from '../views/triad.ts';
import { complaintOf, Form } from './form.ts';
import { placeNow } from './frames.ts';
import { draftOf, isLoop, tieOf, tieWords, type Draft, type Tie } from './kinds.ts';
import { Row } from './row.ts';

export interface TiesContext {
  readonly problem: () => Problem;
  /** The view in which frames of the form are drawn. */
  readonly view: View | null;
  /** The present ties, with their targets. */
  readonly ties: () => readonly Tie[];
  /** @throws LimberError; then nothing has changed. */
  readonly change: (ties: readonly Tie[]) => void;
  /** The tie that is pointed out in the view, by its place in the list; −1: none. */
  readonly picked?: { get: () => number; set: (index: number) => void };
}

/** Lengths of the axes of the form's two frames, in reaches. */
const axes = [0.12, 0.08];

/** Numbers as an address has them. */
const short = (_: string, value: unknown) => (typeof value === 'number' ? rounded(value) : value);

/** The ties in the address. */
export const tiesPick = (fallback: (before: Before) => readonly Tie[]): Unlisted<readonly Tie[]> =>
  unlisted<readonly Tie[]>({
    fallback,
    write: (ties) => JSON.stringify(ties, short),
    read: (text) => (complaintOf(() => fromJson(text)) ? undefined : fromJson(text)),
    wanted: 'goals and loops as JSON can be used',
  });

type Words = Readonly<Record<string, unknown>>;
const open = [null, null] as const;
const sides: Words = { exact: [0, 0], inside: [null, 0], outside: [0, null] };

/** The room that a tie's words give, as a goal has it. */
function roomOf(
  { within = {}, free = [], side = 'exact', tilt = 0, twist = [0, 0] }: Words,
  isInterval: boolean,
): Words {
  if (isInterval) return { within: Array.isArray(within) ? within : sides[side as string] };
  const opened = Object.fromEntries((free as string[]).map((axis) => [axis, open]));
  return { within: { ...(within as object), ...opened }, tilt, twist };
}

/** Texts that are equal where rooms are. */
const textOf = (room: unknown): string =>
  JSON.stringify(
    Array.isArray(room) || typeof room !== 'object'
      ? room
      : Object.entries(room as Words)
          .filter(([, each]) => String(each) !== '0,0')
          .sort(),
  );

/** A tie with the room of its goal, where a hand has moved that, instead of short words. */
function withRoom(tie: Tie, goal: Goal): Tie {
  const { free: _, side: __, ...rest } = tie as Tie & Words;
  const now = goal as unknown as Words;
  const before = roomOf(tie as unknown as Words, Array.isArray(now.within));
  const moved = ['within', 'tilt', 'twist'].filter(
    (name) => now[name] !== undefined && textOf(now[name]) !== textOf(before[name] ?? 0),
  );
  if (moved.length === 0) return tie;
  const { within } = now;
  return {
    ...rest,
    ...(within !== undefined && { within }),
    ...Object.fromEntries(moved.map((name) => [name, now[name]])),
  } as unknown as Tie;
}

/** The ties with the targets and rooms that their goals have now. */
export function present(ties: readonly Tie[], goals: readonly Goal[]): readonly Tie[] {
  let next = 0;
  return ties.map((tie) => {
    if (tie.off || isLoop(tie)) return tie;
    const goal = goals[next++]!;
    const { target } = goal;
    const now = withRoom(tie, goal);
    const same = tie.target?.length === target.length && target.every((each, i) => each === tie.target![i]);
    return same ? now : { ...now, target: Array.from(target) };
  });
}

/** @throws LimberError. */
export function fromJson(text: string): readonly Tie[] {
  let ties: unknown;
  try {
    ties = JSON.parse(text);
  } catch (error) {
    throw new LimberError('badDescription', `this is not JSON: ${(error as Error).message}`);
  }
  const fits = Array.isArray(ties) && ties.every((tie) => typeof tie === 'object' && tie !== null);
  if (!fits) throw new LimberError('badDescription', 'this is no list of goals and loops');
  return ties as readonly Tie[];
}

export class TiesPanel {
  readonly element = make('details', { className: 'ties' });
  readonly #count = make('span', { className: 'count' });
  readonly #list = make('ul');
  readonly #said = make('p', { role: 'status' });
  readonly #add = button('Add a goal or a loop', 'add', () => this.#toggle(this.context.ties().length));
  readonly #adding = make('div');
  readonly #json = make('textarea', { name: 'json', rows: 6, spellcheck: false, ariaLabel: 'All as JSON' });
  readonly #trouble = make('p', { className: 'trouble', role: 'alert' });
  readonly #scenery: Scenery | null;
  #triads: readonly Triad[] = [];
  #rows: readonly Row[] = [];
  /** The open form, and the place of its tie in the list; at its end: one that is to be added. */
  #open: { readonly form: Form; readonly at: number; readonly model: Problem['model'] } | null = null;

  constructor(private readonly context: TiesContext) {
    const { view } = context;
    this.#scenery = view && new Scenery(view);
    view?.onDrawn(() => this.#follow());
    const load = button('Load', 'load', () =>
      write(
        this.#trouble,
        complaintOf(() => this.#set(fromJson(this.#json.value), 'Loaded.')),
      ),
    );
    const json = make('details', {}, make('summary', {}, 'JSON'), this.#json, this.#trouble, load);
    json.addEventListener('toggle', () => (this.#json.value = JSON.stringify(context.ties(), null, 1)));
    const title = make('summary', {}, 'Goals and loops', this.#count);
    this.element.append(title, this.#list, this.#said, this.#add, this.#adding, json);
    this.element.addEventListener('toggle', () => this.#close());
  }

  update(): void {
    const { picked, problem } = this.context;
    const ties = this.context.ties();
    const { goals, model, loops } = problem();
    if (this.#open && this.#open.model !== model) this.#close();
    write(this.#count, String(ties.length));
    const rows = ties.map((_, i) => this.#rows[i] ?? this.#makeRow(i));
    for (const { element } of this.#rows.slice(rows.length)) element.remove();
    this.#rows = rows;
    const live = { goals: goals.values(), loops: loops.values() };
    const isMany = ties.filter((tie) => !tie.off && !isLoop(tie)).length > 1;
    ties.forEach((tie, i) => {
      const residual = tie.off ? null : live[isLoop(tie) ? 'loops' : 'goals'].next().value;
      rows[i]!.show(tie, residual ?? null, {
        weighs: isMany && !tie.off,
        picked: picked && picked.get() === i,
      });
    });
  }

  #makeRow(i: number): Row {
    const { picked } = this.context;
    const row = new Row(
      (tie) => this.#set(this.#with(i, tie), ''),
      (name) => {
        if (name === 'edit') this.#toggle(i);
        if (name === 'remove') this.#remove(i);
        if (name === 'virtual') picked!.set(picked!.get() === i ? -1 : i);
        this.update();
      },
    );
    this.#list.append(row.element);
    return row;
  }

  #with(i: number, tie: Tie): readonly Tie[] {
    const ties = [...this.context.ties()];
    ties[i] = tie;
    return ties;
  }

  /** @throws LimberError; then nothing has changed. */
  #set(ties: readonly Tie[], said: string): void {
    this.context.change(ties);
    this.#close();
    this.update();
    write(this.#said, said);
  }

  #remove(i: number): void {
    const ties = this.context.ties();
    const said = `Removed: ${tieWords(ties[i]!)}.`;
    const left = ties.filter((_, k) => k !== i);
    this.#set(left, said);
    this.#opener(Math.min(i, left.length - 1), 'remove').focus();
  }

  #opener(at: number, name = 'edit'): HTMLElement {
    return this.#rows[at]?.part(`[name=${name}]`) ?? this.#add;
  }

  /** Opens the form for a tie, or closes it. */
  #toggle(at: number): void {
    const wasOpen = this.#open?.at === at;
    this.#close();
    if (wasOpen) return;
    const { problem, ties } = this.context;
    const tie = ties()[at];
    const onSubmit = (draft: Draft): void => {
      // What the form does not show stays.
      const kept = Object.entries(tie ?? {}).filter(([key]) => ['name', 'priority', 'gain'].includes(key));
      const made = { ...Object.fromEntries(kept), ...tieOf(draft, problem()) };
      this.#set(this.#with(at, made), `${tie ? 'Saved' : 'Added'}: ${tieWords(made)}.`);
      this.#opener(tie ? at : Infinity).focus();
    };
    const onCancel = (): void => {
      this.#close();
      this.#opener(at).focus();
    };
    const onInput = (): void => this.#follow();
    const form = new Form({ problem, onSubmit, onCancel, onInput }, tie && draftOf(tie));
    (this.#rows[at]?.element ?? this.#adding).append(form.element);
    this.#open = { form, at, model: problem().model };
    this.#triads = axes.map((size) => new Triad(size * problem().model.reach));
    this.#scenery?.show(...this.#triads);
    this.#follow();
    form.focus();
  }

  #close(): void {
    this.#open?.form.element.remove();
    this.#open = null;
    this.#triads = [];
    this.#scenery?.show();
  }

  /** Moves the drawn frames to their links. */
  #follow(): void {
    const picks = this.#open?.form.picks ?? [];
    this.#triads.forEach((triad, i) => {
      const pick = picks[i];
      triad.visible = pick?.position.every(Number.isFinite) ?? false;
      if (!pick || !triad.visible) return;
      const { position, rotation } = placeNow(this.context.problem(), pick);
      if (triad.position.equals(position) && triad.quaternion.equals(rotation)) return;
      triad.position.copy(position);
      triad.quaternion.copy(rotation);
      this.context.view?.invalidate();
    });
  }
}
