/** The straight arm by every solver at once: small multiples that play together; a choice of goals and cures. */
import { solverNames } from 'limber';
import { make } from '../../../demos/shell/dom.ts';
import type { Point } from '../../../demos/shell/plane.ts';
import { distance } from '../../../demos/shell/units.ts';
import { addSvg, Board, put, writeLine } from '../board.ts';
import { row } from '../parts.ts';
import { between, Scrubber } from '../scrubber.ts';
import { Lab, type TrialOutcome } from './lab.ts';
import { contenders, trials, type Contender, type Trial } from './trials.ts';

/** Steps of the slider, whatever number of iterations a solver takes, and steps per second. */
const steps = 100;
const pace = 35;

interface Cell {
  readonly contender: Contender;
  readonly element: HTMLElement;
  readonly links: SVGElement;
  readonly tip: SVGElement;
  readonly goal: SVGElement;
  readonly said: HTMLElement;
  /** Joints' places after each iteration, in the plane in which the arm bends. */
  course: readonly (readonly Point[])[];
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

export function wordsOf({ status, iterations, restarts, residual }: TrialOutcome): string {
  const effort = count(iterations, 'iteration') + (restarts > 0 ? `, ${count(restarts, 'restart')}` : '');
  return status === 'converged' ? effort : `never: ${distance(residual)} away after ${effort}`;
}

export class Straight {
  readonly cells: readonly Cell[];
  readonly #lab = new Lab();
  readonly #scrubber = new Scrubber(pace, () => this.#show());

  constructor(host: HTMLElement) {
    const all = contenders(solverNames());
    const grid = make('div', { className: 'multiples' });
    this.cells = all
      .filter(({ solver }) => this.#lab.problem.supports(solver) === true)
      .map((contender) => this.#makeCell(grid, contender));
    const options = trials.map(({ title, name }) => new Option(title, name));
    const select = make('select', { name: 'trial' }, ...options);
    select.addEventListener('change', () => this.pick(trials.find(({ name }) => name === select.value)!));
    const others = all.filter(({ name }) => !this.cells.some(({ contender }) => contender.name === name));
    const without = others.map(({ name }) => `${name} does not solve chains of five balls.`).join(' ');
    host.append(
      row(make('label', {}, 'Goal ', select), this.#scrubber.play, this.#scrubber.slider),
      grid,
      make('p', { className: 'say' }, without),
    );
    this.pick(trials[0]!);
  }

  dispose(): void {
    this.#scrubber.dispose();
    this.#lab[Symbol.dispose]();
  }

  pick(trial: Trial): void {
    for (const cell of this.cells) {
      const outcomes = this.#lab.curve(cell.contender, trial);
      cell.course = this.#courseOf(outcomes);
      put(cell.goal, [trial.target[0], trial.target[1]]);
      cell.said.textContent = wordsOf(outcomes.at(-1)!);
      cell.element.classList.toggle('stuck', outcomes.at(-1)!.status !== 'converged');
    }
    this.#scrubber.restart(steps);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.#scrubber.play.click();
  }

  #makeCell(grid: Element, contender: Contender): Cell {
    const said = make('small');
    const element = make('figure', {}, make('figcaption', {}, make('b', {}, contender.name), ' ', said));
    const board = new Board(element, [-0.62, -0.06, 1.24, 1.14], `The straight arm by ${contender.name}`);
    const goal = addSvg(board.under, 'circle', 'cube', { r: 0.05 });
    const links = addSvg(board.middle, 'polyline', 'links');
    const tip = addSvg(board.over, 'circle', 'hinge', { r: 0.03 });
    grid.append(element);
    return { contender, element, links, tip, goal, said, course: [] };
  }

  /** Balls bend in a plane through the axis, which each solver chooses: it is turned into the drawing's. */
  #courseOf(outcomes: readonly TrialOutcome[]): Point[][] {
    const { state } = this.#lab.problem;
    const places = outcomes.map(({ q }) => {
      state.q.set(q);
      state.update();
      const { poses } = state;
      return Array.from({ length: poses.length / 7 }, (_, i) => [...poses.subarray(7 * i, 7 * i + 3)]);
    });
    const farthest = places
      .flat()
      .reduce((a, b) => (Math.hypot(a[0]!, a[2]!) > Math.hypot(b[0]!, b[2]!) ? a : b));
    const size = Math.hypot(farthest[0]!, farthest[2]!) || 1;
    const [x, z] = [farthest[0]! / size, farthest[2]! / size];
    return places.map((points) => points.map((p): Point => [x * p[0]! + z * p[2]!, p[1]!]));
  }

  #show(): void {
    for (const { course, links, tip } of this.cells) {
      const [from, to, part] = between(course, (this.#scrubber.at / steps) * (course.length - 1));
      const points = from.map(([x, y], i): Point => [x + part * (to[i]![0] - x), y + part * (to[i]![1] - y)]);
      writeLine(links, points);
      put(tip, points.at(-1)!);
    }
  }
}

export const straight = (host: HTMLElement): Straight => new Straight(host);
