/** A plane drawn as SVG, y up, with points that pointer and keys move. */
import { add, minus, polar, type Point } from '../../demos/shell/plane.ts';

export type Box = readonly [left: number, bottom: number, width: number, height: number];

export interface HandleOptions {
  readonly label: string;
  readonly radius: number;
  /** Its position. */
  readonly at: () => Point;
  /** The reader has moved it to `place`. */
  readonly move: (place: Point) => void;
}

/** In the board's units. */
export const goalRadius = 0.05;
/** Step of an arrow key, and with Shift, in the board's units. */
const keyStep = 0.02;
const fineStep = 0.005;
const keys: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

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

/** Puts a circle there. */
export const put = (circle: Element, [cx, cy]: Point): void => set(circle, { cx, cy });

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

/** An arrow from a point, as a polygon. */
export function arrow(element: Element, [x, y]: Point, [dx, dy]: Point): void {
  const size = Math.hypot(dx, dy);
  if (size === 0) return writeLine(element, []);
  const [ux, uy] = [dx / size, dy / size];
  const head = Math.min(0.05, size / 2);
  const neck: Point = [x + dx - head * ux, y + dy - head * uy];
  const side = (s: number): Point => [neck[0] - s * head * 0.5 * uy, neck[1] + s * head * 0.5 * ux];
  writeLine(element, [[x, y], neck, side(1), [x + dx, y + dy], side(-1), neck]);
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

/** Curves of functions, by class, through `xs`; returns a function that puts a dot on each. */
export function addCurves(
  parent: Element,
  curves: Readonly<Record<string, (x: number) => number>>,
  xs: readonly number[],
  at: (x: number, y: number) => Point,
): (x: number) => void {
  const all = Object.entries(curves);
  for (const [name, f] of all)
    addLine(
      parent,
      'polyline',
      `curve ${name}`,
      xs.map((x) => at(x, f(x))),
    );
  const dots = all.map(([name]) => addSvg(parent, 'circle', `dot ${name}`, { r: 0.022 }));
  return (x) => all.forEach(([, f], i) => put(dots[i]!, at(x, f(x))));
}

/** Lengths are in the units of its box. */
export class Board {
  readonly svg: SVGElement;
  /** Layers, from below. */
  readonly under: SVGElement;
  readonly middle: SVGElement;
  readonly over: SVGElement;
  readonly top: SVGElement;
  /** Discs and their rings, each around a point. */
  readonly #handles: { readonly disc: SVGElement; readonly at: () => Point }[] = [];

  /** `label`: for screen readers. */
  constructor(
    host: Element,
    private readonly box: Box,
    label: string,
  ) {
    const [left, bottom, width, height] = box;
    this.svg = addSvg(host, 'svg', 'plane', {
      viewBox: `${left} ${-bottom - height} ${width} ${height}`,
      'aria-label': label,
      role: 'group',
    });
    const upright = addSvg(this.svg, 'g', '', { transform: 'scale(1 -1)' });
    const layer = (): SVGElement => addSvg(upright, 'g', '');
    [this.under, this.middle, this.over, this.top] = [layer(), layer(), layer(), layer()];
  }

  /** The nearest point inside the drawing. */
  within([x, y]: Point, margin = 0.08): Point {
    const [left, bottom, width, height] = this.box;
    const clamp = (v: number, from: number, size: number): number =>
      Math.min(Math.max(v, from + margin), from + size - margin);
    return [clamp(x, left, width), clamp(y, bottom, height)];
  }

  /** Draws the handles where they are now. */
  show(): void {
    for (const { disc, at } of this.#handles)
      for (const each of [disc, disc.nextElementSibling!]) put(each, at());
  }

  /** The goal, which stays inside the drawing. */
  addGoal(at: () => Point, move: (place: Point) => void): void {
    this.addHandle(this.top, 'cube', {
      label: 'Goal',
      radius: goalRadius,
      at,
      move: (place) => move(this.within(place)),
    });
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
      grab = minus(at(), this.pointAt(event));
      event.preventDefault();
      // Browsers treat focus set by a script as keyboard focus.
      disc.classList.add('pointed');
      disc.focus({ preventScroll: true });
    });
    disc.addEventListener('pointermove', (event) => {
      if (grab) move(add(this.pointAt(event), grab));
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

  /** Pointer position in the box's units. */
  pointAt({ clientX, clientY }: PointerEvent): Point {
    const fromScreen = (this.under as SVGGraphicsElement).getScreenCTM()!.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(fromScreen);
    return [x, y];
  }
}
