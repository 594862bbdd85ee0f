/** Plays the frames of a solver's step; stops, steps and scrubs; the goal and the start can be dragged. */
import { button, make, write } from '../../../demos/shell/dom.ts';
import { minus, type Point } from '../../../demos/shell/plane.ts';
import { addSvg, arrow, Board, sector, set, writeLine } from '../board.ts';
import { angleOf, wrapped } from '../plane-arm.ts';
import { Scrubber } from '../scrubber.ts';
import type { Frame, Mark, Steps } from './frame.ts';
import { boxOf, tween } from './frame.ts';
import { steps } from './index.ts';

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
  readonly #value: HTMLInputElement | null = null;
  readonly #words = make('p', { className: 'say', role: 'status' });

  /** `host`: its attribute `solver` names the solver. */
  constructor(host: HTMLElement) {
    const name = host.getAttribute('solver') ?? '';
    const own = (steps as Readonly<Record<string, Steps>>)[name];
    if (!own) throw new Error(`no steps of "${name}"`);
    this.#steps = own;
    this.goal = own.goal;
    this.q = own.start;
    const reach = own.lengths.reduce((sum, each) => sum + each, 0);
    this.#board = new Board(host, boxOf(reach), `Steps of ${name}`);
    const { middle, over, top } = this.#board;
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
    this.#board.addHandle(top, 'cube', {
      label: 'Goal',
      radius: 0.05,
      at: () => this.goal,
      move: (place) => {
        this.goal = this.#board.within(place);
        this.#change();
      },
    });
    const { slider } = own;
    if (slider) {
      const { min, max, value } = slider;
      const range = { min: String(min), max: String(max), step: 'any', value: String(value) };
      this.#value = make('input', { type: 'range', name: 'value', ...range });
      this.#value.addEventListener('input', () => this.#change());
    }
    host.append(
      make(
        'div',
        { className: 'buttons' },
        this.#scrubber.play,
        Object.assign(
          button('◂', 'back', () => this.go(Math.ceil(this.at) - 1)),
          { ariaLabel: 'Back' },
        ),
        this.#scrubber.slider,
        Object.assign(
          button('▸', 'forward', () => this.go(Math.floor(this.at) + 1)),
          { ariaLabel: 'Forward' },
        ),
        button('Start again', 'reset', () => this.#reset()),
      ),
      ...(own.goals
        ? [
            make(
              'div',
              { className: 'buttons' },
              ...Object.entries(own.goals).map(([name, place]) =>
                button(name, 'goal', () => {
                  this.goal = place;
                  this.#change();
                }),
              ),
            ),
          ]
        : []),
      ...(this.#value
        ? [make('div', { className: 'buttons' }, make('label', {}, `${slider!.label} `, this.#value))]
        : []),
      this.#words,
    );
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

  #bend(i: number, place: Point): void {
    const { limit = Infinity } = this.#steps;
    const before = this.q.slice(0, i).reduce((sum, angle) => sum + angle, 0);
    const wanted = wrapped(angleOf(minus(place, this.frames[0]!.links[i]![0])) - before);
    const turn = Math.max(-limit, Math.min(limit, wanted));
    this.q = this.q.map((angle, k) => (k === i ? turn : angle));
    this.#change();
  }

  #reset(): void {
    this.goal = this.#steps.goal;
    this.q = this.#steps.start;
    this.#change();
  }

  /** Start, goal or number have changed: the frames are new. */
  #change(): void {
    this.frames = this.#steps.frames(this.q, this.goal, Number(this.#value?.value));
    this.#scrubber.restart(this.frames.length - 1);
  }

  #show(): void {
    const { at, frames } = this;
    const k = Math.min(Math.floor(at), frames.length - 1);
    const frame = tween(frames[k]!, frames[Math.min(k + 1, frames.length - 1)]!, eased(at - k));
    frame.links.forEach((link, i) => {
      writeLine(this.#links[i]!, link);
      set(this.#hinges[i]!, { cx: link[0][0], cy: link[0][1] });
    });
    this.#drawMarks(frame.marks);
    // The start can be changed where it is seen: before the first step.
    this.#board.over.toggleAttribute('hidden', at > 0);
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
