/** Two links in a plane: forwards, the tip's place from two angles; backwards, both angles by the law of cosines. */
import { button, make, write } from '../../demos/shell/dom.ts';
import { length, minus, polar, type Point } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addSvg, Board, put, sector, set, writeLine } from './board.ts';
import { row, sentence, signed, slider } from './parts.ts';
import { angleOf, centimetres, wrapped } from './plane-arm.ts';
import { pointsOf } from './steps/planar.ts';

/** Metres. */
const lengths = [0.5, 0.36] as const;
const [a, b] = lengths;
const names = ['first', 'second'] as const;
const turn = 180 / Math.PI;
/** Points of the tip's trace. */
const memory = 240;

/** cos q₂ for a goal this far away: far² = a² + b² + 2ab cos q₂. */
const cosine = (far: number): number => (far ** 2 - a ** 2 - b ** 2) / (2 * a * b);

/** Angles of both hinges; null: out of reach. `side`: 1 or −1, the sign of the second. */
export function backwards(goal: Point, side: number): [number, number] | null {
  const cos = cosine(length(goal));
  if (Math.abs(cos) > 1) return null;
  const second = side * Math.acos(cos);
  return [wrapped(angleOf(goal) - Math.atan2(b * Math.sin(second), a + b * cos)), second];
}

/** A circle as a path, so that one inside another can be a hole. */
const circle = (r: number): string => `M${r} 0A${r} ${r} 0 1 0 ${-r} 0A${r} ${r} 0 1 0 ${r} 0Z`;

export class TwoLinks {
  q: [number, number] = [0.9, 0.8];
  goal: Point;
  readonly board: Board;
  readonly #links: readonly SVGElement[];
  readonly #hinges: readonly SVGElement[];
  readonly #turns: readonly SVGElement[];
  readonly #called: readonly SVGElement[];
  readonly #sliders: readonly HTMLInputElement[];
  readonly #trace: SVGElement;
  readonly #tip: SVGElement;
  readonly #words = sentence();
  #trail: Point[] = [];
  #side = 1;

  constructor(
    private readonly host: HTMLElement,
    private readonly isBackwards: boolean,
  ) {
    this.board = new Board(host, [-1, -0.92, 2, 1.84], 'An arm of two hinges, and all that it can reach');
    const { under, middle, svg } = this.board;
    const d = circle(a + b) + circle(a - b);
    const part = (name: string) => ({ 'data-part': name });
    addSvg(under, 'path', 'within', { d, 'fill-rule': 'evenodd', ...part('reach') });
    this.#trace = addSvg(under, 'polyline', 'line aim', part('trace'));
    this.#links = names.map((name) => addSvg(middle, 'polyline', 'links', part(`${name} link`)));
    this.#turns = names.map((name) => addSvg(middle, 'polygon', 'sector aim', part(`${name} angle`)));
    this.#hinges = names.map(() => addSvg(middle, 'circle', 'hinge', { r: 0.022 }));
    this.#called = ['q₁', 'q₂'].map((name) => {
      const text = addSvg(svg, 'text', 'letter');
      text.textContent = name;
      return text;
    });
    this.#tip = addSvg(middle, 'circle', 'dot aim', { r: 0.022, ...part('tip') });
    this.goal = this.tip;
    this.#sliders = isBackwards ? this.#addGoal() : this.#addTurns();
    host.append(this.#words);
    this.#show();
  }

  dispose(): void {}

  get tip(): Point {
    return pointsOf(this.q, lengths).at(-1)!;
  }

  #addGoal(): [] {
    const solve = (goal = this.goal): void => {
      this.goal = goal;
      // Out of reach, the arm points at the goal, or folds towards it.
      this.q = backwards(goal, this.#side) ?? [angleOf(goal), length(goal) > a + b ? 0 : Math.PI];
      this.#show();
    };
    this.board.addGoal(() => this.goal, solve);
    const other = button('Other elbow', 'other', () => {
      this.#side = -this.#side;
      solve();
    });
    this.host.append(row(other));
    return [];
  }

  #addTurns(): HTMLInputElement[] {
    return names.map((name, i) => {
      this.board.addHandle(this.board.over, 'grip', {
        label: i === 0 ? 'Elbow' : 'Tip',
        radius: 0.035,
        at: () => pointsOf(this.q, lengths)[i + 1]!,
        move: (place) => {
          const before = i === 0 ? 0 : this.q[0];
          this.turn(i, wrapped(angleOf(minus(place, pointsOf(this.q, lengths)[i]!)) - before));
        },
      });
      const input = slider(name, [-180, 180]);
      input.addEventListener('input', () => this.turn(i, Number(input.value) / turn));
      this.host.append(make('label', { className: 'angle' }, `${name} angle `, input));
      return input;
    });
  }

  /** Turns a hinge to an angle. */
  turn(i: number, angle: number): void {
    this.q[i] = angle;
    this.#show();
  }

  #show(): void {
    const points = pointsOf(this.q, lengths);
    names.forEach((_, i) => {
      writeLine(this.#links[i]!, points.slice(i, i + 2));
      put(this.#hinges[i]!, points[i]!);
      sector(this.#turns[i]!, points[i]!, 0.13, i * this.q[0], this.q[i]!);
      const [x, y] = polar(points[i]!, 0.2, i * this.q[0] + this.q[i]! / 2);
      set(this.#called[i]!, { x, y: -y });
      if (this.#sliders[i]) this.#sliders[i].value = String(this.q[i]! * turn);
    });
    put(this.#tip, this.tip);
    const last = this.#trail.at(-1);
    if (!last || length(minus(last, this.tip)) > 2e-3)
      this.#trail = [...this.#trail.slice(-memory), this.tip];
    writeLine(this.#trace, this.#trail);
    this.board.show();
    write(this.#words, signed(this.isBackwards ? this.#sayBackwards() : this.#sayForwards()));
    // Numbers in the text follow.
    this.host.dispatchEvent(new Event('drawn', { bubbles: true }));
  }

  #sayForwards(): string {
    const [first, sum] = [degrees(this.q[0]), degrees(wrapped(this.q[0] + this.q[1]))];
    const line = (f: string, at: number): string => `50 ${f} ${first} + 36 ${f} ${sum} = ${centimetres(at)}`;
    return `x = ${line('cos', this.tip[0])}; y = ${line('sin', this.tip[1])}.`;
  }

  #sayBackwards(): string {
    const far = length(this.goal);
    const sum = `cos q₂ = (${(100 * far).toFixed(0)}² − 50² − 36²) / (2 · 50 · 36) = ${cosine(far).toFixed(2)}`;
    const [first, second] = (backwards(this.goal, this.#side) ?? []).map(degrees);
    if (!first || !second) return `${sum}: no angle has this cosine, and the goal is out of reach.`;
    return `${sum}, so q₂ = ±${second.replace('−', '')}; this elbow: ${second}, and q₁ = ${first}.`;
  }
}

export const forwards = (host: HTMLElement): TwoLinks => new TwoLinks(host, false);
export const twoLinks = (host: HTMLElement): TwoLinks => new TwoLinks(host, true);
