/** A hinge about y, clamped by its angle, and by Euler angles: x, y, z in this order, as engines read them. */
import { make, write } from '../../demos/shell/dom.ts';
import { polar, type Point } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addChart, addCurves, addLine, addSvg, Board, sector, writeLine } from './board.ts';
import { sentence, signed, slider } from './parts.ts';
import { angleOf } from './plane-arm.ts';

/** Metres. */
const size = 0.7;
const turn = 180 / Math.PI;
/** Radians either way. */
const limit = (2 * Math.PI) / 3;

/** Euler angles of a turn about y: its sine has one angle within a quarter turn. */
export function eulerOf(angle: number): readonly [x: number, y: number, z: number] {
  const y = Math.asin(Math.sin(angle));
  // Beyond 90°, half turns about x and z stand for the rest.
  const half = Math.cos(angle) < 0 ? Math.PI : 0;
  return [half, y, half];
}

const clamp = (angle: number): number => Math.max(-limit, Math.min(limit, angle));

/** Both angles over the hinge's turn; returns a function that marks the present one. */
function chart(host: HTMLElement): (angle: number) => void {
  const upright = addChart(host, '-1.08 -0.38 2.24 0.78', [
    [0.14, -0.2, 'about its axis'],
    [0.62, 0.12, 'Euler’s y'],
    ...[-180, -90, 90, 180].map((at) => [at / 180 - 0.04, 0.09, signed(`${at}°`)] as const),
    ...[-180, 180].map((at) => [0.02, (-0.3 * at) / 180 + 0.02, signed(`${at}°`)] as const),
  ]);
  addLine(upright, 'polyline', 'axis', [[-1, 0], [1, 0]]); // prettier-ignore
  addLine(upright, 'polyline', 'axis', [[0, -0.32], [0, 0.32]]); // prettier-ignore
  const curves = { damped: (angle: number) => angle, exact: (angle: number) => eulerOf(angle)[1] };
  const all = Array.from({ length: 73 }, (_, k) => (k / 36 - 1) * Math.PI);
  return addCurves(upright, curves, all, (x, y) => [x / Math.PI, (0.3 * y) / Math.PI]);
}

export class Euler {
  /** The angle that the hinge is turned to (radians). */
  angle = 115 / turn;
  readonly #board: Board;
  readonly #slider = slider('angle', [-180, 180]);
  readonly #words = sentence();
  readonly #links: Readonly<Record<'wanted' | 'byAxis' | 'byEuler', SVGElement>>;
  readonly #mark: (angle: number) => void;

  constructor(private readonly host: HTMLElement) {
    this.#board = new Board(host, [-1, -0.85, 2, 1.7], 'A hinge seen along its axis, y');
    const { under, middle, top } = this.#board;
    sector(addSvg(under, 'polygon', 'forbidden'), [0, 0], 0.8, limit, 2 * (Math.PI - limit));
    this.#links = {
      wanted: addSvg(under, 'polyline', 'ghost'),
      byEuler: addSvg(middle, 'polyline', 'links by-euler', { 'data-part': 'euler' }),
      byAxis: addSvg(middle, 'polyline', 'links by-axis', { 'data-part': 'angle' }),
    };
    addSvg(middle, 'circle', 'hinge', { r: 0.03 });
    this.#board.addHandle(top, 'cube', {
      label: 'Turn of the hinge',
      radius: 0.05,
      at: () => polar([0, 0], size, this.angle),
      move: (place) => this.turn(angleOf(place)),
    });
    this.#slider.addEventListener('input', () => this.turn(Number(this.#slider.value) / turn));
    this.#mark = chart(host);
    host.append(make('label', { className: 'angle' }, 'turn ', this.#slider), this.#words);
    this.turn(this.angle);
  }

  dispose(): void {}

  turn(angle: number): void {
    this.angle = angle;
    const [x, y, z] = eulerOf(angle);
    const link = (to: number): Point[] => [[0, 0], polar([0, 0], size, to)];
    writeLine(this.#links.wanted, link(angle));
    // A hinge about y keeps x and z at zero: this throws away the half turns.
    writeLine(this.#links.byEuler, link(clamp(y)));
    writeLine(this.#links.byAxis, link(clamp(angle)));
    this.#slider.value = String(angle * turn);
    this.#board.show();
    this.#mark(angle);
    const found = `Euler’s x, y, z: ${[x, y, z].map(degrees).join(', ')}.`;
    const fails =
      x === 0 ? '' : ` The clamp sets x and z to zero, and the link flips to ${degrees(clamp(y))} (red).`;
    write(
      this.#words,
      `About its axis ${degrees(angle)}, clamped ${degrees(clamp(angle))} (blue). ${found}${fails}`,
    );
    this.host.dispatchEvent(new Event('drawn', { bubbles: true }));
  }
}

export const euler = (host: HTMLElement): Euler => new Euler(host);
