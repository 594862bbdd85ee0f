/** Plays the frames of a solver's step; stops, steps and scrubs; the goal and the start can be dragged. */
import { button, make, write } from '../../../demos/shell/dom.ts';
import { minus, type Point } from '../../../demos/shell/plane.ts';
import { addSvg, arrow, Board, put, sector, set, writeLine } from '../board.ts';
import { row, sentence, slider } from '../parts.ts';
import { angleOf, wrapped } from '../plane-arm.ts';
import { between, Scrubber } from '../scrubber.ts';
import type { Frame, Mark, Steps } from './frame.ts';
import { boxOf, tween } from './frame.ts';
import { steps } from './index.ts';
import { total } from './planar.ts';

/** Frames per second while playing; a frame stands still for a part of its time, then moves to the next. */
const pace = 1.1;
const rest = 0.45;

/** The part of the way to the next frame: at rest first, then there smoothly. */
const eased = (part: number): number => {
  const x = Math.max(0, (part - rest) / (1 - rest));
  return x * x * (3 - 2 * x);
};

const tags = {
  line: 'polyline',
  arrow: 'polygon',
  sector: 'polygon',
  ring: 'circle',
  label: 'text',
} as const;

function draw(element: SVGElement, mark: Mark): void {
  if (mark.kind === 'line') writeLine(element, mark.points);
  else if (mark.kind === 'arrow') arrow(element, mark.from, minus(mark.to, mark.from));
  else if (mark.kind === 'sector') sector(element, mark.at, mark.radius, mark.from, mark.turn);
  else if (mark.kind === 'ring') set(element, { cx: mark.at[0], cy: mark.at[1], r: mark.radius });
  else {
    set(element, { x: mark.at[0], y: -mark.at[1], transform: 'scale(1 -1)' });
    element.textContent = mark.text;
  }
}

export class StepsFigure {
  frames: readonly Frame[] = [];
  goal: Point;
  q: readonly number[];
  readonly #steps: Steps;
  readonly #board: Board;
  readonly #links: readonly SVGElement[];
  /** Over the links, under the hinges. */
  readonly #layer: SVGElement;
  readonly #hinges: readonly SVGElement[];
  #marks: { readonly kind: Mark['kind']; readonly look: string; readonly element: SVGElement }[] = [];
  readonly #scrubber = new Scrubber(pace, () => this.#show());
  #value: HTMLInputElement | null = null;
  readonly #words = sentence();

  /** `host`: its attribute `solver` names the solver. */
  constructor(host: HTMLElement) {
    const name = host.getAttribute('solver') ?? '';
    const own = (steps as Readonly<Record<string, Steps>>)[name];
    if (!own) throw new Error(`no steps of "${name}"`);
    this.#steps = own;
    this.goal = own.goal;
    this.q = own.start;
    this.#board = new Board(host, boxOf(total(own.lengths)), `Steps of ${name}`);
    const { middle, over } = this.#board;
    this.#links = own.lengths.map(() => addSvg(middle, 'polyline', 'links'));
    this.#layer = addSvg(middle, 'g', '');
    this.#hinges = own.lengths.map(() => addSvg(middle, 'circle', 'hinge', { r: 0.022 }));
    own.lengths.forEach((_, i) =>
      this.#board.addHandle(over, 'grip', {
        label: i + 1 < own.lengths.length ? `Joint ${i + 2} at the start` : 'Tip at the start',
        radius: 0.03,
        at: () => this.frames[0]!.links[i]![1],
        move: (place) => this.#bend(i, place),
      }),
    );
    this.#board.addGoal(
      () => this.goal,
      (place) => this.#change(place),
    );
    this.#addControls(host);
    this.#change();
  }

  dispose(): void {
    this.#scrubber.dispose();
  }

  /** Number of frames passed; between two, a fraction. */
  get at(): number {
    return this.#scrubber.at;
  }

  go(frame: number): void {
    this.#scrubber.go(frame);
  }

  #addControls(host: HTMLElement): void {
    const { slider: number, goals } = this.#steps;
    const step = (text: string, name: string, ariaLabel: string, to: () => number): HTMLElement =>
      Object.assign(
        button(text, name, () => this.go(to())),
        { ariaLabel },
      );
    host.append(
      row(
        this.#scrubber.play,
        step('◂', 'back', 'Back', () => Math.ceil(this.at) - 1),
        this.#scrubber.slider,
        step('▸', 'forward', 'Forward', () => Math.floor(this.at) + 1),
        button('Start again', 'reset', () => this.#reset()),
      ),
    );
    if (goals)
      host.append(
        row(...Object.entries(goals).map(([name, goal]) => button(name, 'goal', () => this.#change(goal)))),
      );
    if (number) {
      this.#value = slider('value', number.range);
      this.#value.value = String(number.value);
      this.#value.addEventListener('input', () => this.#change());
      host.append(row(make('label', {}, `${number.label} `, this.#value)));
    }
    host.append(this.#words);
  }

  #bend(i: number, place: Point): void {
    const { limit = Infinity } = this.#steps;
    const wanted = wrapped(angleOf(minus(place, this.frames[0]!.links[i]![0])) - total(this.q.slice(0, i)));
    const turn = Math.max(-limit, Math.min(limit, wanted));
    this.q = this.q.map((angle, k) => (k === i ? turn : angle));
    this.#change();
  }

  #reset(): void {
    this.q = this.#steps.start;
    this.#change(this.#steps.goal);
  }

  /** Start, goal or number have changed: the frames are new. */
  #change(goal = this.goal): void {
    this.goal = goal;
    this.frames = [...this.#steps.frames(this.q, this.goal, Number(this.#value?.value))];
    this.#scrubber.restart(this.frames.length - 1);
  }

  #show(): void {
    const [from, to, part] = between(this.frames, this.at);
    const frame = tween(from, to, eased(part));
    frame.links.forEach((link, i) => {
      writeLine(this.#links[i]!, link);
      put(this.#hinges[i]!, link[0]);
    });
    this.#drawMarks(frame.marks);
    // The start can be changed where it is seen: before the first step.
    this.#board.over.toggleAttribute('hidden', this.at > 0);
    this.#board.show();
    write(this.#words, frame.text);
  }

  #drawMarks(marks: readonly Mark[]): void {
    const isSame = ({ kind, look }: Mark, i: number): boolean =>
      this.#marks[i]?.kind === kind && this.#marks[i].look === look;
    if (marks.length !== this.#marks.length || !marks.every(isSame)) {
      this.#layer.replaceChildren();
      this.#marks = marks.map(({ kind, look }) => ({
        kind,
        look,
        element: addSvg(this.#layer, tags[kind], `${kind} ${look}`),
      }));
    }
    marks.forEach((mark, i) => draw(this.#marks[i]!.element, mark));
  }
}

export const stepsFigure = (host: HTMLElement): StepsFigure => new StepsFigure(host);
