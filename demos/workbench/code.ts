/** A program that the reader writes: it runs in every frame, and anew after each change. */
import type { Goal, Problem } from 'limber';
import { button, make, write } from '../shell/dom.ts';

const first = `// Runs in every frame, as you type.
// t: seconds; start: the goal's first target;
// size: the arm's reach.
goal.target[0] = start[0] + 0.15 * size * Math.sin(2 * t);
goal.target[1] = start[1] + 0.1 * size * Math.sin(4 * t);
problem.solve({ solver: 'lm', maxIterations: 20 });
`;

type Frame = (problem: Problem, goal: Goal, t: number, start: Float64Array, size: number) => void;

/** Milliseconds without a change after which it runs. */
const pause = 300;

export class CodePanel {
  readonly element = make('section', { className: 'own' });
  readonly #text = make('textarea', { spellcheck: false, rows: 9, value: first, className: 'code' });
  readonly #said = make('p', { className: 'small', role: 'status' });
  readonly #switch: HTMLButtonElement;
  #frame: Frame | null = null;
  #goal: Goal | null = null;
  #start = new Float64Array();
  #time = 0;
  #timer = 0;

  /** `onChange`: it runs, or has stopped. */
  constructor(private readonly onChange: () => void) {
    this.#switch = button('Run', 'run', () => (this.running ? this.stop() : this.#begin()));
    const heading = make('h2', { id: 'own' }, 'Your own');
    this.element.setAttribute('aria-labelledby', heading.id);
    this.#text.setAttribute('aria-label', 'A program that moves the goal or the joints');
    Object.assign(this.#text, { autocapitalize: 'off', autocomplete: 'off' });
    this.#text.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#begin(), pause);
    });
    this.element.append(heading, this.#text, make('div', { className: 'actions' }, this.#switch), this.#said);
  }

  get running(): boolean {
    return this.#frame !== null;
  }

  /** A new goal, or a hand on it. */
  stop(reason = ''): void {
    clearTimeout(this.#timer);
    this.#goal = null;
    if (!this.running) return;
    this.#frame = null;
    this.#tell(reason);
  }

  /** Runs it once for `dt` seconds. */
  step(dt: number, problem: Problem, goal: Goal): void {
    if (this.#goal !== goal) {
      [this.#goal, this.#start, this.#time] = [goal, goal.target.slice(), 0];
    }
    this.#time += dt;
    try {
      this.#frame?.(problem, goal, this.#time, this.#start, problem.model.reach);
    } catch (error) {
      this.#frame = null;
      this.#tell(`It stopped: ${String(error)}`);
    }
  }

  #begin(): void {
    try {
      // The reader's own text, typed here; it is never taken from the address.
      // eslint-disable-next-line @typescript-eslint/no-implied-eval
      this.#frame = new Function('problem', 'goal', 't', 'start', 'size', this.#text.value) as Frame;
      this.#tell('');
    } catch (error) {
      // The last version that could be read goes on.
      this.#tell(`Not yet a program: ${String(error)}`);
    }
  }

  #tell(text: string): void {
    write(this.#said, text);
    write(this.#switch, this.running ? 'Stop' : 'Run');
    this.onChange();
  }
}
