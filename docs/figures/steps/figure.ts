/** Plays the frames of a solver's step; stops, steps and scrubs; the goal and the start can be dragged. */
import { button, make, whenSeen, write } from '../../../demos/shell/dom.ts';
import { length, minus, type Point } from '../../../demos/shell/plane.ts';
import { addSvg, arrow, Board, goalRadius, put, sector, set, writeLine } from '../board.ts';
import { row, sentence, slider } from '../parts.ts';
import { angleOf, wrapped } from '../plane-arm.ts';
import { between, Scrubber } from '../scrubber.ts';
import type { Frame, Mark, Steps } from './frame.ts';
import { boxOf, tween } from './frame.ts';
import { steps } from './index.ts';
import { scaled, total, valuesOf } from './planar.ts';

/** Frames per second while playing; a frame stands still for a part of its time, then moves to the next. */
const pace = 1.1;
const rest = 0.45;
/** Seconds that the first step takes at most, where it plays by itself. */
const longest = 5;

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

/** An arrow to the goal ends at its edge. */
function draw(element: SVGElement, mark: Mark, goal: Point): void {
  if (mark.kind === 'line') writeLine(element, mark.points);
  else if (mark.kind === 'arrow') {
    const [way, size] = [minus(mark.to, mark.from), length(minus(mark.to, mark.from))];
    const part = length(minus(mark.to, goal)) < 1e-6 ? Math.max(0, 1 - goalRadius / size) : 1;
    arrow(element, mark.from, scaled(way, part));
  } else if (mark.kind === 'sector') sector(element, mark.at, mark.radius, mark.from, mark.turn);
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
  #shown!: Frame;
  readonly #forget: () => void = () => {};

  /** `host`: its attribute `solver` names the solver. */
  constructor(host: HTMLElement) {
    const name = host.getAttribute('solver') ?? '';
    const own = (steps as Readonly<Record<string, Steps>>)[name];
    if (!own) throw new Error(`no steps of "${name}"`);
    this.#steps = own;
    this.goal = own.goal;
    this.q = own.start;
    this.#board = new Board(host, boxOf(own), `Steps of ${name}`);
    const { middle, over } = this.#board;
    this.#links = own.lengths.map(() => addSvg(middle, 'polyline', 'links'));
    this.#layer = addSvg(middle, 'g', '');
    this.#hinges = own.lengths.map(() => addSvg(middle, 'circle', 'hinge', { r: 0.022 }));
    own.lengths.forEach((_, i) =>
      this.#board.addHandle(over, 'grip', {
        label: i + 1 < own.lengths.length ? `Joint ${i + 2}` : 'Tip',
        radius: 0.03,
        at: () => this.#shown.links[i]![1],
        move: (place) => this.#bend(i, place),
      }),
    );
    this.#board.addGoal(
      () => this.goal,
      (place) => this.#change(place),
    );
    this.#addControls(host);
    this.#change();
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
      this.#forget = whenSeen(this.#board.svg, () => this.#playFirst());
  }

  dispose(): void {
    this.#forget();
    this.#scrubber.dispose();
  }

  /** Number of frames passed; between two, a fraction. */
  get at(): number {
    return this.#scrubber.at;
  }

  go(frame: number): void {
    this.#forget();
    this.#scrubber.go(frame);
  }

  /** Plays until the arm has moved. */
  #playFirst(): void {
    const [start] = this.frames;
    const first = this.frames.findIndex(({ links }) => String(links) !== String(start!.links));
    if (this.at === 0 && first > 0) this.#scrubber.playTo(first, Math.max(pace, first / longest));
  }

  #addControls(host: HTMLElement): void {
    const { slider: number, goals } = this.#steps;
    const step = (text: string, name: string, ariaLabel: string, to: () => number): HTMLElement =>
      Object.assign(
        button(text, name, () => this.go(to())),
        { ariaLabel },
      );
    host.append(
      make('p', { className: 'drag' }, 'Drag the goal or a hinge.'),
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

  /** Steps begin anew from the pose that is shown, with one hinge bent. */
  #bend(i: number, place: Point): void {
    const { limit = Infinity } = this.#steps;
    const { links } = this.#shown;
    const q = valuesOf(links);
    const wanted = wrapped(angleOf(minus(place, links[i]![0])) - total(q.slice(0, i)));
    q[i] = Math.max(-limit, Math.min(limit, wanted));
    this.q = q;
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
    this.#shown = frame;
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
    marks.forEach((mark, i) => draw(this.#marks[i]!.element, mark, this.goal));
  }
}

export const stepsFigure = (host: HTMLElement): StepsFigure => new StepsFigure(host);
