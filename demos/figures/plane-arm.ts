/** An arm of hinges in a plane, solved by the core and drawn as SVG, and a goal that can be dragged. */
import { Model, Problem, type CollisionShape, type Goal, type SolveOptions } from 'limber';
import { length, minus, polar, type Point } from '../shell/plane.ts';

export interface PlaneArmOptions {
  /** Metres, from the base on. */
  readonly lengths: readonly number[];
  /** Radians. */
  readonly start: readonly number[];
  /** Radians either way; default: none. */
  readonly limit?: number;
  /** Metres about each link that must not touch; default: links may. */
  readonly radius?: number;
  readonly goal: Point;
  /** What the drawing shows, in metres: left, bottom, width, height. */
  readonly box: readonly [number, number, number, number];
  /** For screen readers. */
  readonly label: string;
  /** The reader has moved the goal. */
  readonly onGoal: () => void;
}

export interface HandleOptions {
  readonly label: string;
  /** Metres. */
  readonly radius: number;
  /** Where it is. */
  readonly at: () => Point;
  /** The reader has moved it there. */
  readonly move: (place: Point) => void;
}

/** A disc and its ring, drawn around one point. */
interface Handle {
  readonly discs: readonly SVGElement[];
  readonly at: () => Point;
}

/** A step of an arrow key, and with Shift, in metres. */
const keyStep = 0.02;
const fineStep = 0.005;
const keys: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export const angleOf = ([x, y]: Point): number => Math.atan2(y, x);
/** Into (−π, π]. */
export const wrapped = (angle: number): number =>
  angle - 2 * Math.PI * Math.ceil(angle / (2 * Math.PI) - 0.5);

/** An element of SVG inside `parent`. */
export function addSvg(parent: Element, tag: string, classes: string): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  element.setAttribute('class', classes);
  parent.append(element);
  return element;
}

