/** A mechanism of the core, seen along an axis of the world and drawn as SVG, with handles on targets and links. */
import { Model, Problem, type Goal, type ModelDescription } from 'limber';
import { write } from '../../demos/shell/dom.ts';
import { minus, type Point } from '../../demos/shell/plane.ts';
import { movePoint } from '../../web/src/describe/poses.ts';
import { addSvg, arrow, Board, put, set, type Box } from './board.ts';
import { sentence } from './parts.ts';
import { angleOf, wrapped } from './plane-arm.ts';

export type Place = readonly [x: number, y: number, z: number];

export interface SketchOptions {
  readonly model: ModelDescription;
  /** Default: the ready pose. */
  readonly q?: readonly number[];
  /** The world's axes that point right and up: 0 to 2; default x and y. */
  readonly axes?: readonly [right: number, up: number];
  /** The board's units per metre; default 1. */
  readonly scale?: number;
  /** Visible area, in the board's units. */
  readonly box: Box;
  /** For screen readers. */
  readonly label: string;
  /** Points to which links are drawn, beside the joints that they carry. */
  readonly ends?: readonly (readonly [link: string, point: Place])[];
  /** Draws the figure's additions, and returns the text under it. */
  readonly draw: () => string;
}

const zero: Place = [0, 0, 0];
const pair = ([x, y]: Point): string => `${x.toFixed(4)} ${y.toFixed(4)}`;

/** Links as sticks from joint to joint. */
export class Sticks {
  readonly problem: Problem;
  readonly #path: SVGElement;

  constructor(
    parent: Element,
    model: Model,
    private readonly options: SketchOptions,
    classes: string,
  ) {
    this.problem = new Problem(model);
    this.#path = addSvg(parent, 'path', classes);
    if (options.q) this.take(options.q);
  }

  dispose(): void {
    this.problem.dispose();
  }

  get q(): number[] {
    return [...this.problem.state.q];
  }

  take(q: ArrayLike<number>): void {
    this.problem.state.q.set(q);
    this.problem.state.update();
  }

  hide(isHidden: boolean): void {
    this.#path.toggleAttribute('hidden', isHidden);
  }

  /** Where a point of the world is drawn. */
  seen(point: ArrayLike<number>): Point {
    const { axes: [right, up] = [0, 1], scale = 1 } = this.options;
    return [scale * point[right]!, scale * point[up]!];
  }

  /** Where a point of a link is drawn. */
  at(link: string, point: Place = zero): Point {
    const out = new Float64Array(3);
    movePoint(this.problem.pose(link), 0, point, 0, out, 0);
    return this.seen(out);
  }

  /** Draws an arrow from a point of a link, in the link's axes. */
  drawArrow(element: Element, link: string, from: Place, by: Place): void {
    const start = this.at(link, from);
    const end = this.at(link, [from[0] + by[0], from[1] + by[1], from[2] + by[2]]);
    arrow(element, start, minus(end, start));
  }

  show(): void {
    const { links } = this.problem.model;
    const lines = links
      .filter(({ parent }) => parent >= 0)
      .map(({ name, parent }) => [this.at(links[parent]!.name), this.at(name)] as const);
    const ends = (this.options.ends ?? []).map(([link, end]) => [this.at(link), this.at(link, end)] as const);
    set(this.#path, { d: [...lines, ...ends].map(([a, b]) => `M${pair(a)}L${pair(b)}`).join('') });
  }
}

export class Sketch extends Sticks {
  readonly board: Board;
  /** The board's units per metre. */
  readonly scale: number;
  readonly #joints: readonly (readonly [link: string, circle: SVGElement])[];
  readonly #ghosts: Sticks[] = [];
  readonly #words = sentence();

  constructor(
    private readonly host: Element,
    private readonly given: SketchOptions,
  ) {
    const board = new Board(host, given.box, given.label);
    super(board.middle, Model.from(given.model), given, 'links');
    this.board = board;
    this.scale = given.scale ?? 1;
    this.#joints = this.problem.model.links
      .filter(({ nq }) => nq > 0)
      .map(({ name }) => [name, addSvg(board.middle, 'circle', 'hinge', { r: 0.022 })]);
  }

  override dispose(): void {
    for (const each of this.#ghosts) each.dispose();
    super.dispose();
    this.problem.model.dispose();
  }

  /** The same mechanism once more, pale, with a state and goals of its own. */
  addGhost(classes = ''): Sticks {
    const ghost = new Sticks(this.board.under, this.problem.model, this.given, `ghost ${classes}`);
    this.#ghosts.push(ghost);
    return ghost;
  }

  /** Words that can be moved. */
  addText(text: string, classes = 'word'): (at: Point) => void {
    // Text would be upside down where y points up.
    const element = addSvg(this.board.top, 'text', classes, { transform: 'scale(1 -1)' });
    element.textContent = text;
    return ([x, y]) => set(element, { x, y: -y });
  }

  /** A target in the world, which moves in the plane of the drawing. */
  addTarget(goal: Goal, label: string, onMove: () => void, classes = 'cube'): void {
    const [right, up] = this.given.axes ?? [0, 1];
    this.addHandle(
      classes,
      label,
      () => this.seen(goal.target),
      ([x, y]) => {
        goal.target[right] = x / this.scale;
        goal.target[up] = y / this.scale;
        onMove();
      },
    );
  }

  /** A point of a link, whose joint follows: `turn` gets the value at which a hinge about z brings it there. */
  addGrip(link: string, point: Place, label: string, turn = (to: number) => this.turn(link, to)): void {
    this.addHandle(
      'grip',
      label,
      () => this.at(link, point),
      (place) => turn(this.turned(link, point, place)),
    );
  }

  /** A disc that can be moved; what moves with it is drawn. */
  addHandle(classes: string, label: string, at: () => Point, move: (place: Point) => void): void {
    this.board.addHandle(this.board.top, classes, {
      label,
      radius: classes === 'grip' ? 0.035 : 0.045,
      at,
      move: (place) => {
        move(this.board.within(place));
        this.show();
      },
    });
  }

  /** Sets a joint with one number. */
  turn(link: string, to: number): void {
    this.problem.setJoints({ [link]: to });
  }

  /** The value at which a hinge about z has a point of its link towards a place. */
  turned(link: string, point: Place, place: Point): number {
    const { model, state } = this.problem;
    return state.q[model.links[model.findLink(link)]!.qIndex]! + this.turnTo(link, point, place);
  }

  /** The turn about a link's origin from a point of it to a place. */
  turnTo(link: string, point: Place, place: Point): number {
    const pivot = this.at(link);
    return wrapped(angleOf(minus(place, pivot)) - angleOf(minus(this.at(link, point), pivot)));
  }

  override show(): void {
    for (const each of this.#ghosts) each.show();
    super.show();
    for (const [link, circle] of this.#joints) put(circle, this.at(link));
    this.board.show();
    write(this.#words, this.given.draw());
    // The words come last, after the figure's own additions to its host.
    if (!this.#words.isConnected) this.host.append(this.#words);
  }
}
