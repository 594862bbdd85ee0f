import { solverNames } from 'limber';
import { ArmShape, GoalHandle, Stage, View } from 'limber/three';
import uPlot from 'uplot';
import { Curves, type CurveLook } from '../../shell/curves.ts';
import { make } from '../../shell/dom.ts';
import { distance } from '../../shell/units.ts';
import { Lab, type TrialOutcome } from './lab.ts';
import { contenders, trials, type Contender, type Trial } from './trials.ts';

/** Greatest display time in seconds, per iteration and for a whole solve. */
const slowest = 0.12;
const longest = 2.5;
const looks: readonly CurveLook[] = [{ colour: '--effector-0' }, { colour: '--soft', dash: [4, 4] }];

/** The table of solvers and cures; each cell shows its solve in the view and the chart beside it. */
export class StraightSection {
  readonly lab = new Lab();
  readonly contenders: readonly Contender[];
  readonly curves: Curves;
  /** Curve in the view and the chart. */
  curve: readonly TrialOutcome[] = [];
  readonly #outcomes = new Map<string, TrialOutcome | null>();
  readonly #buttons = new Map<string, HTMLButtonElement>();
  readonly #words: HTMLElement;
  readonly #view: View | null = null;
  readonly #shape: ArmShape | null = null;
  readonly #target: GoalHandle | null = null;
  #time = Infinity;

  constructor(root: HTMLElement) {
    this.contenders = contenders(solverNames());
    this.#words = root.querySelector('.said')!;
    this.curves = new Curves(root.querySelector('.plot')!, { label: 'iterations', range: [1e-6, 1] });
    this.curves.tolerance = 1e-4 * this.lab.model.reach;
    if (Stage.available()) {
      const host = root.querySelector<HTMLElement>('.stage')!;
      this.#view = new View(host, { label: 'The straight arm' });
      this.#shape = new ArmShape(this.lab.model);
      this.#view.add(this.#shape);
      this.#target = new GoalHandle(this.#view, { position: [0, 0.5, 0], size: 0.09, label: 'Target' });
      // The target is shown but cannot be moved: its position is the point of the demo.
      this.#target.element.remove();
      this.#view.look([0.9, 0.75, 1.6], [0, 0.5, 0]);
      this.#view.onFrame = (dt) => this.#play(dt);
    }
    this.#fill(root.querySelector('table')!);
    this.pick(
      this.contenders.find(({ solver }) => solver === 'transpose') ?? this.contenders[0]!,
      trials[0]!,
    );
  }

  /** Shows a trial from its start. */
  pick(contender: Contender, trial: Trial): void {
    const key = keyOf(contender, trial);
    for (const [each, button] of this.#buttons) button.setAttribute('aria-pressed', String(each === key));
    this.curve = this.lab.curve(contender, trial);
    this.#draw(this.lab.curve(contender, trials[0]!));
    this.#words.textContent = sentence(contender, trial, this.#outcomes.get(key)!);
    this.#target?.setPosition(...trial.target);
    this.#time = Stage.shared().reducedMotion ? Infinity : 0;
    this.#show(this.#point);
    this.#view?.invalidate();
  }

  #draw(plain: readonly TrialOutcome[]): void {
    const line = (points: readonly TrialOutcome[]): [number[], number[]] => [
      points.map(({ iterations }) => iterations),
      points.map(({ residual }) => residual),
    ];
    const most = Math.max(10, this.curve.at(-1)!.iterations);
    // Extend the line of a solver that has stalled.
    const rest = { ...plain.at(-1)!, iterations: most };
    const stands = rest.status !== 'converged' && plain.at(-1)!.iterations < most;
    this.curves.show(
      looks,
      uPlot.join([
        line(this.curve),
        line(stands ? [...plain, rest] : plain.filter((p) => p.iterations <= most)),
      ]),
      [0, most],
    );
  }

  get #duration(): number {
    return Math.min(longest, slowest * this.curve.length);
  }

  get #point(): TrialOutcome {
    const part = Math.min(1, this.#time / this.#duration);
    return this.curve[Math.round(part * (this.curve.length - 1))]!;
  }

  #play(dt: number): boolean {
    this.#time += dt;
    this.#show(this.#point);
    return this.#time < this.#duration;
  }

  #show({ q }: TrialOutcome): void {
    const { state } = this.lab.problem;
    state.q.set(q);
    state.update();
    this.#shape?.update(state.poses);
  }

  #fill(table: HTMLTableElement): void {
    const columns = trials.map(({ title }) => make('th', { scope: 'col' }, breakable(title)));
    table.tHead!.rows[0]!.append(...columns);
    const rows = this.contenders.map((contender) => {
      const cells = trials.map((trial) => make('td', {}, this.#makeButton(contender, trial) ?? '–'));
      return make('tr', {}, make('th', { scope: 'row' }, contender.name), ...cells);
    });
    table.tBodies[0]!.append(...rows);
  }

  #makeButton(contender: Contender, trial: Trial): HTMLButtonElement | null {
    const key = keyOf(contender, trial);
    const outcome = this.lab.try(contender, trial);
    this.#outcomes.set(key, outcome);
    if (!outcome) return null;
    const reached = outcome.status === 'converged';
    const className = reached ? 'there' : 'stuck';
    const text = reached ? String(outcome.iterations) : 'not there';
    const element = make('button', { type: 'button', className }, text);
    element.addEventListener('click', () => this.pick(contender, trial));
    element.setAttribute('aria-label', sentence(contender, trial, outcome));
    this.#buttons.set(key, element);
    return element;
  }
}

const keyOf = (contender: Contender, trial: Trial): string => `${contender.name} / ${trial.name}`;

/** In a narrow column, breaks only between name and value. */
const breakable = (title: string): string => title.replace(', ', ',\u200b ');

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

function sentence({ name }: Contender, { title }: Trial, outcome: TrialOutcome): string {
  const { status, iterations, restarts, residual } = outcome;
  const how = restarts > 0 ? ` and ${count(restarts, 'restart')}` : '';
  const effort = `${count(iterations, 'iteration')}${how}`;
  if (status === 'converged') return `${name}, ${title}: there after ${effort}.`;
  return `${name}, ${title}: not there, ${status} after ${effort}, ${distance(residual)} away.`;
}
