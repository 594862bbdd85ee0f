/** All poses that meet the goal, one button each; a ghost shows the one under the pointer. */
import { type Model, Problem } from 'limber';
import type { View } from 'limber/three';
import { make, write } from '../shell/dom.ts';
import { degreesOf } from '../poses/list.ts';
import { Ghost } from 'limber/bench';

/** Poses shown, those asked for, and milliseconds for an arm of seven hinges. */
const [most, asked, maxTime] = [16, 1024, 60];
/** Radians in all within which a pose is the arm's own. */
const same = 1e-3;

/** Whether two poses differ by whole turns only. */
const isAlike = (a: Float64Array, b: Float64Array): boolean =>
  a.every((value, i) => Math.abs(Math.sin((value - b[i]!) / 2)) < same);

export class SolutionList {
  readonly element = make('div', { className: 'poses' });
  readonly #list = make('ol');
  readonly #none = make('p', { className: 'none' });
  #problem!: Problem;
  /** For the ghost's forward kinematics. */
  #other!: Problem;
  #ghost: Ghost | null = null;
  #all: readonly Float64Array[] = [];

  constructor(
    private readonly view: View | null,
    private readonly onTake: (q: Float64Array) => void,
  ) {
    this.#list.setAttribute('aria-label', 'Solutions');
    const heads = make(
      'p',
      { className: 'label' },
      make('span', {}, 'Solutions'),
      make('span', {}, 'to turn'),
    );
    this.element.append(heads, this.#list, this.#none);
  }

  get count(): number {
    return this.#all.length;
  }

  /** Another robot. */
  load(problem: Problem, model: Model): void {
    this.#point(null);
    if (this.#ghost) this.view?.remove(this.#ghost);
    this.#other?.dispose();
    this.#ghost?.dispose();
    this.#problem = problem;
    this.#other = new Problem(model);
    this.#ghost = new Ghost(model, 'always');
    this.#ghost.visible = false;
    this.view?.add(this.#ghost);
  }

  /** Solves for the goal's present place. */
  find(limits: boolean): void {
    const { count, q, reason } = this.#problem.solutions({ limits, most: asked, maxTime, intervals: false });
    const { nq } = this.#problem.model;
    const all = Array.from({ length: count }, (_, i) => q.slice(i * nq, (i + 1) * nq));
    // Nearest first, so whole turns of a hinge away from a pose come later.
    this.#all = all
      .filter((each, i) => !all.slice(0, i).some((before) => isAlike(before, each)))
      .slice(0, most);
    this.#point(null);
    this.#list.replaceChildren(...this.#all.map((each, i) => make('li', {}, this.#button(each, i))));
    write(this.#none, count > 0 ? '' : reason || 'No pose within the limits reaches the goal.');
    this.#list.hidden = count === 0;
    this.#none.hidden = count > 0;
  }

  #button(q: Float64Array, i: number): HTMLButtonElement {
    const turn = q.reduce((sum, value, k) => sum + Math.abs(value - this.#problem.state.q[k]!), 0);
    const way = make('span', { className: 'way' }, turn < same ? 'here' : degreesOf(turn));
    const button = make(
      'button',
      { type: 'button', className: 'pose' },
      make('span', {}, `Pose ${i + 1}`),
      way,
    );
    button.setAttribute('aria-pressed', String(turn < same));
    button.addEventListener('click', () => this.onTake(q));
    for (const type of ['pointerenter', 'focus']) button.addEventListener(type, () => this.#point(q));
    for (const type of ['pointerleave', 'blur']) button.addEventListener(type, () => this.#point(null));
    return button;
  }

  #point(q: Float64Array | null): void {
    const ghost = this.#ghost;
    if (!ghost || (!q && !ghost.visible)) return;
    ghost.visible = q !== null;
    if (q) {
      const { state } = this.#other;
      state.q.set(q);
      state.update();
      ghost.update(state.poses);
    }
    this.view?.invalidate();
  }
}
