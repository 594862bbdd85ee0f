/** The panel Code: the program that does what the page shows, or one of the reader's that runs in every frame. */
import type { Goal, Problem } from 'limber';
import { toURDF } from 'limber/robots';
import { button, make, write } from '../shell/dom.ts';
import type { Exhibition, Panel } from '../shell/exhibition.ts';
import { copyLines, download } from '../shell/files.ts';
import type { Schema } from './exhibit.ts';
import { fileName, isImported, own, programs, type Scene } from './programs.ts';

type Shown = Exhibition<Schema>;

const first = `// Runs in every frame, as you type.
// t: seconds; size: the arm's reach;
// start: the goal's first target.
const [x, y] = start;
const r = 0.12 * size;
goal.target[0] = x + r * Math.sin(2 * t);
goal.target[1] = y + r * Math.sin(4 * t);
problem.solve({ maxIterations: 20 });
`;

type Frame = (problem: Problem, goal: Goal, t: number, start: Float64Array, size: number) => void;

/** Milliseconds without a change after which it runs, and the most that a frame may take. */
const [pause, most] = [300, 1000];

/** A program that the reader writes. It stops when anything else moves the goal. */
class OwnProgram {
  readonly element = make('div');
  readonly #text = make('textarea', { spellcheck: false, value: first, className: 'code' });
  readonly #said = make('p', { className: 'small', role: 'status' });
  readonly #switch = button('Run', 'run', () => (this.running ? this.stop() : this.#begin()));
  #frame: Frame | null = null;
  #goal: Goal | null = null;
  #start = new Float64Array();
  /** The target as the last frame left it. */
  #left = new Float64Array();
  #time = 0;
  #timer = 0;

  constructor(private readonly shown: Shown) {
    this.#text.setAttribute('aria-label', 'A program that moves the goal or the joints');
    Object.assign(this.#text, { autocapitalize: 'off', autocomplete: 'off' });
    this.#text.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#begin(), pause);
    });
    this.#switch.classList.add('primary');
    this.element.append(make('div', { className: 'actions' }, this.#switch, this.#said), this.#text);
  }

  get running(): boolean {
    return this.#frame !== null;
  }

  stop(reason = ''): void {
    clearTimeout(this.#timer);
    if (!this.running) return;
    this.#frame = null;
    this.#tell(reason);
    this.shown.moved();
  }

  /** Stops it where a hand, or another robot, has moved the goal. */
  check(): void {
    if (this.running && this.#isMoved) this.stop('It stopped, because the goal was moved.');
  }

  step(dt: number): void {
    const { arm, problem } = this.shown.bench;
    const goal = this.#goal!;
    this.#time += dt;
    const begun = performance.now();
    try {
      this.#frame!(problem, goal, this.#time, this.#start, problem.model.reach);
      if (performance.now() - begun > most) throw new Error('a frame took longer than a second');
    } catch (error) {
      this.stop(`It stopped: ${String(error)}`);
    }
    // A place of the bench's own: the solver goes on from it once the program has stopped.
    arm.place = { ...arm.place };
    this.#left = goal.target.slice();
  }

  get #isMoved(): boolean {
    const [goal] = this.shown.bench.problem.goals;
    return goal !== this.#goal || goal.target.some((each, i) => each !== this.#left[i]);
  }

  #begin(): void {
    const { bench, shell } = this.shown;
    try {
      // The reader's own text, typed here; it is never taken from the address.
      // eslint-disable-next-line @typescript-eslint/no-implied-eval
      this.#frame = new Function('problem', 'goal', 't', 'start', 'size', this.#text.value) as Frame;
    } catch (error) {
      // The last version that could be read goes on.
      return this.#tell(`Not yet a program: ${String(error)}`);
    }
    if (this.#isMoved) {
      [this.#goal, this.#time] = [bench.problem.goals[0]!, 0];
      this.#start = this.#left = this.#goal.target.slice();
    }
    this.#tell('');
    // It ends only by hand, so in a pause it runs once per change.
    if (!shell.clock.playing) this.step(shell.clock.dt);
    shell.show();
  }

  #tell(text: string): void {
    write(this.#said, text);
    write(this.#switch, this.running ? 'Stop' : 'Run');
  }
}

/** What the page shows, for a program. */
export const sceneOf = ({ bench, picks: { robot, solver, limits } }: Shown): Scene => {
  const { goals, state } = bench.problem;
  return { robot, solver, limits, goals, q: state.q };
};

export function codePanel(shown: Shown): Panel {
  const theirs = new OwnProgram(shown);
  const text = make('pre', { className: 'code', tabIndex: 0 });
  const said = make('p', { className: 'small', role: 'status' });
  const copy = button('Copy', 'copy', () => {
    void copyLines('the program', text.textContent).then((words) => write(said, words));
  });
  const save = button(`Save ${fileName}`, 'save', () => {
    const { own, description } = shown.picks.robot;
    download(fileName, new Blob([own?.text ?? toURDF(description)]));
  });
  const ours = make('div', {}, make('div', { className: 'actions' }, copy, save, said), text);
  return {
    tab: 'code',
    element: make('div', { className: 'panel' }, ours, theirs.element),
    update() {
      const { program, robot } = shown.picks;
      theirs.check();
      ours.hidden = program === own;
      theirs.element.hidden = program !== own;
      if (program === own) return;
      theirs.stop();
      save.hidden = isImported(robot);
      write(text, `${programs[program].write(sceneOf(shown)).join('\n')}\n`);
    },
    step(solve, dt) {
      if (theirs.running) theirs.step(dt);
      else solve();
    },
    get busy() {
      return theirs.running;
    },
  };
}