export function set(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

const numbers = (points: readonly Point[]): string =>
  points.map((p) => p.map((v) => v.toFixed(4)).join()).join(' ');

export const writeLine = (element: Element, points: readonly Point[]): void =>
  set(element, { points: numbers(points) });

/** Along x, from a hinge to the next. */
function capsule(length: number, radius: number): CollisionShape {
  const half = Math.SQRT1_2;
  return { type: 'capsule', radius, length, position: [length / 2, 0, 0], rotation: [0, half, 0, half] };
}

/** A sector of a circle from one angle, turned through another. */
export function sector(element: Element, centre: Point, radius: number, from: number, turn: number): void {
  const count = Math.max(2, Math.ceil(Math.abs(turn) / 0.1));
  const arc = Array.from({ length: count + 1 }, (_, k) => polar(centre, radius, from + (turn * k) / count));
  writeLine(element, [centre, ...arc]);
}

export class PlaneArm {
  readonly svg: SVGElement;
  /** Under the arm, in metres with y up: what a figure adds. */
  readonly under: SVGElement;
  /** Over it. */
  readonly over: SVGElement;
  readonly problem: Problem;
  readonly goal: Goal;
  private readonly links: SVGElement;
  private readonly hinges: readonly SVGElement[];
  private readonly handles: Handle[] = [];

  constructor(
    host: Element,
    private readonly options: PlaneArmOptions,
  ) {
    const { lengths, limit, radius, start, box, label } = options;
    const count = lengths.length;
    const names = [...lengths.map((_, i) => `link ${i + 1}`), 'tip'];
    const model = Model.from({
      links: names.map((name, i) => ({
        name,
        ...(i > 0 && { parent: names[i - 1]!, origin: { position: [lengths[i - 1]!, 0, 0] as const } }),
        joint:
          i === count
            ? { type: 'fixed' as const }
            : { type: 'revolute' as const, ...(limit && { limits: [-limit, limit] as const }) },
        ...(radius && i < count && { collision: [capsule(lengths[i]!, radius)] }),
      })),
    });
    this.problem = new Problem(model);
    this.goal = this.problem.addGoal({ type: 'position', link: 'tip', target: [...options.goal, 0] });
    this.problem.state.q.set(start);
    this.problem.state.update();

    const [left, bottom, width, height] = box;
    this.svg = addSvg(host, 'svg', 'plane');
    set(this.svg, {
      viewBox: `${left} ${-bottom - height} ${width} ${height}`,
      'aria-label': label,
      role: 'group',
    });
    const upright = addSvg(this.svg, 'g', '');
    set(upright, { transform: 'scale(1 -1)' });
    this.under = addSvg(upright, 'g', 'under');
    this.links = addSvg(upright, 'polyline', 'links');
    this.hinges = lengths.map(() => addSvg(upright, 'circle', 'hinge'));
    for (const hinge of this.hinges) set(hinge, { r: 0.022 });
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
    return Array.from({ length: this.options.lengths.length + 1 }, (_, i) => [
      poses[7 * i]!,
      poses[7 * i + 1]!,
    ]);
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

  /** Stands in this pose. */
  take(q: readonly number[]): void {
    this.problem.state.q.set(q);
    this.problem.state.update();
  }

  /** One sweep of CCD in which only one joint may move; of all joints if none is named. */
  sweep(joint?: number, options: SolveOptions = {}): void {
    this.problem.jointWeights.fill(joint === undefined ? 1 : 0);
    if (joint !== undefined) this.problem.jointWeights[joint] = 1;
    this.problem.solve({ solver: 'ccd', maxIterations: 1, ...options });
    this.problem.jointWeights.fill(1);
  }

  moveGoal(place: Point): void {
    this.goal.target.set(this.within(place));
    this.options.onGoal();
  }

  /** The nearest point inside the drawing. */
  within([x, y]: Point): Point {
    const [left, bottom, width, height] = this.options.box;
    const margin = 0.08;
    const clamp = (v: number, from: number, size: number): number =>
      Math.min(Math.max(v, from + margin), from + size - margin);
    return [clamp(x, left, width), clamp(y, bottom, height)];
  }

  draw(): void {
    const { points } = this;
    writeLine(this.links, points);
    this.hinges.forEach((hinge, i) => set(hinge, { cx: points[i]![0], cy: points[i]![1] }));
    for (const { discs, at } of this.handles) {
      const [cx, cy] = at();
      for (const disc of discs) set(disc, { cx, cy });
    }
  }

  dispose(): void {
    this.problem.dispose();
    this.problem.model.dispose();
  }

  /** A disc inside `parent` that pointer and keys move; the ring around it is the mark of the keyboard's focus. */
  addHandle(parent: Element, classes: string, { label, radius, at, move }: HandleOptions): void {
    const disc = addSvg(parent, 'circle', classes);
    set(disc, {
      r: radius,
      tabindex: 0,
      role: 'application',
      'aria-label': label,
      'aria-roledescription': 'point that moves',
      'aria-description': 'Arrow keys move it; with Shift, by small steps.',
    });
    const ring = addSvg(parent, 'circle', 'ring');
    set(ring, { r: radius + 0.025 });
    this.handles.push({ discs: [disc, ring], at });

    let grab: Point | null = null;
    disc.addEventListener('pointerdown', (event) => {
      disc.setPointerCapture(event.pointerId);
      grab = minus(at(), this.pointAt(event));
      event.preventDefault();
      // A focus that a script gives counts as the keyboard's.
      disc.classList.add('pointed');
      disc.focus({ preventScroll: true });
    });
    disc.addEventListener('pointermove', (event) => {
      if (!grab) return;
      const [x, y] = this.pointAt(event);
      move([x + grab[0], y + grab[1]]);
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
      disc.addEventListener(end, () => (grab = null));
    for (const end of ['blur', 'keydown']) disc.addEventListener(end, () => disc.classList.remove('pointed'));
    disc.addEventListener('keydown', (event) => {
      const way = keys[event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const step = event.shiftKey ? fineStep : keyStep;
      const [x, y] = at();
      move([x + step * way[0], y + step * way[1]]);
    });
  }

  /** Where the pointer is, in the arm's metres. */
  private pointAt({ clientX, clientY }: PointerEvent): Point {
    const fromScreen = (this.under as SVGGraphicsElement).getScreenCTM()!.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(fromScreen);
    return [x, y];
  }
}
