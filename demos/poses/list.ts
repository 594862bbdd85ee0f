import { make, write } from '../shell/dom.ts';
import { capital } from '../shell/units.ts';
import type { Pose, Poses } from './poses.ts';

interface Row {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly said: HTMLElement;
  readonly way: HTMLElement;
}

/** With a minus sign as wide as a plus. */
export const degreesOf = (angle: number): string =>
  `${Math.round((angle * 180) / Math.PI) + 0}°`.replace('-', '−');

/** Reason why there is no pose; empty where there are some. */
export function noneOf({ found, all }: Poses): string {
  if (found.family === '') return `Not for this arm: ${found.reason}.`;
  if (all.length > 0) return '';
  return found.complete
    ? 'No pose reaches this goal. That is proven.'
    : 'No pose was found; there may be one.';
}

/** Number of poses, and whether there may be others. */
export function wordsOf(arm: Poses): string {
  const { all, found, parameter, slice } = arm;
  if (all.length === 0) return noneOf(arm);
  const where = parameter ? `With ${parameter.title} at ${degreesOf(slice)}, ` : '';
  const count = all.length === 1 ? 'one pose reaches the goal' : `${all.length} poses reach the goal`;
  const words = capital(
    `${where}${count}; ${found.complete ? 'there are no others' : 'there may be others'}.`,
  );
  return all.some((each) => arm.allows(each)) ? words : `${words} Each is outside the joint limits.`;
}

/** One button per pose; that of the arm's pose is pressed. Arrow keys move between them. */
export class PoseList {
  readonly element = make('div', { className: 'poses' });
  readonly #list = make('ol');
  readonly #none = make('p', { className: 'none' });
  readonly #rows = new Map<string, Row>();
  #arm!: Poses;

  /** `onPoint`: the pointer or the focus is on a pose, or has left it. */
  constructor(
    private readonly onTake: (pose: Pose) => void,
    private readonly onPoint: (name: string | null) => void,
  ) {
    this.#list.setAttribute('aria-label', 'Poses');
    this.#none.dataset.show = 'none';
    const heads = make('p', { className: 'label' }, make('span', {}, 'Poses'), make('span', {}, 'turn by'));
    this.element.append(heads, this.#list, this.#none);
    this.#list.addEventListener('keydown', (event) => this.#walk(event));
  }

  show(arm: Poses): void {
    const none = noneOf(arm);
    if (arm !== this.#arm) this.#rows.clear();
    this.#arm = arm;
    const list = this.#list;
    const rows = this.#rows;
    for (const pose of arm.all) this.#write(pose);
    const wanted = arm.all.map(({ name }) => rows.get(name)!.element);
    // Move only changed elements, so that the focus stays.
    const changed =
      wanted.length !== list.children.length || wanted.some((each, i) => list.children[i] !== each);
    if (changed) {
      const focused = document.activeElement;
      list.replaceChildren(...wanted);
      if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true });
    }
    write(this.#none, none);
    this.#none.hidden = none === '';
    list.hidden = none !== '';
  }

  /** Marks the pose under the pointer. */
  point(name: string | null): void {
    for (const [each, { button }] of this.#rows) button.classList.toggle('lit', each === name);
  }

  #write(pose: Pose): void {
    const arm = this.#arm;
    const rows = this.#rows;
    const row = rows.get(pose.name) ?? this.#makeRow(pose.name);
    rows.set(pose.name, row);
    const isOwn = pose === arm.own;
    const outside = pose.outside.length > 0 ? `outside: ${pose.outside.join(', ')}` : '';
    row.button.setAttribute('aria-pressed', String(isOwn));
    row.button.setAttribute('aria-disabled', String(!arm.allows(pose)));
    write(row.said, [outside, pose.motion ? 'can move on' : ''].filter(Boolean).join('; '));
    write(row.way, isOwn ? 'here' : degreesOf(pose.turn));
  }

  #makeRow(name: string): Row {
    const [said, way] = [make('span', { className: 'said' }), make('span', { className: 'way' })];
    const called = make('span', { className: 'called' }, capital(name));
    const words = make('span', { className: 'words' }, called, said);
    const button = make('button', { type: 'button', className: 'pose' }, words, way);
    button.dataset.pose = name;
    button.addEventListener('click', () => {
      const pose = this.#arm.all.find((each) => each.name === name);
      if (pose && this.#arm.allows(pose)) this.onTake(pose);
    });
    for (const type of ['pointerenter', 'focus']) button.addEventListener(type, () => this.onPoint(name));
    for (const type of ['pointerleave', 'blur']) button.addEventListener(type, () => this.onPoint(null));
    return { element: make('li', {}, button), button, said, way };
  }

  #walk(event: KeyboardEvent): void {
    const buttons = [...this.#list.querySelectorAll('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(to, buttons.length - 1))]!.focus();
  }
}
