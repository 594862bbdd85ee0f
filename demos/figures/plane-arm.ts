/** A planar arm of hinges, solved by the core and drawn as SVG, with a goal that can be dragged. */
import { Model, Problem, type CollisionShape, type Goal, type SolveOptions } from 'limber';
import { make, write } from '../shell/dom.ts';
import { add, length, minus, polar, type Point } from '../shell/plane.ts';

export interface PlaneArmOptions {
  /** Link lengths from the base on (metres). */
  readonly lengths: readonly number[];
  /** Radians. */
  readonly start: readonly number[];
  /** Radians either way; default: no limits. */
  readonly limit?: number;
  /** Metres around each link that must stay free; default: links may touch. */
  readonly radius?: number;
  readonly goal: Point;
  /** Visible area in metres: left, bottom, width, height. */
  readonly box: readonly [number, number, number, number];
  /** For screen readers. */
  readonly label: string;
  /** The reader has moved the goal; default: the arm reaches for it, and is drawn. */
  readonly onGoal?: () => void;
  /** Draws the figure's additions, and returns the text under it. */
  readonly draw: () => string;
}

export interface HandleOptions {
  readonly label: string;
  /** Metres. */
  readonly radius: number;
  /** Its position. */
  readonly at: () => Point;
  /** The reader has moved it to `place`. */
  readonly move: (place: Point) => void;
}

/** Step of an arrow key, and with Shift, in metres. */
const keyStep = 0.02;
const fineStep = 0.005;
const keys: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export const centimetres = (metres: number): string => {
  const value = 100 * metres;
  return `${value.toFixed(value < 9.95 ? 1 : 0)} cm`;
};

export const angleOf = ([x, y]: Point): number => Math.atan2(y, x);
/** Wraps into (−π, π]. */
export const wrapped = (angle: number): number =>
  angle - 2 * Math.PI * Math.ceil(angle / (2 * Math.PI) - 0.5);

type Attributes = Readonly<Record<string, string | number>>;

export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** An SVG element inside `parent`. */
export function addSvg(
  parent: Element,
  tag: string,
  classes: string,
  attributes: Attributes = {},
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  set(element, { class: classes, ...attributes });
  parent.append(element);
  return element;
}

export function writeLine(element: Element, points: readonly Point[]): void {
  set(element, { points: points.map((p) => p.map((v) => v.toFixed(4)).join()).join(' ') });
}

/** A static polyline or polygon. */
export const addLine = (parent: Element, tag: string, classes: string, points: readonly Point[]): void =>
  writeLine(addSvg(parent, tag, classes), points);

/** A circular sector that starts at one angle and spans another. */
export function sector(element: Element, centre: Point, radius: number, from: number, turn: number): void {
  const count = Math.max(2, Math.ceil(Math.abs(turn) / 0.1));
  const arc = Array.from({ length: count + 1 }, (_, k) => polar(centre, radius, from + (turn * k) / count));
  writeLine(element, [centre, ...arc]);
}

/** A small chart under an arm; its contents have y up, its labels y down. */
export function addChart(
  host: Element,
  viewBox: string,
  labels: readonly (readonly [x: number, y: number, text: string])[],
): SVGElement {
  const svg = addSvg(host, 'svg', 'plane chart', { viewBox, 'aria-hidden': 'true' });
  const upright = addSvg(svg, 'g', '', { transform: 'scale(1 -1)' });
  for (const [x, y, text] of labels) addSvg(svg, 'text', 'label', { x, y }).textContent = text;
  return upright;
}

/** Along x, from one hinge to the next. */
function capsule(length: number, radius: number): CollisionShape {
  const half = Math.SQRT1_2;
  return { type: 'capsule', radius, length, position: [length / 2, 0, 0], rotation: [0, half, 0, half] };
}

function modelOf({ lengths, limit, radius }: PlaneArmOptions): Model {
  const names = [...lengths.map((_, i) => `link ${i + 1}`), 'tip'];
  const joint = { type: 'revolute' as const, ...(limit && { limits: [-limit, limit] as const }) };
  return Model.from({
    links: names.map((name, i) => ({
      name,
      ...(i > 0 && { parent: names[i - 1]!, origin: { position: [lengths[i - 1]!, 0, 0] as const } }),
      joint: i < lengths.length ? joint : { type: 'fixed' as const },
      ...(radius && i < lengths.length && { collision: [capsule(lengths[i]!, radius)] }),
    })),
  });
}

export class PlaneArm {
  /** The figure's additions under the arm, in metres with y up. */
  readonly under: SVGElement;
  /** Additions over it. */
  readonly over: SVGElement;
  readonly problem: Problem;
  readonly goal: Goal;
  readonly #links: SVGElement;
  readonly #hinges: readonly SVGElement[];
  /** Discs and their rings, each around a point. */
  readonly #handles: { readonly disc: SVGElement; readonly at: () => Point }[] = [];
  readonly #words = make('p', { className: 'say', role: 'status' });

  constructor(
    private readonly host: Element,
    private readonly options: PlaneArmOptions,
  ) {
    this.problem = new Problem(modelOf(options));
    this.goal = this.problem.addGoal({ type: 'position', link: 'tip', target: [...options.goal, 0] });
    this.take(options.start);

    const [left, bottom, width, height] = options.box;
    const svg = addSvg(host, 'svg', 'plane', {
      viewBox: `${left} ${-bottom - height} ${width} ${height}`,
      'aria-label': options.label,
      role: 'group',
    });
    const upright = addSvg(svg, 'g', '', { transform: 'scale(1 -1)' });
    this.under = addSvg(upright, 'g', 'under');
    this.#links = addSvg(upright, 'polyline', 'links');
    this.#hinges = options.lengths.map(() => addSvg(upright, 'circle', 'hinge', { r: 0.022 }));
    this.over = addSvg(upright, 'g', 'over');
    this.addHandle(upright, 'cube', {
      label: 'Goal',
      radius: 0.05,
      at: () => this.target,
      move: (place) => this.moveGoal(place),
    });
  }

  get target(): Point {
    return [this.goal.target[0]!, this.goal.target[1]!];
  }

  /** Joints from the base on, then the tip. */
  get points(): Point[] {
    const { poses } = this.problem.state;
    return Array.from({ length: poses.length / 7 }, (_, i) => [poses[7 * i]!, poses[7 * i + 1]!]);
  }

  get tip(): Point {
    return this.points.at(-1)!;
  }

  /** Metres from the tip to the goal. */
  get error(): number {
    return length(minus(this.target, this.tip));
  }

  get q(): number[] {
    return [...this.problem.state.q];
  }

  /** Sets this pose. */
  take(q: readonly number[]): void {
    this.problem.state.q.set(q);
    this.problem.state.update();
  }

  /** One CCD sweep that moves only the given joint; default: all joints. */
  sweep(joint?: number, options: SolveOptions = {}): void {
    this.problem.jointWeights.fill(joint === undefined ? 1 : 0);
    if (joint !== undefined) this.problem.jointWeights[joint] = 1;
    this.problem.solve({ solver: 'ccd', maxIterations: 1, ...options });
    this.problem.jointWeights.fill(1);
  }

  moveGoal(place: Point): void {
    this.goal.target.set(this.within(place));
    if (this.options.onGoal) this.options.onGoal();
    else this.reach();
  }

  /** Moves the arm to the goal and draws it. */
  reach(): void {
    this.problem.solve({ solver: 'lm' });
    this.show();
  }

  /** The nearest point inside the drawing. */
  within([x, y]: Point): Point {
    const [left, bottom, width, height] = this.options.box;
    const margin = 0.08;
    const clamp = (v: number, from: number, size: number): number =>
      Math.min(Math.max(v, from + margin), from + size - margin);
    return [clamp(x, left, width), clamp(y, bottom, height)];
  }

  show(): void {
    const { points } = this;
    writeLine(this.#links, points);
    this.#hinges.forEach((hinge, i) => set(hinge, { cx: points[i]![0], cy: points[i]![1] }));
    for (const { disc, at } of this.#handles) {
      const [cx, cy] = at();
      for (const each of [disc, disc.nextElementSibling!]) set(each, { cx, cy });
    }
    write(this.#words, this.options.draw());
    // The words come last, after the figure's own additions to its host.
    if (!this.#words.isConnected) this.host.append(this.#words);
  }

  dispose(): void {
    this.problem.dispose();
    this.problem.model.dispose();
  }

  /** A disc inside `parent`, moved by pointer and keys; the ring around it shows keyboard focus. */
  addHandle(parent: Element, classes: string, { label, radius, at, move }: HandleOptions): void {
    const disc = addSvg(parent, 'circle', classes, {
      r: radius,
      tabindex: 0,
      role: 'application',
      'aria-label': label,
      'aria-roledescription': 'point that moves',
      'aria-description': 'Arrow keys move it; with Shift, by small steps.',
    });
    addSvg(parent, 'circle', 'ring', { r: radius + 0.025 });
    this.#handles.push({ disc, at });

    let grab: Point | null = null;
    disc.addEventListener('pointerdown', (event) => {
      disc.setPointerCapture(event.pointerId);
      grab = minus(at(), this.#pointAt(event));
      event.preventDefault();
      // Browsers treat focus set by a script as keyboard focus.
      disc.classList.add('pointed');
      disc.focus({ preventScroll: true });
    });
    disc.addEventListener('pointermove', (event) => {
      if (grab) move(add(this.#pointAt(event), grab));
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
      disc.addEventListener(end, () => (grab = null));
    for (const end of ['blur', 'keydown']) disc.addEventListener(end, () => disc.classList.remove('pointed'));
    disc.addEventListener('keydown', (event) => {
      const way = keys[event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const step = event.shiftKey ? fineStep : keyStep;
      move(add(at(), [step * way[0], step * way[1]]));
    });
  }

  /** Pointer position in the arm's metres. */
  #pointAt({ clientX, clientY }: PointerEvent): Point {
    const fromScreen = (this.under as SVGGraphicsElement).getScreenCTM()!.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(fromScreen);
    return [x, y];
  }
}
